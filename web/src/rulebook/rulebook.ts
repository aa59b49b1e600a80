/** The rulebook of the project (docs/rules.md, docs/rulings.md) as sections that can be searched and shown. */
import { Marked, type Tokens } from "marked";
import rules from "../../../docs/rules.md?raw";
import rulings from "../../../docs/rulings.md?raw";

export interface Section {
  /** "10.6.3", or what a heading without a number is called. */
  id: string;
  level: number;
  title: string;
  /** Made from our own Markdown; HTML in it is escaped. */
  html: string;
  /** What is searched, in small letters. */
  text: string;
}

const safe = (text: string): string =>
  text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;").replace(/"/g, "&quot;");

/** A rule number in running text becomes a link that the sheet catches. */
const NUMBER = /(?<![\w.:/#-])(\d{1,2}(?:\.\d{1,2}){1,2})(?![\w:.]*\d)(?!\s?(?:%|MP|VP))/g;
const link = (rule: string, words: string): string => `<a href="#rule-${rule}" data-rule="${rule}">${words}</a>`;

/** A line of rule ids, such as `[SHF-6]`: for those who read the source. */
const IDS = /^`\[[\w, -]+\]`$/gm;

const markdown = new Marked({
  renderer: {
    html: ({ text }) => safe(text),
    code: ({ text }) => `<pre>${safe(text)}</pre>`,
    text(token) {
      if ("tokens" in token && token.tokens) return this.parser.parseInline(token.tokens);
      return safe(token.text).replace(NUMBER, (rule: string) => link(rule, rule));
    },
    /** Of links there are those to other rules; what leads out of the rulebook is only named. */
    link({ href, text }) {
      const rule = /^#(\d+)/.exec(href)?.[1];
      return rule ? link(rule, safe(text)) : safe(text);
    },
    /** A wide table scrolls in its frame; the frame takes the focus, so that the keyboard can scroll it. */
    table({ header, rows }) {
      const row = (cells: Tokens.TableCell[], tag: "td" | "th"): string =>
        `<tr>${cells.map((cell) => `<${tag}>${this.parser.parseInline(cell.tokens)}</${tag}>`).join("")}</tr>`;
      const titles = header.map((cell) => cell.text).filter(Boolean);
      const head = titles.length ? `<thead>${row(header, "th")}</thead>` : "";
      const name = safe(titles.join(", "));
      return `<div class="wrap" role="group" aria-label="${name}" tabindex="0"><table>${head}<tbody>${rows
        .map((cells) => row(cells, "td"))
        .join("")}</tbody></table></div>`;
    },
  },
});

const html = (source: string): string => markdown.parse(source.replace(IDS, ""), { async: false });

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
