"""Which of several explanations of one answer is accepted (ChartQA-X 3.3 and 3.4)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence


def by_score(scores: Mapping[str, float | None]) -> list[str]:
    """The explainers by the score of their explanation, the best first, ties by name. One that is not scored is not eligible."""
    scored = [(-score, name) for name, score in scores.items() if score is not None]
    return [name for _, name in sorted(scored)]


def approved(name: str, votes: Mapping[str, bool | None], explainers: Sequence[str]) -> bool:
    """Whether more than half of the others found the explanation of ``name`` correct.

    Of N explainers N − 1 vote, nobody on their own. ``votes`` by voter; a missing one (or null) is no "Correct", and its voter counts all
    the same. With a single explainer nobody votes, and nothing is approved.
    """
    others = [other for other in explainers if other != name]
    return 2 * sum(votes.get(other) is True for other in others) > len(others)


def elected(scores: Mapping[str, float | None], votes: Mapping[str, Mapping[str, bool | None]]) -> str | None:
    """The explainer whose explanation is accepted: the best scored that is approved; None when there is none, and all explain anew.

    ``scores`` by explainer; ``votes`` by explainer, then by voter.
    """
    explainers = sorted(scores)
    return next((name for name in by_score(scores) if approved(name, votes.get(name, {}), explainers)), None)
