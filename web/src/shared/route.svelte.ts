import { tidy } from "./address";
import { push } from "./back";
import { at, within } from "./base";

/** The path of the site that the browser is at. */
const here = (): string => tidy(within(location.pathname));

/** Addresses: `/` is home, `/g/{id}` a game (`?s=412`: a step of it), `/edit` the position editor, `/join/{id}/{secret}` an invitation, `/recover` a code that brings seats here, `/p/{page}` a player's page, `/ladder` the ladder, `/archive` finished games, `/tournaments` tournaments (`/tournaments/new`: another one), `/t/{id}` one of them, `/account` accounts and where the links of their mails lead. Else: home. All are paths of the site (`base.ts`). */
class Route {
  path = $state(here());

  constructor() {
    if (at(this.path) !== location.pathname)
      history.replaceState(history.state, "", at(this.path) + location.search + location.hash);
    addEventListener("popstate", () => {
      this.path = here();
    });
  }

  get game(): string | null {
    return /^\/g\/([^/]+)/.exec(this.path)?.[1] ?? null;
  }

  go(path: string): void {
    if (at(path) === location.pathname + location.search) return;
    push(at(path));
    this.path = here();
  }
}

export const route = new Route();
