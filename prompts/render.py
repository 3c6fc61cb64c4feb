"""Prompts: Markdown files with front matter, rendered by sandboxed Jinja2 where nothing but fenced material can be put in.

A file holds two templates, the instructions and, after the line ``<!-- material -->``, what they are about. Front matter:

- ``id`` (the file's name), ``version`` (a published version's text is never changed), ``role`` (which model answers), ``output``
  (the type of the answer, in ``outputs.py``);
- ``inputs``: each name with its type, such as ``str``, ``Chunk|None``, ``list[Chunk|Reading]``;
- ``unseen``: those inputs that serve the rules engine only and that no model is shown;
- ``pictures``: whether pictures may come along; ``needed``: without them nothing can be asked.
"""

from __future__ import annotations

import functools
from dataclasses import dataclass
from importlib import resources
from typing import Any, Literal

import jinja2
import jinja2.meta
import jinja2.sandbox
import yaml
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from charge_stream.models.chunk import Chunk
from charge_stream.models.errors import ChargeError
from charge_stream.models.keypoint import Keypoint
from charge_stream.models.reading import Reading
from charge_stream.prompts.material import Fenced, Show, fence_code

DIVIDER = "<!-- material -->"
GIVEN = frozenset({"show", "pictures"})
"""Names every template has: how to show material, and how many pictures come along."""

TYPES: dict[str, type] = {"str": str, "dict": dict, "Chunk": Chunk, "Reading": Reading, "Keypoint": Keypoint, "None": type(None)}


class PromptError(ChargeError):
    """A prompt's file is at odds with its front matter, or it was asked with other inputs than it declares."""


class FrontMatter(BaseModel):
    """What stands above a prompt's text."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    id: str
    version: int = Field(ge=1)
    role: Literal["reader", "extractor", "verifier", "judge", "writer", "answerer", "explainer"]
    output: str
    inputs: dict[str, str]
    unseen: list[str] = []
    pictures: bool | Literal["needed"] = False

    @property
    def seen(self) -> frozenset[str]:
        """The inputs a model is shown."""
        return frozenset(self.inputs) - frozenset(self.unseen)


@dataclass(frozen=True)
class PromptFile:
    """A prompt's front matter and its two templates."""

    front: FrontMatter
    instructions: jinja2.Template
    material: jinja2.Template


@dataclass(frozen=True)
class Rendered:
    """What is sent: ``instructions`` as the system's message, ``material`` as the user's."""

    instructions: str
    material: str


@functools.cache
def load(prompt_id: str) -> PromptFile:
    """The prompt of that name, checked.

    Raises:
        PromptError: there is none, or its text and its front matter do not agree.
    """
    path = resources.files("charge_stream.prompts") / f"{prompt_id}.md"
    if not path.is_file():
        raise PromptError(f"there is no prompt named {prompt_id}")
    prompt = parse(path.read_text("utf-8"))
    if prompt.front.id != prompt_id:
        raise PromptError(f"prompt {prompt_id} calls itself {prompt.front.id}")
    return prompt


def parse(text: str) -> PromptFile:
    """A prompt from its file's text.

    Raises:
        PromptError: no front matter, unknown types, or a template that uses what is not declared or leaves out what is.
    """
    front_text, body = _divided(text)
    try:
        front = FrontMatter.model_validate(yaml.safe_load(front_text))
    except (ValidationError, yaml.YAMLError) as error:
        raise PromptError(f"front matter: {error}") from error
    halves = body.split(f"\n{DIVIDER}\n")
    if len(halves) != 2:
        raise PromptError(f"prompt {front.id}: the line {DIVIDER} must stand once, between instructions and material")
    _check_declared(front, *halves)
    instructions, material = (_ENVIRONMENT.from_string(half.strip()) for half in halves)
    return PromptFile(front, instructions, material)


def render(prompt: PromptFile, inputs: dict[str, Any], pictures: int = 0) -> Rendered:
    """The prompt about ``inputs``, with ``pictures`` (a number) coming along.

    Raises:
        PromptError: an input is missing, undeclared or of another type, or pictures come along to a prompt without.
    """
    check_inputs(prompt.front, inputs)
    if pictures and not prompt.front.pictures:
        raise PromptError(f"prompt {prompt.front.id} takes no pictures")
    seen = {name: inputs[name] for name in prompt.front.seen}
    names = {**seen, "pictures": pictures, "show": Show(fence_code(seen))}
    return Rendered(prompt.instructions.render(names), prompt.material.render(names))


def check_inputs(front: FrontMatter, inputs: dict[str, Any]) -> None:
    """Raises PromptError unless ``inputs`` are those declared, each of its type."""
    if inputs.keys() != front.inputs.keys():
        wrong = sorted(inputs.keys() ^ front.inputs.keys())
        raise PromptError(f"prompt {front.id} takes the inputs {', '.join(front.inputs)}; missing or undeclared: {', '.join(wrong)}")
    for name, kind in front.inputs.items():
        if not fits(inputs[name], kind):
            raise PromptError(f"prompt {front.id}: input {name} must be {kind}")


def _divided(text: str) -> tuple[str, str]:
    marker, *parts = text.split("---\n", 2)
    if marker or len(parts) != 2:
        raise PromptError("a prompt starts with front matter between two lines of ---")
    return parts[0], parts[1]


def _check_declared(front: FrontMatter, instructions: str, material: str) -> None:
    for name, kind in front.inputs.items():
        if not set(members(kind)) <= TYPES.keys():
            raise PromptError(f"prompt {front.id}: input {name} has the unknown type {kind}")
    in_instructions, in_material = (jinja2.meta.find_undeclared_variables(_ENVIRONMENT.parse(half)) for half in (instructions, material))
    used = (in_instructions | in_material) - GIVEN
    if used != front.seen:
        wrong = sorted(used ^ front.seen)
        raise PromptError(f"prompt {front.id}: used but not declared, or declared but not used: {', '.join(wrong)}")
    if "show" not in in_instructions:
        raise PromptError(f"prompt {front.id}: the instructions must name the code of the fences (show.code)")


def members(kind: str) -> list[str]:
    """The names of the types that a value, or an item of a list, may have."""
    return kind.removeprefix("list[").removesuffix("]").split("|")


def fits(value: Any, kind: str) -> bool:
    """Whether a value is of a type as front matter names it."""
    types = tuple(TYPES[name] for name in members(kind))
    if kind.startswith("list["):
        return isinstance(value, list | tuple) and all(isinstance(item, types) for item in value)
    return isinstance(value, types)


def _only_fenced(value: Any) -> Any:
    """What a template puts out: fenced material, or a number; anything else would let a document speak in our voice."""
    if isinstance(value, Fenced | int):
        return value
    raise PromptError(f"a template puts out a bare {type(value).__name__}; show it through a fence")


_ENVIRONMENT = jinja2.sandbox.ImmutableSandboxedEnvironment(
    undefined=jinja2.StrictUndefined, finalize=_only_fenced, trim_blocks=True, lstrip_blocks=True, autoescape=False
)
