import { afterEach, expect, test, vi } from "vitest";
import { browser, Store } from "./storage";

afterEach(() => {
  vi.restoreAllMocks();
  localStorage.clear();
});

/** What the browser throws when nothing more fits. */
const full = () => {
  throw new DOMException("", "QuotaExceededError");
};

test("names are the site's own", () => {
  expect(browser.keep("theme", "dark")).toBe(true);
  expect(localStorage.getItem("noretreat.theme")).toBe("dark");
  expect(browser.recall("theme")).toBe("dark");
  browser.forget("theme");
  expect(browser.recall("theme")).toBeNull();
});

test("blocked storage: all is known as long as the page is open", () => {
  vi.spyOn(window, "localStorage", "get").mockImplementation(() => {
    throw new DOMException("", "SecurityError");
  });
  const store = new Store("localStorage");
  expect(store.recall("theme")).toBeNull();
  expect(store.keep("theme", "dark")).toBe(false);
  expect(store.recall("theme")).toBe("dark");
  store.forget("theme");
  expect(store.recall("theme")).toBeNull();
});

test("full storage: the new value counts, not the one that could be kept", () => {
  const store = new Store("localStorage");
  store.keep("draft", "short");
  const kept = localStorage;
  const got = vi
    .spyOn(window, "localStorage", "get")
    .mockReturnValue({ ...kept, getItem: () => "short", setItem: full });
  expect(store.keep("draft", "long")).toBe(false);
  expect(store.recall("draft")).toBe("long");
  got.mockRestore();
  expect(store.keep("draft", "shorter")).toBe(true);
  expect([store.recall("draft"), localStorage.getItem("noretreat.draft")]).toEqual(["shorter", "shorter"]);
});

test("what is no JSON is nothing", () => {
  browser.keepData("list", [1, 2]);
  expect(browser.recallData("list")).toEqual([1, 2]);
  browser.keep("list", "[1, 2");
  expect(browser.recallData("list")).toBeNull();
  expect(browser.recallList("list")).toEqual([]);
  browser.keep("list", "{}");
  expect(browser.recallList("list")).toEqual([]);
  expect(browser.recallData("nothing")).toBeNull();
});

test("another page's change is heard", () => {
  const heard = vi.fn();
  browser.follow("language", heard);
  dispatchEvent(new StorageEvent("storage", { key: "noretreat.theme" }));
  expect(heard).not.toHaveBeenCalled();
  dispatchEvent(new StorageEvent("storage", { key: "noretreat.language" }));
  expect(heard).toHaveBeenCalledOnce();
});

test("nobody else asks the browser's storage", () => {
  const sources = import.meta.glob<string>(["../**/*.{ts,svelte}", "!../**/*.test.ts"], {
    query: "?raw",
    import: "default",
    eager: true,
  });
  const asking = Object.keys(sources).filter((file) => /\b(local|session)Storage\b/.test(sources[file] ?? ""));
  expect(asking).toEqual(["./storage.ts"]);
});
