"""SVG: paths, transforms, styles, words; and what is kept of a hostile picture."""

from __future__ import annotations

import math

import pytest

from charge_stream.charts.drawing import Drawing
from charge_stream.documents import Limits
from charge_stream.documents.affine import Affine, parse_transform
from charge_stream.documents.svg import svg_figure
from charge_stream.documents.svg_path import subpaths
from charge_stream.documents.svg_style import Rules, colour, length
from charge_stream.models.errors import BrokenDocument


def drawing(inner: str, attributes: str = 'viewBox="0 0 100 50"') -> Drawing:
    figure = svg_figure(f'<svg xmlns="http://www.w3.org/2000/svg" {attributes}>{inner}</svg>'.encode(), Limits())
    assert figure.drawing is not None
    return figure.drawing


def test_path_commands_absolute_and_relative() -> None:
    (path,) = subpaths("M10 10h5v5H10z")
    assert (path.points, path.closed, path.straight) == ([(10, 10), (15, 10), (15, 15), (10, 15)], True, True)
    first, second = subpaths("m1,1 2,0 l0-2.5 z m5 5 l1 1")
    assert first.points == [(1, 1), (3, 1), (3, -1.5)]
    assert second.points == [(6, 6), (7, 7)]


def test_curves_end_where_they_should() -> None:
    cubic, quadratic, smooth = subpaths("M0 0C0 10 10 10 10 0"), subpaths("M0 0Q5 10 10 0"), subpaths("M0 0Q5 10 10 0T20 0")
    assert cubic[0].points[-1] == pytest.approx((10, 0))
    assert cubic[0].points[4] == pytest.approx((5, 7.5))  # half way: 3/8 of both control points
    assert quadratic[0].points[4] == pytest.approx((5, 5))
    assert smooth[0].points[12] == pytest.approx((15, -5))  # the mirrored control point
    assert not cubic[0].straight


def test_arcs_lie_on_their_circle_also_with_flags_run_together() -> None:
    (path,) = subpaths("M10 0A10 10 0 0110 20")
    (same,) = subpaths("M 10 0 A 10 10 0 0 1 10 20")
    assert path.points == same.points
    assert all(math.hypot(x - 10, y - 10) == pytest.approx(10) for x, y in path.points)
    assert max(x for x, _ in path.points) == pytest.approx(20, abs=0.1)


def test_broken_path_data_keeps_what_came_before() -> None:
    assert subpaths("M0 0L5 5 oops L")[0].points == [(0, 0), (5, 5)]
    assert subpaths("nothing") == []


def test_transforms_apply_innermost_first() -> None:
    assert parse_transform("translate(10 20) scale(2)")((1, 1)) == (12, 22)
    assert parse_transform("rotate(90 5 5)")((5, 0)) == pytest.approx((10, 5))
    assert parse_transform("matrix(1 0 0 -1 0 50)")((3, 10)) == (3, 40)
    assert parse_transform("wobble(3)") == Affine()


def test_rectangles_are_found_however_they_are_drawn() -> None:
    shapes = drawing(
        '<rect x="1" y="2" width="10" height="20" fill="#ff0000"/>'
        '<path d="M1 2h10v20h-10z" style="fill:rgb(0,128,0)"/>'
        '<polygon points="1,2 11,2 11,22 1,22" fill="blue"/>'
    ).shapes
    assert [shape.kind for shape in shapes] == ["rect", "rect", "rect"]
    assert {shape.points for shape in shapes} == {((1, 2), (11, 22))}
    assert [shape.fill for shape in shapes] == [(255, 0, 0), (0, 128, 0), (0, 0, 255)]


def test_lines_circles_and_turned_rectangles() -> None:
    line, circle, diamond = drawing(
        '<line x1="0" y1="5" x2="100" y2="5" stroke="black" stroke-width="2"/>'
        '<circle cx="50" cy="25" r="10" fill="#00f"/>'
        '<rect width="10" height="10" transform="translate(50 25) rotate(45)" fill="red"/>'
    ).shapes
    assert (line.kind, line.points, line.stroke_width) == ("line", ((0, 5), (100, 5)), 2)
    assert (circle.kind, circle.box) == ("path", pytest.approx((40, 15, 60, 35), abs=0.1))
    assert diamond.kind == "path"


def test_coordinates_count_from_the_view_box_and_groups_nest() -> None:
    found = drawing('<g transform="translate(10,0)"><g transform="scale(2)"><rect width="5" height="5"/></g></g>', 'viewBox="-4 -6 100 50"')
    assert (found.width, found.height) == (100, 50)
    assert found.shapes[0].points == ((14, 6), (24, 16))


def test_styles_are_inherited_and_hidden_things_left_out() -> None:
    shapes = drawing(
        "<style>.bar{fill:#123456} .gone{display:none} @import url(x)</style>"
        '<g fill="orange"><rect width="5" height="5"/><rect class="bar" width="5" height="5"/></g>'
        '<g class="gone"><rect width="5" height="5"/></g><rect width="5" height="5" visibility="hidden"/>'
        '<rect width="5" height="5" fill="none"/><rect width="5" height="5" fill-opacity="0"/>'
    ).shapes
    assert [shape.fill for shape in shapes] == [(255, 165, 0), (18, 52, 86)]


