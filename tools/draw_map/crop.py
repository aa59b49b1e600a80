"""A strip of the drawn map as an image of its own: what lies outside is left out, lines there are shortened."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from xml.etree import ElementTree

from tools.draw_map.hexgrid import Point, short
from tools.draw_map.marks import MARKS

Box = tuple[float, float, float, float]
"""Left, top, right, bottom."""
MARGIN = 40.0
"""How far from the strip something still counts as in it: half the widest line, and the tallest tree."""
_SVG = "{http://www.w3.org/2000/svg}"
_PART = re.compile(r"([Mlhvz])([^A-Za-z]*)")
_NUMBER = re.compile(r"-?(?:\d+\.?\d*|\.\d+)")
_MOVED = re.compile(r"translate\((-?[\d.]+) (-?[\d.]+)\)")


def crop(svg: str, box: Box, without: str = "") -> str:
    """The drawing, seen through a box; `without` what has this class, too fine to be seen there."""
    ElementTree.register_namespace("", "http://www.w3.org/2000/svg")
    root = ElementTree.fromstring(svg)
    left, top, right, bottom = box
    wide, high = short(right - left), short(bottom - top)
    root.attrib.update({"viewBox": f"{short(left)} {short(top)} {wide} {high}", "width": wide, "height": high})
    _thin(root, (left - MARGIN, top - MARGIN, right + MARGIN, bottom + MARGIN))
    for group in list(root.iter()) if without else ():
        for one in group.findall(f"{_SVG}path[@class='{without}']"):
            group.remove(one)
    used = {name for one in root.iter() for name in re.findall("#([^)]+)", " ".join(one.attrib.values()))}
    for group in list(root.iter()):
        for one in [one for one in group if one.tag == f"{_SVG}path" and one.get("id", "") not in used | {""}]:
            group.remove(one)
    return ElementTree.tostring(root, encoding="unicode") + "\n"


def _thin(parent: ElementTree.Element, box: Box) -> None:
    """Takes out of a group what is not in the box."""
    for one in list(parent):
        kind = one.tag.removeprefix(_SVG)
        symbol = kind in ("pattern", "marker") or (
            kind == "g" and "id" in one.attrib and one.get("id") not in ("A", "E")
        )
        if symbol:
            continue  # drawn elsewhere, where it is used
        if kind == "path" and one.get("class") in MARKS:
            _thin_marks(parent, one, box)
        elif kind == "path":
            data = one.get("d", "")
            cut = "".join(_shortened(data, box)) if set(re.findall("[A-Za-z]", data)) <= set("Mlhvz") else data
            if cut or "id" in one.attrib:
                one.set("d", cut)
            else:
                parent.remove(one)
        elif _is_away(one, box) or kind == "text":  # its words are too small to be read here, and not in English alone
            parent.remove(one)
        else:
            inner = len(one)
            _thin(one, box)
            if inner and not len(one) and kind != "clipPath":
                parent.remove(one)


def _thin_marks(parent: ElementTree.Element, line: ElementTree.Element, box: Box) -> None:
    """Leaves of a line of marks those in the box."""
    numbers = _NUMBER.findall(line.get("d", ""))
    spots = [(x, y) for x, y in zip(numbers[::2], numbers[1::2], strict=True) if _holds(box, float(x), float(y))]
    if spots:
        line.set("d", "M" + " ".join(f"{x} {y}" for x, y in spots))
    else:
        parent.remove(line)


def _holds(box: Box, x: float, y: float) -> bool:
    """Whether a point is in the box."""
    return box[0] <= x <= box[2] and box[1] <= y <= box[3]


def _is_away(one: ElementTree.Element, box: Box) -> bool:
    """Whether something that stands at one point stands outside."""
    moved = _MOVED.match(one.get("transform", ""))
    if moved:
        x, y = float(moved[1]), float(moved[2])
    elif one.get("cx") is not None:
        x, y = float(one.get("cx", "0")), float(one.get("cy", "0"))
    else:
        return False
    return not _holds(box, x, y)


def _shortened(data: str, box: Box) -> Iterator[str]:
    """The strokes of a path that come near the box."""
    for points, closed in _strokes(data):
        kept = around(points, box)
        if len(kept) > 1 and not _all_beyond(kept, box):
            yield _written(kept, closed)


def _strokes(data: str) -> Iterator[tuple[list[Point], bool]]:
    """The lines of a path, each with whether it is closed."""
    points: list[Point] = []
    for letter, numbers in _PART.findall(data):
        values = [float(number) for number in _NUMBER.findall(numbers)]
        if letter == "z":
            yield points, True
            points = []
            continue
        if letter == "M":
            if points:
                yield points, False
            points = [(values[0], values[1])]
            values = values[2:]
        steps: Sequence[tuple[float, float]]
        if letter == "h":
            steps = [(value, 0.0) for value in values]
        elif letter == "v":
            steps = [(0.0, value) for value in values]
        else:
            steps = list(zip(values[::2], values[1::2], strict=True))
        for dx, dy in steps:
            points.append((points[-1][0] + dx, points[-1][1] + dy))
    if points:
        yield points, False


def _beyond(point: Point, box: Box) -> tuple[bool, bool, bool, bool]:
    """Beyond which edges of the box a point lies."""
    x, y = point
    return x < box[0], y < box[1], x > box[2], y > box[3]


def _all_beyond(points: Sequence[Point], box: Box) -> bool:
    """Whether all of a line lies beyond one and the same edge."""
    return any(all(edge) for edge in zip(*(_beyond(point, box) for point in points), strict=True))


def around(points: Sequence[Point], box: Box) -> list[Point]:
    """A line with only the ends of each run that stays beyond one edge of the box: within it, all is the same."""
    kept: list[Point] = []
    for point in points:
        while len(kept) > 1 and _all_beyond([kept[-2], kept[-1], point], box):
            kept.pop()
        kept.append(point)
    return kept


def _written(points: Sequence[Point], closed: bool) -> str:
    """SVG path data in relative coordinates."""
    x, y = round(points[0][0], 1), round(points[0][1], 1)
    out = [f"M{short(x)} {short(y)}l"]
    for px, py in points[1:]:
        dx, dy = round(px - x, 1), round(py - y, 1)
        x, y = round(x + dx, 1), round(y + dy, 1)
        first, second = short(dx), short(dy)
        gap = "" if out[-1].endswith("l") or first.startswith("-") else " "
        out.append(f"{gap}{first}{second if second.startswith('-') else ' ' + second}")
    return "".join(out) + ("z" if closed else "")
