"""Colours of the two printed sheets: paper by day, and a lamp-lit one for the night."""

from __future__ import annotations

LIGHT: dict[str, str] = {
    "sea": "#b3c9d2",
    "wave": "#8fb0bd",
    "shallow1": "#bfd2d8",
    "shallow2": "#cadadd",
    "shallow3": "#d8e3e2",
    "coast": "#6a8791",
    "ussr": "#ece5d0",
    "gg": "#dbd8cd",
    "beyond": "#cbc9bf",
    "beyond_line": "#a9a698",
    "area": "#e0dbc9",
    "grain": "#8c8266",
    "grain_o": ".3",
    "hill_o": ".2",
    "steppe": "#e3cf92",
    "grass": "#8d8348",
    "patch": "#7d6a3c",
    "grid": "#837f6b",
    "grid_o": ".5",
    "number": "#6f6a56",
    "forest": "#c2cca7",
    "forest_edge": "#8aa272",
    "tree": "#7f9c6b",
    "tree_dark": "#64855a",
    "tree_shadow": "#55683f",
    "marsh": "#c2d5c8",
    "marsh_edge": "#84aba0",
    "reed": "#4f8072",
    "pool": "#8db8bf",
    "mountain": "#d8cab0",
    "shade": "#6d5639",
    "shade_o": ".3",
    "light": "#fdf6e2",
    "light_o": ".62",
    "hachure": "#5d472c",
    "hachure_o": ".42",
    "range_o": ".5",
    "river": "#5c97b8",
    "casing": "#f3efdf",
    "casing_o": ".75",
    "lake": "#a9c9d6",
    "lake_edge": "#5f8ea6",
    "disc": "#f6f1e2",
    "disc_o": ".82",
    "house": "#594e48",
    "house2": "#8d7b6c",
    "derrick": "#2f2c28",
    "axis": "#47685c",
    "soviet": "#ad2f27",
    "ring_case": "#fbf7ea",
    "rim_axis": "#64746c",
    "rim_soviet": "#b1453a",
    "rim_dash": "#f5efdd",
    "border": "#9c3f35",
    "border_band": "#a8554a",
    "water_name": "#3c6f8c",
    "sea_name": "#42718a",
    "halo": "#f1ecdb",
    "gg_name": "#5d5a50",
    "ussr_name": "#8e3b32",
    "name_o": ".13",
    "beyond_name": "#77746a",
    "area_name": "#5c5644",
    "area_line": "#8a7a58",
    "frame": "#5c5a4e",
}

DARK: dict[str, str] = {
    "sea": "#1b2a35",
    "wave": "#31495a",
    "shallow1": "#20323e",
    "shallow2": "#263a46",
    "shallow3": "#2d434f",
    "coast": "#6b8794",
    "ussr": "#4a463b",
    "gg": "#434441",
    "beyond": "#30312f",
    "beyond_line": "#4a4b47",
    "area": "#3f3d35",
    "grain": "#0d0c09",
    "grain_o": ".32",
    "hill_o": ".09",
    "steppe": "#6a5a32",
    "grass": "#a3965c",
    "patch": "#0d0c09",
    "grid": "#c9c0a6",
    "grid_o": ".2",
    "number": "#b3ad97",
    "forest": "#3f4e39",
    "forest_edge": "#5a7150",
    "tree": "#5d7a54",
    "tree_dark": "#486344",
    "tree_shadow": "#1d281b",
    "marsh": "#3d544a",
    "marsh_edge": "#56766e",
    "reed": "#86b3a5",
    "pool": "#35606f",
    "mountain": "#574c3b",
    "shade": "#1b140c",
    "shade_o": ".42",
    "light": "#b59d78",
    "light_o": ".34",
    "hachure": "#120d07",
    "hachure_o": ".5",
    "range_o": ".42",
    "river": "#5f9cc0",
    "casing": "#22211d",
    "casing_o": ".7",
    "lake": "#284656",
    "lake_edge": "#5d8ca6",
    "disc": "#6a6351",
    "disc_o": ".75",
    "house": "#e4d9c0",
    "house2": "#b5a78d",
    "derrick": "#f0e6cf",
    "axis": "#8fbfa9",
    "soviet": "#e2675a",
    "ring_case": "#1c1b17",
    "rim_axis": "#8ba195",
    "rim_soviet": "#c4564a",
    "rim_dash": "#23211c",
    "border": "#d9776a",
    "border_band": "#c2665a",
    "water_name": "#9cc6dd",
    "sea_name": "#86aec4",
    "halo": "#2b2a25",
    "gg_name": "#d6d6cc",
    "ussr_name": "#e6a396",
    "name_o": ".12",
    "beyond_name": "#8b897e",
    "area_name": "#d3c8ab",
    "area_line": "#a8956c",
    "frame": "#77746a",
}


