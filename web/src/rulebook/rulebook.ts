/** The rulebook of the project (docs/rules.md, docs/rulings.md) as sections that can be searched and shown. */
import rules from "../../../docs/rules.md?raw";
import rulings from "../../../docs/rulings.md?raw";

export interface Section {
  /** "10.6.3", or what a heading without a number is called. */
  id: string;
  level: number;
  title: string;
  /** HTML made from our own Markdown by `html`, everything else in it escaped. */
  html: string;
  /** What is searched, in small letters. */
  text: string;
}

const safe = (text: string): string =>
  text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;").replace(/"/g, "&quot;");

/** A rule number in running text becomes a link that the sheet catches. */
const NUMBER = /(?<![\w.:/#-])(\d{1,2}(?:\.\d{1,2}){1,2})(?![\w:.]*\d)(?!\s?(?:%|MP|VP))/g;

/** Bold, italics, code, links and rule numbers of one line. */
function inline(line: string): string {
  const kept: string[] = [];
  const keep = (html: string): string => `\uE000${kept.push(html) - 1}\uE001`;
  return safe(
    line
      .replace(/\[([^\]]+)\]\(([^)]*)\)/g, (_, words: string, to: string) => {
        const at = /^#(\d+)/.exec(to);
        return at ? keep(`<a href="#rule-${at[1]}" data-rule="${at[1]}">${safe(words)}</a>`) : words;
      })
      .replace(/`([^`]*)`/g, (_, code: string) => keep(`<code>${safe(code)}</code>`)),
  )
    .replace(/\*\*([^*]+)\*\*/g, "<b>$1</b>")
    .replace(/\*([^*]+)\*/g, "<i>$1</i>")
    .replace(NUMBER, (all: string) => `<a href="#rule-${all}" data-rule="${all}">${all}</a>`)
    .replace(/\uE000(\d+)\uE001/g, (_, i: string) => kept[Number(i)] ?? "");
}

/** The blocks of a section: paragraphs, lists, tables, boxes, drawings. */
export function html(source: string): string {
  const lines = source.split("\n");
  let out = "";
  for (let i = 0; i < lines.length; i++) {
    const line = lines[i] ?? "";
    const take = (pattern: RegExp): string[] => {
      const found: string[] = [];
      while (i < lines.length && pattern.test(lines[i] ?? "")) found.push(lines[i++] ?? "");
      i -= 1;
      return found;
    };
    if (!line.trim() || /^`\[[\w, -]+\]`$/.test(line.trim())) continue;
    if (line.startsWith("```")) {
      i += 1;
      out += `<pre>${take(/^(?!```)/)
        .map(safe)
        .join("\n")}</pre>`;
      i += 1;
    } else if (line.startsWith(">"))
      out += `<blockquote>${html(
        take(/^>/)
          .map((l) => l.replace(/^> ?/, ""))
          .join("\n"),
      )}</blockquote>`;
    else if (line.startsWith("|")) out += table(take(/^\|/));
    else if (/^\s*([*-]|\d+\.) /.test(line)) out += list(take(/^\s*([*-]|\d+\.) |^\s{2,}\S/));
    else out += `<p>${inline(take(/^(?![>|]|\s*([*-]|\d+\.) |```)\s*\S/).join(" "))}</p>`;
  }
  return out;
}

function table(rows: string[]): string {
  const cells = (row: string): string[] =>
    row
      .replace(/^\||\|\s*$/g, "")
      .split("|")
      .map((c) => inline(c.trim()));
  const [head, , ...body] = rows;
  const top = cells(head ?? "");
  // A wide table scrolls in its frame; the frame takes the focus, so that the keyboard can scroll it.
  const name = top
    .map((c) => c.replace(/<[^>]*>|"/g, ""))
    .filter(Boolean)
    .join(", ");
  const headed = top.some(Boolean) ? `<thead><tr>${top.map((c) => `<th>${c}</th>`).join("")}</tr></thead>` : "";
  return `<div class="wrap" role="group" aria-label="${name}" tabindex="0"><table>${headed}<tbody>${body
    .map(
      (r) =>
        `<tr>${cells(r)
          .map((c) => `<td>${c}</td>`)
          .join("")}</tr>`,
    )
    .join("")}</tbody></table></div>`;
}

function list(lines: string[]): string {
  const items: string[] = [];
  for (const line of lines) {
    if (/^\s*([*-]|\d+\.) /.test(line)) items.push(line.replace(/^\s*([*-]|\d+\.) /, ""));
    else items.push(`${items.pop() ?? ""} ${line.trim()}`);
  }
  const tag = /^\s*\d+\./.test(lines[0] ?? "") ? "ol" : "ul";
  return `<${tag}>${items.map((item) => `<li>${inline(item)}</li>`).join("")}</${tag}>`;
}

/** A document cut at its headings. */
export function sections(source: string): Section[] {
  const found: Section[] = [];
  for (const part of source.split(/^(?=#{1,4} )/m)) {
    const head = /^(#{1,4}) (.*)\n?/.exec(part);
    if (!head) continue;
    const title = head[2] ?? "";
    const body = part.slice(head[0].length);
    found.push({
      id: /^([\dP]+(?:\.\d+)*)\b/.exec(title)?.[1] ?? title,
      level: (head[1] ?? "#").length,
      title,
      html: html(body),
      text: `${title} ${body}`.toLowerCase(),
    });
  }
  return found;
}

export const RULES: readonly Section[] = sections(rules).filter((s) => s.level > 1 && s.title !== "Contents");
export const RULINGS: readonly Section[] = sections(rulings);
