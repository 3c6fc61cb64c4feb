"""What the fake endpoint is sent, and how many tokens it charges for."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Iterator
from typing import Any

import orjson

from charge_stream.engines.pictures import tokens_of
from charge_stream.models.errors import Permanent

CHARACTERS_PER_TOKEN = 4


def prompt_tokens(body: dict[str, Any]) -> int:
    """Text, the schema that the reply is held to, and pictures by their size."""
    format_ = body.get("response_format")
    characters = len(text_of(body)) + (len(orjson.dumps(format_)) if format_ else 0)
    return characters // CHARACTERS_PER_TOKEN + sum(picture_tokens(encoded) for _, encoded in pictures_of(body))


def pictures_of(body: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """The data URLs of the pictures that came along: what stands before the comma, and the encoded bytes."""
    parts = (part for message in body.get("messages", []) if isinstance(message["content"], list) for part in message["content"])
    for part in parts:
        if part["type"] == "image_url":
            header, _, encoded = part["image_url"]["url"].partition(",")
            yield header, encoded


def picture_tokens(encoded: str) -> int:
    """0 of what is no picture."""
    try:
        return tokens_of(base64.b64decode(encoded, validate=True))
    except (binascii.Error, Permanent):
        return 0


def text_of(body: dict[str, Any]) -> str:
    """All messages as one text."""
    return "\n".join(content_of(message) for message in body["messages"])


def content_of(message: dict[str, Any]) -> str:
    """The text of a message, with or without pictures."""
    content = message["content"]
    return content if isinstance(content, str) else "\n".join(part.get("text", "") for part in content)
