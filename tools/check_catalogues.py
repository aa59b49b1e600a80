"""Check the client's catalogues of texts in `web/src/i18n`: `python tools/check_catalogues.py [--complete]`.

English is the source. Every other language may hold only keys that English has, with the same holes of the same types,
and for a text that counts exactly the plural forms of that language. A text that is not yet translated is shown in
English, so that one who adds a text need not know them all; `--complete` (before a release) asks for all of them.

The server tells cards, lessons, refusals, names and the choices of a new game in English, out of its data: these texts
have keys in the other languages only (`card.7.axis.title`), and the data say which keys there are.

A name may have forms (`{"nom": "Kiew", "in": "in Kiew"}`), and a hole may ask for one of them (`{hex:place.in}`): every
name that can stand in such a hole must have it (`docs/translations.md`).
"""

from __future__ import annotations

import ast
import json
import re
import sys
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from noretreat.core.names import face_id
from noretreat.data.languages import LANGUAGES, PLURALS, is_marked
from noretreat.explain.sentences.telling import FORMATS, HOLE, scenario_title

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))  # so that the script runs from anywhere

from tools.remembered import OfFiles  # noqa: E402

SERVER = ROOT / "src" / "noretreat"
CATALOGUES = ROOT / "web" / "src" / "i18n"
MAP = ROOT / "web" / "public" / "art" / "map-light.svg"
FORMS = {code: set(PLURALS[one.plurals].forms) for code, one in LANGUAGES.items()}
"""The plural forms of whole and broken numbers, as the Unicode CLDR has them."""
COUNTED = {code: set(PLURALS[one.plurals].counted) for code, one in LANGUAGES.items()}
"""The forms that the words in a hole must have; the others are those of millions and of broken numbers."""
BESIDE = re.compile(r"\{(\w+)\}[ \u00a0\u202f]+([^\W\d_]+)")
"""A hole without a type, and the word after it."""


def set_of(text: str) -> frozenset[str]:
    """The words of a text."""
    return frozenset(text.split())


NO_COUNTS = set_of("""
    action address axis before box card column day days defense detail die done first hex hexes high_tide host id key
    last length level line list loser mail median name near numbers old option other place places ply prompt quarter
    rest result rule rules scenario side sides soviet step support text theirs turn unit units until usual value when
    which who winner word words year zone
""")
"""Holes without a type that are not counts: words, and numbers that stand for one thing, as a turn or a card."""
UNBENT = {code: set_of(one.unbent) for code, one in LANGUAGES.items()}
"""Words that may stand after any number: prepositions, adverbs, abbreviations."""
NAME_FORMS = {code: set_of(one.forms) for code, one in LANGUAGES.items()}
"""The forms that a name may have."""
GENDERS = {code: set_of(one.genders) for code, one in LANGUAGES.items()}
"""The genders of each language; "pl" is more than one thing."""
FAMILIES = {
    **dict.fromkeys(("unit", "units", "unit_list", "face", "unit_face", "unit_face_list"), r"unit\."),
    **dict.fromkeys(("place", "places", "place_list"), r"place\.|words\.box-"),
    "box": r"words\.box-",
    "side": r"words\.side-",
    "support": r"words\.(blitz|shock)$",
    "phase": r"words\.phase-",
    "terrain": r"words\.terrain-",
    "weather": r"words\.weather-",
    "unit_type": r"words\.type-",
    "kind": r"words\.kind-",
}
"""Type of a hole -> the beginnings of the keys of the names that can stand in it. The other types have one form."""
SERVED = {
    "cards": ("card",),
    "lessons": ("lesson", "tip"),
    "sources": ("source",),
    "setup": ("scenario", "ruleset", "level", "option"),
    "names": ("place", "unit", "counter", "drawn"),
}
"""File -> the beginnings of the keys of the server's texts in it; its other keys begin with its own name."""
FAMILIES_OF_LABELS = ("cause-", "end-", "kind-", "shift-", "terrain-", "until-", "weather-")
"""Labels that have a family of their own."""
CODES_OF = CATALOGUES / "families.ts"
"""The families of codes that the client words."""
Message = str | dict[str, str]


