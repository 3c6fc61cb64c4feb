"""Prompts, requests and replies for people, and as JSON for programs. Pictures are named with their size, and never printed."""

from __future__ import annotations

import base64
import io
import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from importlib import resources
from typing import Any

from PIL import Image
from rich.console import Console
from rich.table import Table

from charge_stream.cli.prompt_trial import Trial
from charge_stream.engines.schema import model_schema
from charge_stream.engines.versions import Made
from charge_stream.infra.gateway.request import TOKENS_PER_PICTURE, Request
from charge_stream.infra.gateway.settings import OpenAISettings, RoleSettings
from charge_stream.infra.scrubbing import scrub
from charge_stream.prompts.catalogue import Prompt
from charge_stream.prompts.outputs import Output
from charge_stream.prompts.render import load

Facts = dict[str, Any]


def show(prompt: Prompt[Any], settings: OpenAISettings, as_json: bool) -> None:
    """The prompt's front matter, who is asked it, and its text as it stands in its file."""
    front = load(prompt.id).front
    text = (resources.files("charge_stream.prompts") / f"{prompt.id}.md").read_text("utf-8").split("---\n", 2)[2].strip()
    unseen = set(front.unseen)
    facts = {
        "prompt": front.id,
        "version": front.version,
        **_asked_of(settings.asked(front.role), settings, front.role),
        "inputs": {name: kind + (" (not shown to models)" if name in unseen else "") for name, kind in front.inputs.items()},
        "pictures": front.pictures,
    }
    if as_json:
        print(json.dumps({**facts, "schema": _schema(prompt), "text": text}, ensure_ascii=False))
    else:
        _print_facts(facts)
        _print_part("text", text)
        _print_part(f"answer: {front.output}", json.dumps(_schema(prompt), indent=1))


def rendered(request: Request, prompt: Prompt[Any], settings: OpenAISettings, as_json: bool) -> None:
    """What would be sent, and what it takes at most."""
    front, body, most = load(prompt.id).front, request.body(), request.tokens
    price = settings.prices.get(str(request.role.model))
    facts = {
        "prompt": front.id,
        "version": front.version,
        **_asked_of(request.role, settings, front.role),
        "prompt tokens (estimated)": most.prompt,
        "reply tokens at most": most.completion,
        "USD at most": None if price is None else round(price.of(most.prompt, most.completion), 6),
    }
    messages = [{**message, "content": _without_pictures(message["content"])} for message in body["messages"]]
    if as_json:
        print(json.dumps({**facts, "request": {**body, "messages": messages}}, ensure_ascii=False))
        return
    _print_facts(facts)
    for message in messages:
        parts = message["content"] if isinstance(message["content"], list) else [message["content"]]
        _print_part(message["role"], "\n".join(part if isinstance(part, str) else part.get("text") or part["picture"] for part in parts))
    rest = {name: value for name, value in body.items() if name != "messages"}
    _print_part("the rest of the request", json.dumps(rest, indent=1))


def trial(tried: Trial, as_json: bool) -> None:
    """Each reply with its tokens and cost, then what became of it."""
    replies = [
        {
            "text": heard.reply.text,
            "problem": heard.problem,
            "prompt_tokens": heard.reply.tokens.prompt,
            "completion_tokens": heard.reply.tokens.completion,
            "estimated": heard.reply.tokens.estimated,
            "usd": heard.usd,
            "kept": heard.reply.kept,
            "seconds": round(heard.seconds, 2),
        }
        for heard in tried.heard
    ]
    if as_json:
        print(json.dumps({"model": tried.model, "valid": tried.valid, "answer": tried.answer, "reason": tried.reason, "replies": replies}))
        return
    for number, reply in enumerate(replies, start=1):
        counted = "estimated" if reply["estimated"] else "counted by the endpoint"
        cost = f"no price of {tried.model} is set" if reply["usd"] is None else f"{reply['usd']:.6f} USD"
        paid = "it was kept from before" if reply["kept"] else f"{cost}, {reply['seconds']} s"
        tokens = f"{reply['prompt_tokens']} + {reply['completion_tokens']} tokens ({counted})"
        _print_part(f"reply {number} of {tried.model}: {tokens}; {paid}", str(reply["text"]))
        print(f"not valid: {reply['problem']}" if reply["problem"] else "valid")
    if tried.valid:
        _print_part("answer", json.dumps(tried.answer, indent=1, ensure_ascii=False))
    else:
        print(f"no answer: {tried.reason}")


def versions(rows: Sequence[Made], old: int, untold: int) -> None:
    """A line a prompt and version, then what it means."""
    if rows:
        table = Table()
        for name in ("prompt", "made by", "version", "version now", "results"):
            table.add_column(name, justify="left" if name in ("prompt", "made by") else "right", overflow="fold")
        for row in rows:
            now = "none" if row.now is None else str(row.now)
            table.add_row(row.prompt, row.model or row.engine, str(row.version), now, str(row.results))
        Console().print(table)
    if untold:
        print(f"{untold} results do not tell what they were made with.")
    anew = "A new CHARGE_GENERATION, in a store of its own, makes them anew."
    print(anew if old else "Nothing was made with other versions of the prompts.")


def plain(row: Made) -> Facts:
    """A line of ``versions`` as JSON data."""
    return {**asdict(row), "old": row.old}


def _asked_of(role: RoleSettings, settings: OpenAISettings, name: str) -> Facts:
    asked = {"temperature": role.temperature, "seed": role.seed, "max_tokens": role.max_tokens, "reasoning": role.reasoning}
    endpoint = role.endpoint or ""
    return {"role": name, "model": role.model, "endpoint": f"{endpoint}, {scrub(settings.endpoint(endpoint).address)}", "settings": asked}


def _schema(prompt: Prompt[Any]) -> Facts:
    output: type[Output] = prompt.output
    return model_schema(output)


def _without_pictures(content: Any) -> Any:
    if isinstance(content, str):
        return content
    return [
        part if part["type"] == "text" else {"type": "image_url", "picture": _placeholder(part["image_url"]["url"])} for part in content
    ]


def _placeholder(url: str) -> str:
    header, _, encoded = url.partition(",")
    data = base64.b64decode(encoded)
    with Image.open(io.BytesIO(data)) as image:
        size = f"{image.width} × {image.height} pixels"
    kind = header.removeprefix("data:").partition(";")[0]
    return f"[picture: {kind}, {size}, {len(data):,} bytes, counted as {TOKENS_PER_PICTURE} tokens]"


def _print_facts(facts: Facts) -> None:
    for name, value in facts.items():
        print(f"{name}: {_told(value)}")


def _told(value: Any) -> str:
    if isinstance(value, dict):
        return ", ".join(_pairs(value))
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "unknown, no price is set" if value is None else str(value)


def _pairs(values: Facts) -> Iterator[str]:
    for name, value in values.items():
        yield f"{name} {'none' if value is None else str(value).lower() if isinstance(value, bool) else value}"


def _print_part(title: str, text: str) -> None:
    print(f"\n--- {title}\n{text}")
