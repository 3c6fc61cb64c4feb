"""How far a number is from the right one, exactly."""

from __future__ import annotations

from fractions import Fraction


def relative_difference(predicted: float, target: float) -> Fraction:
    """``D = min(1, |p − t| / |t|)`` in exact decimals (floats put 1.47 more than 5% above 1.40); a zero target needs a zero."""
    p, t = Fraction(str(predicted)), Fraction(str(target))
    if t == 0:
        return Fraction(int(p != 0))
    return min(Fraction(1), abs(p - t) / abs(t))
