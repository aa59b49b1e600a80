/**
 * The page and its builds: it opens without a network, says so when a newer one has come, and where a part of an old page
 * is gone from the server, loads the page anew.
 */

import { t } from "./i18n/i18n.svelte";
import { at } from "./shared/base";
import { toasts } from "./shared/toasts.svelte";
import { tab } from "./storage/storage";

/** The script that this page was opened with: another build has another one. */
const SCRIPT = new URL(import.meta.url).pathname;
const RENEWED = "renewed";
/** Milliseconds for reading why the page is loaded anew. */
const TOLD = 1500;

export function keepShell(): void {
  if (!import.meta.env.PROD || !("serviceWorker" in navigator)) return;
  const { serviceWorker } = navigator;
  const had = serviceWorker.controller !== null;
  serviceWorker.addEventListener("controllerchange", () => {
    if (had) toasts.say(t("common.new-version"));
  });
  // The worker keeps the shell of an older build while a page needs it.
  serviceWorker.addEventListener("message", (e) => {
    if (e.data === "which") e.ports[0]?.postMessage(SCRIPT);
  });
  void serviceWorker.ready.then(({ active }) => active?.postMessage("tidy"));
  // Without it everything works, but for opening the page while the server is away.
  serviceWorker.register(at("/sw.js"), { updateViaCache: "none" }).catch(() => undefined);
}

/** Whether the server has the page of another build than this one; null while it does not answer. */
async function isOld(): Promise<boolean | null> {
  try {
    const answer = await fetch(at("/"), { cache: "no-store" });
    return answer.ok ? !(await answer.text()).includes(SCRIPT.slice(SCRIPT.lastIndexOf("/"))) : null;
  } catch {
    return null;
  }
}

/** Notes that this build is loaded anew; false if it was already, or if nothing can be noted: it must not go on for ever. */
function once(): boolean {
  const before = tab.recall(RENEWED) ?? "";
  return !before.includes(SCRIPT) && tab.keep(RENEWED, `${before} ${SCRIPT}`);
}

/** A part of the page that is loaded only when it is wanted could not be had. */
async function missed(): Promise<void> {
  const old = await isOld();
  if (old === null) toasts.say(t("common.no-server"));
  else if (old && once()) {
    toasts.say(t("common.renewing"));
    setTimeout(() => location.reload(), TOLD);
  } else toasts.say(t("common.part-missing"));
}

export function heedMissingParts(): void {
  addEventListener("vite:preloadError", () => void missed());
}
