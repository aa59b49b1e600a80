/**
 * The service worker: keeps the shell (page, scripts, styles, fonts, drawings) so that the game opens without a network
 * and says by itself that the server cannot be reached. What the server answers about games is never kept.
 *
 * `vite.config.ts` puts the files of the build and their fingerprint in the two places below; the browser takes
 * another fingerprint for another worker, and fetches the new shell. The old one is thrown away when no page is left
 * that was opened with it: what such a page loads only when it is wanted is no longer on the server.
 *
 * Its own address says at which path of its host the site is; the names of caches belong to the host as a whole.
 */
const FILES = ["/* files */"];
const BASE = new URL("./", self.location).pathname;
const KIND = `shell-${BASE.slice(1)}`;
const SHELL = `${KIND}/* version */`;

/** Whether a cache is a shell of this site, and not of another one on the same host. */
const ours = (name) => name.startsWith(KIND) && !name.slice(KIND.length).includes("/");

/** An address of this host as a path of the site, without the slash at its beginning; null outside the site. */
const within = ({ pathname }) => (pathname.startsWith(BASE) ? pathname.slice(BASE.length) : null);

self.addEventListener("install", (event) => {
  event.waitUntil(
    caches
      .open(SHELL)
      .then((cache) => cache.addAll(FILES))
      .then(() => self.skipWaiting()),
  );
});

/** Milliseconds that a page has to say what it was opened with; one that sleeps, or is too old to say, keeps its shell. */
const PATIENCE = 2000;

/** The paths of this shell on its host. */
const PATHS = FILES.map((file) => new URL(file, self.location).pathname);

/** Whether a page was opened with this shell: it answers with its script. */
function isNew(page) {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) => resolve(PATHS.includes(data));
    setTimeout(() => resolve(false), PATIENCE);
    page.postMessage("which", [port2]);
  });
}

async function tidy() {
  const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  if (!(await Promise.all(pages.map(isNew))).every(Boolean)) return;
  const names = await caches.keys();
  await Promise.all(names.filter((name) => ours(name) && name !== SHELL).map((name) => caches.delete(name)));
}

self.addEventListener("activate", (event) => {
  event.waitUntil(self.clients.claim().then(tidy));
});

/** A page has been opened: the one before it may have been the last of the old ones. */
self.addEventListener("message", (event) => {
  if (event.data === "tidy") event.waitUntil(tidy());
});

/** The page itself comes from the network whenever there is one: nobody plays with yesterday's client. */
async function page(request) {
  try {
    return await fetch(request);
  } catch {
    return (await caches.match(BASE, { cacheName: SHELL })) ?? Response.error();
  }
}

/** A built file bears its fingerprint in its name: the kept one is the right one, of whichever build. */
async function built(request) {
  const kept = await caches.match(request);
  if (kept) return kept;
  const answer = await fetch(request);
  if (answer.ok) {
    const copy = answer.clone();
    const cache = await caches.open(SHELL);
    await cache.put(request, copy);
  }
  return answer;
}

/** A drawing keeps its name from build to build: the network's is the right one. */
async function drawing(request) {
  try {
    return await fetch(request);
  } catch {
    return (await caches.match(request, { cacheName: SHELL })) ?? Response.error();
  }
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== self.location.origin) return;
  // Games, invitations and the schema are the server's word, and the server's alone.
  const path = within(url);
  if (path === null || /^(api|join|schema)\//.test(path)) return;
  if (request.mode === "navigate") event.respondWith(page(request));
  else if (path.startsWith("assets/")) event.respondWith(built(request));
  else if (/^(art|icons)\//.test(path)) event.respondWith(drawing(request));
});

/** A notice: shown also while no page is open. A newer one about the same game takes its place. */
self.addEventListener("push", (event) => {
  const { title, body, url, tag, lang } = event.data.json();
  const icon = `${BASE}icons/icon-192.png`;
  event.waitUntil(self.registration.showNotification(title, { body, tag, lang, icon, data: { url } }));
});

/** A click leads to the game: to the page on which it is open, else to a new one. */
async function lead(path) {
  const url = new URL(BASE + path.slice(1), self.location.origin).href;
  const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const page = pages.find((one) => one.url.split(/[?#]/)[0] === url);
  if (page) return page.focus();
  return self.clients.openWindow(url);
}

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(lead(event.notification.data.url));
});
