import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { goOn } from "../phase/checklist";
import { api } from "../shared/api";
import { settings } from "../shared/settings.svelte";
import type { Action, CardNumber, Package } from "../wire/types";
import { Game } from "./game.svelte";
import { BOARD, pack } from "./samples";

beforeEach(() => vi.restoreAllMocks());
afterEach(() => settings.reset());

const discard = (card: CardNumber): Action => ({ type: "Discard", card });
const pay = (card: CardNumber): Action => ({ type: "PayCard", card });

/** A question for `n` of these cards. */
function asking(actions: Action[], n: number, more: Partial<Package> = {}): Package {
  const code = actions[0]?.type === "PayCard" ? "pay" : "discard";
  const prompt = { code, said: [code], args: { n }, text: "" };
  const hand = actions.flatMap((a) => a.card ?? []);
  return pack(actions, { last_asks: true, ...more }, { phase: "cards", prompt, hand });
}

/** A game at such a question, and the answers of the server to what is sent. */
function game(asked: Package, ...answers: Package[]) {
  const whole = new Game("g");
  const { position, marks, clicks } = whole;
  position.board = BOARD;
  whole.talk.tell((_, next) => marks.settle(next));
  position.pkg = asked;
  marks.settle(asked);
  const act = vi.spyOn(api, "act");
  for (const answer of answers) act.mockResolvedValueOnce(answer);
  const sent = (): (number | undefined)[] => act.mock.calls.map(([, , action]) => action.card);
  return { game: whole, position, marks, clicks, sent };
}

describe("cards that are discarded together", () => {
  const four = ([7, 8, 9, 40] as const).map(discard);

  test("are marked and unmarked, and nothing is sent before the way on", async () => {
    const end = pack([], { ply: 12 });
    const { game: g, marks, clicks, sent } = game(asking(four, 2), asking(four.slice(1), 1, { ply: 11 }), end);
    clicks.card(7);
    clicks.card(8);
    clicks.card(8);
    expect(marks.cards).toEqual([7]);
    expect(marks.ready).toBe(false);
    goOn(g);
    expect(sent()).toEqual([]);
    clicks.card(9);
    expect(marks.ready).toBe(true);
    goOn(g);
    await vi.waitFor(() => expect(sent()).toEqual([7, 9]));
  });

  test("a single card, too, is marked before it is lost; without questions a click is enough", async () => {
    const one = asking(four, 1);
    const end = pack([], { ply: 12 });
    const { game: g, marks, clicks, sent } = game(one, end);
    clicks.card(8);
    expect(marks.cards).toEqual([8]);
    expect(sent()).toEqual([]);
    goOn(g);
    await vi.waitFor(() => expect(sent()).toEqual([8]));
    settings.set("confirm", false);
    const bare = game(asking(four, 1), end);
    expect(bare.marks.due).toBe(0);
  });

  test("one too many takes the place of the one that was marked first", () => {
    const { marks, clicks } = game(asking(four, 2));
    for (const card of [7, 8, 9] as const) clicks.card(card);
    expect(marks.cards).toEqual([8, 9]);
  });

  test("stop where something else is asked in between; the others stay marked", async () => {
    const window = pack(
      [{ type: "Pass" }],
      { ply: 11 },
      { phase: "cards", prompt: { code: "window", said: [], args: {}, text: "" } },
    );
    const three = ([7, 8, 9, 40] as const).map(discard);
    const { position, marks, clicks, sent } = game(asking(three, 3), window);
    for (const card of [7, 8, 9] as const) clicks.card(card);
    await marks.send(true);
    expect(sent()).toEqual([7]);
    expect(marks.cards).toEqual([]);
    position.pkg = asking(three.slice(1), 2, { ply: 12 });
    marks.settle(position.pkg);
    expect(marks.cards).toEqual([8, 9]);
  });

  test("go on once the other side has answered, down to the last", async () => {
    const bill = ([7, 8, 9, 40] as const).map(pay);
    const theirs = pack([], { ply: 11 }, { phase: "cards" });
    const { position, marks, clicks, sent } = game(asking(bill, 2), theirs, pack([], { ply: 13 }));
    clicks.card(7);
    clicks.card(9);
    await marks.send(true);
    expect(sent()).toEqual([7]);
    position.pkg = asking(bill.slice(1), 1, { ply: 12 });
    marks.settle(position.pkg);
    await vi.waitFor(() => expect(sent()).toEqual([7, 9]));
  });

  test("go no further where the other side has changed what is asked", async () => {
    const bill = ([7, 8, 9] as const).map(pay);
    const { position, marks, clicks, sent } = game(asking(bill, 2), pack([], { ply: 11 }, { phase: "cards" }));
    clicks.card(7);
    clicks.card(9);
    await marks.send(true);
    const moves = pack([{ type: "Done" }], { ply: 12 }, { phase: "cards" });
    for (const next of [moves, asking(bill.slice(1), 1, { ply: 13 })]) {
      position.pkg = next;
      marks.settle(next);
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
    expect(sent()).toEqual([7]);
  });

  test("a single one is paid by its click, as ever", async () => {
    const { marks, clicks, sent } = game(asking(([7, 8] as const).map(pay), 1), pack([], { ply: 11 }));
    expect(marks.due).toBe(0);
    clicks.card(8);
    await vi.waitFor(() => expect(sent()).toEqual([8]));
  });

  test("are no more than there are: one that is worth two is paid by its click", async () => {
    const { marks, clicks, sent } = game(asking([pay(8)], 2), pack([], { ply: 11 }));
    expect(marks.due).toBe(0);
    clicks.card(8);
    await vi.waitFor(() => expect(sent()).toEqual([8]));
  });

  test("all that there are are marked already", () => {
    const { marks } = game(asking(four.slice(0, 2), 2));
    expect(marks.ready).toBe(true);
  });
});

describe("the last mark sends them, so that no click is added,", () => {
  test.each([
    ["where they can be taken back", false, true],
    ["where nobody wants to be asked", true, false],
  ])("%s", async (_, last_asks, confirm) => {
    settings.set("confirm", confirm);
    const cards = ([7, 8, 40] as const).map(pay);
    const rest = asking(cards.slice(1), 1, { ply: 11, last_asks });
    const { clicks, sent } = game(asking(cards, 2, { last_asks }), rest, pack([], { ply: 12 }));
    clicks.card(7);
    expect(sent()).toEqual([]);
    clicks.card(8);
    await vi.waitFor(() => expect(sent()).toEqual([7, 8]));
  });
});

test("cards to be exchanged are marked, as many as one likes, and given and drawn for by one answer", async () => {
  const prompt = { code: "exchange_cards", said: ["exchange_cards"], args: { n: 0 }, text: "" };
  const done: Action = { type: "Done" };
  const ask = (cards: CardNumber[], ply: number): Package =>
    pack([done, ...cards.map(discard)], { ply }, { phase: "cards", prompt, hand: cards });
  const answers = [ask([8, 9], 11), ask([8], 12), pack([], { ply: 13 })];
  const { game: g, marks, clicks, sent } = game(ask([7, 8, 9], 10), ...answers);
  const act = vi.mocked(api.act);
  clicks.card(7);
  clicks.card(8);
  clicks.card(9);
  clicks.card(8);
  expect(marks.cards).toEqual([7, 9]);
  expect([marks.due, marks.ready]).toEqual([2, true]);
  expect(sent()).toEqual([]);
  goOn(g);
  await vi.waitFor(() => expect(act).toHaveBeenCalledTimes(3));
  expect(sent()).toEqual([7, 9, undefined]);
  expect(act.mock.lastCall?.[2]).toEqual(done);
});
