"""Make the client's types from the server's description of its calls.

    python -m tools.make_wire            writes web/src/wire/wire.ts
    python -m tools.make_wire --check    fails if that file is stale

The server describes itself (`server/http/openapi.py`); openapi-typescript turns that into types.
"""

from __future__ import annotations

import argparse
import json
import re
import shutil
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from noretreat.server.app import create_app
from noretreat.server.http.openapi import IDS, with_named_types

ROOT = Path(__file__).resolve().parent.parent
WEB = ROOT / "web"
TYPES = WEB / "src" / "wire" / "wire.ts"
HEAD = "// Made by `make wire` from the server's description of its calls; never edited by hand.\n\n"


def description() -> str:
    """The server's description of its calls, as OpenAPI."""
    with TemporaryDirectory() as folder:
        described = create_app(folder).openapi_schema.to_schema()
    return json.dumps(with_named_types(described), indent=1, sort_keys=True, ensure_ascii=False) + "\n"


def types_of(described: str) -> str:
    """The TypeScript types of a description."""
    node = shutil.which("node", path=str(Path(sys.executable).parent)) or shutil.which("node")
    if node is None:
        raise SystemExit("There is no Node.js; `make setup` installs it.")
    generator = WEB / "node_modules" / "openapi-typescript" / "bin" / "cli.js"
    with TemporaryDirectory() as folder:
        source, made = Path(folder, "openapi.json"), Path(folder, "wire.ts")
        source.write_text(described, encoding="utf-8")
        flags = ["--root-types", "--root-types-no-schema-prefix", "--root-types-keep-casing"]
        command = [node, str(generator), str(source), "--output", str(made), *flags]
        subprocess.run(command, cwd=WEB, check=True, stdout=subprocess.DEVNULL)
        return HEAD + exact(made.read_text(encoding="utf-8"))


def exact(types: str) -> str:
    """The types with what the generator leaves out: tables by id have no other keys, and unions of ids have a name, by
    which the compiler speaks of them.
    """
    by_id = re.compile(r"(/\*\* @description By (\w+)\. \*/\s+\w+\??: \{\s+\[key): string\]:")
    types = by_id.sub(r"\1 in \2]?:", types)
    for name in IDS:
        found = re.search(rf"^        {name}: (.+);$", types, re.MULTILINE)
        assert found is not None, name
        types = types.replace(found[0], f"        {name}: {name};")
        types = types.replace(f"{name} = components['schemas']['{name}'];", f"{name} = {found[1]};")
    return types


def main(arguments: list[str] | None = None) -> int:
    """Writes the types; with `--check` writes nothing, and is 1 if they are stale."""
    parser = argparse.ArgumentParser(description="Make the client's types from the server's description.")
    parser.add_argument("--check", action="store_true", help="write nothing, fail when the types are stale")
    check = parser.parse_args(arguments).check
    types, name = types_of(description()), TYPES.relative_to(ROOT).as_posix()
    if TYPES.exists() and TYPES.read_text(encoding="utf-8") == types:
        return 0
    if check:
        print(f"{name} is stale; `make wire` makes it again.")
        return 1
    TYPES.write_text(types, encoding="utf-8", newline="\n")
    print(f"written: {name}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
