"""Deterministic ids: sha256 over what a thing is, never over an offset, a clock or a prompt."""

from __future__ import annotations

import hashlib


def make_id(*parts: str | int) -> str:
    """128 bits of sha256 over the parts, as 32 hex digits. Parts are length-prefixed, so ``("a", "bc")`` and ``("ab", "c")`` differ."""
    digest = hashlib.sha256()
    for part in parts:
        data = str(part).encode()
        digest.update(f"{len(data)}:".encode() + data)
    return digest.hexdigest()[:32]
