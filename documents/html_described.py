"""The data table that a picture in a web page names as its description: ``aria-describedby`` or ``longdesc`` with an id of the page."""

from __future__ import annotations

from typing import Any

from charge_stream.documents.html_tables import holds_data, table_rows


def described_table(element: Any) -> list[list[str]] | None:
    """The rows of the table that the element points to, and which is then empty: it is no chart of its own."""
    names = element.get("aria-describedby", "").split()
    names += [name.removeprefix("#") for name in (element.get("longdesc", "").strip(),) if name.startswith("#")]
    for name in names:
        for described in element.getroottree().xpath("//*[@id=$name]", name=name):
            for table in described.iter("table"):
                if holds_data(rows := table_rows(table)):
                    for child in list(table):
                        table.remove(child)
                    return rows
    return None
