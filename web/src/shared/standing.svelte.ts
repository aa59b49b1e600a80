/** What the host has to tell the reader of this page: an announcement, a suspension, that nothing is changed for the moment. */

/** The header of an answer by which a page sees that its standing has changed (`server/measures.py`). */
const HEADER = "x-noretreat-standing";

class Standing {
  /** Tells one standing from another; empty while there is nothing to tell. */
  mark = $state("");
  #asked = 0;
  #heard = 0;

  /** A number for a call that is sent now, for `heard`. */
  asks(): number {
    this.#asked += 1;
    return this.#asked;
  }

  /** Looks at an answer of the server; those of a proxy before it say nothing of this. An answer that comes late, after
   * one to a later call, tells of what was before.
   */
  heard(answer: Response, asked: number): void {
    if (answer.status >= 500 || asked < this.#heard) return;
    this.#heard = asked;
    this.mark = answer.headers.get(HEADER) ?? "";
  }
}

export const standing = new Standing();
