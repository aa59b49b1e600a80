"""Takes the pictures of the documentation: a real server, a headless browser, one recorded game opened at each scene.

    .venv/bin/python tools/take_screenshots.py               those that documents show: docs/screens and docs/screens.md
    .venv/bin/python tools/take_screenshots.py --all DIR     every scene, light and dark, on a screen and on a phone,
                                                             as sharp PNG files into DIR, to look at
    .venv/bin/python tools/take_screenshots.py --only home   one scene (may be given several times; with --all, too)
    .venv/bin/python tools/take_screenshots.py --from DIR    shrinks files of --all into docs/screens, taking none again
    .venv/bin/python tools/take_screenshots.py --looks DIR   the first look of every scenario in windows of five sizes,
                                                             and the whole map of each; with --dark by night

The scenes are in tools/screens/scenes.py; SHOWN names the pictures that the repository keeps.
"""

from __future__ import annotations

import argparse
import base64
import sys
import tempfile
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Literal

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "tests")]

from conftest import BROWSER_FLAGS  # noqa: E402
from server.support import Server  # noqa: E402
from web.table import Table  # noqa: E402

from noretreat.data.load import scenario_ids  # noqa: E402
from tools import setup  # noqa: E402
from tools.screens.scenes import SCENES, Scene  # noqa: E402
from tools.screens.stage import Stage  # noqa: E402

TARGET: Final = ROOT / "docs" / "screens"
GALLERY: Final = ROOT / "docs" / "screens.md"
SHOWN: Final = (
    "home-phone", "new-game", "lesson", "board", "board-dark", "board-phone", "reach", "threat", "event", "battle",
    "battle-phone", "lab", "graphs", "victory", "editor",
)  # fmt: skip
"""The pictures that the README and the documents show; all others are taken when somebody wants to look at them."""
LARGEST: Final = 150_000
"""Bytes of a picture in the repository."""
LARGEST_TOGETHER: Final = 1_500_000
QUALITIES: Final = (0.42, 0.36, 0.3)
"""The qualities in which a picture is tried, best first: the first that is small enough is kept."""
SCREEN: Final[dict[str, Any]] = {"viewport": {"width": 1440, "height": 900}}
PHONE: Final[dict[str, Any]] = {"viewport": {"width": 390, "height": 844}, "is_mobile": True, "has_touch": True}
LOOKS: Final[tuple[tuple[str, dict[str, Any]], ...]] = (
    ("", SCREEN),
    ("-phone", PHONE),
    ("-dark", SCREEN),
    ("-phone-dark", PHONE),
)
"""The endings of the pictures' names, and the windows they are taken in."""
WINDOWS: Final[dict[str, dict[str, Any]]] = {
    "wide": {"viewport": {"width": 1920, "height": 1080}},
    "screen": SCREEN,
    "tablet": {"viewport": {"width": 1180, "height": 820}, "has_touch": True},
    "upright": {"viewport": {"width": 820, "height": 1180}, "has_touch": True},
    "phone": PHONE,
}
"""The windows of first looks."""
_NO_TIPS: Final = "localStorage.setItem('noretreat.tips', '[\"*\"]')"
_TO_WEBP: Final = """async ([data, quality]) => {
  const image = new Image();
  image.src = `data:image/png;base64,${data}`;
  await image.decode();
  const canvas = new OffscreenCanvas(image.width, image.height);
  canvas.getContext("2d").drawImage(image, 0, 0);
  const blob = await canvas.convertToBlob({ type: "image/webp", quality });
  const bytes = new Uint8Array(await blob.arrayBuffer());
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text);
}"""


def shrink(page: Page, png: bytes) -> bytes:
    """A picture as WebP, as sharp as the limit allows."""
    small = b""
    for quality in QUALITIES:
        small = base64.b64decode(page.evaluate(_TO_WEBP, [base64.b64encode(png).decode(), quality]))
        if len(small) <= LARGEST:
            break
    return small


