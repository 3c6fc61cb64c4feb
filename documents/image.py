"""A single picture: one chart without text around it."""

from __future__ import annotations

from collections.abc import Mapping

from charge_stream.documents.blocks import Blocks
from charge_stream.documents.figures import figure_from
from charge_stream.documents.parsed import Limits
from charge_stream.documents.pictures import BadPicture
from charge_stream.models.context import Context
from charge_stream.models.errors import BrokenDocument


def blocks(content: bytes, attachments: Mapping[str, bytes], limits: Limits) -> Blocks:
    """The picture as a document of one figure; a file's name says nothing reliable, so it has no title.

    Raises:
        BrokenDocument: it is no picture, damaged or too large.
    """
    try:
        return Blocks(Context(), [figure_from(content, limits)])
    except BadPicture as error:
        raise BrokenDocument(f"{error}: export it again as PNG, JPEG or SVG") from error
