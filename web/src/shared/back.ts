/**
 * The browser's way back, or a phone's, closes the sheet that lies on top, and nothing more.
 *
 * While a sheet is open one more entry stands in the browser's history, of the same address: going back from it closes
 * the top sheet. When the last one has been closed in another way the entry is taken away again.
 */

const sheets: (() => void)[] = [];
/** Ways back that are our own: nobody else hears of them. */
let own = 0;

const guarded = (): boolean => (history.state as { sheet?: boolean } | null)?.sheet === true;

function guard(): void {
  if (!guarded()) history.pushState({ sheet: true }, "");
}

function leave(): void {
  own += 1;
  history.back();
}

/** Notes a sheet that was opened; `close` closes it. To be called, the result, when it is closed. */
export function opened(close: () => void): () => void {
  sheets.push(close);
  guard();
  return () => {
    const at = sheets.lastIndexOf(close);
    if (at >= 0) sheets.splice(at, 1);
    // Another sheet, or another page, may be opened in the same breath: then the entry is theirs.
    setTimeout(() => {
      if (sheets.length === 0 && guarded()) leave();
    });
  };
}

/** Hears of every step through the history before the pages do; to be called once, before anything else listens. */
export function mindBack(): void {
  if (guarded()) history.replaceState(null, "");
  addEventListener(
    "popstate",
    (e) => {
      if (own > 0) {
        own -= 1;
        e.stopImmediatePropagation();
        return;
      }
      const close = sheets.pop();
      if (close) {
        e.stopImmediatePropagation();
        if (sheets.length) guard();
        close();
        // An entry of a sheet that was left for another page has nothing to show: one goes on.
      } else if (guarded()) leave();
    },
    { capture: true },
  );
}
