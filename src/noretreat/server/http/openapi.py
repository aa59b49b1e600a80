"""The OpenAPI description of the server's calls, exact to the last key.

The client's types are made from it (`tools/make_wire.py`). Litestar describes addresses, bodies and answers; here is
what it cannot know: which keys of a record are always sent, that a table by side has both sides, and the names of the
unions that records are told apart by.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final, Literal, get_args

import msgspec
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.openapi.spec import Reference, Schema
from litestar.openapi.spec.enums import OpenAPIType
from litestar.plugins import OpenAPISchemaPlugin
from litestar.typing import FieldDefinition
from litestar.utils.typing import make_non_optional_union

from noretreat.core.actions import Action
from noretreat.core.board import BOARD, LADOGA
from noretreat.core.boxes import BOX_NAMES
from noretreat.core.events import Event
from noretreat.data.facts import Side
from noretreat.data.ids import Ids
from noretreat.explain.questions.query import Query
from noretreat.server.http.responses import AnyRequest

if TYPE_CHECKING:
    from litestar._openapi.schema_generation import SchemaCreator

UNIONS: Final = {"Action": Action, "Event": Event, "Query": Query}
"""Records that are told apart by a tag, under the names that the description gives them."""
_SCHEMAS: Final = "#/components/schemas/"
_ON_MAP: Final = [*(hex_.id for hex_ in BOARD.facts.map.hexes), *(area.id for area in BOARD.facts.map.areas), LADOGA]
IDS: Final[dict[str, dict[str, Any]]] = {
    "UnitId": {"type": "string", "enum": sorted(BOARD.unit_ids), "description": "a counter"},
    "MapId": {"type": "string", "enum": sorted(_ON_MAP), "description": "a hex, an area, or Lake Ladoga"},
    "PlaceId": {
        "oneOf": [
            {"$ref": f"{_SCHEMAS}MapId"},
            {"type": "string", "enum": sorted(BOX_NAMES.values()), "description": "a box beside the map"},
        ],
        "description": "the place of a unit",
    },
    "CardNumber": {"type": "integer", "enum": sorted(BOARD.cards), "description": "the number printed on a card"},
}
"""The kinds of ids (`data/ids.py`) and all that there are of each, under the names that the description gives them."""


class Records(OpenAPISchemaPlugin):
    """Records as msgspec writes them: a key may be missing only where the record leaves defaults out, and is not null
    where null is the default that is left out.
    """

    @staticmethod
    def is_plugin_supported_field(field_definition: FieldDefinition) -> bool:
        return not field_definition.is_union and field_definition.is_subclass_of(msgspec.Struct)

    def to_openapi_schema(self, field_definition: FieldDefinition, schema_creator: SchemaCreator) -> Schema:
        record = field_definition.annotation
        config = record.__struct_config__
        hints = field_definition.get_type_hints(include_extras=True, resolve_generics=True)
        fields = {field.encode_name: field.name for field in msgspec.structs.fields(record)}
        required: list[str] = []
        properties: dict[str, FieldDefinition] = {}
        if config.tag_field:
            required.append(config.tag_field)
            properties[config.tag_field] = FieldDefinition.from_annotation(Literal[config.tag])
        for field in msgspec.structs.fields(record):
            hint = hints[field.name]
            if field.required or not config.omit_defaults:
                required.append(field.encode_name)
            elif field.default is None and type(None) in get_args(hint):
                hint = make_non_optional_union(hint)
            properties[field.encode_name] = FieldDefinition.from_annotation(hint, name=field.encode_name)
        made = schema_creator.create_component_schema(
            field_definition, required=sorted(required), property_fields=properties
        )
        if config.forbid_unknown_fields:
            made.additional_properties = False
        for name, value in (made.properties or {}).items():
            _limit(value, hints.get(fields.get(name, "")))
        return made


_LIMITS: Final = {"ge": "minimum", "le": "maximum", "pattern": "pattern", "max_length": "max_length"}
"""Constraints of msgspec and their names in OpenAPI."""


def _limit(described: Schema | Reference, hint: object) -> None:
    """Writes into the description of a value what msgspec checks of it."""
    if not isinstance(described, Schema):
        return
    for one, other in zip(described.one_of or (), get_args(hint), strict=False):
        _limit(one, other)
    for meta in getattr(hint, "__metadata__", ()):
        if isinstance(meta, msgspec.Meta):
            for limit, word in _LIMITS.items():
                if getattr(meta, limit) is not None:
                    setattr(described, word, getattr(meta, limit))


class BothSides(OpenAPISchemaPlugin):
    """A table by side, which has an entry for each."""

    @staticmethod
    def is_plugin_supported_field(field_definition: FieldDefinition) -> bool:
        return field_definition.is_mapping and get_args(field_definition.annotation)[:1] == (Side,)

    def to_openapi_schema(self, field_definition: FieldDefinition, schema_creator: SchemaCreator) -> Schema:
        value = field_definition.inner_types[1]
        return Schema(
            type=OpenAPIType.OBJECT,
            properties={side.value: schema_creator.for_field_definition(value) for side in Side},
            required=[side.value for side in Side],
        )


def _kind_of(field_definition: FieldDefinition) -> str | None:
    """The kind of ids that a field holds, if it holds an id."""
    return next((mark.name for mark in field_definition.metadata if isinstance(mark, Ids)), None)


class NamedIds(OpenAPISchemaPlugin):
    """An id of a unit, a place or a card: by reference to its kind, which `with_named_types` adds."""

    @staticmethod
    def is_plugin_supported_field(field_definition: FieldDefinition) -> bool:
        return _kind_of(field_definition) is not None

    def to_openapi_schema(self, field_definition: FieldDefinition, schema_creator: SchemaCreator) -> Schema:
        return Schema(all_of=[Reference(f"{_SCHEMAS}{_kind_of(field_definition)}")])


class ById(OpenAPISchemaPlugin):
    """A table by id, which need not have an entry for each."""

    @staticmethod
    def is_plugin_supported_field(field_definition: FieldDefinition) -> bool:
        return field_definition.is_mapping and _kind_of(field_definition.inner_types[0]) is not None

    def to_openapi_schema(self, field_definition: FieldDefinition, schema_creator: SchemaCreator) -> Schema:
        key, value = field_definition.inner_types
        return Schema(
            type=OpenAPIType.OBJECT,
            description=f"By {_kind_of(key)}.",
            property_names=schema_creator.for_field_definition(key),
            additional_properties=schema_creator.for_field_definition(value),
        )


class Renderer(JsonRenderPlugin):
    """Renders the description."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings)
        self._rendered = b""

    def render(self, request: AnyRequest, openapi_schema: dict[str, Any]) -> bytes:
        """The description, which is made once."""
        if not self._rendered:
            self._rendered = super().render(request, without_empty_bodies(with_named_types(openapi_schema)))
        return self._rendered


