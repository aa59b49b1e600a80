/** The account that this browser is signed in to, where the server has accounts. */
import { api } from "../shared/api";

class Account {
  /** The server has accounts at all. */
  offered = $state(false);
  /** Empty for a guest. */
  mail = $state("");
  made = $state("");
  /** It may moderate: there is a page for that. */
  host = $state(false);
  known = $state(false);
  #asked: Promise<void> | null = null;

  /** Asks the server once. */
  know(): Promise<void> {
    this.#asked ??= api.account().then(
      (found) => {
        this.offered = found.offered;
        this.mail = found.mail;
        this.made = found.made;
        this.host = found.host;
        this.known = true;
      },
      () => {
        this.#asked = null;
      },
    );
    return this.#asked;
  }
}

export const account = new Account();

const BROWSERS: [RegExp, string][] = [
  [/Firefox\//, "Firefox"],
  [/Edg\//, "Edge"],
  [/OPR\//, "Opera"],
  [/Chrome\/|CriOS\//, "Chrome"],
  [/Safari\//, "Safari"],
];
const SYSTEMS: [RegExp, string][] = [
  [/Android/, "Android"],
  [/iPhone|iPad/, "iOS"],
  [/Windows/, "Windows"],
  [/Mac OS X/, "macOS"],
  [/Linux/, "Linux"],
];

/** Browser and system by what a browser calls itself; empty where nothing is known. */
export function programOf(said: string): string {
  const find = (known: [RegExp, string][]) => known.find(([sign]) => sign.test(said))?.[1];
  return [find(BROWSERS), find(SYSTEMS)].filter(Boolean).join(", ");
}
