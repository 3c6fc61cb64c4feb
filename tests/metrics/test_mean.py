from charge_stream.evaluation.metrics.mean import Mean, mean


def test_the_mean_stands_beside_its_denominator() -> None:
    assert mean([1.0, 0.0, 0.5]) == Mean(0.5, 3, 0)


def test_what_was_not_measured_is_counted_apart_and_never_zero() -> None:
    assert mean([1.0, None, 0.0, None]) == Mean(0.5, 2, 2)


def test_nothing_measured_has_no_mean() -> None:
    assert mean([]) == Mean(None, 0, 0)
    assert mean([None, None]) == Mean(None, 0, 2)
