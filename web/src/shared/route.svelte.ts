/** Addresses: `/` is home, `/g/{id}` a game (`?s=412`: a step of it), `/edit` the position editor, `/join/{id}/{secret}` an invitation, `/recover` a code that brings seats here, `/p/{page}` a player's page, `/account` accounts and where the links of their mails lead. Else: home. */
import { tidy } from "./address";

class Route {
  path = $state(tidy(location.pathname));

  constructor() {
    if (this.path !== location.pathname)
      history.replaceState(history.state, "", this.path + location.search + location.hash);
    addEventListener("popstate", () => {
      this.path = tidy(location.pathname);
    });
  }

  get game(): string | null {
    return /^\/g\/([^/]+)/.exec(this.path)?.[1] ?? null;
  }

  go(path: string): void {
    if (path === location.pathname + location.search) return;
    history.pushState(null, "", path);
    this.path = tidy(location.pathname);
  }
}

export const route = new Route();
