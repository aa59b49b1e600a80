/** What the build does beyond bundling: one file for the first page, texts that come with what says them, packed files. */

import { readdirSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { promisify } from "node:util";
import { brotliCompress, gzip as gzipCompress } from "node:zlib";
import type { Plugin } from "vite";

/** What is known of a module: where it lies, and what it needs at once. */
export interface Module {
  id: string;
  code: string;
  needs: readonly string[];
}

/** A module and all that it needs before it can run. */
export function closure(start: string, needs: (id: string) => readonly string[]): Set<string> {
  const seen = new Set([start]);
  for (const id of seen) for (const next of needs(id)) seen.add(next);
  return seen;
}

const COMMENT = /\/\*\*[\s\S]*?\*\/|^\s*\/\/.*$/gm;
/** What the server tells comes with its English. */
const OF_THE_SERVER = "(?<!\\b(?:served|servedName|sentence)\\()";
const CATALOGUE = /\/i18n\/en\/(\w+)\.json$/;

/**
 * The texts that modules say and do not bring: `module: catalogue`. A key stands in the code as `"catalogue.key"`, or
 * begins so; its catalogue must be among what the module needs, or its text might not have come when it is shown.
 */
export function unbrought(modules: readonly Module[]): string[] {
  const byId = new Map(modules.map((one) => [one.id, one]));
  const named = modules.flatMap(({ id }) => CATALOGUE.exec(id)?.[1] ?? []);
  const keys = new RegExp(`${OF_THE_SERVER}["'\`](${named.join("|")})\\.[a-z$]`, "g");
  return modules.flatMap(({ id, code }) => {
    const said = new Set([...code.replace(COMMENT, "").matchAll(keys)].map(([, name]) => name));
    if (!/\/src\/.*\.(ts|svelte)$/.test(id) || !said.size) return [];
    const brought = [...closure(id, (one) => byId.get(one)?.needs ?? [])].flatMap(
      (one) => CATALOGUE.exec(one)?.[1] ?? [],
    );
    return [...said].filter((name) => name && !brought.includes(name)).map((name) => `${id}: ${name}`);
  });
}

/** Stops a build in which a text might be missing when it is shown. */
export function texts(): Plugin {
  return {
    name: "texts",
    apply: "build",
    buildEnd(error) {
      if (error) return;
      const modules = [...this.getModuleIds()].map((id) => {
        const found = this.getModuleInfo(id);
        return { id, code: found?.code ?? "", needs: found?.importedIds ?? [] };
      });
      const missing = unbrought(modules);
      if (missing.length) this.error(`texts that are said and not brought:\n${missing.join("\n")}`);
    },
  };
}

/** Where the server looks for packed files (`server/http/static_files.py`). */
const FOLDERS = ["assets", "art"];
/** What is sent packed; pictures of dots, and fonts, are packed as they are. */
const LOOSE = /\.(js|css|svg)$/;
const brotli = promisify(brotliCompress);
const gzip = promisify(gzipCompress);

/** Lays packed files beside those of the build: packed once and well, they need not be packed for each visitor. */
export function packed(folder: string): Plugin {
  return {
    name: "packed",
    apply: "build",
    async closeBundle() {
      const files = FOLDERS.flatMap((one) => readdirSync(`${folder}/${one}`).map((name) => `${folder}/${one}/${name}`));
      const pack = async (name: string): Promise<void> => {
        const content = await readFile(name);
        await writeFile(`${name}.br`, await brotli(content));
        await writeFile(`${name}.gz`, await gzip(content, { level: 9 }));
      };
      await Promise.all(files.filter((name) => LOOSE.test(name)).map(pack));
    },
  };
}

/** What is known of the modules of a build. */
interface Known {
  getModuleInfo(id: string): { importedIds: readonly string[]; dynamicallyImportedIds: readonly string[] } | null;
}

/**
 * The file of each module: what the first page needs at once is one file, and what a table needs beyond it another,
 * instead of dozens that wait for each other. What lighter pages need as well stays by itself.
 */
export function files(home: string, table: string, heavy: readonly string[], known: Known): Map<string, string> {
  const needs = (id: string): readonly string[] => known.getModuleInfo(id)?.importedIds ?? [];
  const first = closure(home, needs);
  const light = [...first]
    .flatMap((id) => known.getModuleInfo(id)?.dynamicallyImportedIds ?? [])
    .filter((id) => id !== table && !heavy.includes(id))
    .flatMap((id) => [...closure(id, needs)]);
  const of = new Map([...closure(table, needs)].map((id) => [id, "table"]));
  // Beside the others, not left to the bundler: it puts what a table needs with the table.
  for (const id of light) if (of.has(id)) of.set(id, "shared");
  for (const id of first) of.set(id, "home");
  return of;
}

/** Puts modules together by `files`; the pages are named by their paths in this folder. */
export class Pages {
  #of: ReadonlyMap<string, string> = new Map();

  plugin(home: string, table: string, heavy: readonly string[]): Plugin {
    const keep = (of: ReadonlyMap<string, string>): void => {
      this.#of = of;
    };
    return {
      name: "pages",
      apply: "build",
      buildEnd(error) {
        if (error) return;
        const at = (path: string): string => `${import.meta.dirname.replaceAll("\\", "/")}/${path}`;
        for (const path of [home, table, ...heavy])
          if (!this.getModuleInfo(at(path))) this.error(`no module ${at(path)}`);
        keep(files(at(home), at(table), heavy.map(at), this));
      },
    };
  }

  readonly chunk = (id: string): string | null => this.#of.get(id) ?? null;
}
