"""How the rules answer the questions of a run, by type: `python bench/answers.py RUN… [--show N]`.

Three settings: `none`, without references; `oracle`, from the references that each question names; `retrieved`, from those that the run's
own retrieval found, at the largest k. Printed: the share of answers whose keypoints are all right and no more, and of questions left
without an answer. `--show N` prints N questions of each type that were not answered rightly from the oracle's references.
"""

from __future__ import annotations

import argparse
import asyncio
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from published import STORE, Item, published, read_lines

from charge_stream.engines.rules.answer import answer_question
from charge_stream.engines.rules.matching import keypoints_of_response, match_keypoints
from charge_stream.evaluation.contents import read
from charge_stream.evaluation.metrics.correctness import correctness
from charge_stream.infra.sources import Sources
from charge_stream.infra.store import ContentStore
from charge_stream.models import Chunk, Reading
from charge_stream.models.chunk import sentences_named

SETTINGS = ("none", "oracle", "retrieved")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("runs", nargs="+", type=Path)
    parser.add_argument("--show", type=int, default=0)
    parser.add_argument("--setting", choices=SETTINGS, default="oracle", help="whose wrong answers are shown")
    options = parser.parse_args()
    right: dict[tuple[str, str], list[float]] = defaultdict(list)
    silent: Counter[tuple[str, str]] = Counter()
    for run in options.runs:
        chunks, readings = asyncio.run(sources(run))
        found = retrieved(run)
        for item in published(run):
            for setting, ids in zip(SETTINGS, ([], oracle(item), found.get(item.id, [])), strict=True):
                response = answered(item, ids, chunks, readings)
                score = scored(item, response)
                right[setting, item.type].append(score)
                silent[setting, item.type] += response is None
                if setting == options.setting and not score and right[setting, item.type].count(0.0) <= options.show:
                    print(f"{item.type}, {item.wording}: {item.line['query']}\n  wanted {item.line['gt_answer']}\n  got {response}")
                    print("".join(f"  from {chunk.text}\n" for chunk in passages(ids, chunks)), end="")
    for name in sorted({name for _, name in right}):
        print(f"{name:28}" + "  ".join(_cell(setting, right[setting, name], silent[setting, name]) for setting in SETTINGS))


def _cell(setting: str, scores: Sequence[float], silent: int) -> str:
    return f"{setting} {sum(scores) / len(scores):4.0%} of {len(scores):3} ({silent:3} silent)"


async def sources(run: Path) -> tuple[dict[str, Chunk], dict[str, Reading]]:
    """Every paragraph by its id, and every reading by its chart's."""
    store = ContentStore(str(run / STORE))
    contents = await read(store, Sources(store), None)
    return {chunk.id: chunk for chunk in contents.chunks}, dict(contents.readings)


def retrieved(run: Path) -> dict[str, list[str]]:
    """What the run's retrieval found for each question, at the largest k."""
    found: dict[str, tuple[int, list[str]]] = {}
    for line in read_lines(run / "evaluations.jsonl"):
        found[line["qa_id"]] = max(found.get(line["qa_id"], (0, [])), (line["k"], line["retrieved"]))
    return {qa_id: ids for qa_id, (_, ids) in found.items()}


def oracle(item: Item) -> list[str]:
    return [*item.line["gt_text"], *item.line["gt_chart"]]


def passages(ids: Sequence[str], chunks: Mapping[str, Chunk]) -> list[Chunk]:
    """The paragraphs, cut to the sentences named."""
    return [chunks[chunk_id].cut_to(numbers) for chunk_id, numbers in sentences_named(ids).items()]


def answered(item: Item, ids: Sequence[str], chunks: Mapping[str, Chunk], readings: Mapping[str, Reading]) -> str | None:
    """The response of the rules from these references."""
    inputs: dict[str, Any] = {
        "question": item.line["query"],
        "chunks": passages(ids, chunks),
        "readings": [readings[each] for each in ids if each in readings],
    }
    response = answer_question(inputs)
    return getattr(response, "answer", None)


def scored(item: Item, response: str | None) -> float:
    """Correctness (CHARGE eq. 3)."""
    truth = list(item.line["gt_keypoints"].values())
    given = keypoints_of_response({"question": item.line["query"], "response": response}).keypoints if response else []
    matches = match_keypoints({"ground_truth": truth, "response": given}).matches
    return correctness(matches, len(truth), len(given)) or 0.0


if __name__ == "__main__":
    main()
