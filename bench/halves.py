"""Which half true data belongs to: rules were made on `building`, `untouched` is only ever counted."""

from __future__ import annotations

import hashlib

PEW_BUILDING = ("001", "003", "005", "007", "019", "021")
"""Pages of `pew_docs` that were read while the rules were built; 009, 011, 013, 015, 017 and 023 are untouched."""


def half(name: str) -> str:
    """`building` or `untouched`: the parity of the first byte of the name's sha256."""
    return "untouched" if hashlib.sha256(name.encode()).digest()[0] % 2 else "building"


def half_of_page(number: str) -> str:
    """The half of that page of `pew_docs`."""
    return "building" if number in PEW_BUILDING else "untouched"