def take(browser: Browser, address: str, scene: Scene, suffix: str, look: dict[str, Any]) -> bytes:
    """Plays a scene in a browser of its own and takes its picture."""
    scheme: Literal["dark", "light"] = "dark" if "dark" in suffix else "light"
    context = browser.new_context(**look, color_scheme=scheme, reduced_motion="reduce", locale="en-GB")
    context.set_default_timeout(15_000)
    if not scene.tips:  # they lie over the map, and come in every new game
        context.add_init_script(_NO_TIPS)
    try:
        stage = Stage(Table(context.new_page(), address, TARGET, checklist=scene.checklist), phone="phone" in suffix)
        scene.play(stage)
        stage.page.wait_for_timeout(450)
        assert stage.table.errors == [], stage.table.errors
        return stage.page.screenshot(full_page=scene.whole)
    finally:
        context.close()


def look(browser: Browser, address: str, scenario: str, window: str, *, dark: bool) -> dict[str, bytes]:
    """What a player sees of a scenario before doing anything, and the whole map: name -> picture."""
    scheme: Literal["dark", "light"] = "dark" if dark else "light"
    context = browser.new_context(**WINDOWS[window], color_scheme=scheme, reduced_motion="reduce", locale="en-GB")
    context.set_default_timeout(15_000)
    context.add_init_script(_NO_TIPS)
    try:
        stage = Stage(Table(context.new_page(), address, TARGET), phone=window == "phone")
        made = stage.post("games", scenario=scenario, axis="human", soviet="human")
        stage.table.open(str(made["id"]))
        stage.table.at_rest()
        found = {f"{scenario}-{window}": stage.page.screenshot()}
        if window in ("screen", "phone"):
            stage.fold()
            stage.key("f")
            stage.table.at_rest()
            stage.page.wait_for_timeout(450)
            found[f"{scenario}-{window}-whole"] = stage.page.screenshot()
        assert stage.table.errors == [], stage.table.errors
        return found
    finally:
        context.close()


def looks(target: Path, *, only: list[str], dark: bool) -> int:
    """The first looks of all scenarios, as PNG files in a folder; 1 if one could not be taken."""
    from playwright.sync_api import Error, sync_playwright

    target.mkdir(parents=True, exist_ok=True)
    failed = []
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(Path(folder) / "data")
        browser = playwright.chromium.launch(executable_path=setup.find_browser(), args=BROWSER_FLAGS)
        for scenario in scenario_ids():
            for window in WINDOWS:
                if only and not {scenario, f"{scenario}-{window}"} & set(only):
                    continue
                try:
                    pictures = look(browser, server.address, scenario, window, dark=dark)
                except (Error, AssertionError) as error:
                    print(f"{scenario}-{window}: {type(error).__name__}: {str(error)[:600]}", flush=True)
                    failed.append(f"{scenario}-{window}")
                    continue
                for name, png in pictures.items():
                    (target / f"{name}{'-dark' if dark else ''}.png").write_bytes(png)
        browser.close()
        server.close()
    print(f"{len(list(target.glob('*.png')))} pictures in {target}")
    if failed:
        print(f"not taken: {', '.join(failed)}")
    return int(bool(failed))


def gallery(files: list[str]) -> str:
    """The page that shows these pictures."""
    lines = [
        "# Pictures",
        "",
        "Some screens of the browser client, made by `python tools/take_screenshots.py`; "
        "two computer players played the",
        "games in them. With `--all DIR` the same command takes every screen, light and dark, on a screen and",
        "on a phone. `bench/turns.py` counts the clicks that three turns take ([results.md](../bench/results.md)).",
    ]
    shown = {scene.name: [suffix for suffix, _ in LOOKS if f"{scene.name}{suffix}.webp" in files] for scene in SCENES}
    for chapter, scenes in groupby((scene for scene in SCENES if shown[scene.name]), lambda scene: scene.chapter):
        lines += ["", f"## {chapter}"]
        for scene in scenes:
            lines += ["", f"### {scene.title}", ""]
            for suffix in shown[scene.name]:
                width = 160 if "phone" in suffix else 400
                words = f"{scene.title}{_WORDS[suffix]}"
                source = f"screens/{scene.name}{suffix}.webp"
                lines.append(f'<a href="{source}"><img src="{source}" width="{width}" alt="{words}"></a>')
    return "\n".join(lines) + "\n"


