"""Two workers on Apache Kafka, one killed at a random moment, against an undisturbed run of the same documents: the ids of the questions.

    python bench/kill.py [--seeds 5] [--first 1] [--defaults]

The quotas, the caps, the least similarity and the near-duplicate check are off and k is above the number of keypoints
(``killing.UNBOUNDED``), so that nothing depends on the order of arrival. With ``--defaults`` they are as they come, and what may not
depend on it is compared: chunks, charts, keypoints, verified keypoints. Exit status 1 when an id is missing or extra.
"""

from __future__ import annotations

import argparse
import functools
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

TESTS = Path(__file__).parents[1] / "tests"
sys.path[:0] = [str(TESTS / "faults"), str(TESTS / "servers")]

import travel_reports  # noqa: E402
from deployment import GROUPS, index_server  # noqa: E402
from kafka_broker import Kafka  # noqa: E402
from killing import UNBOUNDED, WITHOUT_ORDER, Kill, State, kill_one, state  # noqa: E402
from running import Services  # noqa: E402

COLUMNS = (
    "seed",
    "worker",
    "killed after",
    "results then",
    "drained after",
    "expected",
    "found",
    "missing",
    "extra",
    "same content",
    "again, at least",
)


@dataclass(frozen=True)
class Case:
    """Settings of the workers, and the nouns whose ids must be the same."""

    settings: dict[str, str]
    nouns: tuple[str, ...]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seeds", type=int, default=5, help="how many kills")
    parser.add_argument("--first", type=int, default=1, help="the first seed")
    parser.add_argument("--defaults", action="store_true", help="the default settings, and only the ids that cannot depend on the order")
    asked = parser.parse_args()
    case = Case({}, WITHOUT_ORDER) if asked.defaults else Case(UNBOUNDED, (*WITHOUT_ORDER, "qa"))
    with tempfile.TemporaryDirectory(prefix="kill-") as name:
        folder = Path(name)
        (folder / "kafka").mkdir()
        reports = travel_reports.write(folder / "reports")
        server = Kafka(folder / "kafka").start()
        try:
            with index_server(folder) as index:
                return compare(Services(server.address, index, folder, reports), case, range(asked.first, asked.first + asked.seeds))
        finally:
            server.stop()


def compare(services: Services, case: Case, seeds: range) -> int:
    """Print the table, a row as soon as it is known; 1 when an id is missing or extra."""
    with services.deployment("undisturbed", case.settings) as deployment:
        deployment.start()
        deployment.until_up(dict.fromkeys(GROUPS, 1))
        deployment.command("ingest", str(services.reports))
        deployment.until_drained()
        expected = state(deployment.store)
    print(f"undisturbed: {expected.results} results; " + ", ".join(f"{len(ids)} {noun}" for noun, ids in expected.ids.items()), flush=True)
    print(f"| {' | '.join(COLUMNS)} |\n|{' --- |' * len(COLUMNS)}")
    wrong = False
    for seed in seeds:
        with services.deployment(f"seed{seed}", case.settings) as deployment:
            announce = functools.partial(deployment.command, "ingest", str(services.reports))
            kill = kill_one(deployment, announce, seed, expected.results)
            found = state(deployment.store)
        print(row(seed, kill, case, expected, found), flush=True)
        wrong = wrong or any(found.ids[noun] != expected.ids[noun] for noun in case.nouns)
    return int(wrong)


def row(seed: int, kill: Kill, case: Case, expected: State, found: State) -> str:
    """One line. Ids over all nouns compared, of which the questions are one; ``again``: records handled more than once."""
    wanted, there = ({(noun, one) for noun in case.nouns for one in state.ids[noun]} for state in (expected, found))
    cells = (
        seed,
        kill.worker + 1,
        f"{kill.killed_s:.1f} s",
        f"{kill.stored} of {expected.results}",
        f"{kill.drained_s:.1f} s",
        f"{len(wanted)} ({len(expected.ids['qa'])} questions)",
        f"{len(there)} ({len(found.ids['qa'])})",
        len(wanted - there),
        len(there - wanted),
        "yes" if found.questions == expected.questions else "no",
        kill.again,
    )
    return f"| {' | '.join(map(str, cells))} |"


if __name__ == "__main__":
    sys.exit(main())
