import { expect, test } from "vitest";
import { closure, files, type Module, unbrought } from "./build";

const of = (id: string, needs: string[] = [], code = ""): Module => ({
  id: `/web/src/${id}`,
  code,
  needs: needs.map((one) => `/web/src/${one}`),
});

test("a text comes with the code that says it", () => {
  const modules = [
    of("i18n/en/home.json"),
    of("i18n/en/tray.json"),
    of("home/texts.ts", ["i18n/en/home.json"], "says(home)"),
    of("home/Home.svelte", ["home/texts.ts"], 't("home.title")'),
    of("home/Card.svelte", ["home/texts.ts"], `t(\`tray.\${code}\`)`),
    of("home/Face.svelte", [], '/** As "tray.wait" does. */ coded("home.face-", id)'),
    of("home/told.ts", [], `sentence(\`tray.\${line.said}\`, line.text)`),
    of("home/other.ts", [], '"home page" + "tray"'),
  ];
  expect(unbrought(modules)).toEqual(["/web/src/home/Card.svelte: tray", "/web/src/home/Face.svelte: home"]);
});

test("a module needs itself, and what is needed in a circle", () => {
  const needs: Record<string, string[]> = { a: ["b"], b: ["c", "a"], c: [], d: ["a"] };
  expect([...closure("a", (id) => needs[id] ?? [])]).toEqual(["a", "b", "c"]);
});

test("the first page is one file, the table another, and what both it and lighter pages need a third", () => {
  const modules: Record<string, [string[], string[]]> = {
    main: [["api"], ["table", "profile", "editor"]],
    table: [["board", "name", "api"], ["rules"]],
    editor: [["board"], []],
    profile: [["name"], []],
  };
  const known = {
    getModuleInfo: (id: string) => {
      const [importedIds, dynamicallyImportedIds] = modules[id] ?? [[], []];
      return { importedIds, dynamicallyImportedIds };
    },
  };
  const found = files("main", "table", ["editor"], known);
  expect(Object.fromEntries(found)).toEqual({
    main: "home",
    api: "home",
    name: "shared",
    table: "table",
    board: "table",
  });
});
