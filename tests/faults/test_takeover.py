"""Workers of which some are killed: those left finish, and nothing is missing, extra, or there under another id."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor

import pytest
from deployment import Deployment
from killing import UNBOUNDED, WITHOUT_ORDER, State, kill_in_turn, kill_one, state
from running import Services, Undisturbed

pytestmark = pytest.mark.kafka

EARLY, MIDDLE = 24, 69
"""Results stored when a worker is killed, of about 160."""

SEED = 5
BEFORE_PAIRING = 36
"""So many results stand in the store when all keypoints are verified and indexed."""

Outcome = tuple[list[int], State]


@pytest.fixture(scope="module")
def killed(services: Services, undisturbed: Undisturbed) -> Iterator[dict[str, Future[Outcome]]]:
    """Both at the same time: much of it is waiting for a session to run out."""

    def run(prefix: str, settings: dict[str, str], kill: Callable[[Deployment, Callable[[], object]], list[int]]) -> Outcome:
        with services.deployment(prefix, settings) as deployment:
            stored = kill(deployment, lambda: deployment.command("ingest", str(services.reports)))
            assert deployment.tail("dead-letters") == []
            return stored, state(deployment.store)

    def twice(deployment: Deployment, announce: Callable[[], object]) -> list[int]:
        return kill_in_turn(deployment, announce, (EARLY, MIDDLE))

    def once(deployment: Deployment, announce: Callable[[], object]) -> list[int]:
        return [kill_one(deployment, announce, SEED, BEFORE_PAIRING).stored]

    with ThreadPoolExecutor(2) as threads:
        yield {"twice": threads.submit(run, "twice", UNBOUNDED, twice), "defaults": threads.submit(run, "defaults", {}, once)}


def test_two_of_three_workers_killed_the_questions_are_those_of_an_undisturbed_run(
    killed: dict[str, Future[Outcome]], undisturbed: Undisturbed
) -> None:
    stored, after = killed["twice"].result()
    assert max(stored) < undisturbed.state.results, "the last was killed when all was done"
    assert after.ids == undisturbed.state.ids
    assert after.questions == undisturbed.state.questions


def test_with_default_settings_what_does_not_depend_on_arrival_is_the_same(
    killed: dict[str, Future[Outcome]], undisturbed: Undisturbed
) -> None:
    stored, after = killed["defaults"].result()
    assert max(stored) < BEFORE_PAIRING
    assert {name: after.ids[name] for name in WITHOUT_ORDER} == {name: undisturbed.state.ids[name] for name in WITHOUT_ORDER}
    assert after.ids["qa"]
