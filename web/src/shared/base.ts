/** Where the site is on its host: the one place that knows. The server writes it into the page (`server/http/static_files.py`). */

/** `/`, or the path that `--site` names, with a slash at its end. */
const BASE = document.documentElement.dataset.base ?? "/";

/** A path of the site (`/g/{id}`, `/api/...`) as the browser has to ask for it. */
export const at = (path: string, base = BASE): string => base + path.slice(1);

/** The path of the site behind an address of the browser: the way back from `at`. */
export const within = (pathname: string, base = BASE): string =>
  pathname.startsWith(base) ? pathname.slice(base.length - 1) : pathname;
