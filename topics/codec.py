"""Records to bytes and back. The wire format is plain JSON with the record's schema named in it, for consumers in any language.

Bytes from outside are validated strictly here, once, by a pydantic model derived from the record's own fields; a ``faust.Record``
by itself coerces silently and keeps unknown fields.
"""

from __future__ import annotations

import functools
import types
import typing
from collections.abc import Callable
from typing import Any, TypeVar, cast

import orjson
import pydantic

from charge_stream.models.base import Record, fields_of
from charge_stream.models.errors import Undecodable, UnknownVersion

R = TypeVar("R", bound=Record)

SCHEMA_FIELD = "schema"


def encode(record: Record) -> bytes:
    """The record as JSON bytes, keys sorted, with ``schema`` naming noun and version."""
    return orjson.dumps({SCHEMA_FIELD: record.NAMESPACE, **fields_of(record)}, default=fields_of, option=orjson.OPT_SORT_KEYS)


def decode(data: bytes | None, *nouns: type[Record]) -> Record:
    """The record in ``data``, which must be one of ``nouns``.

    Raises:
        UnknownVersion: a known noun in a version that is not among ``nouns``.
        Undecodable: anything else that is no such record.
    """
    if data is None:
        raise Undecodable("a null value where a record was expected")
    try:
        raw = orjson.loads(data)
    except orjson.JSONDecodeError as error:
        raise Undecodable(f"not JSON: {error}") from error
    name = raw.get(SCHEMA_FIELD) if isinstance(raw, dict) else None
    if not isinstance(name, str):
        raise Undecodable("no schema named in the record")
    for noun in nouns:
        if name == noun.NAMESPACE:
            return from_data(noun, {key: value for key, value in raw.items() if key != SCHEMA_FIELD})
    if any(noun.NAMESPACE.rpartition(".v")[0] == name.rpartition(".v")[0] for noun in nouns):
        raise UnknownVersion(f"schema {name} is not known here; upgrade, then redrive")
    raise Undecodable(f"schema {name} does not belong on this topic")


def from_data(noun: type[R], data: dict[str, Any]) -> R:
    """A record from plain JSON data, validated strictly; fields this version does not know are left out.

    Raises:
        Undecodable: a field is missing or of another type.
    """
    try:
        checked = schema_model(noun).model_validate(data)
    except pydantic.ValidationError as error:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"])
        raise Undecodable(f"{noun.NAMESPACE}: {where}: {first['msg']}") from error
    return cast(R, _build(noun, checked))


_MODELS: dict[str, type[pydantic.BaseModel]] = {}


def schema_model(noun: type[Record]) -> type[pydantic.BaseModel]:
    """The pydantic model of a record: what validates it, and what its published JSON schema is made from."""
    if noun.NAMESPACE not in _MODELS:
        _MODELS[noun.NAMESPACE] = _derive(noun)
    return _MODELS[noun.NAMESPACE]


def _derive(noun: type[Record]) -> type[pydantic.BaseModel]:
    hints = typing.get_type_hints(noun)
    fields: dict[str, Any] = {}
    for name in noun._options.fields:
        default = noun._options.defaults.get(name, ...)
        fields[name] = (_as_schema(hints[name]), default)
    config = pydantic.ConfigDict(strict=True, extra="ignore", title=noun.NAMESPACE)
    return pydantic.create_model(noun.__name__, __config__=config, __doc__=noun.__doc__, **fields)


def json_schema(noun: type[Record]) -> dict[str, Any]:
    """The JSON schema of a record as it stands on the wire."""
    schema = schema_model(noun).model_json_schema()
    schema["properties"] = {SCHEMA_FIELD: {"const": noun.NAMESPACE}, **schema["properties"]}
    schema["required"] = [SCHEMA_FIELD, *schema.get("required", [])]
    return schema


def _as_schema(hint: Any) -> Any:
    """The type with every record in it replaced by its pydantic model."""
    if isinstance(hint, type) and issubclass(hint, Record):
        return schema_model(hint)
    arguments = tuple(_as_schema(argument) for argument in typing.get_args(hint))
    if not arguments:
        return hint
    origin = typing.get_origin(hint)
    if origin in (types.UnionType, typing.Union):
        return functools.reduce(lambda left, right: left | right, arguments)
    return origin[arguments]


Build = Callable[[Any], Any]
_BUILDERS: dict[str, list[tuple[str, Build | None]]] = {}
"""How each field of a record is made from its validated value (None: taken as it is), worked out once."""


def _build(noun: type[Record], checked: pydantic.BaseModel) -> Record:
    if noun.NAMESPACE not in _BUILDERS:
        hints = typing.get_type_hints(noun)
        _BUILDERS[noun.NAMESPACE] = [(name, _builder(hints[name])) for name in noun._options.fields]
    fields = checked.__dict__
    return noun(**{name: fields[name] if build is None else build(fields[name]) for name, build in _BUILDERS[noun.NAMESPACE]})


def _builder(hint: Any) -> Build | None:
    """What turns a validated value of this type into the record's; None when there is no record in it."""
    if isinstance(hint, type) and issubclass(hint, Record):
        return lambda value: _build(hint, value)
    origin, arguments = typing.get_origin(hint), typing.get_args(hint)
    inner = next((found for found in map(_builder, arguments) if found is not None), None)
    if inner is None:
        return None
    if origin is list:
        return lambda value: [inner(item) for item in value]
    if origin is dict:
        return lambda value: {key: inner(item) for key, item in value.items()}
    return lambda value: None if value is None else inner(value)