SEASONS: dict[str, tuple[dict[str, str], dict[str, str]]] = {
    "snow": (
        {
            "ussr": "#f1f1ec",
            "gg": "#e3e5e4",
            "area": "#e6e7e3",
            "beyond": "#d2d3d2",
            "steppe": "#f6f2e4",
            "grain": "#7f8d96",
            "forest": "#dde4d9",
            "forest_edge": "#9db0a0",
            "tree": "#8da293",
            "tree_dark": "#5f7d6c",
            "marsh": "#dfe9e8",
            "marsh_edge": "#a5bdbb",
            "pool": "#c3d8de",
            "mountain": "#e6e3dc",
            "shade": "#5d6468",
            "light": "#ffffff",
            "river": "#8fb8cd",
            "casing": "#ffffff",
            "lake": "#d9e7ec",
            "lake_edge": "#8cabb9",
            "disc": "#ffffff",
            "grass": "#a9a692",
            "halo": "#f8f8f4",
        },
        {
            "ussr": "#5c6163",
            "gg": "#54585b",
            "area": "#4e5253",
            "beyond": "#373a3b",
            "steppe": "#6d6a5c",
            "hill_o": ".05",
            "forest": "#535f57",
            "forest_edge": "#75877b",
            "tree": "#8ba394",
            "tree_dark": "#5d7566",
            "marsh": "#536769",
            "mountain": "#676664",
            "light": "#d3d8da",
            "lake": "#47616d",
            "pool": "#5b7f8a",
            "disc": "#7d8284",
        },
    ),
    "mud": (
        {
            "ussr": "#dccfb1",
            "gg": "#cfc7b6",
            "area": "#d3c8ac",
            "steppe": "#cfae72",
            "grain": "#664f27",
            "grain_o": ".5",
            "forest": "#b7bb92",
            "forest_edge": "#858d5f",
            "tree": "#7d8a58",
            "tree_dark": "#626f45",
            "marsh": "#b1c2aa",
            "mountain": "#cbb793",
            "light": "#efe3c4",
            "river": "#6491a6",
            "casing": "#c9b78f",
            "lake": "#a9bfc2",
            "disc": "#ece1c8",
            "grass": "#8b7538",
        },
        {
            "ussr": "#493c29",
            "gg": "#423a2d",
            "area": "#40372a",
            "steppe": "#67502a",
            "grain_o": ".45",
            "forest": "#3d4630",
            "tree": "#626f47",
            "tree_dark": "#4b5839",
            "mountain": "#54452f",
            "marsh": "#3f4d3d",
        },
    ),
}
"""The colours in which the seasons differ, by day and by night: snow on the ground and thin ice on the rivers; mud."""


def seasons() -> dict[str, dict[str, str]]:
    """Season -> theme -> what to add to the style sheet of that theme: the rules that differ."""
    found: dict[str, dict[str, str]] = {}
    for season, changes in SEASONS.items():
        for name, base, change in zip(("light", "dark"), (LIGHT, DARK), changes, strict=True):
            usual = set(_rules(style(base)))
            differing = [rule for rule in _rules(style(base | change)) if rule not in usual]
            found.setdefault(season, {})[name] = "".join(differing)
    return found


def _rules(sheet: str) -> list[str]:
    """A style sheet rule by rule."""
    return [f"{rule.strip()}}}" for rule in sheet.split("}") if rule.strip()]


