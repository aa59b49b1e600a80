"""Reads out of a module's source what its functions can say: the sentences, with holes where names and numbers go.

Where the source tells what may stand in a hole, all of it is read, parted by ` / `; the rest of it is `…`.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable
from pathlib import Path
from typing import Final

HOLE: Final = "…"
_NAMES: Final = ("_side",)
"""Functions that put a name into a hole and not words."""


class Sentences:
    """The sentences of one module."""

    def __init__(self, path: Path) -> None:
        tree = ast.parse(path.read_text(encoding="utf-8"))
        self._functions = {node.name: node for node in tree.body if isinstance(node, ast.FunctionDef)}
        self._values = _assigned(tree.body)

    def of_table(self, table: str) -> dict[str, list[str]]:
        """Key -> sentences, of a table of sentences and of functions; a key `ev.UnitMoved` is `UnitMoved`."""
        found = self._values[table][0]
        assert isinstance(found, ast.Dict)
        keys = [key.attr if isinstance(key, ast.Attribute) else getattr(key, "value", "") for key in found.keys]
        return {key: _whole(self._said(value, {})) for key, value in zip(keys, found.values, strict=True)}

    def _said(self, node: ast.AST, local: dict[str, list[ast.expr]]) -> list[str]:
        """All texts that an expression can be; a hole where that cannot be told."""
        match node:
            case ast.Constant(value=str(text)):
                return [text]
            case ast.JoinedStr(values=parts):
                return ["".join(self._part(part, local) for part in parts)]
            case ast.FormattedValue(value=value) | ast.Subscript(value=value) | ast.Lambda(body=value):
                return self._said(value, local)
            case ast.IfExp(body=body, orelse=other):
                return self._all((body, other), local)
            case ast.BoolOp(values=values) | ast.Dict(values=values):
                return self._all(values, local)
            case ast.BinOp(left=left, op=ast.Add(), right=right):
                both = self._part(left, local) + self._part(right, local)
                return [both if both.strip(HOLE) else HOLE]
            case ast.Name(id=name) if name in self._functions:
                return self._function(self._functions[name])
            case ast.Name(id=name) if name in local or name in self._values:
                known = local.get(name) or self._values.get(name, [])
                return self._all(known, {key: value for key, value in local.items() if key != name})
            case ast.Call():
                return self._called(node, local)
        return [HOLE]

    def _called(self, call: ast.Call, local: dict[str, list[ast.expr]]) -> list[str]:
        """What a call can return, as far as it can be told."""
        match call:
            case ast.Call(func=ast.Name(id="fill"), args=[text, *_]):
                return self._said(text, local)
            case ast.Call(func=ast.Name(id=name)) if name in self._functions and name not in _NAMES:
                return self._function(self._functions[name])
            case ast.Call(func=ast.Attribute(value=value, attr="format")):
                return self._said(value, local)
            case ast.Call(func=ast.Attribute(value=(ast.Name() | ast.Dict()) as table, attr="get"), args=[_, *other]):
                return self._all((table, *other), local)
        return [HOLE]

    def _all(self, nodes: Iterable[ast.AST], local: dict[str, list[ast.expr]]) -> list[str]:
        """What several expressions can be, each text once."""
        return list(dict.fromkeys(text for node in nodes for text in self._said(node, local)))

    def _part(self, node: ast.AST, local: dict[str, list[ast.expr]]) -> str:
        """A part of a sentence."""
        texts = [text for text in self._said(node, local) if text]
        return " / ".join(sorted(texts, key=HOLE.__eq__))

    def _function(self, function: ast.FunctionDef) -> list[str]:
        """What a function can return."""
        returned = [node.value for node in ast.walk(function) if isinstance(node, ast.Return) and node.value]
        return self._all(returned, _assigned(ast.walk(function)))


def _assigned(nodes: Iterable[ast.AST]) -> dict[str, list[ast.expr]]:
    """Name -> the values it is given."""
    found: dict[str, list[ast.expr]] = {}
    for node in nodes:
        match node:
            case ast.Assign(targets=[ast.Name(id=name)], value=ast.expr() as value):
                found.setdefault(name, []).append(value)
            case ast.AnnAssign(target=ast.Name(id=name), value=ast.expr() as value):
                found.setdefault(name, []).append(value)
    return found


def _whole(texts: Iterable[str]) -> list[str]:
    """The sentences among some texts."""
    return [text for text in texts if text.strip(f"{HOLE} ")]