def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """A JSON object; a key that stands twice in it is an error, since the first one would be lost."""
    found = dict(pairs)
    if len(found) < len(pairs):
        twice = next(name for name, times in Counter(name for name, _ in pairs).items() if times > 1)
        raise ValueError(f"the key {twice} stands twice")
    return found


def catalogue(language: str, folder: Path = CATALOGUES) -> dict[str, Message]:
    """All texts of a language, but those marked as not translated.

    Raises ValueError for a key that does not begin with the name of its file.
    """
    texts: dict[str, Message] = {}
    for file in sorted((folder / language).glob("*.json")):
        try:
            found = json.loads(file.read_text(encoding="utf-8"), object_pairs_hook=once)
        except ValueError as error:
            raise ValueError(f"{language}/{file.name}: {error}") from error
        for key in found:
            kinds = (*SERVED.get(file.stem, ()), file.stem)
            if not key.startswith(tuple(f"{kind}." for kind in kinds)):
                raise ValueError(f"{language}/{file.name}: {key} should begin with {'. or '.join(kinds)}.")
        texts.update({key: text for key, text in found.items() if language == "en" or not is_marked(text)})
    return texts


def served() -> dict[str, Message]:
    """The texts that the server tells out of its data: key -> English."""
    from noretreat.ai.players.levels import LEVELS
    from noretreat.data.load import load_facts, load_ruleset, load_scenario, ruleset_ids, scenario_ids
    from noretreat.data.notes import notes_of_facts, notes_of_scenario
    from noretreat.server.game.options_in_words import optional_rules

    facts = load_facts()
    texts: dict[str, Message] = {"scenario.position.title": scenario_title("position")}
    for card in facts.cards:
        for side, half in (("axis", card.axis), ("soviet", card.soviet)):
            key = f"card.{card.number}.{side}"
            texts |= {f"{key}.{part}": getattr(half, part) for part in ("title", "gist", "text", "good")}
    kinds: tuple[tuple[str, Iterable[tuple[str, str, str]]], ...] = (
        ("scenario", ((one.id, one.title, one.summary) for one in map(load_scenario, scenario_ids()))),
        ("ruleset", ((one.id, one.title, one.summary) for one in map(load_ruleset, ruleset_ids()))),
        ("level", ((one.id, one.title, one.summary) for one in LEVELS.values())),
        ("option", ((one.id, one.title, one.summary) for one in optional_rules())),
    )
    for kind, choices in kinds:
        for name, title, summary in choices:
            texts |= {f"{kind}.{name}.title": title, f"{kind}.{name}.summary": summary}
    for name in scenario_ids():
        texts |= notes_of_scenario(name)
    return texts | notes_of_facts() | refused() | named() | taught()


def closed() -> dict[str, set[str]]:
    """The codes that the client words: the beginning of their keys -> all that there are."""
    from noretreat.core.boxes import BOX_OF
    from noretreat.core.lasting import Scope
    from noretreat.core.names import PHASE_NAMES, RESULT_NAMES
    from noretreat.data.facts import CardFamily, Side, Terrain, UnitType
    from noretreat.data.load import load_facts, load_labels
    from noretreat.rules.windows import Window
    from noretreat.storage.measures import ACTS

    labels, facts = load_labels(), load_facts()

    def labelled(kind: str) -> set[str]:
        return {code.removeprefix(kind) for code in labels if code.startswith(kind)}

    def listed(path: str) -> list[Any]:
        found: list[Any] = json.loads((CATALOGUES.parent / path).read_text(encoding="utf-8"))
        return found

    return {
        "admin.log-": set(ACTS),
        "cards.family-": {str(family) for family in CardFamily},
        "cards.when-": {str(window) for window in Window},
        "label.": {code for code in labels if not code.startswith(FAMILIES_OF_LABELS)},
        **{f"label.{kind}": labelled(kind) for kind in ("cause-", "end-", "shift-")},
        "label.until-": {str(scope) for scope in Scope},
        "words.": {"blitz", "shock"},
        "words.box-": {box.removeprefix("box:") for box in BOX_OF},
        "words.kind-": labelled("kind-"),
        "words.months-": {turn.months for turn in facts.calendar},
        "words.phase-": set(PHASE_NAMES),
        "words.result-": set(RESULT_NAMES),
        "words.side-": {str(side) for side in Side},
        "words.terrain-": {str(terrain) for terrain in Terrain},
        "words.type-": {str(kind) for kind in UnitType},
        "words.weather-": labelled("weather-"),
        "keys.": {one["id"] for one in listed("shared/shortcuts.json")},
        "replay.key-": {one["id"] for one in listed("replay/replay-shortcuts.json")},
        "orders.phase-": set(listed("orders/order-phases.json")),
        "orders.word-": {word.replace(" ", "-") for word in listed("orders/order-words.json")},
    }