def style(c: dict[str, str]) -> str:
    """The style sheet of one theme."""
    sans = '"Alegreya Sans","Source Sans 3","Segoe UI","DejaVu Sans",sans-serif'
    return f"""
.sea{{fill:{c["sea"]}}}.wave{{fill:none;stroke:{c["wave"]};stroke-width:.9;stroke-linecap:round;opacity:.55}}
.s1,.s2,.s3,.co{{fill:none;stroke-linejoin:round}}.s1{{stroke:{c["shallow1"]};stroke-width:46}}
.s2{{stroke:{c["shallow2"]};stroke-width:29}}.s3{{stroke:{c["shallow3"]};stroke-width:14}}
.co{{stroke:{c["coast"]};stroke-width:3.4}}.ln{{fill:none;stroke:{c["coast"]};stroke-width:.6;opacity:.45}}
.by{{fill:{c["beyond"]}}}.ar{{fill:{c["area"]}}}.us{{fill:{c["ussr"]}}}.gg{{fill:{c["gg"]}}}
.al{{fill:none;stroke:{c["area_line"]};stroke-width:2.2;stroke-dasharray:7 4;stroke-linejoin:round}}
.ab{{fill:none;stroke:{c["area_line"]};stroke-width:16;opacity:.14}}
.gr{{fill:{c["grain"]};opacity:{c["grain_o"]}}}
.pt{{fill:{c["patch"]};opacity:.045}}.st{{fill:{c["steppe"]};opacity:.12}}
.us1{{fill:{c["light"]};opacity:{c["hill_o"]}}}.us2{{fill:{c["shade"]};opacity:.055}}
.gs{{fill:none;stroke:{c["grass"]};stroke-width:.8;stroke-linecap:round;opacity:.55}}
.grid{{fill:none;stroke:{c["grid"]};stroke-width:.8;opacity:{c["grid_o"]}}}
.fo{{fill:{c["forest"]};stroke:{c["forest_edge"]};stroke-opacity:.45;stroke-width:1}}
.ma{{fill:{c["marsh"]};stroke:{c["marsh_edge"]};stroke-opacity:.5;stroke-width:1;\
stroke-dasharray:4 2.5}}
.mo{{fill:{c["mountain"]}}}.mo2{{fill:{c["mountain"]};opacity:.3}}
.ts{{fill:{c["tree_shadow"]};opacity:.22}}.t1{{fill:{c["tree"]}}}.t2{{fill:{c["tree_dark"]}}}
.m1{{fill:none;stroke:{c["pool"]};stroke-width:1.1;stroke-linecap:round}}
.m2{{fill:none;stroke:{c["reed"]};stroke-width:.95;stroke-linecap:round}}.mp{{fill:{c["pool"]};opacity:.75}}
.fir,.oak,.reed,.pool{{fill:none}}.fir{{marker:url(#fir)}}.oak{{marker:url(#oak)}}\
.reed{{marker:url(#reed)}}.pool{{marker:url(#pool)}}
.rs{{fill:{c["shade"]};opacity:{c["shade_o"]}}}.rl{{fill:{c["light"]};opacity:{c["light_o"]}}}
.rh{{fill:none;stroke:{c["hachure"]};stroke-width:.7;stroke-linecap:round;opacity:{c["hachure_o"]}}}
.fr{{opacity:{c["range_o"]}}}
.rv,.rc{{fill:none;stroke-linejoin:round;stroke-linecap:round}}.rv{{stroke:{c["river"]}}}
.rc{{stroke:{c["casing"]};opacity:{c["casing_o"]}}}.bv{{stroke:{c["river"]};fill:none;opacity:.5;stroke-linecap:round}}
.lk{{fill:{c["lake"]}}}.li,.le{{fill:none;stroke-linejoin:round}}.li{{stroke:{c["shallow3"]};stroke-width:9;opacity:.6}}
.le{{stroke:{c["lake_edge"]};stroke-width:1.5}}
.kc,.ks{{fill:none;stroke:{c["coast"]};stroke-width:16}}.ks{{stroke:{c["shallow3"]};stroke-width:12.6}}
.fw{{opacity:.75}}
.cd{{fill:{c["disc"]};opacity:{c["disc_o"]}}}.c1{{fill:{c["house"]}}}.c2{{fill:{c["house2"]}}}
.d1{{fill:none;stroke:{c["derrick"]};stroke-width:1.15;stroke-linejoin:round}}
.d2{{fill:none;stroke:{c["derrick"]};stroke-width:1.9}}
.oc,.o{{fill:none;stroke-linejoin:miter}}.oc{{stroke:{c["ring_case"]};stroke-width:7.4;opacity:.85}}
.o{{stroke-width:4}}.o.axis{{stroke:{c["axis"]}}}.o.soviet{{stroke:{c["soviet"]}}}
.rim{{fill:none;stroke-width:8.5;stroke-linejoin:round;stroke-linecap:round}}
.rim.axis{{stroke:{c["rim_axis"]}}}.rim.soviet{{stroke:{c["rim_soviet"]}}}
.rd{{fill:none;stroke:{c["rim_dash"]};stroke-width:3;stroke-dasharray:9 9;opacity:.85}}
.bb{{fill:none;stroke:{c["border_band"]};stroke-width:22;opacity:.13;stroke-linejoin:round}}
.bc{{fill:none;stroke:{c["halo"]};stroke-width:5;opacity:.6;stroke-linejoin:round}}
.bd{{fill:none;stroke:{c["border"]};stroke-width:2.6;stroke-dasharray:13 4 2.6 4;stroke-linejoin:round}}
text{{font-family:{sans};text-anchor:middle}}
.wn{{font-style:italic;font-weight:500;fill:{c["water_name"]};stroke:{c["halo"]};stroke-width:2.6;paint-order:stroke;\
stroke-linejoin:round;stroke-opacity:.8}}
.sn{{font-style:italic;fill:{c["sea_name"]}}}.ln2{{font-style:italic;fill:{c["water_name"]}}}
.rn{{font-weight:700;opacity:{c["name_o"]}}}.rn.gg{{fill:{c["gg_name"]}}}.rn.ussr{{fill:{c["ussr_name"]}}}
.bn{{fill:{c["beyond_name"]};letter-spacing:4px}}
.an{{fill:{c["area_name"]};font-size:18px;font-weight:700;letter-spacing:2px}}
.frame{{fill:none;stroke:{c["frame"]}}}
"""
