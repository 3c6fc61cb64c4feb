"""How many published questions a reader accepts, by type.

`python bench/questions.py sheet RUN… --to sheet.html [--count 40] [--seed 1] [--half untouched]` draws a sample of each type from runs
(folders that `charge-stream run --out` wrote) and writes a page to read: question, answer, evidence with pictures, checks.
`python bench/questions.py score RUN… --verdicts FILE…` reads verdicts, one JSON object a line with `id`, `accepted`, `reason` (of a
rejection) and `reader`, and prints acceptance by type with 95% intervals, the reasons, and how far two readers agree (Cohen's kappa).
`python bench/questions.py wordings RUN…` prints the share of the commonest wording of each type.

Judge as one who did not write the rules: is it clear read alone, is the answer right and does the evidence give it, are the references
right and enough, is it English that a person would write, and is every hop needed? The halves are named in `halves.py`.
"""

from __future__ import annotations

import argparse
import base64
import html
import itertools
import math
import random
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from published import Item, published, read_lines

CHECKS = ("clear alone", "answer right", "evidence right and enough", "natural English", "every hop needed")
STYLE = "body{font:16px sans-serif;max-width:60em;margin:2em auto} article{border-top:1px solid #999;padding:1em 0} img{max-width:100%}"
Z = 1.959964
"""The normal quantile of a 95% interval."""


def main() -> None:
    arguments = _arguments()
    items = [item for run in arguments.runs for item in published(run) if arguments.half in (item.half(), "both")]
    if arguments.command == "sheet":
        chosen = sample(items, arguments.count, arguments.seed)
        arguments.to.write_text(sheet(chosen), encoding="utf-8")
        print(f"{len(chosen)} questions in {arguments.to}")
    elif arguments.command == "score":
        verdicts = [verdict for path in arguments.verdicts for verdict in read_lines(path)]
        print("\n".join(report({item.id: item.type for item in items}, verdicts)))
    else:
        print("\n".join(wordings(items)))


def sample(items: Iterable[Item], count: int, seed: int) -> list[Item]:
    """At most ``count`` of each type, the same for the same questions and seed; in an order that mixes nothing but types."""
    by_type: defaultdict[str, list[Item]] = defaultdict(list)
    for item in items:
        by_type[item.type].append(item)
    chosen: list[Item] = []
    for kind in sorted(by_type):
        pool = sorted(by_type[kind], key=lambda item: item.id)
        chosen += random.Random(f"{seed} {kind}").sample(pool, min(count, len(pool)))
    return chosen


def sheet(items: Sequence[Item]) -> str:
    """A page that needs no other file: pictures are in it."""
    parts = [f"<!doctype html><meta charset=utf-8><title>Questions to judge</title><style>{STYLE}</style><h1>{len(items)} questions</h1>"]
    for number, item in enumerate(items, start=1):
        text = html.escape
        parts.append(f"<article><h2>{number}. {text(item.type)}</h2><p><b>{text(item.line['query'])}</b></p>")
        parts.append(f"<p>Answer: {text(item.line['gt_answer'])}</p><ul>")
        parts += [f"<li>{text(statement)}</li>" for statement in item.line["gt_keypoints"].values()]
        parts.append("</ul>")
        parts += [_evidence(item, reference) for reference in item.evidence]
        parts.append(f"<p>{' · '.join(f'☐ {check}' for check in CHECKS)}</p><code>{text(item.id)}</code></article>")
    return "\n".join(parts)


def _evidence(item: Item, reference: dict[str, Any]) -> str:
    page = f", page {reference['page']}" if reference.get("page") else ""
    place = f"{reference['uri']}{page}"
    shown = f"<h3>{html.escape(place)}</h3><p>{html.escape(reference.get('text', ''))}</p>"
    path = item.image(reference)
    if path is None or not path.is_file():
        return shown
    data = path.read_bytes()
    mime = "image/png" if data.startswith(b"\x89PNG") else "image/svg+xml" if data.lstrip().startswith(b"<") else "image/jpeg"
    return f'{shown}<img src="data:{mime};base64,{base64.b64encode(data).decode()}" alt="">'


