"""What the fake endpoint takes, and how it fails."""

from __future__ import annotations

from dataclasses import dataclass, fields

FORMATS = frozenset({"json_schema", "json_object", "text"})


@dataclass(frozen=True)
class Faults:
    """Shares of requests, 0 to 1, that end so; together at most 1. ``broken``: the connection breaks in the middle of the reply.

    ``latency_s`` passes before every reply but those to what exceeds the rate limit. ``uncounted``: replies tell no tokens. ``outages`` are
    (from, to) in seconds after the start: 503 to all.
    """

    rate_limited: float = 0.0
    server_error: float = 0.0
    dropped: float = 0.0
    broken: float = 0.0
    refused: float = 0.0
    cut: float = 0.0
    fenced: float = 0.0
    invalid: float = 0.0
    wrong_schema: float = 0.0
    latency_s: float = 0.0
    retry_after_s: float | None = None
    uncounted: bool = False
    outages: tuple[tuple[float, float], ...] = ()

    def __post_init__(self) -> None:
        if sum(getattr(self, name) for name in FAULT_NAMES) > 1 + 1e-9:
            raise ValueError("the shares of faults add up to more than 1")


FAULT_NAMES = tuple(field.name for field in fields(Faults) if field.type == "float" and field.name != "latency_s")


@dataclass(frozen=True)
class Accepts:
    """What the endpoint takes. ``key`` None: any; ``models`` empty: all; ``characters``: longest prompt; ``parameters``: those it refuses.
    ``pictures``: whether it looks at any.

    ``per_second``: calls, beyond which it answers 429, with ``at_once`` of them in one go; ``tells``: whether its headers say so.
    ``together``: most calls at once, beyond which it answers 429; 0: any number.
    """

    formats: frozenset[str] = FORMATS
    pictures: bool = True
    key: str | None = None
    models: frozenset[str] = frozenset()
    characters: int = 1_000_000
    parameters: frozenset[str] = frozenset()
    per_second: float | None = None
    at_once: int = 1
    tells: bool = False
    together: int = 0


class Refusal(Exception):
    """An answer with an error status."""

    def __init__(
        self, status: int, message: str, code: str | None = None, headers: dict[str, str] | None = None, parameter: str | None = None
    ) -> None:
        super().__init__(message)
        self.status, self.code, self.headers, self.parameter = status, code, headers, parameter


class Allowance:
    """A bucket that fills evenly: calls that may be made now."""

    def __init__(self) -> None:
        self._level: float | None = None
        self._at = 0.0

    def take(self, per_second: float, at_once: int, now: float) -> float:
        """What is left after one more call; below 0: it was too much, and is not counted."""
        level = at_once if self._level is None else min(at_once, self._level + per_second * (now - self._at))
        self._at = now
        self._level = level - 1 if level >= 1 else level
        return level - 1
