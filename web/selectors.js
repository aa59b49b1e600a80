/** No file names a class of a component that stands above it: part of `npm run layers`.
 *
 * A selector that reaches up, in a string or in a style, is a dependency that no import shows. A style of styles/ is for
 * everybody: a class that a single folder uses is that folder's.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "svelte/compiler";
import { FLOORS } from "./.dependency-cruiser.js";

const SOURCES = join(import.meta.dirname, "src");
const KEYS = new Set(
  readdirSync(join(SOURCES, "i18n/en"))
    .filter((name) => name.endsWith(".json"))
    .flatMap((name) => Object.keys(JSON.parse(readFileSync(join(SOURCES, "i18n/en", name), "utf-8")))),
);
const CLASS = /(?<![./\w-])([a-z0-9]*)\.([a-z][\w-]*)/g;

const folderOf = (file) => file.split(/[\\/]/)[0];
const floorOf = (folder) => FLOORS.findIndex((floor) => floor.includes(folder));

/** Every node of a syntax tree. */
function* nodes(tree) {
  if (!tree || typeof tree !== "object") return;
  if (tree.type) yield tree;
  for (const part of Object.values(tree)) yield* nodes(part);
}

/** What the elements of a component are called: `class="..."` and `class:name`. */
function given(tree) {
  const names = [];
  for (const node of nodes(tree.fragment)) {
    if (node.type === "ClassDirective") names.push(node.name);
    if (node.type !== "Attribute" || node.name !== "class" || node.value === true) continue;
    for (const part of nodes(node.value)) if (part.type === "Text") names.push(...part.data.split(/\s+/));
  }
  return names.filter(Boolean);
}

/** The classes that a text names if it is a selector: what stands before the point is an element, or nothing. */
function classesIn(text) {
  return [...text.matchAll(CLASS)].filter(([, element]) => !element || elements.has(element)).map(([, , name]) => name);
}

/** The classes that the strings of scripts and markup name. */
function inStrings(tree) {
  const strings = [];
  for (const node of nodes({ ...tree, css: null, comments: null })) {
    if (node.type === "Literal" && typeof node.value === "string") strings.push(node.value);
    if (node.type === "TemplateLiteral") strings.push(node.quasis.map((part) => part.value.cooked).join("x"));
  }
  return strings.filter((text) => !KEYS.has(text)).flatMap(classesIn);
}

/** The classes that a style reaches outside its component. */
function inStyles(tree) {
  const names = [];
  for (const node of nodes(tree.css))
    if (node.type === "PseudoClassSelector" && node.name === "global")
      for (const part of nodes(node.args)) if (part.type === "ClassSelector") names.push(part.name);
  return names;
}

function read(file) {
  const source = readFileSync(join(SOURCES, file), "utf-8");
  if (file.endsWith(".svelte")) return parse(source, { modern: true });
  const open = file.endsWith(".css") ? "<style>" : '<script lang="ts">';
  return parse(`${open}${source}${open.replace(/<(\w+).*/, "</$1>")}`, { modern: true });
}

const files = readdirSync(SOURCES, { recursive: true }).filter(
  (file) => /\.(svelte|ts|css)$/.test(file) && !file.endsWith(".test.ts") && file !== join("wire", "wire.ts"),
);
const trees = new Map(files.map((file) => [file, read(file)]));
const elements = new Set();
for (const tree of trees.values())
  for (const node of nodes(tree.fragment)) if (node.type === "RegularElement") elements.add(node.name);
/** The folders whose components have elements of a class. */
const homes = new Map();
for (const [file, tree] of trees)
  for (const name of given(tree)) homes.set(name, (homes.get(name) ?? new Set()).add(folderOf(file)));

const faults = [];
for (const [file, tree] of trees) {
  const fault = (name, why) => faults.push(`src/${file} names .${name}: ${why}`);
  if (file.endsWith(".css")) {
    for (const node of nodes(tree.css)) {
      const [home, ...others] = node.type === "ClassSelector" ? (homes.get(node.name) ?? []) : [];
      if (home && others.length === 0) fault(node.name, `only ${home} uses it`);
    }
    continue;
  }
  const floor = floorOf(folderOf(file));
  if (floor < 0) continue;
  for (const name of new Set([...inStrings(tree), ...inStyles(tree)])) {
    const owners = [...(homes.get(name) ?? [])];
    if (owners.length > 0 && owners.every((owner) => floorOf(owner) > floor)) fault(name, `it is of ${owners}, above`);
  }
}
for (const fault of faults) console.error(fault);
if (faults.length > 0) process.exitCode = 1;
else console.log(`✔ no file names a class of a component above it (${files.length} files)`);