def report(types: dict[str, str], verdicts: Sequence[dict[str, Any]]) -> list[str]:
    """Acceptance by type and in all, reasons, agreement. An item counts as accepted when all of its readers accept it."""
    judged: defaultdict[str, dict[str, bool]] = defaultdict(dict)
    for verdict in verdicts:
        if verdict["id"] in types:
            judged[verdict["id"]][str(verdict.get("reader", ""))] = bool(verdict["accepted"])
    lines = []
    for kind in [*sorted({types[item] for item in judged}), "all"]:
        outcomes = [all(told.values()) for item, told in judged.items() if kind in (types[item], "all")]
        low, high = wilson(sum(outcomes), len(outcomes))
        lines.append(f"{kind}: {sum(outcomes)} of {len(outcomes)} accepted ({low:.0%} to {high:.0%})")
    reasons = Counter(
        str(verdict.get("reason") or "no reason") for verdict in verdicts if not verdict["accepted"] and verdict["id"] in types
    )
    lines += [f"  rejected {count} times: {reason}" for reason, count in sorted(reasons.items(), key=lambda item: (-item[1], item[0]))]
    readers = sorted({reader for told in judged.values() for reader in told})
    for one, two in itertools.combinations(readers, 2):
        both = [(told[one], told[two]) for told in judged.values() if one in told and two in told]
        if both:
            same = sum(left == right for left, right in both)
            lines.append(f"{one} and {two}: agree on {same} of {len(both)}, kappa {kappa(both):.2f}")
    return lines


def wilson(accepted: int, judged: int) -> tuple[float, float]:
    """The 95% score interval of a proportion (Wilson 1927); (0, 1) where nothing was judged."""
    if not judged:
        return 0.0, 1.0
    share, square = accepted / judged, Z * Z / judged
    centre = (share + square / 2) / (1 + square)
    half = Z * math.sqrt(share * (1 - share) / judged + square / (4 * judged)) / (1 + square)
    return max(0.0, centre - half), min(1.0, centre + half)


def kappa(pairs: Sequence[tuple[bool, bool]]) -> float:
    """Cohen's kappa of two readers (1960): agreement beyond chance; 1 where both always said the same one thing."""
    count = len(pairs)
    observed = sum(one == two for one, two in pairs) / count
    first, second = sum(one for one, _ in pairs) / count, sum(two for _, two in pairs) / count
    chance = first * second + (1 - first) * (1 - second)
    return 1.0 if chance == 1 else (observed - chance) / (1 - chance)


def wordings(items: Sequence[Item]) -> list[str]:
    """The commonest wording of each type and its share."""
    lines = []
    for kind in sorted({item.type for item in items}):
        counts = Counter(item.wording for item in items if item.type == kind)
        name, most = min(counts.items(), key=lambda item: (-item[1], item[0]))
        lines.append(f"{kind}: {len(counts)} wordings, commonest {most} of {counts.total()} ({most / counts.total():.0%}): {name}")
    return lines


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    commands = parser.add_subparsers(dest="command", required=True)
    for name in ("sheet", "score", "wordings"):
        command = commands.add_parser(name)
        command.add_argument("runs", nargs="+", type=Path)
        command.add_argument("--half", choices=("building", "untouched", "both"), default="both")
        if name == "sheet":
            command.add_argument("--to", type=Path, default=Path("questions.html"))
            command.add_argument("--count", type=int, default=40, help="questions of each type")
            command.add_argument("--seed", type=int, default=1)
        elif name == "score":
            command.add_argument("--verdicts", nargs="+", type=Path, required=True)
    return parser.parse_args()


if __name__ == "__main__":
    main()
