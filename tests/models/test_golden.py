"""The wire form of every record, by values written by hand: what was once published is read for ever, and written unchanged."""

from __future__ import annotations

import importlib
import pkgutil
from pathlib import Path

import orjson
import pytest

from charge_stream import models
from charge_stream.models.base import Record
from charge_stream.models.reading import ReadCell
from charge_stream.topics.codec import decode, encode

GOLDEN = Path(__file__).parent / "golden"
for module in pkgutil.iter_modules(models.__path__):
    importlib.import_module(f"{models.__name__}.{module.name}")  # a record is known once its module is loaded
NOUNS: dict[str, type[Record]] = {
    noun.NAMESPACE: noun for noun in Record.__subclasses__() if noun.__module__.startswith("charge_stream.models.")
}
EACH = pytest.mark.parametrize("namespace", sorted(NOUNS))


def golden(namespace: str) -> bytes:
    return (GOLDEN / f"{namespace}.json").read_bytes()


def test_every_record_has_its_golden_file_and_every_file_its_record() -> None:
    assert {path.stem for path in GOLDEN.glob("*.json")} == set(NOUNS)
    assert len(NOUNS) == 20


def test_every_record_can_be_imported_from_the_package() -> None:
    assert set(NOUNS.values()) == {noun for name in models.__all__ if isinstance(noun := getattr(models, name), type)}


@EACH
def test_a_record_is_read_and_written_unchanged(namespace: str) -> None:
    """Byte for byte, once the keys of both are in order."""
    data = orjson.dumps(orjson.loads(golden(namespace)), option=orjson.OPT_SORT_KEYS)
    assert encode(decode(golden(namespace), NOUNS[namespace])) == data


@EACH
def test_a_golden_file_tells_every_field(namespace: str) -> None:
    fields = set(orjson.loads(golden(namespace))) - {"schema"}
    assert fields == set(NOUNS[namespace]._options.fields)


@EACH
def test_reading_twice_gives_equal_records(namespace: str) -> None:
    noun = NOUNS[namespace]
    assert decode(golden(namespace), noun) == decode(golden(namespace), noun)


def test_records_within_records_are_records() -> None:
    checked = decode(golden("charge.checked.v1"), models.Checked)
    assert isinstance(checked, models.Checked)
    first, second = checked.candidate.pair.hops
    assert isinstance(first.keypoint, models.Keypoint) and isinstance(second.keypoint.context, models.Context)
    assert (first.keypoint.cells, second.keypoint.sentences, second.keypoint.frame["time"]) == ([[0, 1]], [0], {"year": 2023})
    assert isinstance(checked.references[0].image, models.BlobRef) and checked.references[1].image is None

    reading = decode(golden("charge.reading.v1"), models.Reading)
    assert isinstance(reading, models.Reading)
    assert isinstance(reading.cells[1], ReadCell) and reading.cells[1].value == 27.0
    assert reading.rows == [["Wind", 6.0, 27.0], ["Other", None, "<1"]]

    document = decode(golden("charge.document.v1"), models.Document)
    assert isinstance(document, models.Document)
    assert isinstance(document.attachments["pictures/wind.png"], models.BlobRef)


@pytest.mark.parametrize(
    ("namespace", "record_id", "document_id"),
    [
        ("charge.document.v1", "d0c0d0c0d0c0d0c0d0c0d0c0d0c0d0c0-77aa", "d0c0d0c0d0c0d0c0d0c0d0c0d0c0d0c0"),
        ("charge.source-change.v1", "d0c0d0c0d0c0d0c0d0c0d0c0d0c0d0c0-2-41", "d0c0d0c0d0c0d0c0d0c0d0c0d0c0d0c0"),
        ("charge.reading.v1", "b1b2b3b4b5b6b7b8b9b0b1b2b3b4b5b6", "d0c0d0c0d0c0d0c0d0c0d0c0d0c0d0c0"),
        ("charge.indexed.v1", "f1f2f3f4f5f6f7f8f9f0f1f2f3f4f5f6", "d0c0d0c0d0c0d0c0d0c0d0c0d0c0d0c0"),
        ("charge.selection.v1", "99a8b7c6d5e4f3a2b1c0d9e8f7a6b5c4", None),
        ("charge.checked.v1", "88a8b7c6d5e4f3a2b1c0d9e8f7a6b5c4", None),
    ],
)
def test_records_that_wrap_others_are_known_by_their_ids(namespace: str, record_id: str, document_id: str | None) -> None:
    record = decode(golden(namespace), NOUNS[namespace])
    assert (record.record_id, getattr(record, "document_id", None)) == (record_id, document_id)  # type: ignore[attr-defined]
