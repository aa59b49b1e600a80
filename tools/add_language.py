"""Begins a language: `python tools/add_language.py it`. Every text stands in its file in English, marked as such.

It adds a row to the table (`src/noretreat/data/languages.toml`), with the names, plural forms and lists that Node.js
knows, and makes each file that another language has and this one lacks. A text that begins with `[en] ` is not
translated: the page shows its English, and `python tools/whats_left.py` counts them, file by file. Translate it in its
place, and take the mark away. A language that has a row keeps it, and files that are there stay as they are.
"""

from __future__ import annotations

import argparse
import json
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any, Final

ROOT: Final = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))  # so that the script runs from anywhere

from noretreat.data.languages import LANGUAGES, PLURALS, TABLE, Language, marked  # noqa: E402
from noretreat.data.load import DATA_DIR, read_toml  # noqa: E402
from tools import check_catalogues, stale_texts  # noqa: E402

CLIENT: Final = ROOT / "web" / "src"
STEMMERS: Final = ROOT / "web" / "node_modules" / "@orama" / "stemmers"
SAMPLES: Final = (*range(201), 1_000_000, 2_000_000)
_ASK: Final = """
const code = process.argv[1], samples = JSON.parse(process.argv[2]);
if (!Intl.PluralRules.supportedLocalesOf([code]).length) throw new Error("unknown");
const named = (reader) => new Intl.DisplayNames([reader], { type: "language" }).of(code);
const rules = new Intl.PluralRules(code), list = new Intl.ListFormat(code);
console.log(JSON.stringify({
  name: named(code), english: named("en"), forms: rules.resolvedOptions().pluralCategories,
  of: samples.map((n) => rules.select(n)), two: list.format(["X", "Y"]), three: list.format(["X", "Y", "Z"]),
}));
"""


