"""A stage that waits for a service is seen: one line when it begins, one when it ends, and a metric meanwhile."""

from __future__ import annotations

import pytest

from charge_stream.infra.metrics import REGISTRY
from charge_stream.infra.runtime import StageStats
from charge_stream.infra.watch import Watch

AWAY = StageStats(paused="The index http://host:19530 does not answer in 10 s.")


def shown(stage: str) -> float | None:
    return REGISTRY.get_sample_value("charge_waiting", {"stage": stage})


def test_a_stage_that_waits_is_told_once_and_shown_all_the_time(caplog: pytest.LogCaptureFixture) -> None:
    times = iter((1.0, 13.6))
    watch = Watch(lambda: next(times))
    for stats in (StageStats(), AWAY, AWAY, StageStats(paused="The index is told of otherwise."), AWAY, StageStats(), StageStats()):
        watch.look({"pair": stats, "check": StageStats()})
        assert (shown("pair"), shown("check")) == (float(stats.paused is not None), 0)
    assert [record.getMessage() for record in caplog.records] == [
        "pair waits, and tries again until it can go on: The index http://host:19530 does not answer in 10 s.",
        "pair goes on after 13 s.",
    ]
