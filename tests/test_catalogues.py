"""The client's texts: keys, holes and plural forms agree in all languages, and what is wrong is found."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from pathlib import Path
from textwrap import dedent
from typing import Any, get_args

import pytest

from noretreat.core import reasons
from noretreat.core.board import SIDES
from noretreat.core.events import Event, VictoryPointsCounted
from noretreat.core.lasting import Scope
from noretreat.core.names import half_id, months_name
from noretreat.data.facts import Side
from noretreat.data.languages import CODES, TRANSLATED
from noretreat.data.load import load_facts, load_labels
from noretreat.explain.sentences import prompts, telling, wording
from noretreat.explain.sentences.telling import FORMATS, HOLE, fill
from noretreat.explain.sentences.tongue import Tongue, joined, plural
from noretreat.rules import victory
from noretreat.rules.windows import REGISTRY
from tools.check_catalogues import CATALOGUES, CODES_OF, FORMS, catalogue, holes, report, served, unsaid, unworded
from tools.make_english import WORDS

SOURCES = CATALOGUES.parent


def write(folder: Path, language: str, texts: Mapping[str, object]) -> None:
    (folder / language).mkdir(parents=True, exist_ok=True)
    (folder / language / "map.json").write_text(json.dumps(texts), encoding="utf-8")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Catalogues with a sentence and a count in English, and both in German."""
    source = {"map.go": "To {place}", "map.left": {"one": "{n} unit", "other": "{n} units"}}
    for language in FORMS:
        write(tmp_path, language, source if language == "en" else {})
    write(tmp_path, "de", {"map.go": "Nach {place}", "map.left": {"one": "eine Einheit", "other": "{n} Einheiten"}})
    return tmp_path


def test_our_catalogues_agree() -> None:
    assert report(complete=True) == []


def test_a_missing_translation_is_found_when_asked_for(folder: Path) -> None:
    assert report(folder) == []
    assert "pl: map.go is not translated" in report(folder, {}, complete=True)
    assert not any(line.startswith("de:") for line in report(folder, {}, complete=True))


@pytest.mark.parametrize(
    ("language", "texts", "says"),
    [
        ("fr", {"map.go": "Vers {lieu}"}, "has the holes ['lieu']"),
        ("fr", {"map.stay": "Rester"}, "is not a text of the English catalogue"),
        ("fr", {"map.go": "Vers {place:hex}"}, "has the holes ['place:hex']"),
        ("ru", {"map.left": {"one": "{n} часть", "other": "{n} части"}}, "needs exactly the forms"),
        ("pl", {"map.left": "{n}"}, "counts in one language and not in the other"),
        ("de", {"go": "Los"}, "should begin with map."),
    ],
)
def test_faults_are_named(folder: Path, language: str, texts: dict[str, object], says: str) -> None:
    write(folder, language, texts)
    assert [line for line in report(folder) if says in line]


def test_a_hole_has_the_same_type_in_all_languages_and_one_that_is_known(folder: Path) -> None:
    write(folder, "en", {"map.go": "To {hex:place}"})
    write(folder, "de", {"map.go": "Nach {hex:place.dat}"})
    assert report(folder, {}) == []
    write(folder, "pl", {"map.go": "{hex:hex}"})
    assert report(folder, {}) == ["pl: map.go has the holes ['hex:hex'], English has ['hex:place']"]
    write(folder, "en", {"map.go": "To {hex:hex}"})
    assert "pl: map.go has a hole of the type hex, which nobody knows" in report(folder, {})


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("{side} has {points} victory points", "says '{points} victory' whatever the number is"),
        ("{side} has {points} {points?one=point}", "has no word that agrees with points in other"),
        (
            "{side} has {points} {points?one=point|few=points|other=points}",
            "has a word for points in few, which is no form",
        ),
        ({"one": "{n} card, {points} points", "other": "{n} cards, {points} points"}, "says '{points} points'"),
    ],
)
def test_a_count_beside_a_word_that_stays_the_same_is_found(folder: Path, text: object, says: str) -> None:
    write(folder, "en", {"map.go": text})
    assert [line for line in report(folder, {}) if line.startswith("en: map.go") and says in line]


