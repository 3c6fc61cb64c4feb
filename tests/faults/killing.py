"""The same documents through two workers, one of which is killed at a random moment; and what has become of it."""

from __future__ import annotations

import json
import random
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from deployment import GROUPS, Deployment

UNBOUNDED = {
    "QUOTA": "100000",
    "PARTNERS": "50",
    "PER_KEYPOINT": "100000",
    "PER_DOCUMENT": "100000",
    "NEAR_DUPLICATE": "2",
    "WORDING_SHARE": "1",
    "RELATEDNESS_INTRA": "-1",
    "RELATEDNESS_INTER": "-1",
    "TOP_K": "[5]",
}
"""With these nothing depends on the order of arrival: every pair is proposed and admitted, and no question is a duplicate
of another or one too many of its wording."""

WITHOUT_ORDER = ("chunks", "charts", "keypoints", "verified")
"""What does not depend on the order of arrival under any settings."""

LOOK_SECONDS = 0.02


@dataclass(frozen=True)
class State:
    """What a store holds: ids by noun, the published questions as they were decided, and the number of stored results."""

    ids: dict[str, frozenset[str]]
    questions: dict[str, bytes]
    results: int


@dataclass(frozen=True)
class Kill:
    """Which worker was killed, and when: seconds after the announcement, when ``stored`` results were there.

    ``drained_s``: seconds from the announcement to the end. ``again``: at least so many records were handled more than once (what the
    killed one did in its last moment is in nobody's metrics).
    """

    worker: int
    stored: int
    killed_s: float
    drained_s: float
    again: int


def state(store: Path) -> State:
    """Read from the content store."""
    found: dict[str, set[str]] = {name: set() for name in WITHOUT_ORDER}
    for path in (store / "manifests").glob("*/*"):
        for entry in json.loads(path.read_bytes())["entries"]:
            found["chunks" if entry["modality"] == "text" else "charts"].add(entry["source_id"])
    for path in (store / "results").glob("extract_*/*.json"):
        found["keypoints"] |= {emission["record"]["id"] for emission in json.loads(path.read_bytes())["emissions"]}
    for path in (store / "results" / "verify").glob("*.json"):
        found["verified"] |= {emission["record"]["id"] for emission in json.loads(path.read_bytes())["emissions"]}
    live = {path.name for path in (store / "live").glob("*/*")}
    questions = {qa_id: (store / "decisions" / f"{qa_id}.json").read_bytes() for qa_id in live}
    return State({name: frozenset(ids) for name, ids in {**found, "qa": live}.items()}, questions, stored_results(store))


def stored_results(store: Path) -> int:
    """How many results lie in a store."""
    return sum(1 for _ in (store / "results").glob("*/*.json"))


def kill_one(deployment: Deployment, announce: Callable[[], object], seed: int, until: int) -> Kill:
    """Start two workers for all stages, announce, kill -9 one of them when a random number of results below ``until`` is stored, and
    wait until the other has finished alone."""
    chance = random.Random(seed)
    victim, at = chance.randrange(2), chance.randrange(1, until)
    workers = [deployment.start(), deployment.start()]
    deployment.until_up(dict.fromkeys(GROUPS, 2))
    announce()
    announced = time.monotonic()
    stored = until_stored(deployment, at)
    handled = deployment.handled(workers[victim])
    workers[victim].kill()
    killed = time.monotonic()
    workers[victim].wait()
    deployment.until_drained()
    drained = time.monotonic()
    handled += deployment.handled(workers[1 - victim])
    records = sum(partition["end"] for group in deployment.lag() for partition in group["partitions"])
    return Kill(victim, stored, killed - announced, drained - announced, max(0, handled - records))


def kill_in_turn(deployment: Deployment, announce: Callable[[], object], moments: Sequence[int]) -> list[int]:
    """Start two workers for all stages, announce, and each time that many results are stored kill -9 the older one; a new one takes its
    place, save the last. Wait until the last has finished alone; how many results were stored at each kill."""
    workers = [deployment.start(), deployment.start()]
    deployment.until_up(dict.fromkeys(GROUPS, 2))
    announce()
    found = []
    for moment in moments:
        found.append(until_stored(deployment, moment))
        oldest = workers.pop(0)
        oldest.kill()
        oldest.wait()
        if len(found) < len(moments):
            workers.append(deployment.start())
    deployment.until_drained()
    return found


def until_stored(deployment: Deployment, results: int) -> int:
    """Wait until so many results are stored; how many there are then."""
    while (stored := stored_results(deployment.store)) < results:
        deployment.require_all()
        time.sleep(LOOK_SECONDS)
    return stored
