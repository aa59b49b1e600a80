/** The icon of the page, with the number of games that wait. */

const link = (): HTMLLinkElement | null => document.querySelector("link[rel=icon]");
let plain = "";
let drawing: Promise<string> | null = null;
let wanted = 0;

/** The site's icon as text: it is fetched once. */
function drawn(): Promise<string> {
  drawing ??= fetch(plain).then((answer) => (answer.ok ? answer.text() : ""));
  return drawing;
}

const withNumber = (svg: string, n: number): string =>
  svg.replace(
    "</svg>",
    `<circle cx="352" cy="352" r="160" fill="#fffaf0"/><circle cx="352" cy="352" r="142" fill="#c0281c"/><text x="352" y="${n > 9 ? 420 : 432}" font-family="sans-serif" font-weight="700" font-size="${n > 9 ? 180 : 230}" fill="#fff" text-anchor="middle">${n > 99 ? "99" : n}</text></svg>`,
  );

/** Shows a number on the icon; none for 0. */
export async function badge(n: number): Promise<void> {
  const icon = link();
  if (!icon) return;
  plain ||= icon.href;
  wanted = n;
  if (!n) {
    icon.href = plain;
    return;
  }
  const svg = await drawn().catch(() => "");
  // Meanwhile another number, or none, may be wanted.
  if (svg && wanted === n) icon.href = `data:image/svg+xml,${encodeURIComponent(withNumber(svg, n))}`;
}
