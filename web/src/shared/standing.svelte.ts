/** What the host has to tell the reader of this page: an announcement, a suspension, that nothing is changed for the moment. */

/** The header of an answer by which a page sees that its standing has changed (`server/measures.py`). */
const HEADER = "x-noretreat-standing";

class Standing {
  /** Tells one standing from another; empty while there is nothing to tell. */
  mark = $state("");

  /** Looks at an answer of the server; those of a proxy before it say nothing of this. */
  heard(answer: Response): void {
    if (answer.status < 500) this.mark = answer.headers.get(HEADER) ?? "";
  }
}

export const standing = new Standing();
