/** What players of a language say (`words/de.json`). */
export interface Words {
  /** Words that say nothing of what is asked. */
  stop: string;
  /** How somebody asks for a card. */
  card: string;
  /** What players say, and the words of the books for it. */
  say: Readonly<Record<string, string>>;
  /** By the number of a rule, ruling, card or glossary term: words of players who look for it. */
  asked: Readonly<Record<string, string>>;
}
