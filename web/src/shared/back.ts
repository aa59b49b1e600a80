/**
 * The browser's way back, or a phone's, closes the sheet that lies on top, and nothing more.
 *
 * While a sheet is open one more entry stands in the browser's history, of the same address: going back from it closes
 * the top sheet. When a sheet is closed in another way the entry stays, for the next sheet; whoever goes back from it
 * then goes back one more. It is never taken away by going back: that takes effect later, when another page may be open.
 */

const sheets: (() => void)[] = [];
/** The browser is at the entry of a sheet, whether or not one is still open. */
let spare = false;

const guarded = (): boolean => (history.state as { sheet?: boolean } | null)?.sheet === true;

function guard(): void {
  if (!guarded()) history.pushState({ sheet: true }, "");
  spare = true;
}

/** Goes on to another address of the page. */
export function push(url: string): void {
  history.pushState(null, "", url);
  spare = false;
}

/** Notes a sheet that was opened; `close` closes it. To be called, the result, when it is closed. */
export function opened(close: () => void): () => void {
  sheets.push(close);
  guard();
  return () => {
    const at = sheets.lastIndexOf(close);
    if (at >= 0) sheets.splice(at, 1);
  };
}

/** Hears of every step through the history before the pages do; to be called once, before anything else listens. */
export function mindBack(): void {
  spare = guarded();
  addEventListener(
    "popstate",
    (e) => {
      if (!e.isTrusted) return; // a script of the page has changed its address: nobody went back
      const left = spare;
      spare = guarded();
      const close = sheets.pop();
      if (close) {
        e.stopImmediatePropagation();
        if (sheets.length) guard();
        close();
      } else if (left && !spare) {
        e.stopImmediatePropagation();
        history.back();
      }
    },
    { capture: true },
  );
}