def unworded(texts: dict[str, Message], families: str) -> list[str]:
    """The codes that the client cannot word, and the families that only it or only this file knows."""
    codes, known = closed(), set(re.findall(r'^  \| "([^"]+)"', families, re.MULTILINE))
    keys = [family + code for family in codes for code in sorted(codes[family])]
    found = [f"en: {key} is missing: the server has this code" for key in keys if key not in texts]
    return found + [f"families.ts and closed() differ in {family}" for family in sorted(known ^ set(codes))]


SAYING = {"because": "", "reason": "", "Found": "", "say": "info-"}
"""What puts a code into words, and how the code begins."""


def unsaid(folder: Path = SERVER) -> list[str]:
    """The codes that the server gives but has no English for: of reasons, and of what shifts the column."""
    from noretreat.data.load import load_information, load_labels, load_refusals
    from noretreat.data.notes import notes_of_facts

    sentences, labels = {*load_refusals(), *load_information(), *notes_of_facts()}, load_labels()
    found, files = [], OfFiles("codes", _codes_in, "tools/check_catalogues.py")
    for path in sorted(folder.rglob("*.py")):
        shown = path.relative_to(ROOT) if path.is_relative_to(ROOT) else path.relative_to(folder)
        for line, code in files.of(path):
            if code.startswith("shift-"):
                missing = "labels.toml has no" if code not in labels else ""
            else:
                missing = "refusals.toml and information.toml have no" if code not in sentences else ""
            if missing:
                found.append(f"{shown.as_posix()}:{line}: {missing} {code}")
    files.keep()
    return found


def _codes_in(path: Path) -> list[tuple[int, str]]:
    """The codes that a module gives, each with its line: of reasons, and with `shift-` those of shifts."""
    text = path.read_text(encoding="utf-8")
    if not re.search(rf"\b({'|'.join(SAYING)}|Shift)\(", text):
        return []
    found = []
    for call in ast.walk(ast.parse(text)):
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name):
            if call.func.id in SAYING:
                found += [(call.lineno, SAYING[call.func.id] + code) for code in sorted(_constants(call.args[:1]))]
            if call.func.id == "Shift":
                found += [(call.lineno, f"shift-{code}") for code in sorted(_constants(call.args[1:2]))]
    return found


def _constants(parts: Iterable[ast.expr]) -> set[str]:
    """The texts that stand here as they are, both ends of a choice among them."""
    ends = [end for part in parts for end in ((part.body, part.orelse) if isinstance(part, ast.IfExp) else (part,))]
    return {end.value for end in ends if isinstance(end, ast.Constant) and isinstance(end.value, str)}


def refused() -> dict[str, Message]:
    """The refusals: the fact and the way out; and the sentences of the information cards."""
    from noretreat.data.load import load_information, load_refusals

    texts: dict[str, Message] = {f"info.{code[5:]}": one.text for code, one in load_information().items()}
    for code, sentence in load_refusals().items():
        forms = {"": sentence.text} if isinstance(sentence.text, str) else sentence.text
        whole = {form: f"{text} {sentence.way}".strip() for form, text in forms.items()}
        texts[f"refusal.{code}"] = whole.get("", whole)
    return texts


