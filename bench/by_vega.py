"""Charts drawn by Vega-Lite, the way Altair and many web pages do."""

from __future__ import annotations

import json
from typing import Any

from plans import PALETTES, Plan

FONTS = ("DejaVu Sans", "Liberation Sans", "Liberation Serif", "Liberation Sans Narrow")


def by_vega(plan: Plan) -> tuple[bytes, bytes]:
    """The chart as PNG and as SVG."""
    import vl_convert

    spec = json.dumps(_spec(plan))
    picture: bytes = vl_convert.vegalite_to_png(spec, scale=1.4 * (plan.style.scale or 1.0))
    return picture, vl_convert.vegalite_to_svg(spec).encode()


def _spec(plan: Plan) -> dict[str, Any]:
    rng, style = plan.rng, plan.style
    size = rng.choice((10, 11, 12))
    axis: dict[str, Any] = {
        "labelFontSize": size, "titleFontSize": size, "grid": rng.random() < 0.7, "domain": rng.random() < 0.6,
        "ticks": rng.random() < 0.6, "tickCount": rng.choice((4, 6, 8)),
    }  # fmt: skip
    layers, palette = _LAYERS[plan.shape](plan, axis), rng.choice(PALETTES)
    names = plan.rows if plan.kind == "pie" else plan.series
    for layer in layers:
        if "color" in layer["encoding"]:
            layer["encoding"]["color"]["scale"] = {"domain": names, "range": palette[: len(names)]}
    title = {"text": style.title, "subtitle": style.subtitle, "anchor": rng.choice(("start", "middle"))}
    round_plot = plan.kind == "pie"
    return {
        "data": {"values": _points(plan)},
        "width": rng.randint(220, 320) if round_plot else rng.randint(320, 620),
        "height": rng.randint(220, 320) if round_plot else rng.randint(220, 360),
        "title": title if style.title else None,
        "layer": layers,
        "padding": rng.randint(5, 30),
        "background": "white",
        "config": {
            "font": rng.choice(FONTS), "view": {"stroke": rng.choice((None, "#dddddd"))}, "legend": {"labelFontSize": size},
            "mark": {"color": palette[0]}, "text": {"color": "#222222"}, "axisX": {"labelLimit": 300}, "axisY": {"labelLimit": 300},
        },
    }  # fmt: skip


def _points(plan: Plan) -> list[dict[str, Any]]:
    """A record for each value; `text` is it as printed, `end` whether it is the last of its series."""
    records = [
        {"row": row, "series": name, "value": value, "order": j, "text": "" if value is None else plan.style.number(value, plan.decimals)}
        for row, line in zip(plan.rows, plan.values, strict=True)
        for j, (name, value) in enumerate(zip(plan.series, line, strict=True))
    ]
    last = {record["series"]: record["row"] for record in records if record["value"] is not None}
    return [{**record, "end": last[record["series"]] == record["row"]} for record in records]


def _value_axis(plan: Plan, axis: dict[str, Any]) -> dict[str, Any]:
    """The axis of the values, its ticks written as the style has it."""
    style = plan.style
    digits = "datum.value" if not style.thousands else "replace(format(datum.value, ',.10~g'), /,/g, '" + style.thousands + "')"
    written = {"labelExpr": f"'{style.prefix}' + {digits} + '{style.suffix}'"} if style.formats else {}
    return {**axis, **written}


def _bars(plan: Plan, axis: dict[str, Any]) -> list[dict[str, Any]]:
    lying, stacked, many = plan.kind == "lying bar", plan.kind == "stacked bar", len(plan.series) > 1
    names: dict[str, Any] = {"field": "row", "type": "nominal", "sort": plan.rows, "title": None, "axis": {**axis, "grid": False}}
    if not lying:
        names["axis"]["labelAngle"] = plan.rng.choice((-45, -90, 90)) if max(map(len, plan.rows)) > 5 else 0
    title = plan.rng.choice((None, None, "Value"))
    values = {"field": "value", "type": "quantitative", "title": title, "axis": _value_axis(plan, axis)}
    encoding: dict[str, Any] = {"y": names, "x": values} if lying else {"x": names, "y": values}
    if many:
        legend = {"orient": plan.rng.choice(("right", "right", "top", "bottom")), "title": None}
        encoding |= {"color": {"field": "series", "type": "nominal", "legend": legend}, "order": {"field": "order"}}
        if not stacked:
            encoding["xOffset"] = {"field": "series", "sort": plan.series}
    bars = [{"mark": {"type": "bar"}, "encoding": encoding}]
    if plan.labelled and not many:
        place = {"align": "left", "dx": 3} if lying else {"dy": -7}
        bars.append({"mark": {"type": "text", **place}, "encoding": {**encoding, "text": {"field": "text"}}})
    return bars