_WORDS: Final = {"": "", "-dark": ", dark", "-phone": ", on a phone", "-phone-dark": ", on a phone, dark"}


def tidy() -> int:
    """Deletes pictures that no document shows, writes the gallery, and says what is too heavy; 1 then."""
    names = {f"{name}.webp" for name in SHOWN}
    for file in TARGET.iterdir():
        if file.name not in names:
            file.unlink()
    files = sorted(TARGET.glob("*.webp"))
    GALLERY.write_text(gallery([file.name for file in files]), encoding="utf-8", newline="\n")
    heavy = [file.name for file in files if file.stat().st_size > LARGEST]
    together = sum(file.stat().st_size for file in files)
    print(f"{len(files)} pictures, {together:,} bytes together")
    if heavy or together > LARGEST_TOGETHER:
        print(f"too heavy for the repository: {', '.join(heavy) or 'all together'}")
        return 1
    return 0


def main() -> int:
    """Runs it."""
    parser = argparse.ArgumentParser(description="Takes the pictures of the documentation.")
    parser.add_argument("--all", metavar="DIR", type=Path, help="every picture, as PNG into this folder")
    parser.add_argument("--only", metavar="NAME", action="append", help="this scene, or this picture, alone")
    parser.add_argument("--from", metavar="DIR", type=Path, dest="source", help="shrink the files of --all into docs")
    parser.add_argument("--looks", metavar="DIR", type=Path, help="the first looks of all scenarios, as PNG")
    parser.add_argument("--dark", action="store_true", help="the first looks in the dark theme")
    parser.add_argument("--list", action="store_true", help="name the scenes and stop")
    wishes = parser.parse_args()
    if wishes.list:
        print("\n".join(f"{scene.name:16} {scene.title}" for scene in SCENES))
        return 0
    if wishes.looks:
        return looks(wishes.looks, only=wishes.only or [], dark=wishes.dark)
    wanted = [
        (scene, suffix, look)
        for suffix, look in LOOKS
        for scene in SCENES
        if scene.on(suffix)
        and (wishes.all or f"{scene.name}{suffix}" in SHOWN)
        and (not wishes.only or {scene.name, f"{scene.name}{suffix}"} & set(wishes.only))
    ]
    target = wishes.all or TARGET
    target.mkdir(parents=True, exist_ok=True)

    from playwright.sync_api import Error, sync_playwright

    failed = []
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(Path(folder) / "data")
        browser = playwright.chromium.launch(executable_path=setup.find_browser(), args=BROWSER_FLAGS)
        blank = browser.new_page()
        for scene, suffix, look in wanted:
            name = f"{scene.name}{suffix}"
            try:
                if wishes.source:
                    png = (wishes.source / f"{name}.png").read_bytes()
                else:
                    png = take(browser, server.address, scene, suffix, look)
            except (Error, AssertionError, IndexError, OSError) as error:
                print(f"{name}: {type(error).__name__}: {str(error)[:600]}", flush=True)
                failed.append(name)
                continue
            data = png if wishes.all else shrink(blank, png)
            file = target / f"{name}.{'png' if wishes.all else 'webp'}"
            file.write_bytes(data)
            print(f"{file.name} {len(data):,} bytes", flush=True)
        browser.close()
        server.close()
    if failed:
        print(f"not taken: {', '.join(failed)}")
    return int(bool(failed)) if wishes.all else max(tidy(), int(bool(failed)))


if __name__ == "__main__":
    raise SystemExit(main())
