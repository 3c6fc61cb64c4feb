"""Command lines of ``charge-stream``, taken apart as the program would, without running anything."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Sequence
from typing import Any

import typer

from charge_stream.cli.main import app

SHELL_OPERATORS = {"|", ">", ">>", "2>", "&", "&&", ";", "<"}


def check(arguments: Sequence[str]) -> None:
    """Parse the arguments of ``charge-stream``.

    Raises:
        ValueError: there is no such command or option, or an argument is missing; with click's sentence.
    """
    _parse(typer.main.get_command(app), "charge-stream", list(arguments))


def _parse(command: Any, name: str, arguments: list[str]) -> None:
    if "--help" in arguments or arguments == ["--version"]:
        arguments = [argument for argument in arguments if argument not in ("--help", "--version")]
        if not arguments:
            return
    try:
        with command.make_context(name, list(arguments)) as context:
            if not hasattr(command, "commands"):
                return
            rest = [*context._protected_args, *context.args]
            found, sub, left = command.resolve_command(context, rest)
    except Exception as error:
        if any(base.__name__ == "UsageError" for base in type(error).__mro__):
            raise ValueError(f"{name} {shlex.join(arguments)}: {error.format_message()}") from error  # type: ignore[attr-defined]
        raise
    _parse(sub, f"{name} {found}", left)


def in_shell(text: str) -> Iterator[list[str]]:
    """The arguments of every ``charge-stream`` and ``docker compose run … tools`` in lines of shell."""
    for line in text.replace("\\\n", " ").splitlines():
        words = shlex.split(line.removeprefix("$ "), comments=True)
        ends = [place for place, word in enumerate(words) if word in SHELL_OPERATORS]
        for begin, end in zip([0, *(place + 1 for place in ends)], [*ends, len(words)], strict=True):
            part = words[begin:end]
            while part and "=" in part[0] and part[0].partition("=")[0].isupper():
                part = part[1:]
            if part[:1] == ["charge-stream"]:
                yield part[1:]
            elif part[:2] == ["docker", "compose"] and "tools" in part:
                yield part[part.index("tools") + 1 :]


def check_names(arguments: Sequence[str]) -> None:
    """As ``check``, for a command named in running text, where its arguments may be left out; options named must exist."""
    command: Any = typer.main.get_command(app)
    rest = list(arguments)
    while rest and hasattr(command, "commands"):
        if rest[0] not in command.commands:
            raise ValueError(f"charge-stream {shlex.join(arguments)}: there is no {rest[0]}")
        command = command.commands[rest.pop(0)]
    known = {name for parameter in command.params for name in parameter.opts} | {"--help"}
    unknown = [word for word in rest if word.startswith("-") and word not in known]
    if unknown:
        raise ValueError(f"charge-stream {shlex.join(arguments)}: there is no {unknown[0]}")
