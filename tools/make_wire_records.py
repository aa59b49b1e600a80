"""Writes the generated parts of docs/wire-protocol.md: every call of the server, and every record that calls send.

They follow from the server's description of itself (`server/http/openapi.py`), from which the client's types are made
as well; the sentences are the docstrings of the calls. Everything else on the page is written by hand.
Run: `python -m tools.make_wire_records`, or `python tools/make_docs.py` for all generated documents.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from tools.parts import filled

TARGET = Path(__file__).resolve().parents[1] / "docs" / "wire-protocol.md"
ELSEWHERE: Final = ("Action", "Event")
"""Unions whose records have a page of their own, docs/actions-and-events.md."""
WORDS: Final = {"string": "text", "integer": "number", "number": "number", "boolean": "bool", "null": "null"}


@cache
def _described() -> tuple[dict[str, Any], dict[tuple[str, str], str]]:
    """The server's description of its calls, and the first sentence of each call's docstring."""
    from litestar.routes import HTTPRoute  # here, since most runs need no server

    from noretreat.server.app import create_app
    from noretreat.server.http.openapi import with_named_types

    with TemporaryDirectory() as folder:
        app = create_app(folder)
        handlers = [
            (route.path_format, handler)
            for route in app.routes
            if isinstance(route, HTTPRoute)
            for handler in route.route_handlers
        ]
        said = {
            (str(method), path): _sentence(inspect.getdoc(handler.fn))
            for path, handler in handlers
            for method in handler.http_methods
        }
        return with_named_types(app.openapi_schema.to_schema()), said


def schemas() -> dict[str, dict[str, Any]]:
    """The records of the description, by name."""
    found: dict[str, dict[str, Any]] = _described()[0]["components"]["schemas"]
    return found


def operations() -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Each call: its method, its path, and its description."""
    for path, methods in sorted(_described()[0]["paths"].items()):
        for method, operation in sorted(methods.items()):
            yield method.upper(), path, operation


def _sentence(text: str | None) -> str:
    """The first sentence of a docstring, in one line."""
    words = " ".join((text or "").split("\n\n")[0].split())
    return words.replace("|", "/")


def plain(schema: dict[str, Any]) -> str:
    """A type in a few words: `[text]`, `Side or null`, `{hex: Odds}`."""
    if "$ref" in schema:
        return str(schema["$ref"]).rpartition("/")[2]
    for several in ("oneOf", "anyOf"):
        if several in schema:
            return " or ".join(dict.fromkeys(map(plain, schema[several])))
    if "enum" in schema:
        return " or ".join("null" if each is None else str(each) or '""' for each in schema["enum"])
    if "const" in schema:
        return str(schema["const"])
    if isinstance(schema.get("type"), list):
        return " or ".join(WORDS.get(kind, kind) for kind in schema["type"])
    return _compound(schema)


def _compound(schema: dict[str, Any]) -> str:
    """A list, a mapping, an unnamed record, or a plain type."""
    if schema.get("type") == "array":
        return f"[{plain(schema.get('items') or {})}]"
    if schema.get("properties"):
        return f"{{{', '.join(f'{name}: {plain(kind)}' for name, kind in schema['properties'].items())}}}"
    if schema.get("type") == "object":
        more = schema.get("additionalProperties")
        key = plain(schema["propertyNames"]) if "propertyNames" in schema else "..."
        return f"{{{key}: {plain(more)}}}" if isinstance(more, dict) and more else "{...}"
    return WORDS.get(str(schema.get("type")), "anything")


def fields(name: str) -> dict[str, str]:
    """The fields of a record with their types; one that may be missing has a question mark."""
    schema = schemas()[name]
    needed = schema.get("required", ())
    return {
        f"{field}{'' if field in needed else '?'}": plain(kind) for field, kind in schema.get("properties", {}).items()
    }


def _body(operation: dict[str, Any]) -> str:
    """The arguments of a call: its query, and its body."""
    query = [each["name"] for each in operation.get("parameters", ()) if each["in"] == "query"]
    content = operation.get("requestBody", {}).get("content", {})
    kinds = dict.fromkeys(plain(each["schema"]) for each in content.values())
    return " ".join([*([f"`?{'&'.join(query)}`"] if query else []), *(f"`{kind}`" for kind in kinds)])


def _answer(operation: dict[str, Any]) -> str:
    """The response of a call: its status, and its record."""
    ((status, answer),) = [one for one in operation["responses"].items() if one[0].startswith("2")]
    kinds = [kind for each in answer.get("content", {}).values() if (kind := plain(each["schema"])) != "null"]
    return " ".join([status, *(f"`{kind}`" for kind in dict.fromkeys(kinds))])


def calls() -> str:
    """The table of all calls."""
    said = _described()[1]
    lines = ["| call | takes | answers | does |", "|---|---|---|---|"]
    for method, path, operation in operations():
        takes = _body(operation) or "–"
        address = path.replace("{name}", "{id}")
        lines.append(f"| `{method} {address}` | {takes} | {_answer(operation)} | {said[method, path]} |")
    return "\n".join(lines)


def _of_union(name: str) -> list[str]:
    """The records of a union."""
    return [one["$ref"].rpartition("/")[2] for one in schemas()[name].get("oneOf", ()) if "$ref" in one]


def _of_kind(name: str) -> str:
    """The values of a type without fields; of ids, which are too many to list, what they name."""
    from noretreat.server.http.openapi import IDS

    schema = schemas()[name]
    if name in IDS and "enum" in schema:
        return f"{WORDS[schema['type']]}: {schema['description']}"
    return plain(schema)


def records() -> str:
    """The table of all records, but for actions and events."""
    left_out = {one for union in ELSEWHERE for one in (union, *_of_union(union))}
    lines = ["| record | fields |", "|---|---|"]
    for name in sorted(schemas().keys() - left_out):
        has = ", ".join(f"`{field}`: {kind}" for field, kind in fields(name).items())
        lines.append(f"| `{name}` | {has or _of_kind(name)} |")
    return "\n".join(lines)


PARTS: Final[dict[str, Callable[[], str]]] = {"calls": calls, "records": records}
"""The parts that can be made for the page, by the name in their marks."""


def build() -> str:
    """The whole page, its generated parts made anew."""
    return filled(TARGET.read_text(encoding="utf-8"), PARTS)


if __name__ == "__main__":
    TARGET.write_text(build(), encoding="utf-8", newline="\n")
