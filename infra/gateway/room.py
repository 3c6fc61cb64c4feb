"""How many calls of a model may be under way at once, learned from latency and from time-outs.

The room doubles each round while it is used up and nothing gets slower, then grows by one a round. When calls take more than twice as
long as calls of their kind used to, or run out of time, it is cut. As with the pace, **every cut is a trial**: if fewer calls at once do
not make them faster, or fewer get done, the latency is not about us; the cut is undone and that latency is taken as usual.
"""

from __future__ import annotations

from dataclasses import dataclass, field

FIRST = 32.0
ROUND_ANSWERS = 16
SLOWER = 2.0
CUT = 0.8
LOST = 0.9
"""A cut that lets less than this part of the calls through is no gain."""
FASTER = 0.9
"""A cut helped when calls take less than this part of the time they took."""
DOWN = 0.3
"""How far the usual latency follows a shorter one in a round. A longer one it follows only when a cut has shown that it is not about us."""


@dataclass
class Round:
    started: float
    answered: int = 0
    late: int = 0
    full: bool = False
    latencies: dict[str, list[float]] = field(default_factory=dict)
    """By kind of call."""


@dataclass(frozen=True)
class Cut:
    """What a trial is compared with."""

    before: float
    through: float
    slowness: float


class Room:
    """``size``: calls at once, from 1 to ``most``."""

    def __init__(self, most: int, now: float) -> None:
        self._most = float(most)
        self.size = min(FIRST, self._most)
        self._usual: dict[str, float] = {}
        self._doubling = True
        self._cut: Cut | None = None
        self._round = Round(now)

    def sent(self, in_flight: int) -> Round:
        """A call starts, as one of so many under way; the round to report its answer with."""
        self._round.full |= in_flight >= int(self.size)
        return self._round

    def answered(self, round_: Round, kind: str, seconds: float | None, now: float) -> None:
        """A call of that kind took so long; None: it ran out of time. What was sent before the last decision tells nothing of it."""
        if round_ is not self._round:
            return
        round_.answered += 1
        if seconds is None:
            round_.late += 1
        else:
            round_.latencies.setdefault(kind, []).append(seconds)
        if round_.answered >= max(ROUND_ANSWERS, int(self.size)):
            self._decide(round_, now)
            self._round = Round(now)

    def start_again(self) -> None:
        """The endpoint is back: double again."""
        self._doubling = True

    def _decide(self, round_: Round, now: float) -> None:
        through = (round_.answered - round_.late) / max(now - round_.started, 1e-3)
        slowness = self._slowness(round_)
        if self._cut is not None and (through < LOST * self._cut.through or slowness > FASTER * self._cut.slowness) and not round_.late:
            self.size, self._cut, self._doubling = self._cut.before, None, False
            self._usual = {kind: usual * slowness for kind, usual in self._usual.items()}
        elif round_.late or (slowness > SLOWER and round_.full):
            self._cut = Cut(self.size, through, slowness)
            self.size = max(1.0, self.size * min(CUT, 1 - round_.late / round_.answered / 2))
            self._doubling = False
        else:
            self._cut = None
            if round_.full:
                self.size = min(self._most, self.size * 2 if self._doubling else self.size + 1)

    def _slowness(self, round_: Round) -> float:
        """How long calls took, in units of what those of their kind usually take; what is usual follows."""
        total = 0.0
        for kind, latencies in round_.latencies.items():
            mean = sum(latencies) / len(latencies)
            usual = self._usual.setdefault(kind, max(mean, 1e-6))
            total += sum(latencies) / usual
            self._usual[kind] = usual + DOWN * min(0.0, mean - usual)
        return total / max(1, round_.answered - round_.late)
