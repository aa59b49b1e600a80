"""What is wrong with a page for those who need more than eyes and a mouse: axe-core, and the size of what one taps."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from playwright.sync_api import Page

AXE = Path(__file__).resolve().parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
ON_A_PHONE = ("color-contrast", "link-in-text-block", "scrollable-region-focusable", "target-size")
"""The rules about how something is laid out and colored: what the others look at is the same on a desk."""
_RUN = """async ([within, night, only]) => {
  // Colours on their way to others are neither: what was shown, or changed, last is drawn first, and has come to rest.
  const frame = () => new Promise((drawn) => requestAnimationFrame(drawn));
  const gliding = () => document.getAnimations().some((one) => one.playState === 'running'
    && one.effect.getComputedTiming().iterations !== Infinity);
  const still = async () => { do await frame(); while (gliding()); await frame(); };
  await still();
  const parts = within ? [...document.querySelectorAll(within)].filter((e) => e.checkVisibility()) : [document];
  if (!parts.length) return [['nothing', `nothing to look at: ${within}`, []]];
  const run = async (when, more) => (await axe.run({ include: parts },
    { resultTypes: ['violations'], preload: false, elementRef: false, rules: { 'target-size': { enabled: true } },
      ...more }))
    .violations
    .filter((v) => v.impact === 'serious' || v.impact === 'critical')
    .map((v) => ({ ...v, nodes: v.id === 'target-size' ? v.nodes.filter((n) => !met(n)) : v.nodes }))
    .filter((v) => v.nodes.length)
    .map((v) => [`${when}${v.id}`, v.help,
      v.nodes.slice(0, 4).map((n) => `${n.target.join(' ')} ${n.any[0]?.message ?? ''}`)]);
  // What hangs below a clipped edge covers nothing, which the checker does not see: a press around the middle tells.
  const met = (n) => {
    const e = document.querySelector(n.target[0]), box = e.getBoundingClientRect();
    const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
    return [[0, 0], [-11, -11], [11, -11], [-11, 11], [11, 11]]
      .every(([dx, dy]) => e.contains(document.elementFromPoint(x + dx, y + dy)));
  };
  // The checker measures all there is, however little it looks at: the thousand parts of the map step aside meanwhile.
  const map = within ? document.querySelector('.live') : null, place = document.createComment('map');
  map?.replaceWith(place);
  // Nor does it know that a dialog lies above all else: what is beside one would count as lying on its words.
  const beside = [];
  for (let e = within ? parts[0].closest('dialog[open]') : null; e?.parentElement; e = e.parentElement)
    beside.push(...[...e.parentElement.children].filter((one) => one !== e && one.style && !one.style.visibility));
  for (const one of beside) one.style.visibility = 'hidden';
  const putBack = () => {
    for (const one of beside) one.style.visibility = '';
    place.replaceWith(map ?? '');
  };
  const found = await run('', only.length ? { runOnly: { type: 'rule', values: only } } : {});
  if (!night) {
    putBack();
    return found;
  }
  // The other colours alone: the map's picture stays, which would take seconds to be drawn anew.
  const root = document.documentElement, now = root.dataset.theme;
  root.dataset.theme = now === 'dark' ? 'light' : 'dark';
  await still();
  const other = await run(`${root.dataset.theme}: `, { runOnly: { type: 'rule', values: ['color-contrast'] } });
  root.dataset.theme = now;
  putBack();
  return [...found, ...other];
}"""
FINGER = 43.5
"""Pixels that a target is wide and high at least: 44, less what is lost by rounding."""
_SMALL = """([within, least]) => {
  const box = (e) => {
    // A link may lie over the whole card that it belongs to.
    const over = getComputedStyle(e, '::after');
    if (over.position === 'absolute' && over.content !== 'none' && over.inset === '0px') e = e.offsetParent ?? e;
    const all = [e, ...(e.labels ?? [])].map((one) => one.getBoundingClientRect());
    const side = (pick, of) => pick(...all.map(of));
    return [side(Math.max, (b) => b.right) - side(Math.min, (b) => b.left),
      side(Math.max, (b) => b.bottom) - side(Math.min, (b) => b.top)];
  };
  // A link in a sentence is as high as its line; everything else is hit by a finger.
  const inText = (e) => e.matches('a') && getComputedStyle(e).display === 'inline';
  return [...document.querySelectorAll('button, a[href], summary, [role=tab], input, select, textarea')]
    .filter((e) => e.checkVisibility() && (!within || e.closest(within)))
    .filter((e) => !e.closest('.sr, .skip, .live') && !inText(e))
    .map((e) => [box(e), e])
    .filter(([[width, height]]) => width > 0 && (height < least || width < least))
    .map(([[width, height], e]) => `${e.outerHTML.slice(0, 110)} ${Math.round(width)}x${Math.round(height)}`);
}"""


def findings(page: Page, within: str = "", *, both_themes: bool = False, only: tuple[str, ...] = ()) -> list[Any]:
    """What is seriously or critically wrong with a page as it stands, or with parts of it, with the places.

    `both_themes`: the contrasts of the other theme, dark or light, as well. `only`: these rules instead of all.
    """
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(AXE.read_text(encoding="utf-8"))
    found: list[Any] = page.evaluate(_RUN, [within, both_themes, only])
    return found


def too_small(page: Page, within: str = "") -> list[str]:
    """What a finger may miss: buttons, links of their own, tabs and fields under 44 pixels, with their size."""
    found: list[str] = page.evaluate(_SMALL, [within, FINGER])
    return found