def _lines(plan: Plan, axis: dict[str, Any]) -> list[dict[str, Any]]:
    style, rng, many = plan.style, plan.rng, len(plan.series) > 1
    scale: dict[str, Any] = {"type": "log"} if plan.kind.startswith("log") else {"zero": rng.random() < 0.6}
    title = rng.choice((None, None, "Value"))
    as_number = rng.random() < 0.5
    across: dict[str, Any] = {"field": "row", "title": None, "axis": {**axis, "grid": rng.random() < 0.3}}
    across |= {"type": "quantitative", "scale": {"zero": False}} if as_number else {"type": "ordinal"}
    across["axis"] |= {"format": "d"} if as_number else {"labelAngle": rng.choice((0, -45, -90)), "labelOverlap": "parity"}
    encoding: dict[str, Any] = {
        "x": across,
        "y": {"field": "value", "type": "quantitative", "title": title, "scale": scale, "axis": _value_axis(plan, axis)},
    }
    mark = {"type": "line", "strokeWidth": rng.choice((1.5, 2, 3)), "point": rng.random() < 0.3}
    if many:
        legend = {"orient": rng.choice(("right", "right", "top", "bottom", "top-left")), "title": None}
        encoding["color"] = {"field": "series", "type": "nominal", "legend": None if style.ends else legend}
    layers = [{"mark": mark, "encoding": encoding | ({"strokeDash": _dash()} if style.dashed and many else {})}]
    if many and style.ends:
        end = {"mark": {"type": "text", "align": "left", "dx": 5}, "encoding": {**encoding, "text": {"field": "series"}}}
        layers.append({**end, "transform": [{"filter": "datum.end"}]})
    if style.points:
        some = {"mark": {"type": "text", "dy": -8}, "encoding": {"x": across, "y": encoding["y"], "text": {"field": "text"}}}
        chosen = json.dumps([plan.rows[0], plan.rows[len(plan.rows) // 2], plan.rows[-1]])
        layers.append({**some, "transform": [{"filter": f"indexof({chosen}, datum.row) >= 0 && datum.order == 0"}]})
    return layers


def _dash() -> dict[str, Any]:
    return {"field": "series", "type": "nominal", "legend": None}


def _pie(plan: Plan, axis: dict[str, Any]) -> list[dict[str, Any]]:
    rng = plan.rng
    angle = {"field": "value", "type": "quantitative", "stack": True}
    legend = {"title": None} if rng.random() < 0.5 else None
    colour = {"field": "row", "type": "nominal", "legend": legend}
    order = {"field": "place"}
    inner = rng.choice((0, 0, 50))
    text = "datum.value + '%'" if legend else "datum.row + ' ' + datum.value + '%'"
    sort: dict[str, Any] = {
        "transform": [{"calculate": f"indexof({json.dumps(plan.rows)}, datum.row)", "as": "place"}, {"calculate": text, "as": "print"}]
    }
    pie: dict[str, Any] = {"mark": {"type": "arc", "innerRadius": inner}, "encoding": {"theta": angle, "color": colour, "order": order}}
    label = {"theta": angle, "order": order, "text": {"field": "print"}, "detail": {"field": "row"}}
    radius = {"expr": "min(width, height) / 2 + 22"}
    mark = {"type": "arc", "innerRadius": inner, "outerRadius": {"expr": "min(width, height) / 2 - 12"}}
    return [{**pie, "mark": mark, **sort}, {"mark": {"type": "text", "radius": radius}, "encoding": label, **sort}]


_LAYERS = {"bar": _bars, "line": _lines, "pie": _pie}