def asked(code: str) -> dict[str, Any]:
    """What the JavaScript engine knows of a language; `SystemExit` where it knows none."""
    node = shutil.which("node") or str(Path(sys.executable).parent / "node")
    done = subprocess.run([node, "-e", _ASK, code, json.dumps(SAMPLES)], capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(f"Node.js knows no language {code!r}: is it a code such as it, es, uk?")
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def row(code: str, genders: str) -> str:
    """The row of a new language."""
    known = asked(code)
    fitting = [
        name
        for name, rule in PLURALS.items()
        if set(rule.forms) == set(known["forms"]) and [rule.of(n) for n in SAMPLES] == known["of"]
    ]
    if not fitting:
        raise SystemExit(f"No plural rule of src/noretreat/data/languages.py fits {code}: add one to PLURALS first.")
    name, english = known["name"], known["english"]
    stemmer = english.lower()
    texts = {
        "name": name[:1].upper() + name[1:],
        "english": english,
        "plurals": fitting[0],
        "joins": known["two"].removeprefix("X").removesuffix("Y"),
    }
    lines = [f"{field} = {json.dumps(text, ensure_ascii=False)}" for field, text in texts.items()]
    lines += ["serial_comma = true"] * bool(re.match("X, Y,", known["three"]))
    lines += ['unbent = ""', 'forms = "nom mid gen dat acc ins loc of in to from gender"', f'genders = "{genders}"']
    lines += [f'stemmer = "@orama/stemmers/{stemmer}"'] * (f'"./{stemmer}"' in (STEMMERS / "package.json").read_text())
    return f"\n[{code}]\n" + "\n".join(lines) + "\n"


def formed(message: check_catalogues.Message, language: Language) -> check_catalogues.Message:
    """An English text with the plural forms of a language, marked."""
    if isinstance(message, str):
        found: check_catalogues.Message = marked(message)
        return found
    return {form: marked(message.get(form, message["other"])) for form in PLURALS[language.plurals].forms}


def catalogues(language: Language) -> dict[str, str]:
    """The client's catalogues by the names of their files: the client's own texts, and those of the server's data."""
    by_file: dict[str, dict[str, check_catalogues.Message]] = {}
    served = {kind: file for file, kinds in check_catalogues.SERVED.items() for kind in kinds}
    for key, english in stale_texts.texts()["en"].items():
        kind = key.partition(".")[0]
        by_file.setdefault(served.get(kind, kind), {})[key] = formed(english, language)
    return {f"{name}.json": json.dumps(texts, indent=2, ensure_ascii=False) + "\n" for name, texts in by_file.items()}


def _marked_toml(text: str) -> str:
    """A TOML file of texts with a mark before each: after `=`, `[` or a comma stands no other quotation mark."""
    lines = [
        line if line.startswith("#") else re.sub(r'(?<=[=\[,] )"(?=[^"])|(?<=\[)"(?=[^"])', '"[en] ', line)
        for line in text.splitlines()
    ]
    return "\n".join(lines) + "\n"


def _letters(code: str, language: Language) -> str:
    """The words of mails in a language, a section of `letters.toml`."""
    lines = [f"\n[{code}]"]
    for key, text in read_toml(DATA_DIR / "letters.toml")["en"].items():
        whole = formed(text, language)
        forms = [whole] if isinstance(whole, str) else [f"{form} = {_quoted(one)}" for form, one in whole.items()]
        lines.append(f"{key} = {_quoted(whole)}" if isinstance(whole, str) else f"{key} = {{{', '.join(forms)}}}")
    return "\n".join(lines) + "\n"


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def files(code: str, language: Language) -> dict[Path, str]:
    """All files of a language that are written by hand, as they begin."""
    pages = CLIENT / "i18n"
    words = json.loads((CLIENT / "search" / "words" / "en.json").read_text(encoding="utf-8"))
    asking = (DATA_DIR / "asking" / "en.toml").read_text(encoding="utf-8")
    return {
        **{pages / code / name: text for name, text in catalogues(language).items()},
        pages / code / "catalogue.ts": (pages / "de" / "catalogue.ts").read_text(encoding="utf-8"),
        CLIENT / "search" / "words" / f"{code}.json": json.dumps(marked(words), indent=2, ensure_ascii=False) + "\n",
        DATA_DIR / "asking" / f"{code}.toml": _marked_toml(asking),
        ROOT / "docs" / code / "of.json": "{}\n",
        **{ROOT / "bench" / "questions" / f"{kind}.{code}.json": "[]\n" for kind in ("engine", "rules")},
    }


def begin(code: str, language: Language) -> list[Path]:
    """Makes the files that are not there, and the section of the mails; which they are."""
    new = []
    for path, text in files(code, language).items():
        if not path.exists():
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8", newline="\n")
            new.append(path)
    letters = DATA_DIR / "letters.toml"
    if code not in read_toml(letters):
        with letters.open("a", encoding="utf-8", newline="\n") as stream:
            stream.write(_letters(code, language))
        new.append(letters)
    return new


def main() -> int:
    """Adds the row, makes the files, and says what is next."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("code", help="two small letters, as in ISO 639-1: it, es, uk")
    parser.add_argument("--genders", default="m f n pl", help="those of its nouns, and pl (m f n pl)")
    args = parser.parse_args()
    if not re.fullmatch("[a-z]{2}", args.code):
        parser.error(f"{args.code!r} is no code of two small letters")
    if args.code not in LANGUAGES:
        with TABLE.open("a", encoding="utf-8", newline="\n") as stream:
            stream.write(row(args.code, args.genders))
        # The table is read once: the files are made by a process that has read the new one.
        return subprocess.run([sys.executable, __file__, args.code], check=False).returncode
    new = begin(args.code, LANGUAGES[args.code])
    from tools import make_languages, tongue

    made = make_languages.files() | {p: f for p, f in tongue.files().items() if p.stem == args.code}
    for path, build in made.items():
        path.write_text(build(), encoding="utf-8", newline="\n")
    print("\n".join(path.relative_to(ROOT).as_posix() for path in (*new, *made)))
    print("Next: the row in src/noretreat/data/languages.toml, make wire, then python tools/whats_left.py")
    return 0


if __name__ == "__main__":
    sys.exit(main())