def test_words_that_agree_with_a_number_have_the_forms_of_their_language(folder: Path) -> None:
    write(folder, "en", {"map.go": "{n} of {all} {all?one=unit|other=units}"})
    write(folder, "de", {"map.go": "{n} von {all} {all?one=Einheit|other=Einheiten}"})
    write(folder, "pl", {"map.go": "{n} z {all} {all?one=jednostki|few=jednostek|many=jednostek}"})
    assert report(folder, {}) == []
    write(folder, "ru", {"map.go": "{n} из {all} {all?one=части|other=частей}"})
    assert report(folder, {}) == ["ru: map.go has no word that agrees with all in few, many"]


@pytest.mark.parametrize(
    ("language", "forms"),
    [
        ("de", "other one other other other other other other other other"),
        ("fr", "one one other other other other other other other many"),
        ("es", "other one other other other other other other other many"),
        ("pl", "many one few many many many many few many many"),
        ("ru", "many one few many many many one few many many"),
        ("en", "other one other other other other other other other other"),
    ],
)
def test_plural_forms_are_those_of_the_unicode_cldr(language: str, forms: str) -> None:
    assert [plural(language, n) for n in (0, 1, 2, 5, 11, 12, 21, 22, 112, 1_000_000)] == forms.split()


@pytest.mark.parametrize(
    ("language", "names", "said"),
    [
        ("en", ["Riga", "Minsk", "Kiev"], "Riga, Minsk, and Kiev"),
        ("de", ["Riga", "Minsk", "Kiew"], "Riga, Minsk und Kiew"),
        ("es", ["Riga", "Minsk"], "Riga y Minsk"),
        ("es", ["Riga", "Irún"], "Riga e Irún"),
        ("es", ["Riga", "Hielo"], "Riga y Hielo"),
        ("es", ["Riga"], "Riga"),
    ],
)
def test_names_in_a_row_are_joined_as_the_language_does(language: str, names: list[str], said: str) -> None:
    assert joined(language, names) == said


@pytest.mark.parametrize("language", FORMS)
def test_no_sentence_counts_one_of_many_things(language: str) -> None:
    """Each language tells 0, 1, 2, 5 and 21 of its things, and the words change as its plural forms do."""
    tongue = Tongue(language, catalogue(language) | (served() if language == "en" else {}))
    counted = {
        "en": ["0 victory points", "1 victory point", "2 victory points", "5 victory points", "21 victory points"],
        "de": ["0 Siegpunkte", "1 Siegpunkt", "2 Siegpunkte", "5 Siegpunkte", "21 Siegpunkte"],
        "fr": ["0 point", "1 point", "2 points", "5 points", "21 points"],
        "es": ["0 puntos", "1 punto", "2 puntos", "5 puntos", "21 puntos"],
        "pl": ["wypiera 0 z", "wypiera 1 z", "wypierają 2 z", "wypiera 5 z", "wypiera 21 z"],
        "ru": ["вытесняют 0 из", "вытесняет 1 из", "вытесняют 2 из", "вытесняют 5 из", "вытесняет 21 из"],
    }[language]
    for number, words in zip((0, 1, 2, 5, 21), counted, strict=True):
        if language in ("pl", "ru"):
            said = tongue.say("info.motive-odds", {"column": "3:1", "times": number})
        else:
            said = tongue.say("log.VictoryPointsCounted", {"side": "axis", "points": number})
        assert re.search(rf"(?<!\d){words}\b", said), said


def test_the_server_counts_in_english() -> None:
    """Lines of the log, questions, refusals and what is told of things."""
    said = {n: wording.describe(VictoryPointsCounted(Side.SOVIET, n, 0), None) for n in (0, 1, 2)}
    assert said == {
        0: "Soviet has 0 victory points",
        1: "Soviet has 1 victory point",
        2: "Soviet has 2 victory points",
    }
    assert telling.tell(reasons.say("road-objectives", n=1)).text.startswith("1 Objective under control")
    assert "at most 1 character long" in telling.tell(reasons.reason("order-long", most=1)).text
    upgrade = prompts.PROMPTS["flip.upgrade"].text
    assert isinstance(upgrade, str)
    assert fill(upgrade, {"n": 1, "able": 1}).startswith("Upgrade 1 of 1 unit ")


