"""A prompt about its inputs as what goes to a model: messages, pictures, the schema of the reply, the settings of its role."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import orjson

from charge_stream.engines.schema import model_schema
from charge_stream.infra.gateway.request import Message, Request
from charge_stream.infra.gateway.settings import OpenAISettings
from charge_stream.prompts.catalogue import Prompt
from charge_stream.prompts.outputs import Output
from charge_stream.prompts.render import load, render

FORMATS = ("json_schema", "json_object", "text")
"""How a typed answer is asked for, the strictest first; the first that a model's endpoint accepts is remembered."""


def request_of(settings: OpenAISettings, prompt: Prompt[Any], inputs: dict[str, Any], pictures: Sequence[str] = ()) -> Request:
    """The first request that asks ``prompt`` of the model of its role; ``pictures`` are data URLs.

    Raises:
        PromptError: the inputs are not those that the prompt declares.
    """
    role = settings.asked(load(prompt.id).front.role)
    format_, shown = formatted(FORMATS[0], prompt.output, messages_of(prompt, inputs, pictures))
    return Request(role, tuple(shown), format_)


def messages_of(prompt: Prompt[Any], inputs: dict[str, Any], pictures: Sequence[str]) -> list[Message]:
    """The instructions as the system's message, the material with its pictures as the user's. Errors as in ``request_of``."""
    rendered = render(load(prompt.id), inputs, len(pictures))
    images = [{"type": "image_url", "image_url": {"url": url}} for url in pictures]
    content: Any = [{"type": "text", "text": rendered.material}, *images] if images else rendered.material
    return [{"role": "system", "content": rendered.instructions}, {"role": "user", "content": content}]


def formatted(name: str, output: type[Output], messages: list[Message]) -> tuple[dict[str, Any] | None, list[Message]]:
    """The response format and the messages to send with it; where the endpoint does not enforce the schema, the instructions state it."""
    schema = model_schema(output)
    if name == "json_schema":
        return {"type": name, "json_schema": {"name": output.__name__, "strict": True, "schema": schema}}, messages
    stated = f"\n\nReply with nothing but one JSON object of this JSON schema:\n{orjson.dumps(schema).decode()}"
    system = {**messages[0], "content": messages[0]["content"] + stated}
    return ({"type": name} if name == "json_object" else None), [system, *messages[1:]]
