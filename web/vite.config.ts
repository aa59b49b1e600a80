import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

// `make web` builds into the Python package, so that one server process serves both the game and the page.
// `npm run dev` serves the sources and passes /api on to a game server started with `make play ARGS='--no-browser'`.
export default defineConfig({
  base: "/",
  plugins: [svelte()],
  build: {
    outDir: "../src/noretreat/server/static",
    emptyOutDir: true,
    target: "es2022",
  },
  server: {
    proxy: {
      "/api": { target: "http://127.0.0.1:8123", ws: true },
    },
  },
});