def named(folder: Path, **texts: object) -> list[str]:
    """What is wrong with Polish when its catalogue has these names and texts."""
    names = {key.replace("__", "."): text for key, text in texts.items() if "__" in key}
    (folder / "pl" / "names.json").write_text(json.dumps(names), encoding="utf-8")
    write(folder, "pl", {f"map.{key}": text for key, text in texts.items() if "__" not in key})
    write(folder, "en", {"map.go": "To {place:place}", "map.lost": "Lost: {units:units}", "map.card": "{half:event}"})
    write(folder, "de", {})
    told: dict[str, Any] = dict.fromkeys(names, "")
    return report(folder, told)


def test_every_name_has_the_forms_that_texts_ask_for(folder: Path) -> None:
    warsaw = {"nom": "Warszawa", "gen": "Warszawy", "gender": "f"}
    assert named(folder, place__0906=warsaw, go="Do {place:place.gen}") == []
    assert named(folder, place__0906="Warszawa", go="Do: {place:place}") == []
    asks = "which map.go asks for"
    assert named(folder, place__0906="Warszawa", go="Do {place:place.gen}") == [
        f"pl: place.0906 has no form gen, {asks}"
    ]
    assert named(folder, place__0906=warsaw, go="W {place:place.loc}") == [f"pl: place.0906 has no form loc, {asks}"]
    assert named(folder, place__0906=warsaw, unit__G4="4. Armia", go="Do {place:place.gen}") == []


def test_forms_and_genders_that_a_language_does_not_have_are_found(folder: Path) -> None:
    assert named(folder, place__0906={"nom": "Warszawa", "abl": "Warszawa"}) == [
        "pl: place.0906 has the form abl, which names do not have"
    ]
    assert named(folder, place__0906={"nom": "Warszawa", "gender": "x"}) == [
        "pl: place.0906 has the gender x, which pl does not have"
    ]
    assert named(folder, card="{half:event.gen}") == [
        "pl: map.card asks for the form gen, but names of the type event have one form"
    ]


def test_words_that_agree_with_a_name_are_there_for_every_gender(folder: Path) -> None:
    front = {"nom": "Front", "gender": "m"}
    text = "{units:units} {units:units?m=stracony|f=stracona|n=stracone|pl=stracone}"
    assert named(folder, unit__S_W=front, lost=text) == []
    assert named(folder, unit__S_W="Front", lost=text) == ["pl: unit.S_W has no form gender, which map.lost asks for"]
    assert named(folder, unit__S_W=front, lost="{units:units}{units:units?m=y|f=a}") == [
        "pl: map.lost has no word that agrees with units in n, pl"
    ]


def test_the_client_knows_the_same_types_of_holes() -> None:
    table = (CATALOGUES / "refusal.ts").read_text(encoding="utf-8").partition("const FORMATS = ")[2].partition("\n}")[0]
    assert set(re.findall(r"^  (\w+)[:,]", table, re.MULTILINE)) == set(FORMATS)


def test_questions_say_in_english_what_the_server_says() -> None:
    texts = catalogue("en")
    said = {name: one.text for name, one in prompts.PROMPTS.items()}
    assert {name: texts[f"prompt.{name}"] for name in said} == said


def test_the_log_says_in_english_what_the_server_says() -> None:
    lines = {key.removeprefix("log."): text for key, text in catalogue("en").items() if re.match(r"log\.[A-Z]", key)}
    assert lines == wording.LOG


SPLIT = {"Counterattack": "BattleBegan", "CityRebuilt": "CityScorched", "UnitSurrendered": "UnitEliminated"}
"""Second sentences of an event -> its kind."""
ADDED = {"half", "halves", "months", "year", "ending", "side", "by", "mine", "theirs"}
"""What lines of the log name beside the fields of their events: of the calendar, the end, two bids, and who did it."""


def test_the_log_names_what_its_events_hold() -> None:
    """A hole is a field of the event, a card, what the calendar says of its turn, or how the game ended."""
    fields = {kind.__name__: {*kind.__struct_fields__, *ADDED} for kind in get_args(Event)}
    sentences_of = {key[4:]: holes(text) for key, text in catalogue("en").items() if re.match(r"log\.[A-Z]", key)}
    assert all(any(code.startswith(kind) for code in sentences_of) for kind in fields)
    for code, named in sentences_of.items():
        kind = code.partition("-")[0]
        assert {hole.partition(":")[0] for hole in named} <= fields[SPLIT.get(kind, kind)], code


