import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";
import { books, fileOf } from "./book.ts";
import { Pages, packed, texts } from "./build.ts";

/** Pages that come with most of a table. */
const HEAVY = ["src/lessons/Learn.svelte", "src/editor/Editor.svelte", "src/editor/editor.svelte.ts"];
const pages = new Pages();
const OUT = "../src/noretreat/server/static";

/** Writes the service worker beside the page, with the names of all files of the build and their fingerprint. */
function serviceWorker(): Plugin {
  return {
    name: "service-worker",
    apply: "build",
    closeBundle() {
      const hash = createHash("sha256");
      const names = readdirSync(OUT, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile() && !/^sw\.js$|\.(br|gz)$/.test(entry.name))
        .map((entry) => `${entry.parentPath}/${entry.name}`)
        .sort();
      for (const name of names) hash.update(name.slice(OUT.length)).update(readFileSync(name));
      const files = names
        .map((name) => name.slice(OUT.length).replaceAll("\\", "/"))
        // From the worker's own address on: the site may be at a path of its host.
        .map((name) => (name === "/index.html" ? "./" : `.${name}`))
        // Other languages, books and the rare half of the font come when they are needed, and are kept from then on.
        // The server's own copy of the books is for nobody else.
        .filter((name) => !/\/books\/|catalogue-|(?:book|words|stems)-(?!en)|polish-|latin-ext/.test(name));
      const source = readFileSync("src/sw.js", "utf8")
        .replace('["/* files */"]', JSON.stringify(files))
        .replace("/* version */", hash.digest("hex").slice(0, 16));
      writeFileSync(`${OUT}/sw.js`, source);
    },
  };
}

// `make web` builds into the Python package, so that one server process serves both the game and the page.
// `npm run dev` serves the sources and passes /api on to a game server started with `make play ARGS='--no-browser'`.
export default defineConfig({
  base: "/",
  // The built files find each other wherever the site is on its host; what the page itself names, the server puts there.
  experimental: { renderBuiltUrl: (_, { hostType }) => (hostType === "html" ? undefined : { relative: true }) },
  plugins: [
    svelte(),
    books(),
    texts(),
    pages.plugin("src/main.ts", "src/table/GameScreen.svelte", HEAVY),
    serviceWorker(),
    packed(OUT),
  ],
  build: {
    outDir: OUT,
    emptyOutDir: true,
    target: "es2022",
    rolldownOptions: {
      output: {
        codeSplitting: { groups: [{ name: pages.chunk, debugName: "pages" }] },
        chunkFileNames: ({ facadeModuleId }) => `assets/${fileOf(facadeModuleId) ?? "[name]"}-[hash].js`,
      },
    },
  },
  // The tests of the pure logic lie beside it: `npm test`. What is drawn is tested in a browser (tests/web).
  test: {
    include: ["src/**/*.test.ts", "*.test.ts"],
    environment: "happy-dom",
    // One page for all files: making one takes longer than the tests.
    isolate: false,
    fileParallelism: false,
    // A machine that has much else to do is slow, and not wrong.
    testTimeout: 120_000,
  },
  // Svelte's own half for browsers, with its runes; a test would take the one for servers.
  ...(process.env.VITEST ? { resolve: { conditions: ["browser"] } } : {}),
  server: {
    proxy: {
      "/api": { target: "http://127.0.0.1:8123", ws: true },
    },
  },
});
