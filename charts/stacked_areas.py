"""Stacked areas become facts: the upper edges are read like lines, and each area is what lies between two of them."""

from __future__ import annotations

from dataclasses import replace

from charge_stream.charts.axes import value_axis
from charge_stream.charts.check import Declined
from charge_stream.charts.legend import Entry
from charge_stream.charts.lines import read_lines
from charge_stream.charts.scene import Areas, Scene
from charge_stream.charts.table import Fact
from charge_stream.charts.understood import Understood

KIND = "area"
NEAR_ZERO = 0.3
"""The floor is zero when it is within so many text heights of it."""
PLACES = 9


def read_stacked_areas(areas: Areas, scene: Scene, entries: list[Entry]) -> Understood:
    """The table of areas on one another. Raises `Declined` where their floor is not zero, or where names or an axis are missing."""
    axis = value_axis(scene, True)
    if axis is None or axis.log or abs(axis.position(0.0) + areas.floor) > NEAR_ZERO * scene.text_height + 2 * scene.grain:
        raise Declined("no axis from zero below stacked areas", KIND)
    edges = areas.edges
    colours = {edge.colour: i for i, edge in enumerate(edges)}
    read = read_lines(replace(scene, traces=edges, marks=()), entries)
    order = sorted((name for name in read.series if name in read.colours), key=lambda name: colours[read.colours[name]])
    if len(order) < len(edges):
        raise Declined("the areas have no names", KIND)
    places = {(fact.row, fact.series): fact for fact in read.facts}
    facts: list[Fact] = []
    for row in range(len(read.rows)):
        below: Fact | None = None
        for name in order:
            edge = places.get((row, name))
            if edge is None:
                break
            facts.append(_between(edge, below))
            below = edge
    return replace(read, kind=KIND, facts=facts, series=order)


def _between(edge: Fact, below: Fact | None) -> Fact:
    """The value of an area: the difference of its edges, as sure as the less sure of them."""
    if below is None:
        return edge
    return replace(edge, value=round(edge.value - below.value, PLACES), text=None, confidence=min(edge.confidence, below.confidence))
