/** Work that can wait, one piece after another: between two of them the browser draws and answers. */

const waiting: (() => void)[] = [];

function next(): void {
  waiting.shift()?.();
  if (waiting.length) setTimeout(next);
}

/** Does a piece of work once those before it are done; the answer takes it back. */
export function byTurns(work: () => void): () => void {
  waiting.push(work);
  if (waiting.length === 1) setTimeout(next);
  return () => {
    const at = waiting.indexOf(work);
    if (at > 0) waiting.splice(at, 1);
    else if (at === 0) waiting[0] = () => undefined;
  };
}