@pytest.mark.parametrize(
    ("file", "key"),
    [
        ("cards", "card.55.soviet.text"),
        ("lessons", "lesson.march.1.why"),
        ("lessons", "lesson.campaign.end"),
        ("lessons", "tip.discard.title"),
        ("setup", "scenario.na_berlin.summary"),
        ("setup", "ruleset.digital_0_1.title"),
        ("setup", "level.easy.summary"),
        ("setup", "option.joker.title"),
        ("refusal", "refusal.lake"),
        ("refusal", "refusal.moment-commit"),
        ("info", "info.box-rail"),
        ("names", "unit.S_W"),
        ("names", "counter.S_W.back"),
        ("names", "place.1211"),
        ("names", "drawn.vistula"),
        ("calendar", "calendar.12.1"),
        ("calendar", "calendar.19.west"),
        ("setup", "scenario.saturn.note.2"),
        ("sources", "source.FINN"),
        ("sources", "source.saturn.S_DON"),
    ],
)
def test_texts_of_the_servers_data_have_keys_outside_english(folder: Path, file: str, key: str) -> None:
    (folder / "fr" / f"{file}.json").write_text(json.dumps({key: "…"}), encoding="utf-8")
    assert report(folder) == []
    missing = report(folder, complete=True)
    assert f"ru: {key} is not translated" in missing
    assert f"fr: {key} is not translated" not in missing
    (folder / "en" / f"{file}.json").write_text(json.dumps({key: "…"}), encoding="utf-8")
    assert report(folder) == [f"en: {key} is told by the server; its English stands in the data"]


@pytest.mark.parametrize(
    ("file", "key"), [("cards", "card.56.axis.title"), ("lessons", "lesson.march.9.text"), ("names", "unit.G18.back")]
)
def test_a_key_that_no_data_have_is_found(folder: Path, file: str, key: str) -> None:
    (folder / "de" / f"{file}.json").write_text(json.dumps({key: "…"}), encoding="utf-8")
    assert report(folder) == [f"de: {key} is not a text of the English catalogue or of the server's data"]


def test_months_are_in_english_what_the_server_calls_them() -> None:
    texts = catalogue("en")
    for months in {box.months for box in load_facts().calendar}:
        assert texts[f"words.months-{months}"] == months_name(months)


def test_every_card_has_both_halves() -> None:
    assert sum(key.startswith("card.") for key in served()) == 55 * 2 * 4


def test_labels_say_in_english_what_the_server_says() -> None:
    texts = catalogue("en")
    said = {("words." if code.startswith(WORDS) else "label.") + code: text for code, text in load_labels().items()}
    assert {key: texts[key] for key in said} == said
    assert {key for key in texts if key.startswith("label.")} == {key for key in said if key.startswith("label.")}


def test_every_code_has_its_label() -> None:
    """Ends of a game, alternatives of events, scopes of effects, terrains and kinds of weather."""
    wanted = {f"end-{reason}" for reason in (*victory.REASONS, *victory.DRAWS)}
    wanted |= {
        f"{half_id(event.card, SIDES[event.side])}-{mode}"
        for event in REGISTRY.values()
        for mode in event.modes
        if mode
    }
    wanted |= {f"until-{scope}" for scope in Scope}
    wanted |= {f"terrain-{terrain}" for terrain in {place.terrain for place in load_facts().map.hexes}}
    wanted |= {f"weather-{box.weather}" for box in load_facts().calendar}
    assert wanted - set(load_labels()) == set()


def test_a_code_without_a_label_is_an_error() -> None:
    with pytest.raises(KeyError):
        FORMATS["scope"]("for_ever")
    with pytest.raises(KeyError):
        FORMATS["shifts"]([(1, "moonlight")])


def test_a_code_of_the_server_that_the_client_cannot_word_is_found() -> None:
    texts, families = catalogue("en"), CODES_OF.read_text(encoding="utf-8")
    assert unworded(texts, families) == []
    del texts["label.until-phase"]
    assert unworded(texts, families + '  | "words.moon-"\n') == [
        "en: label.until-phase is missing: the server has this code",
        "families.ts and closed() differ in words.moon-",
    ]


def test_a_code_that_has_no_english_is_found(tmp_path: Path) -> None:
    source = """
        def moonlight(state):
            if state.turn:
                raise Found("too-bright" if state.snow else "no-unit")
            return Shift(1, "moonlight", "10.6", say("shift-moonlight"))
        """
    (tmp_path / "odds.py").write_text(dedent(source), encoding="utf-8")
    assert unsaid(tmp_path) == [
        "odds.py:5: labels.toml has no shift-moonlight",
        "odds.py:4: refusals.toml and information.toml have no too-bright",
        "odds.py:5: refusals.toml and information.toml have no info-shift-moonlight",
    ]


