"""Two workers, one of which is killed: the other finishes, and nothing is missing, extra, or there under another id."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor

import pytest
from killing import UNBOUNDED, WITHOUT_ORDER, Kill, State, kill_one, state
from running import Services, Undisturbed

pytestmark = pytest.mark.kafka

EARLY, MIDDLE, DEFAULTS = 2, 12, 5
"""Seeds. With the first two a worker dies after 24 and 69 of 159 results, the first worker once and the second once."""

BEFORE_PAIRING = 36
"""So many results stand in the store when all keypoints are verified and indexed."""

Outcome = tuple[Kill, State]


@pytest.fixture(scope="module")
def killed(services: Services, undisturbed: Undisturbed) -> Iterator[dict[int, Future[Outcome]]]:
    """All three at the same time: most of it is waiting for a session to run out."""

    def run(seed: int, settings: dict[str, str], until: int) -> Outcome:
        with services.deployment(f"killed{seed}", settings) as deployment:
            kill = kill_one(deployment, lambda: deployment.command("ingest", str(services.reports)), seed, until)
            assert deployment.tail("dead-letters") == []
            return kill, state(deployment.store)

    everything = undisturbed.state.results
    cases = {EARLY: (UNBOUNDED, everything), MIDDLE: (UNBOUNDED, everything), DEFAULTS: ({}, BEFORE_PAIRING)}
    with ThreadPoolExecutor(len(cases)) as threads:
        yield {seed: threads.submit(run, seed, *case) for seed, case in cases.items()}


@pytest.mark.parametrize("seed", [EARLY, MIDDLE])
def test_a_worker_killed_the_questions_are_those_of_an_undisturbed_run(
    seed: int, killed: dict[int, Future[Outcome]], undisturbed: Undisturbed
) -> None:
    kill, after = killed[seed].result()
    assert kill.stored < undisturbed.state.results, "it was killed when all was done"
    assert after.ids == undisturbed.state.ids
    assert after.questions == undisturbed.state.questions


def test_with_default_settings_what_does_not_depend_on_arrival_is_the_same(
    killed: dict[int, Future[Outcome]], undisturbed: Undisturbed
) -> None:
    kill, after = killed[DEFAULTS].result()
    assert kill.stored < BEFORE_PAIRING
    assert {name: after.ids[name] for name in WITHOUT_ORDER} == {name: undisturbed.state.ids[name] for name in WITHOUT_ORDER}
    assert after.ids["qa"]
