"""How many calls a second an endpoint lets through, learned from its 429s.

Answers are looked at in periods; only calls started in the period count, so what an earlier pace caused is judged once. When 429s are
more than usual, the pace is cut to what got through: their share off it. **Every cut is a trial**: if the share of 429s does not fall with
the pace, they are not about the pace, so the cut is undone and that share is taken as usual from then on. Without 429s the pace grows: by
quarters after a flood of them, which tells little of the limit; then by hundredths, and faster after it grew for long.

Where nothing gets through at all (a quota for the minute that is used up), a call every other second finds out when something does again;
then the pace is what got through, on average, since the last such time.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

PERIOD_S = 2.0
PERIOD_ANSWERS = 30
LONGEST_PERIOD_S = 10.0
"""A period takes both a time and a number of answers, so that the share of 429s in it is worth something, or else the longest time."""
FLOOD = 0.3
"""A share of 429s above it needs no long look: the period ends as soon as ``FLOOD_LIMITED`` of them came, after ``FLOOD_S``."""
FLOOD_LIMITED = 5
FLOOD_S = 0.5
MOST = 0.7
"""So many 429s are never taken as usual."""
TELLING = 5
"""429s that a trial should see if they are not about the pace."""
TRIAL = 0.9
"""How far below what got through a first cut goes, so that the trial tells."""
SETTLED = 0.99
"""How far below what got through a pace goes that is known to be a limit: what the endpoint lets through in one go fills up again."""
LESS = 0.8
"""What lets less than this part through than before lets less through."""
SLOWEST = 0.05
SHUT = 0.99
TRICKLE = 0.5
LONGEST_TRIAL_S = 60.0
GROWTH = 0.01
FASTEST_GROWTH = 0.25
PATIENT_PERIODS = 10
GROWTH_FACTOR = 1.5


@dataclass
class Period:
    """``started`` at; calls ``sent`` since; ``answered``, and ``limited`` (429) among those.

    429s come sooner than replies, so it is the calls sent that they are a share of.
    """

    started: float
    sent: int = 0
    answered: int = 0
    limited: int = 0

    @property
    def share(self) -> float:
        return self.limited / self.sent if self.sent else 0.0

    def sending(self, now: float) -> float:
        """Calls a second."""
        return self.sent / max(now - self.started, FLOOD_S)

    def through(self, now: float) -> float:
        """Calls a second that were not refused."""
        return self.sending(now) * (1 - self.share)


@dataclass(frozen=True)
class Cut:
    """What a trial is compared with: the pace before its first cut, the share of 429s then, the calls a second that got through in the
    last period, and how many cuts have not helped so far."""

    before: float | None
    share: float
    through: float
    in_vain: int = 0


class Pace:
    """``usual``: the share of 429s that has nothing to do with the pace."""

    def __init__(self, now: float) -> None:
        self._learned: float | None = None
        self._shut = False
        self._opened = now
        self._passed = 0
        self.usual = 0.0
        self._ceiling: float | None = None
        self._cut: Cut | None = None
        self._clean = 0
        self._growth = GROWTH
        self._period = Period(now)

    @property
    def rate(self) -> float | None:
        """Calls a second; None while no limit is known."""
        return TRICKLE if self._shut else self._learned

    def sent(self, now: float) -> Period:
        """A call starts; the period to report its answer with."""
        if self._period.sent == 0:
            self._period.started = now
        self._period.sent += 1
        return self._period

    def answered(self, period: Period, limited: bool, now: float) -> bool:
        """A call of ``period`` was answered, with 429 or not; whether most of a full period's answers were 429."""
        self._passed += not limited
        if period is not self._period:
            return False
        if self._shut:
            if not limited:
                self._open(now)
            return False
        period.answered += 1
        period.limited += limited
        if not self._over(period, now):
            return False
        self._decide(period, now)
        self._period = Period(now)
        return period.share > 0.5

    def _over(self, period: Period, now: float) -> bool:
        elapsed = now - period.started
        if elapsed >= FLOOD_S and period.limited >= FLOOD_LIMITED and period.share > FLOOD:
            return True
        if self._cut is not None and self._cut.share <= FLOOD:
            return elapsed >= LONGEST_TRIAL_S or (elapsed >= PERIOD_S and period.answered >= TELLING / self._cut.share)
        return elapsed >= LONGEST_PERIOD_S or (elapsed >= PERIOD_S and period.answered >= PERIOD_ANSWERS)

    def _open(self, now: float) -> None:
        self._learned = max(SLOWEST, SETTLED * self._passed / max(now - self._opened, FLOOD_S))
        self._shut, self._opened, self._passed = False, now, 0
        self._ceiling, self._cut, self._clean, self._growth = None, None, 0, GROWTH
        self._period = Period(now)

    def _decide(self, period: Period, now: float) -> None:
        self._shut = period.share >= SHUT and period.limited >= FLOOD_LIMITED
        if self._shut:
            return
        excess = period.share - self.usual
        if self._cut is not None and self._in_vain(self._cut, period, now):
            return
        if period.limited > self._usual_most(period):
            self._slow_down(period, excess, now)
        else:
            self._cut = None
            self.usual += min(0.0, period.share - self.usual) / 16  # it rises by trials only
            self._speed_up(period, now)

    def _in_vain(self, cut: Cut, period: Period, now: float) -> bool:
        """Undo a cut that has not lowered the share of 429s. The first cut is deep enough to tell; of later ones, and in a flood, where all
        is rough, it takes three, each of which let less through: a limit lets the same through whatever is sent."""
        if period.share <= self.usual + (cut.share - self.usual) / 3 or period.share >= MOST:
            return False
        if cut.before is not None or cut.share > FLOOD:
            through = period.through(now)
            in_vain = cut.in_vain + 1 if cut.share <= FLOOD or through < LESS * cut.through else 0
            self._cut = Cut(cut.before, cut.share, through, in_vain)
            if in_vain < 3:
                return False
        self._learned, self._ceiling, self._cut = cut.before, None, None
        self.usual = (period.share + cut.share) / 2
        self._growth = FASTEST_GROWTH
        return True

    def _usual_most(self, period: Period) -> float:
        """429s that the usual share explains: three standard deviations above it, and one stray."""
        expected = self.usual * period.sent
        return expected + 3 * math.sqrt(expected) + (1 if self._learned is None or self.usual else 0)

    def _slow_down(self, period: Period, excess: float, now: float) -> None:
        sending = period.sending(now)
        known = self._learned is not None
        through = min(self._learned, sending) if self._learned is not None and period.share > FLOOD else self._learned or sending
        if self._cut is None:
            self._cut = Cut(self._learned, period.share, period.through(now))
        self._ceiling = through * (1 - excess)
        self._learned = max(SLOWEST, through * max(0.5 if known else 0.01, 1 - excess) * (SETTLED if known else TRIAL))
        self._clean = 0
        self._growth = FASTEST_GROWTH if period.share > FLOOD else GROWTH

    def _speed_up(self, period: Period, now: float) -> None:
        if self._learned is None or period.sending(now) < 0.8 * self._learned:
            return
        if self._ceiling is not None and self._learned < SETTLED * self._ceiling:
            self._learned = min(SETTLED * self._ceiling, self._learned * 1.5)
            return
        self._clean += 1
        if self._clean > PATIENT_PERIODS:
            self._growth = min(FASTEST_GROWTH, self._growth * GROWTH_FACTOR)
        self._learned *= 1 + self._growth
