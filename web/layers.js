/** Holds the client to its floors (.dependency-cruiser.js): `npm run layers`.
 *
 * dependency-cruiser sees a component as it is compiled, without its imports of types. So it is shown a copy of the
 * sources in which every component is a module: `Board.svelte.ts` holds the scripts of `Board.svelte`.
 */
import { execFileSync } from "node:child_process";
import { cpSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "svelte/compiler";

const COPY = join(import.meta.dirname, "node_modules/.cache/layers");

function scripts(component) {
  const source = readFileSync(component, "utf-8");
  const { module, instance } = parse(source, { modern: true });
  return [module, instance].map((script) => (script ? source.slice(script.content.start, script.content.end) : ""));
}

rmSync(COPY, { recursive: true, force: true });
for (const part of ["src", "tsconfig.json", ".dependency-cruiser.js"])
  cpSync(join(import.meta.dirname, part), join(COPY, part), { recursive: true });
for (const name of readdirSync(join(COPY, "src"), { recursive: true })) {
  const file = join(COPY, "src", name);
  if (!file.endsWith(".svelte")) continue;
  writeFileSync(file, scripts(file).join("\n"));
  renameSync(file, `${file}.ts`);
}

const cruiser = join(import.meta.dirname, "node_modules/dependency-cruiser/bin/dependency-cruise.mjs");
try {
  execFileSync(process.execPath, [cruiser, "src", "--config", ".dependency-cruiser.js"], {
    cwd: COPY,
    stdio: "inherit",
  });
} catch {
  process.exitCode = 1;
}
