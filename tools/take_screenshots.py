"""Takes the pictures of the documentation: a real server, a headless browser, a game that is played to each scene.

    .venv/bin/python tools/take_screenshots.py            the good ones, into docs/screens
    .venv/bin/python tools/take_screenshots.py --all DIR  every scene, light and dark, screen and phone, into DIR

Dice fall as they will, so that the pictures differ a little each time.
"""

from __future__ import annotations

import argparse
import base64
import struct
import sys
import tempfile
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from playwright.sync_api import Page

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "tests")]

from conftest import BROWSER_FLAGS  # noqa: E402
from server.support import Server  # noqa: E402
from web.table import BUTTONS, CARDS, COUNTERS, HEXES, WAYS, Table  # noqa: E402

from tools import setup  # noqa: E402

LARGEST = 400_000
"""Bytes of a picture in the repository."""
SCREEN = {"viewport": {"width": 1440, "height": 900}}
PHONE = {"viewport": {"width": 390, "height": 844}, "is_mobile": True, "has_touch": True}
COMMITTED = ("home", "board", "reach", "targets", "battle", "boxes", "phone", "board-dark")


_TO_PALETTE = """async (data) => {
  const image = new Image();
  image.src = `data:image/png;base64,${data}`;
  await image.decode();
  const canvas = new OffscreenCanvas(image.width, image.height);
  const pen = canvas.getContext("2d");
  pen.drawImage(image, 0, 0);
  const rgba = pen.getImageData(0, 0, image.width, image.height).data;
  const bin = (i) => ((rgba[i] >> 3) << 10) | ((rgba[i + 1] >> 3) << 5) | (rgba[i + 2] >> 3);
  const sums = new Map();
  for (let i = 0; i < rgba.length; i += 4) {
    const sum = sums.get(bin(i)) ?? [0, 0, 0, 0];
    for (let k = 0; k < 3; k++) sum[k] += rgba[i + k];
    sum[3] += 1;
    sums.set(bin(i), sum);
  }
  const mean = (s) => [0, 1, 2].map((k) => Math.round(s[k] / s[3]));
  const palette = [...sums.values()].sort((a, b) => b[3] - a[3]).slice(0, 256).map(mean);
  const far = (a, b) => (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2 + (a[2] - b[2]) ** 2;
  const nearest = new Map();
  for (const [key, sum] of sums) {
    const own = mean(sum);
    nearest.set(key, palette.reduce((best, c, i) => (far(c, own) < far(palette[best], own) ? i : best), 0));
  }
  let text = "";
  for (let i = 0; i < rgba.length; i += 4) text += String.fromCharCode(nearest.get(bin(i)));
  return { width: image.width, height: image.height, palette: palette.flat(), pixels: btoa(text) };
}"""


def shrink(page: Page, file: Path) -> None:
    """Writes a picture anew with 256 colours: a third of the bytes, and on paper-coloured maps nothing to be seen."""
    found = page.evaluate(_TO_PALETTE, base64.b64encode(file.read_bytes()).decode())
    width, height = found["width"], found["height"]
    pixels = base64.b64decode(found["pixels"])
    rows = b"".join(b"\0" + pixels[start : start + width] for start in range(0, width * height, width))

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    head = struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)
    parts = ((b"IHDR", head), (b"PLTE", bytes(found["palette"])), (b"IDAT", zlib.compress(rows, 9)), (b"IEND", b""))
    file.write_bytes(b"\x89PNG\r\n\x1a\n" + b"".join(chunk(*part) for part in parts))


def scenes(table: Table, take: Callable[[str], None], phone: bool) -> None:
    """Plays the first Axis turn, and stops for a picture where there is something to see."""
    page = table.page
    page.goto(table.address)
    page.get_by_test_id("begin").wait_for()
    take("home")
    table.new_game(level="easy")
    seen = table.settled()
    while seen.code == "discard":
        seen = table.do(table.lit(CARDS)[0])
    take("phone" if phone else "board")
    for unit in ("unit-G4Pz", "unit-G2Pz"):
        table.click(unit)
        page.wait_for_selector(WAYS, state="attached")
        goal = table.eastmost(WAYS)
        page.mouse.move(*table.point(goal))
        page.wait_for_timeout(400)
        take("reach")
        table.do(goal)
        page.keyboard.press("Escape")
    seen = table.do("primary")
    while seen.code != "declare":
        seen = table.step()
    for _ in range(2):
        table.do(table.lit(HEXES)[0])
    if phone:
        table.at("tab-battle").click()
    take("targets")
    seen = table.do("primary")
    for _ in range(20):
        if seen.code == "support":
            break
        seen = table.do(table.lit(COUNTERS)[0]) if seen.code == "compose" and table.lit(COUNTERS) else table.step()
    if "act-CommitSupport" in table.lit(BUTTONS) and not phone:
        table.at("act-CommitSupport").hover()
        page.wait_for_timeout(300)
    take("battle")
    for tab in ("boxes", "calendar", "log"):
        table.at(f"tab-{tab}").click()
        page.wait_for_timeout(200)
        take(tab)
    if phone:
        table.at("tab-hand").click()
        take("hand")


def main() -> int:
    """Runs it."""
    parser = argparse.ArgumentParser(description="Takes the pictures of the documentation.")
    parser.add_argument("--all", metavar="DIR", type=Path, help="every scene in every look, into this folder")
    wishes = parser.parse_args()
    target = wishes.all or ROOT / "docs" / "screens"
    target.mkdir(parents=True, exist_ok=True)

    from playwright.sync_api import sync_playwright

    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(Path(folder) / "data")
        browser = playwright.chromium.launch(executable_path=setup.find_browser(), args=BROWSER_FLAGS)
        blank = browser.new_page()
        looks: list[tuple[str, dict[str, Any]]] = [
            ("", SCREEN),
            ("-dark", SCREEN),
            ("-phone", PHONE),
            ("-phone-dark", PHONE),
        ]
        for suffix, look in looks:
            scheme = "dark" if "dark" in suffix else "light"
            context = browser.new_context(**look, color_scheme=scheme, reduced_motion="reduce")
            context.set_default_timeout(20_000)
            table = Table(context.new_page(), server.address, target)

            def take(scene: str, table: Table = table, suffix: str = suffix) -> None:
                name = scene if scene == "phone" and suffix == "-phone" else f"{scene}{suffix}"
                if wishes.all or name in COMMITTED:
                    table.page.wait_for_timeout(300)
                    table.shot(name)
                    if not wishes.all:
                        shrink(blank, target / f"{name}.png")
                    print(f"{name}.png {(target / f'{name}.png').stat().st_size:,} bytes", flush=True)

            scenes(table, take, "phone" in suffix)
            context.close()
        browser.close()
        server.close()
    heavy = [file.name for file in target.glob("*.png") if file.stat().st_size > LARGEST]
    if heavy and not wishes.all:
        print(f"too heavy for the repository: {', '.join(heavy)}")
    return int(bool(heavy) and not wishes.all)


if __name__ == "__main__":
    raise SystemExit(main())