def test_texts_with_anchors_spans_and_turns() -> None:
    texts = drawing(
        '<text x="50" y="20" font-size="10" text-anchor="middle">Title &amp; more</text>'
        '<text font-size="10"><tspan x="0" y="30">first</tspan><tspan x="0" dy="10">second</tspan></text>'
        '<text x="0" y="45" font-size="10">one <tspan font-weight="bold">two</tspan> three</text>'
        '<text transform="translate(5 40) rotate(-90)" font-size="8">axis</text>'
    ).texts
    assert [text.text for text in texts] == ["Title & more", "first", "second", "one two three", "axis"]
    title, first, second, _, axis = texts
    assert (title.box[0] + title.box[2]) / 2 == pytest.approx(50)
    assert title.box[1] < 20 < title.box[3]
    assert second.box[1] - first.box[1] == pytest.approx(10)
    assert axis.angle == pytest.approx(-90)
    assert axis.box[3] - axis.box[1] > axis.box[2] - axis.box[0]


def test_title_and_subtitle_stand_above_the_marks() -> None:
    figure = svg_figure(
        b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 300 200" aria-label="Bars">'
        b'<text x="0" y="14" font-size="12">Coal is the deadliest fuel</text><text x="0" y="28" font-size="8">Deaths per TWh, 2021</text>'
        b'<rect x="50" y="40" width="200" height="20"/><rect x="50" y="70" width="100" height="20"/>'
        b'<text x="0" y="55" font-size="8">Coal</text></svg>',
        Limits(),
    )
    assert (figure.title, figure.subtitle, figure.alt) == ("Coal is the deadliest fuel", "Deaths per TWh, 2021", "Bars")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("#abc", (170, 187, 204)),
        ("rgb(10, 20, 30)", (10, 20, 30)),
        ("rgba(10 20 30 / 0.5)", (10, 20, 30)),
        ("rgba(1,2,3,0)", None),
        ("currentColor", (255, 0, 0)),
        ("url(#g)", (0, 0, 255)),
        ("url(#none)", None),
        ("transparent", None),
        ("no-such-colour", None),
    ],
)
def test_colours(text: str, expected: tuple[int, int, int] | None) -> None:
    assert colour(text, "red", {"g": "blue"}) == expected


def test_lengths_and_rules() -> None:
    assert length("12pt", 0) == 16
    assert length("50%", 0, relative=80) == 40
    assert length("nonsense", 7) == 7
    assert Rules("rect, .a { fill : red !important } /* .b{fill:blue} */").of("rect", {"class": "b"}) == {"fill": "red"}


def test_a_hostile_picture_comes_out_harmless() -> None:
    figure = svg_figure(
        b'<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 9 9" onload="alert(1)">'
        b"<script>alert(1)</script><style>@import url(http://evil.example/x.css);</style>"
        b'<foreignObject><p>hi</p></foreignObject><image href="http://evil.example/p.png"/>'
        b'<a href="javascript:alert(1)"><rect width="5" height="5" onclick="x()" style="fill:url(http://evil.example/)" fill="red"/></a>'
        b'<use xlink:href="http://evil.example/#a"/><text x="1" y="5">5</text></svg>',
        Limits(),
    )
    assert figure.image is not None
    for word in (b"script", b"alert", b"evil", b"onload", b"onclick", b"foreign", b"<image"):
        assert word not in figure.image
    assert b'<rect width="5" height="5" fill="red"' in figure.image
    assert b'viewBox="0 0 9 9"' in figure.image


def test_entities_are_not_expanded_and_nothing_is_read() -> None:
    content = b'<!DOCTYPE svg [<!ENTITY e SYSTEM "file:///etc/passwd">]>'
    content += b'<svg xmlns="http://www.w3.org/2000/svg"><text x="0" y="9">a&e;b 1</text></svg>'
    figure = svg_figure(content, Limits())
    assert figure.drawing is None or all("root" not in text.text for text in figure.drawing.texts)


def test_a_bomb_of_uses_ends_without_a_drawing() -> None:
    uses = {n: f'<use href="#l{n - 1}"/>' * 10 for n in range(1, 12)}
    levels = "".join(f'<g id="l{n}">{inside}</g>' for n, inside in uses.items())
    content = f'<svg xmlns="http://www.w3.org/2000/svg"><defs><rect id="l0" width="1" height="1"/>{levels}</defs><use href="#l11"/></svg>'
    assert svg_figure(content.encode(), Limits(max_shapes=2000)).drawing is None
    assert (
        svg_figure(b'<svg xmlns="http://www.w3.org/2000/svg"><g id="a"><use href="#a"/><rect width="1"/></g></svg>', Limits()).drawing
        is None
    )


@pytest.mark.parametrize("content", [b"<svg", b"<p>no</p>", b'<svg xmlns="http://www.w3.org/2000/svg"/>'])
def test_what_is_no_picture_is_refused(content: bytes) -> None:
    with pytest.raises(BrokenDocument):
        svg_figure(content, Limits())
