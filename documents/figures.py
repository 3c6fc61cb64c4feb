"""Picture bytes of any kind to a figure."""

from __future__ import annotations

from charge_stream.documents.blocks import Figure, hash_bytes
from charge_stream.documents.media import SVG, media_type_of
from charge_stream.documents.parsed import Limits
from charge_stream.documents.pictures import BadPicture, check_picture, may_be_chart
from charge_stream.models.errors import BrokenDocument


def figure_from(data: bytes, limits: Limits) -> Figure:
    """The figure of a picture, raster or SVG.

    Raises:
        BadPicture: it cannot be used.
    """
    if media_type_of("", data[:4096]) == SVG:
        return _from_svg(data, limits)
    picture = check_picture(data, limits)
    return Figure(hash_bytes(data), picture.data, picture.mime)


def chart_from(data: bytes, limits: Limits) -> Figure | None:
    """As ``figure_from``; None when the picture is too small or too long to be a chart (an icon, a rule)."""
    if media_type_of("", data[:4096]) == SVG:
        figure = _from_svg(data, limits)
        return figure if figure.drawing is not None and len(figure.drawing.texts) > 2 else None
    picture = check_picture(data, limits)
    if not may_be_chart(picture.width, picture.height):
        return None
    return Figure(hash_bytes(data), picture.data, picture.mime)


def _from_svg(data: bytes, limits: Limits) -> Figure:
    from charge_stream.documents.svg import svg_figure

    try:
        return svg_figure(data, limits)
    except BrokenDocument as error:
        raise BadPicture(str(error)) from error
