"""Which pairs would be proposed and admitted, from keypoints made up: by the same search, floors and quotas as in the flow."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from charge_stream.engines.forecast.bill import evenly
from charge_stream.infra.admissions import Admission, admits
from charge_stream.infra.encoders import Encoder, Vectors
from charge_stream.infra.settings import Settings
from charge_stream.models import QA_TYPES, Keypoint
from charge_stream.models.ids import make_id
from charge_stream.models.pair import MODALITIES, type_of

MOST = 2000
"""Of more keypoints so many are searched, and what is proposed is scaled up."""


@dataclass(frozen=True)
class Selected:
    """Pairs of each type that stand for all: ``count`` of them by type."""

    hops: dict[str, list[tuple[Keypoint, ...]]]
    count: dict[str, float]


async def selected(keypoints: Sequence[Keypoint], settings: Settings, encoder: Encoder) -> Selected:
    """What ``select`` would admit of what ``pair`` would propose."""
    some = evenly(keypoints, MOST)
    vectors = await encoder.encode([keypoint.statement for keypoint in some], "passage")
    proposed: dict[str, tuple[str, tuple[Keypoint, ...]]] = {}
    for scope, hops in _proposals(some, vectors, settings):
        kind = type_of(scope, {hop.modality for hop in hops})
        proposed[make_id("pair", kind, *(hop.id for hop in hops))] = kind, hops
    counts: Counter[tuple[str, str]] = Counter()
    admitted: dict[str, list[tuple[Keypoint, ...]]] = {kind: [] for kind in QA_TYPES}
    for pair_id, (kind, hops) in sorted(proposed.items()):
        documents = tuple(sorted({make_id(hop.document_id) for hop in hops}))
        admission = Admission(kind, pair_id, tuple(sorted(hop.id for hop in hops)), documents)
        if admits(admission, counts, settings):
            counts.update(admission.counted)
            admitted[kind].append(hops)
    scale = len(keypoints) / len(some) if some else 0.0
    most = {kind: settings.quota[kind] * settings.margin for kind in QA_TYPES}
    return Selected(admitted, {kind: min(scale * len(hops), most[kind]) for kind, hops in admitted.items()})


def _proposals(keypoints: Sequence[Keypoint], vectors: Vectors, settings: Settings) -> Iterator[tuple[str, tuple[Keypoint, ...]]]:
    documents, sources, modalities = (
        np.array([getattr(keypoint, name) for keypoint in keypoints]) for name in ("document_id", "source_id", "modality")
    )
    for number, keypoint in enumerate(keypoints):
        yield "Single-Point", (keypoint,)
        cosines = vectors @ vectors[number]
        same = documents == keypoint.document_id
        for scope, within, floor in (
            ("Intra-Document", same, settings.relatedness_intra),
            ("Inter-Document", ~same, settings.relatedness_inter),
        ):
            for modality in MODALITIES:
                fit = np.flatnonzero(within & (sources != keypoint.source_id) & (modalities == modality) & (cosines >= floor))
                for other in fit[np.argsort(-cosines[fit], kind="stable")][: settings.partners]:
                    yield scope, _in_order(keypoint, keypoints[other])


def _in_order(*hops: Keypoint) -> tuple[Keypoint, ...]:
    return tuple(sorted(hops, key=lambda hop: (hop.modality != "chart", hop.id)))
