"""Two workers on Apache Kafka, one killed at a random moment, against an undisturbed run of the same documents: the ids of the questions.

    python bench/kill.py [--seeds 5] [--first 1]

The quotas, the caps, the least similarity and the near-duplicate check are off and k is above the number of keypoints
(``killing.UNBOUNDED``), so that nothing depends on the order of arrival. Exit status 1 when an id is missing or extra.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path

TESTS = Path(__file__).parents[1] / "tests"
sys.path[:0] = [str(TESTS / "faults"), str(TESTS / "kafka")]

import travel_reports  # noqa: E402
from deployment import GROUPS, Deployment, index_server  # noqa: E402
from kafka_broker import Kafka  # noqa: E402
from killing import UNBOUNDED, Kill, State, kill_one, state  # noqa: E402

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
    "again",
)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seeds", type=int, default=5, help="how many kills")
    parser.add_argument("--first", type=int, default=1, help="the first seed")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="kill-") as name:
        folder = Path(name)
        (folder / "kafka").mkdir()
        reports = travel_reports.write(folder / "reports")
        server = Kafka(folder / "kafka").start()
        try:
            with index_server(folder) as index:
                return compare(server.address, index, folder, reports, range(asked.first, asked.first + asked.seeds))
        finally:
            server.stop()


def compare(kafka: str, index: str, folder: Path, reports: Path, seeds: range) -> int:
    """Print the table, a row as soon as it is known."""
    with Deployment(kafka, index, folder, "undisturbed", UNBOUNDED) as deployment:
        deployment.start()
        deployment.until_up(dict.fromkeys(GROUPS, 1))
        deployment.command("ingest", str(reports))
        deployment.until_drained()
        expected = state(deployment.store)
    print(f"undisturbed: {expected.results} results; " + ", ".join(f"{len(ids)} {noun}" for noun, ids in expected.ids.items()), flush=True)
    print(f"| {' | '.join(COLUMNS)} |\n|{' --- |' * len(COLUMNS)}")
    wrong = False
    for seed in seeds:
        with Deployment(kafka, index, folder, f"seed{seed}", UNBOUNDED) as deployment:
            kill = kill_one(deployment, lambda deployment=deployment: deployment.command("ingest", str(reports)), seed, expected.results)
            found = state(deployment.store)
        print(row(seed, kill, expected, found), flush=True)
        wrong = wrong or found.ids != expected.ids
    return int(wrong)


def row(seed: int, kill: Kill, expected: State, found: State) -> str:
    """One line: ids over all nouns, of which the questions are one; ``again``: records handled more than once."""
    wanted, there = ({(noun, one) for noun, ids in state.ids.items() for one in ids} for state in (expected, found))
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