def named() -> dict[str, Message]:
    """Cities and areas, the faces of units (in full, and short for the counter), the names drawn on the map, by id.

    The back of a counter has texts of its own where it bears another name than the front.
    """
    from noretreat.data.facts import Area, Hex
    from noretreat.data.load import load_facts

    facts = load_facts()
    places: tuple[Hex | Area, ...] = (*facts.map.hexes, *facts.map.areas)
    texts: dict[str, Message] = {f"place.{place.id}": place.name for place in places if place.name}
    texts["place.hex"] = "{id}"
    for unit in facts.units:
        names = [(face_id(unit.id, 0), unit.front.name)]
        if unit.back and unit.back.name != unit.front.name:
            names.append((face_id(unit.id, 1), unit.back.name))
        for face, name in names:
            texts |= {f"unit.{face}": name, f"counter.{face}": name}
    drawn = re.findall(r'<text data-id="([^"]+)"[^>]*>(?:<textPath[^>]*>)?([^<]+)', MAP.read_text(encoding="utf-8"))
    return texts | {f"drawn.{name}": text for name, text in drawn}


def taught() -> dict[str, Message]:
    """The texts of the lessons and tips."""
    from noretreat.data.lessons import lessons, tips

    texts: dict[str, Message] = {}
    for tip in tips():
        texts |= {f"tip.{tip.prompt}.title": tip.title, f"tip.{tip.prompt}.text": tip.text}
    for lesson in lessons().values():
        key = f"lesson.{lesson.id}"
        texts |= {f"{key}.title": lesson.title, f"{key}.summary": lesson.summary, f"{key}.end": lesson.ending}
        for number, step in enumerate(lesson.steps, start=1):
            texts |= {f"{key}.{number}.text": step.text, f"{key}.{number}.which": step.which}
            texts[f"{key}.{number}.why"] = step.why
    return texts


def holes(message: Message) -> set[str]:
    """Names and types in braces, `hex:place`, without the case that a language adds; of all plural forms together.

    The `n` that forms count by is left out: they may say it as a word.
    """
    found = {f"{name}:{kind}" if kind else name for text in _texts(message) for name, kind, *_ in HOLE.findall(text)}
    return found if _one(message) else found - {"n"}


def _texts(message: Message) -> list[str]:
    return [message] if isinstance(message, str) else list(message.values())


def _one(message: Message) -> bool:
    """True if a message is one text or a name with its forms, and not a text for each number."""
    return isinstance(message, str) or "nom" in message


def faults(language: str, texts: dict[str, Message], source: dict[str, Message]) -> list[str]:
    """The faults in the texts of a language, one sentence each."""
    found = []
    for key, text in texts.items():
        where = f"{language}: {key}"
        if not _one(text) and set(text) != FORMS[language]:
            found.append(f"{where} needs exactly the forms {', '.join(sorted(FORMS[language]))}")
        if key not in source:
            found.append(f"{where} is not a text of the English catalogue or of the server's data")
        elif _one(text) != _one(source[key]):
            found.append(f"{where} counts in one language and not in the other")
        elif holes(text) != holes(source[key]):
            found.append(f"{where} has the holes {sorted(holes(text))}, English has {sorted(holes(source[key]))}")
        else:
            unknown = {hole.partition(":")[2] for hole in holes(text)} - {"", *FORMATS}
            found += [f"{where} has a hole of the type {kind}, which nobody knows" for kind in sorted(unknown)]
    return found


