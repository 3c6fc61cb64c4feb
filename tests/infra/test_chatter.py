"""What libraries log while a broker is away: one sentence, not thousands."""

from __future__ import annotations

import ast
import io
import logging
from pathlib import Path

import aiokafka
import pytest

from charge_stream.infra.chatter import AWAY, NEVER, Chatter

CONNECT, METADATA = "Unable connect to node with id %s: %s", "Unable to update metadata from %s"


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


class Log:
    """A logger behind the filter, and what came out of it."""

    def __init__(self, name: str) -> None:
        self.clock, self.out = Clock(), io.StringIO()
        handler = logging.StreamHandler(self.out)
        handler.addFilter(Chatter(self.clock))
        self.logger = logging.Logger(name)
        self.logger.addHandler(handler)

    def at(self, now: float, message: str, *arguments: object) -> None:
        self.clock.now = now
        self.logger.warning(message, *arguments)

    @property
    def lines(self) -> list[str]:
        return self.out.getvalue().splitlines()


def test_a_broker_that_is_away_is_one_sentence_a_minute() -> None:
    log = Log("aiokafka")
    for tick in range(1000):  # 100 seconds
        log.at(tick / 10, CONNECT, 1, "[Errno 111]")
        log.at(tick / 10, METADATA, [1])
    first = "A Kafka broker does not answer, or is not ready; it is asked again and again (Unable connect to node with id 1: [Errno 111])"
    assert log.lines == [first, first]


def test_what_passes_in_a_moment_is_not_told_and_a_second_time_is_told_again() -> None:
    log = Log("aiokafka")
    for moment in (0.0, 0.1, 1.9):
        log.at(moment, METADATA, [1])
    assert log.lines == []
    for moment in (30.0, 33.0, 50.0, 53.0):
        log.at(moment, METADATA, [1])
    assert len(log.lines) == 2


def test_the_ordinary_is_not_told_and_nothing_is_repeated_within_a_minute() -> None:
    log = Log("aiokafka.consumer")
    log.at(0, "Heartbeat failed for group %s because it is rebalancing", "g")
    for moment in (1, 2, 59, 62):
        log.at(moment, "Topic %s is not authorized for this client", moment)
    assert log.lines == ["Topic 1 is not authorized for this client", "Topic 62 is not authorized for this client"]


def test_our_own_words_always_pass() -> None:
    log = Log("charge_stream.infra.runtime")
    for _ in range(3):
        log.at(0, "said")
    assert log.lines == ["said"] * 3


def test_what_a_service_of_faust_says_in_our_name_is_not_ours() -> None:
    log = Log("charge_stream.infra.apps")
    for moment in (0, 1):
        log.at(moment, "[^StageApp]: Warning: Task timed out!")
        log.at(moment, "[^StageApp]: Recovery rebalancing again")
    assert log.lines == ["[^StageApp]: Recovery rebalancing again"]


@pytest.mark.parametrize("template", sorted(AWAY | NEVER))
def test_these_are_the_words_of_the_aiokafka_that_is_installed(template: str) -> None:
    assert template in WORDS


def said(path: Path) -> set[str]:
    """The string constants of a module."""
    return {node.value for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.Constant) and isinstance(node.value, str)}


WORDS = {word for path in Path(aiokafka.__file__).parent.rglob("*.py") for word in said(path)}
