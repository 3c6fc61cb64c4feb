"""What a prompt is to be shown: inputs put together from files and stored records, as the stages would."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import orjson

from charge_stream.cli.files import read_file
from charge_stream.cli.offers import Offers, of_document, of_record
from charge_stream.cli.stored import Stored
from charge_stream.models import Context, Keypoint, Reading
from charge_stream.models.base import Record
from charge_stream.models.errors import UserError
from charge_stream.prompts.render import TYPES, FrontMatter, fits, members
from charge_stream.topics import catalogue as topics
from charge_stream.topics import codec

NOTHING: dict[str, Any] = {
    "str": "",
    "dict": {},
    "Keypoint": Keypoint(id="", document_id="", source_id="", modality="text", statement="", context=Context(), engine="", classified=""),
}
"""What stands for an input that serves the rules only, where nothing gives it."""


@dataclass(frozen=True)
class Chosen:
    """The inputs of a prompt, and the pictures that come along with them."""

    inputs: dict[str, Any]
    pictures: list[bytes] = field(default_factory=list)


async def chosen(front: FrontMatter, given: Sequence[str], stored: Stored, number: int = 1) -> Chosen:
    """The inputs that ``front`` declares, from files and ids. Of several things that fit one input the first is taken, lists take all.

    ``number`` (from 1) tells which paragraph or chart of a document file is meant.

    Raises:
        UserError: a file cannot be read, there is no record of an id, or an input is given by nothing.
    """
    offers = Offers()
    for one in given:
        offers.add(await _offered(front, one, stored, number))
    inputs = {name: _input(name, kind, front, offers) for name, kind in front.inputs.items()}
    missing = [name for name in front.inputs if inputs[name] is MISSING]
    if missing:
        what = ", ".join(f"{name} ({front.inputs[name]})" for name in missing)
        raise UserError(
            f"Prompt {front.id} needs {what}: give the id of a stored record, a document, or a JSON file with these names as its keys."
        )
    return Chosen(inputs, _pictures(front, inputs, offers))


MISSING: Any = object()


def _input(name: str, kind: str, front: FrontMatter, offers: Offers) -> Any:
    fitting = [value for value in offers.named(name) if fits(value, kind)]
    if fitting:
        return [item for value in fitting for item in value] if kind.startswith("list[") else fitting[0]
    if "None" in members(kind):
        return None
    if name in front.unseen:
        return [] if kind.startswith("list[") else NOTHING[members(kind)[0]]
    return MISSING


def _pictures(front: FrontMatter, inputs: dict[str, Any], offers: Offers) -> list[bytes]:
    """Those of the charts shown, in their order; all there are for a prompt that is shown no reading."""
    if not front.pictures:
        return []
    shown = [inputs[name] for name in front.inputs if name in front.seen]
    if not any("Reading" in members(kind) for kind in front.inputs.values()):
        return list(offers.pictures.values())
    readings = [item for value in shown for item in (value if isinstance(value, list) else [value]) if isinstance(item, Reading)]
    return [offers.pictures[reading.chart.id] for reading in readings if reading.chart.id in offers.pictures]


async def _offered(front: FrontMatter, given: str, stored: Stored, number: int) -> Offers:
    path = Path(given)
    content = await asyncio.to_thread(_content, path)
    if content is None:
        return await of_record(await stored.record(given), stored)
    if path.suffix != ".json":
        return await of_document(path, content, number)
    try:
        data = orjson.loads(content)
    except orjson.JSONDecodeError as error:
        raise UserError(f"{given} is no JSON: {error}.") from None
    if not isinstance(data, dict):
        raise UserError(f"{given} holds no JSON object: give one with the names of the prompt's inputs as its keys, or a record.")
    if "blocks" in data:
        return await of_document(path, content, number)
    if codec.SCHEMA_FIELD in data:
        return await of_record(_record(data), stored)
    return Offers({name: [await _typed(value, front.inputs[name], stored)] for name, value in data.items() if name in front.inputs})


def _content(path: Path) -> bytes | None:
    """The file's bytes; None of what looks like an id and is no file."""
    return read_file(path) if path.suffix or path.is_file() else None


def _record(data: dict[str, Any]) -> Record:
    nouns = {topic.noun for topic in topics.BY_NAME.values() if topic.noun} | {noun for noun in TYPES.values() if issubclass(noun, Record)}
    return codec.decode(orjson.dumps(data), *nouns)


async def _typed(value: Any, kind: str, stored: Stored) -> Any:
    """Plain data as the record it stands for: by its schema, or as the only type that the input takes; an id where records are wanted."""
    if isinstance(value, list):
        return [await _typed(item, kind, stored) for item in value]
    nouns = [noun for name in members(kind) if issubclass(noun := TYPES[name], Record)]
    if isinstance(value, dict) and codec.SCHEMA_FIELD in value:
        return _record(value)
    if isinstance(value, dict) and len(nouns) == 1:
        return codec.from_data(nouns[0], value)
    if isinstance(value, dict) and nouns:
        raise UserError(f"A record for {kind} must tell what it is: add its {codec.SCHEMA_FIELD}, such as {nouns[0].NAMESPACE}.")
    if isinstance(value, str) and nouns:
        return await stored.seen(await stored.record(value))
    return value
