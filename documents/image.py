"""A single picture: one chart without text around it."""

from __future__ import annotations

from collections.abc import Mapping

from charge_stream.documents.blocks import Blocks, Figure, hash_bytes
from charge_stream.documents.media import media_type_of
from charge_stream.documents.parsed import Limits
from charge_stream.documents.pictures import BadPicture, check_picture
from charge_stream.models.context import Context
from charge_stream.models.errors import BrokenDocument


def blocks(content: bytes, attachments: Mapping[str, bytes], limits: Limits) -> Blocks:
    """The picture as a document of one figure; a file's name says nothing reliable, so it has no title.

    Raises:
        BrokenDocument: it is no picture, damaged or too large.
    """
    if media_type_of("", content[:4096]) == "image/svg+xml":
        from charge_stream.documents.svg import svg_figure

        return Blocks(Context(), [svg_figure(content, limits)])
    try:
        picture = check_picture(content, limits)
    except BadPicture as error:
        raise BrokenDocument(f"{error}: export it again as PNG or JPEG") from error
    return Blocks(Context(), [Figure(hash_bytes(content), picture.data, picture.mime)])
