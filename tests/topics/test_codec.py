"""Bytes from outside are taken strictly: one wrong field, and the record is undecodable with the field named."""

from __future__ import annotations

import inspect
from typing import Any

import jsonschema
import orjson
import pytest

from charge_stream.models import Chunk, Context, Keypoint, ReadCell, Reading, Verified
from charge_stream.models.errors import Permanent, Undecodable, UnknownVersion
from charge_stream.topics.codec import decode, encode, from_data, json_schema

CELL = {"schema": "charge.cell.v1", "row": 1, "column": 2, "value": 3.5, "confidence": 0.9, "text": "3.5", "box": [1.0, 2.0, 3.0, 4.0]}
KEYPOINT = {
    "schema": "charge.keypoint.v1",
    "id": "k",
    "document_id": "d",
    "source_id": "s",
    "modality": "text",
    "statement": "33% agree.",
    "context": {"title": "T", "tags": ["a"]},
    "engine": "rules",
    "classified": "text-only",
    "sentences": [0],
    "cells": [[0, 1]],
    "frame": {"any": ["thing", 1, None]},
    "prompts": {"extract_text": 1},
}


def wire(data: Any) -> bytes:
    return orjson.dumps(data)


def test_defaults_fill_what_is_left_out() -> None:
    record = decode(wire({key: CELL[key] for key in ("schema", "row", "column", "value", "confidence")}), ReadCell)
    assert record == ReadCell(row=1, column=2, value=3.5, confidence=0.9)
    context = decode(b'{"schema": "charge.context.v1"}', Context)
    assert isinstance(context, Context)
    assert (context.title, context.tags, context.country) == ("", [], None)


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("row", "1"),
        ("row", 1.5),
        ("row", True),
        ("row", None),
        ("value", "3.5"),
        ("value", None),
        ("text", 3.5),
        ("box", "1,2,3,4"),
        ("box", [1.0, "2"]),
    ],
)
def test_a_wrong_type_is_refused_and_named(field: str, value: Any) -> None:
    with pytest.raises(Undecodable, match=rf"charge\.cell\.v1: {field}"):
        decode(wire({**CELL, field: value}), ReadCell)


def test_a_whole_number_is_a_number() -> None:
    record = decode(wire({**CELL, "value": 3, "box": [0, 0, 1, 1]}), ReadCell)
    assert isinstance(record, ReadCell)
    assert (record.value, record.box) == (3.0, [0.0, 0.0, 1.0, 1.0])


@pytest.mark.parametrize("field", ["row", "column", "value", "confidence"])
def test_a_missing_field_is_refused_and_named(field: str) -> None:
    with pytest.raises(Undecodable, match=rf"{field}: Field required"):
        decode(wire({key: value for key, value in CELL.items() if key != field}), ReadCell)


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("context.tags", {"title": "T", "tags": "a"}),
        ("context.title", {"title": 1}),
        ("context", None),
        ("context", []),
        ("cells.0", [0, 1]),
        ("cells.0.1", [[0, "1"]]),
        ("prompts.extract_text", {"extract_text": "1"}),
        ("frame", []),
    ],
)
def test_a_fault_deep_inside_is_named_by_its_path(path: str, value: Any) -> None:
    with pytest.raises(Undecodable, match=path):
        decode(wire({**KEYPOINT, path.split(".")[0]: value}), Keypoint)


def test_an_extra_field_is_left_out_at_every_depth() -> None:
    """A newer writer may add fields; what this version does not know, it does not pass on."""
    context = {"title": "T", "tags": ["a"], "editor": "E"}
    record = decode(wire({**KEYPOINT, "context": context, "mood": "good"}), Keypoint)
    assert record == decode(wire(KEYPOINT), Keypoint)
    assert b"mood" not in encode(record) and b"editor" not in encode(record)


def test_a_newer_version_is_told_apart_from_poison() -> None:
    with pytest.raises(UnknownVersion, match=r"charge\.cell\.v2 .* upgrade"):
        decode(wire({**CELL, "schema": "charge.cell.v2"}), ReadCell)


@pytest.mark.parametrize("name", ["charge.keypoint.v1", "charge.cellar.v1", "cell", ""])
def test_another_noun_does_not_belong(name: str) -> None:
    with pytest.raises(Undecodable, match="does not belong") as caught:
        decode(wire({**CELL, "schema": name}), ReadCell)
    assert not isinstance(caught.value, UnknownVersion)


@pytest.mark.parametrize(
    "data",
    [None, b"", b"{", b"\xff\xfe", b"null", b"[]", b"3", b'"text"', b"{}", b'{"schema": 1}', b'{"schema": "charge.cell.v1", "row": NaN}'],
)
def test_what_is_no_record_is_undecodable(data: bytes | None) -> None:
    with pytest.raises(Undecodable):
        decode(data, ReadCell)


def test_undecodable_is_permanent() -> None:
    """Trying again cannot help."""
    assert issubclass(Undecodable, Permanent) and issubclass(UnknownVersion, Permanent)


def test_deeply_nested_data_is_refused_not_followed() -> None:
    with pytest.raises(Undecodable):
        decode(b'{"schema": "charge.cell.v1", "row": ' + b"[" * 100_000 + b"]" * 100_000 + b"}", ReadCell)


def test_the_noun_is_chosen_among_those_expected() -> None:
    assert isinstance(decode(wire(CELL), Keypoint, ReadCell), ReadCell)
    assert isinstance(decode(wire(KEYPOINT), Keypoint, ReadCell), Keypoint)


def test_text_of_all_scripts_survives() -> None:
    context = Context(title='Größe ‚μ‘ 数据 🎈 \u200c\n\t"\\')
    assert decode(encode(context), Context) == context


def test_the_wire_form_is_plain_sorted_json_without_the_librarys_marks() -> None:
    data = encode(Context(title="T"))
    assert list(orjson.loads(data)) == sorted(orjson.loads(data))
    assert b"__faust" not in data


def test_from_data_takes_records_without_their_schema_name() -> None:
    data = {key: value for key, value in KEYPOINT.items() if key != "schema"}
    assert from_data(Keypoint, data) == decode(wire(KEYPOINT), Keypoint)


@pytest.mark.parametrize("noun", [Chunk, Reading, Keypoint, Verified])
def test_the_published_schema_is_a_valid_json_schema(noun: Any) -> None:
    schema = json_schema(noun)
    jsonschema.Draft202012Validator.check_schema(schema)
    assert schema["properties"]["schema"] == {"const": noun.NAMESPACE}
    assert schema["required"][0] == "schema"
    assert schema["description"] == inspect.cleandoc(noun.__doc__)


def test_the_published_schema_takes_what_the_codec_takes_and_refuses_what_it_refuses() -> None:
    validator = jsonschema.Draft202012Validator(json_schema(Keypoint))
    assert validator.is_valid(KEYPOINT)
    assert validator.is_valid({**KEYPOINT, "mood": "good"})
    for field, value in (("id", 1), ("sentences", ["0"]), ("context", None), ("schema", "charge.keypoint.v2")):
        assert not validator.is_valid({**KEYPOINT, field: value}), field
    assert not validator.is_valid({key: value for key, value in KEYPOINT.items() if key != "statement"})