def name_faults(language: str, texts: dict[str, Message]) -> list[str]:
    """The faults in the names of a language: forms that it lacks, and forms that a text asks for in vain."""
    found = []
    for key, text in texts.items():
        if isinstance(text, dict) and "nom" in text:
            odd = set(text) - NAME_FORMS[language]
            found += [f"{language}: {key} has the form {form}, which names do not have" for form in sorted(odd)]
            if text.get("gender", "m") not in {*GENDERS[language], "m"}:
                found.append(f"{language}: {key} has the gender {text['gender']}, which {language} does not have")
    for (kind, form), asking in sorted(asked(texts).items()):
        if kind not in FAMILIES:
            found.append(f"{language}: {asking} asks for the form {form}, but names of the type {kind} have one form")
            continue
        for key, name in texts.items():
            if re.match(FAMILIES[kind], key) and form not in ({} if isinstance(name, str) else name):
                found.append(f"{language}: {key} has no form {form}, which {asking} asks for")
    return found + [line for key, text in texts.items() for line in _disagreeing(language, key, text)]


def asked(texts: dict[str, Message]) -> dict[tuple[str, str], str]:
    """The forms that texts ask names for: (type of the hole, form) -> a key that asks."""
    found: dict[tuple[str, str], str] = {}
    for key, message in texts.items():
        for text in _texts(message):
            for _, kind, form, words in HOLE.findall(text):
                if kind and (form or words):
                    found.setdefault((kind, form or "gender"), key)
    return found


def _disagreeing(language: str, key: str, message: Message) -> list[str]:
    """Words that agree with a name must be there for every gender of the language, with a number for every form."""
    found = []
    for text in _texts(message):
        for name, kind, _, words in HOLE.findall(text):
            there = {choice.partition("=")[0] for choice in words.split("|")} if words else set()
            missing = (GENDERS if kind else COUNTED)[language] - there if words else set()
            odd = there - FORMS[language] if not kind else set()
            if missing:
                found.append(f"{language}: {key} has no word that agrees with {name} in {', '.join(sorted(missing))}")
            found += [f"{language}: {key} has a word for {name} in {form}, which is no form" for form in sorted(odd)]
    return found


def uncounted(language: str, texts: dict[str, Message]) -> list[str]:
    """The numbers beside a word that stays the same whatever they are: "1 victory points"."""
    found = []
    for key, message in texts.items():
        counts = () if _one(message) else ("n",)
        for text in _texts(message) if not (isinstance(message, dict) and "nom" in message) else []:
            found += [
                f"{language}: {key} says {hit[0]!r} whatever the number is"
                for hit in BESIDE.finditer(text)
                if hit[1] not in {*counts, *NO_COUNTS} and hit[2] not in UNBENT[language]
            ]
    return found


def report(folder: Path = CATALOGUES, told: dict[str, Message] | None = None, *, complete: bool = False) -> list[str]:
    """All faults in all languages; with `complete` also anything not translated. `told`: the server's texts."""
    try:
        told = served() if told is None else told
        own = catalogue("en", folder)
        source = own | told
        wrong = faults("en", own, source) + uncounted("en", source)
        if folder == CATALOGUES:
            wrong += unsaid()
            wrong += unworded(own, CODES_OF.read_text(encoding="utf-8"))
        wrong += [line for key, text in source.items() for line in _disagreeing("en", key, text)]
        folders = sorted(path.parent.name for path in folder.glob("*/catalogue.ts") if path.parent.name not in FORMS)
        wrong += [f"{name}: src/noretreat/data/languages.toml has no row for this folder" for name in folders]
        wrong += [f"en: {key} is told by the server; its English stands in the data" for key in own if key in told]
        for language in FORMS:
            if language == "en":
                continue
            texts = catalogue(language, folder)
            wrong += faults(language, texts, source) + name_faults(language, texts) + uncounted(language, texts)
            if complete:
                wrong += [f"{language}: {key} is not translated" for key in source if key not in texts]
    except ValueError as error:
        return [str(error)]
    return wrong


def main() -> int:
    """Prints the faults; 1 if there are any."""
    wrong = report(complete="--complete" in sys.argv[1:])
    for line in wrong:
        print(line)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
