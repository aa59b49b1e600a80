/** What the browser keeps for this site, until its page is closed or for good; one that refuses everything keeps nothing. */
type Where = "localStorage" | "sessionStorage";

export function recall(where: Where, key: string): string | null {
  try {
    return window[where].getItem(key);
  } catch {
    return null;
  }
}

export function keep(where: Where, key: string, value: string): void {
  try {
    window[where].setItem(key, value);
  } catch {
    // then it is known only as long as the page is open
  }
}
