"""From the text of a reply to the typed answer: fences and chatter stripped, JSON read, schema and evidence checked."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, TypeVar

import orjson
from pydantic import ValidationError

from charge_stream.engines.evidence import objection
from charge_stream.prompts.outputs import Output

T = TypeVar("T", bound=Output)

MAX_CHARACTERS = 200_000
_FENCE = re.compile(r"```[a-zA-Z]*\s*\n(.*?)```", re.DOTALL)


class BadReply(Exception):
    """The reply is no valid answer; the message tells its author why and quotes nothing."""


def read(text: str, output: type[T], inputs: dict[str, Any]) -> T:
    """The answer in ``text``.

    Raises:
        BadReply: no JSON in it, or not of the schema, or evidence that does not exist.
    """
    return _checked(_json(text), output, inputs)


def mend(text: str, output: type[T], inputs: dict[str, Any]) -> T:
    """The answer in ``text`` once its JSON was repaired by guessing what was meant: the last resort.

    Raises:
        BadReply: even so it is no valid answer.
    """
    import json_repair

    return _checked(json_repair.loads(next(_unfenced(text[:MAX_CHARACTERS]))), output, inputs)


def _json(text: str) -> Any:
    if len(text) > MAX_CHARACTERS:
        raise BadReply("the reply is far too long")
    for candidate in (text, *_unfenced(text)):
        try:
            return orjson.loads(candidate)
        except orjson.JSONDecodeError:
            continue
    raise BadReply("the reply is not JSON")


def _unfenced(text: str) -> Iterator[str]:
    """What may be meant as the JSON: the last fenced block, then everything from the first brace to the last."""
    blocks = _FENCE.findall(text)
    if blocks:
        yield blocks[-1]
    yield text[max(text.find("{"), 0) : text.rfind("}") + 1 or len(text)]


def _checked(data: Any, output: type[T], inputs: dict[str, Any]) -> T:
    try:
        answer = output.model_validate(data)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        where = ".".join(str(part) for part in first["loc"]) or "the reply"
        raise BadReply(f"{where}: {first['msg']}") from None
    problem = objection(answer, inputs)
    if problem:
        raise BadReply(problem)
    return answer