def without_empty_bodies(description: dict[str, Any]) -> dict[str, Any]:
    """The description in which an answer without a body (204) has none, also where it sets a cookie."""
    for calls in description["paths"].values():
        for call in calls.values():
            call["responses"].get("204", {}).pop("content", None)
    return description


def with_named_types(description: dict[str, Any]) -> dict[str, Any]:
    """The description with each union and each kind of id under a name of its own, instead of wherever it is used."""
    named = {name: [f"{_SCHEMAS}{member.__name__}" for member in get_args(union)] for name, union in UNIONS.items()}
    found: dict[str, Any] = _replaced(description, named)
    for name, union in UNIONS.items():
        tags = {member.__struct_config__.tag: f"{_SCHEMAS}{member.__name__}" for member in get_args(union)}
        key = get_args(union)[0].__struct_config__.tag_field
        found["components"]["schemas"][name] = {
            "oneOf": [{"$ref": reference} for reference in named[name]],
            "discriminator": {"propertyName": key, "mapping": tags},
        }
    found["components"]["schemas"] |= IDS
    return found


def _replaced(part: Any, named: dict[str, list[str]]) -> Any:
    """A part of the description in which alternatives that make up a union are one reference to it, and a reference
    by itself stands in nothing else.
    """
    if isinstance(part, list):
        return [_replaced(one, named) for one in part]
    if not isinstance(part, dict):
        return part
    if part.keys() == {"allOf"} and len(part["allOf"]) == 1:
        return part["allOf"][0]
    if isinstance(part.get("oneOf"), list):
        others = list(_gathered(part["oneOf"], named))
        return others[0] if len(others) == 1 else {**part, "oneOf": [_replaced(one, named) for one in others]}
    return {key: _replaced(value, named) for key, value in part.items()}


def _gathered(alternatives: list[Any], named: dict[str, list[str]]) -> Iterator[Any]:
    """The alternatives, those of a union in one."""
    references = [one.get("$ref") for one in alternatives]
    whole = {name: set(members) for name, members in named.items() if set(members) <= set(references)}
    for name in whole:
        yield {"$ref": f"{_SCHEMAS}{name}"}
    gone = set[Any]().union(*whole.values())
    for one, reference in zip(alternatives, references, strict=True):
        if reference is None or reference not in gone:
            yield one
