/** Addresses: `/` is home, `/g/{id}` a game. Everything else shows home. */
class Route {
  path = $state(location.pathname);

  constructor() {
    addEventListener("popstate", () => {
      this.path = location.pathname;
    });
  }

  get game(): string | null {
    return /^\/g\/([^/]+)/.exec(this.path)?.[1] ?? null;
  }

  go(path: string): void {
    if (path === this.path) return;
    history.pushState(null, "", path);
    this.path = path;
  }
}

export const route = new Route();
