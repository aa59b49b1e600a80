/** The answer of the host's language model: what comes of it is checked by the server, and shown as text, never as HTML. */

import { refusal } from "../i18n/refusal";
import type { Hands } from "../shared/api";
import { api, Offline, Problem } from "../shared/api";
import { browser } from "../storage/storage";
import type { AskModel, ModelAsking, ModelLine } from "../wire/types";
import { t } from "./texts";

/** Where the reader has agreed that words may go: host and model. */
const AGREED = "ask-model";
/** Passages that are named to the model. */
const MOST = 8;

export type Source = NonNullable<ModelLine["sources"]>[number];
/** A sentence with what it cites; null where something was left out. */
export type Part = { text: string; cites: readonly string[] } | null;
export interface Block {
  item: boolean;
  parts: readonly Part[];
}
export type Ending = Exclude<NonNullable<ModelLine["end"]>, ""> | "stopped";

/** The sentences of an answer in their paragraphs and items. */
export function blocksOf(lines: readonly ModelLine[]): Block[] {
  const blocks: { item: boolean; parts: Part[] }[] = [];
  for (const { text, begins, cites, left_out } of lines) {
    if (!text && !left_out) continue;
    if (blocks.length === 0 || (text && begins !== undefined && begins !== "sentence"))
      blocks.push({ item: begins === "item", parts: [] });
    blocks.at(-1)?.parts.push(text ? { text, cites: cites ?? [] } : null);
  }
  return blocks;
}

export class ModelAnswer {
  readonly #id: string;
  readonly #hands: () => Hands;
  /** Where the words would go; null until it is known. */
  told = $state.raw<AskModel | null>(null);
  /** The reader is asked whether they may go there. */
  asks = $state(false);
  running = $state(false);
  lines = $state.raw<readonly ModelLine[]>([]);
  end = $state<Ending | "">("");
  /** Why it was not asked at all. */
  problem = $state("");
  #stop: AbortController | null = null;
  #wanted: Omit<ModelAsking, "to"> | null = null;

  constructor(id: string, hands: () => Hands) {
    [this.#id, this.#hands] = [id, hands];
  }

  get blocks(): Block[] {
    return blocksOf(this.lines);
  }

  get sources(): ReadonlyMap<string, Source> {
    return new Map(this.lines.flatMap((line) => line.sources ?? []).map((one) => [one.key, one]));
  }

  get withheld(): boolean {
    return this.lines.some((line) => line.withheld);
  }

  get leftOut(): boolean {
    return this.lines.some((line) => line.left_out);
  }

  /** All that is shown of the answer, as one text: it is said once, at its end. */
  get whole(): string {
    return this.blocks.flatMap(({ parts }) => parts.map((part) => part?.text ?? t("ask.model-gap"))).join(" ");
  }

  get isDone(): boolean {
    return this.end !== "" || this.problem !== "";
  }

  /** Sees whether the host has a model; asked again only where it could not be seen. */
  async look(): Promise<void> {
    if (this.told) return;
    try {
      this.told = await api.askedModel();
    } catch {
      // Without it there is no button; the rest of the panel says what is wrong.
    }
  }

  forget(): void {
    this.#stop?.abort();
    this.#stop = null;
    [this.asks, this.running, this.lines, this.end, this.problem] = [false, false, [], "", ""];
  }

  /** Asks, once the reader has agreed to where the words go. */
  async ask(question: string, language: ModelAsking["language"], passages: ModelAsking["passages"]): Promise<void> {
    if (!this.told?.host) return;
    this.forget();
    this.#wanted = { text: question, language, passages: passages.slice(0, MOST) };
    if (browser.recall(AGREED) === `${this.told.host} ${this.told.model}`) await this.#send();
    else this.asks = true;
  }

  async agree(): Promise<void> {
    if (!this.told) return;
    browser.keep(AGREED, `${this.told.host} ${this.told.model}`);
    this.asks = false;
    await this.#send();
  }

  /** What has come stays; the server ends its question to the model. */
  stop(): void {
    this.asks = false;
    if (!this.running) return;
    this.#stop?.abort();
    this.#stop = null;
    [this.running, this.end] = [false, "stopped"];
  }

  async #send(): Promise<void> {
    if (!this.told || !this.#wanted) return;
    const mine = new AbortController();
    [this.#stop, this.running] = [mine, true];
    let [end, problem]: [Ending | "", string] = ["cut", ""];
    try {
      const asking = { ...this.#wanted, to: this.told };
      for await (const line of api.askModel(this.#id, asking, this.#hands(), mine.signal)) {
        if (mine.signal.aborted) return;
        if (line.end) end = line.end;
        else this.lines = [...this.lines, line];
      }
    } catch (error) {
      if (mine.signal.aborted) return;
      if (error instanceof Problem) [end, problem] = ["", error.why ? refusal(error.why) : error.message];
      else if (error instanceof Offline) [end, problem] = ["", error.message];
      // The host has another one by now: the reader is asked anew.
      if (error instanceof Problem && error.code === "model_changed") {
        this.told = null;
        await this.look();
      }
    }
    if (mine.signal.aborted) return;
    [this.#stop, this.running, this.end, this.problem] = [null, false, end, problem];
  }
}
