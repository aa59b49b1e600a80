/** The service worker: the page opens without a network, and says so when a newer one has come. */

import { t } from "./i18n/i18n.svelte";
import { at } from "./shared/base";
import { toasts } from "./shared/toasts.svelte";

export function keepShell(): void {
  if (!import.meta.env.PROD || !("serviceWorker" in navigator)) return;
  const had = navigator.serviceWorker.controller !== null;
  navigator.serviceWorker.addEventListener("controllerchange", () => {
    if (had) toasts.say(t("common.new-version"));
  });
  // Without it everything works, but for opening the page while the server is away.
  navigator.serviceWorker.register(at("/sw.js"), { updateViaCache: "none" }).catch(() => undefined);
}
