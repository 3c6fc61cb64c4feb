"""Pictures and documents made for the tests."""

from __future__ import annotations

import io
from collections.abc import Callable, Mapping

import pytest
from PIL import Image, ImageDraw

from charge_stream.documents import Limits, ParsedDocument, parse
from charge_stream.models import Context

Parse = Callable[..., ParsedDocument]


def picture(width: int = 400, height: int = 300, kind: str = "PNG", mode: str = "RGB", seed: int = 0) -> bytes:
    """A picture with a few bars; other ``seed``, other bytes."""
    image = Image.new(mode, (width, height))
    draw = ImageDraw.Draw(image)
    for bar in range(4):
        draw.rectangle((20 + 50 * bar, height // 4 + bar + seed, 50 + 50 * bar, height - 10), fill=None if mode == "P" else 1)
    target = io.BytesIO()
    image.save(target, kind)
    return target.getvalue()


@pytest.fixture
def parsed() -> Parse:
    """``parse`` with everything but the content given."""

    def run(
        content: bytes | str,
        media_type: str,
        attachments: Mapping[str, bytes] | None = None,
        context: Context | None = None,
        limits: Limits | None = None,
        document_id: str = "doc",
    ) -> ParsedDocument:
        data = content.encode() if isinstance(content, str) else content
        return parse(
            data,
            media_type,
            document_id=document_id,
            uri="reports/a",
            attachments=attachments or {},
            context=context,
            limits=limits or Limits(),
        )

    return run
