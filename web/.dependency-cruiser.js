/** The floors of the client: what may import what, types included. `npm run layers` and `make check` run it. */

/** From the ground up: each floor may import those before it, and itself. */
export const FLOORS = [
  ["wire", "storage"],
  ["i18n"],
  ["shared"],
  ["game"],
  [
    "account",
    "admin",
    "ask",
    "odds",
    "rulebook",
    "search",
    "replay",
    "log",
    "lab",
    "battle",
    "cards",
    "dice",
    "fight",
    "lessons",
    "map",
    "orders",
    "outlook",
    "people",
    "phase",
    "picture",
    "puzzles",
    "settings",
    "tray",
  ],
  ["coach", "ending"],
  ["table", "editor", "home", "tournament"],
];

/** As layers.js shows them: only components have names with a capital. */
const COMPONENT = "/[A-Z][^/]*\\.svelte\\.ts$";

const folders = (floors) => `^src/(${floors.flat().join("|")})/`;

const floors = FLOORS.slice(0, -1).map((floor, i) => ({
  name: `floor-of-${floor.length === 1 ? floor[0] : "what-is-seen"}`,
  comment: "Only what stands below, or on the same floor, may be imported.",
  severity: "error",
  from: { path: folders([floor]) },
  to: { path: folders(FLOORS.slice(i + 1)) },
}));

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    {
      name: "no-circle",
      comment: "Two modules that need each other are one, or miss a third that both stand on.",
      severity: "error",
      from: {},
      to: { circular: true },
    },
    {
      name: "no-circle-of-folders",
      comment: "What a player sees or does is a folder, and folders stand on each other, not in each other.",
      severity: "error",
      scope: "folder",
      from: {},
      to: { circular: true },
    },
    {
      name: "a-folder-has-a-floor",
      comment: "A new folder is named in FLOORS.",
      severity: "error",
      from: { path: "^src/[^/]+/", pathNot: [folders(FLOORS), "^src/(art|styles)/"] },
      to: {},
    },
    {
      name: "nothing-stands-on-the-app",
      comment: "App.svelte and main.ts put the page together; nobody imports them.",
      severity: "error",
      from: { path: folders(FLOORS) },
      to: { path: "^src/[^/]+$" },
    },
    {
      name: "components-stand-on-top",
      comment: "Components import modules, never the other way.",
      severity: "error",
      from: { path: "\\.ts$", pathNot: ["^src/main\\.ts$", COMPONENT] },
      to: { path: COMPONENT },
    },
    ...floors,
  ],
  options: {
    includeOnly: "^src/",
    // A test takes its samples from wherever they lie.
    exclude: "\\.test\\.ts$",
    tsConfig: { fileName: "tsconfig.json" },
    // Imports of types count too.
    tsPreCompilationDeps: true,
    enhancedResolveOptions: { extensions: [".ts", ".js", ".json"] },
  },
};