def test_every_catalogue_is_named_by_the_folder_whose_texts_it_holds() -> None:
    """`texts.ts` of a folder says which catalogues are its own; the compiler holds its `t` to them."""
    named = {
        file.parent.name: set(re.findall(r"`(\w+)\.json`", file.read_text())) for file in SOURCES.glob("*/texts.ts")
    }
    assert all(folder in catalogues for folder, catalogues in named.items() if folder != "shared")
    owned = [catalogue for catalogues in named.values() for catalogue in catalogues]
    assert len(owned) == len(set(owned)), "a catalogue of two folders"
    assert {file.stem for file in (CATALOGUES / "en").glob("*.json")} == set(owned) | {"label"}


def test_a_folder_speaks_by_its_own_texts() -> None:
    own = {SOURCES / "shell.ts", *SOURCES.glob("*/texts.ts")}
    files = [file for kind in ("ts", "svelte") for file in SOURCES.glob(f"*/*.{kind}") if file.parent != CATALOGUES]
    taken = re.compile(r"import \{[^}]*\bt\b[^}]*\} from \"../i18n/i18n.svelte\"")
    assert [file.name for file in files if file not in own and taken.search(file.read_text(encoding="utf-8"))] == []


def test_a_key_that_stands_twice_is_found(folder: Path) -> None:
    (folder / "en" / "map.json").write_text('{"map.go": "To {place}", "map.go": "Go"}', encoding="utf-8")
    assert report(folder) == ["en/map.json: the key map.go stands twice"]


ENGLISH = re.compile(r"\b(the|and|with|which|there|this|that|from|your)\b", re.IGNORECASE)
"""Words that every English sentence may hold, and no sentence of the other languages."""


@pytest.mark.parametrize("language", TRANSLATED)
def test_no_translation_is_english(language: str) -> None:
    texts = {
        key: text if isinstance(text, str) else " ".join(text.values()) for key, text in catalogue(language).items()
    }
    assert {key: text for key, text in texts.items() if ENGLISH.search(HOLE.sub("", text))} == {}


STYLE = {
    "fr": r"[^\u00a0\u202f](?:[;!?»]|:(?!\w|//|\.))|«[^\u00a0\u202f]| %| …",
    "de": r"\d %|Strg [^+]|Umschalt [^+]|\b[Aa]ufheb|\b[Aa]ufgehoben\b|[Pp]lötzliche[sn]? Ende|\bAusscheide"
    r"|\b(?:[Dd]u|[Ii]ch)\b[^.]*\bam Zug|[Dd]ein Zug|pro Zug\b|\bSpielz[uü]g",
}
"""What the rules of style of a language forbid: in French a breaking space, or none, before : ; ! ? » % and after «."""


@pytest.mark.parametrize("language", TRANSLATED)
def test_no_two_units_have_the_same_name_and_none_that_of_a_city(language: str) -> None:
    texts = {key: text for key, text in catalogue(language).items() if key.startswith(("unit.", "place."))}
    names = {key: name if isinstance(name, str) else name["nom"] for key, name in texts.items()}
    units = {(name, key.split(".")[1]) for key, name in names.items() if key.startswith("unit.")}
    assert len({name for name, _ in units}) == len(units)
    assert not {name for name, _ in units} & {name for key, name in names.items() if key.startswith("place.")}


AS_IT_IS = re.compile(r"No Retreat!|Content-Type: |\(\?\)")


@pytest.mark.parametrize("language", STYLE)
def test_rules_of_style(language: str) -> None:
    found = {
        key: text
        for key, message in catalogue(language).items()
        for text in ([message] if isinstance(message, str) else message.values())
        if re.search(STYLE[language], HOLE.sub("x", AS_IT_IS.sub("", text)))
    }
    assert found == {}


HYPHEN_FOR_MINUS = re.compile(r"(?<![\w/}–])-\d")


@pytest.mark.parametrize("language", CODES)
def test_a_minus_is_not_a_hyphen(language: str) -> None:
    found = {
        key: text
        for key, message in catalogue(language).items()
        for text in ([message] if isinstance(message, str) else message.values())
        if HYPHEN_FOR_MINUS.search(text)
    }
    assert found == {}
