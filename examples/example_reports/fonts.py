"""The typefaces: DejaVu and STIX, both of which come with matplotlib, registered once under short names."""

from functools import cache
from pathlib import Path

FACES = {
    "Sans": "DejaVuSans.ttf",
    "Sans-Bold": "DejaVuSans-Bold.ttf",
    "Serif": "STIXGeneral.ttf",
    "Serif-Bold": "STIXGeneralBol.ttf",
    "Serif-Italic": "STIXGeneralItalic.ttf",
}


@cache
def register() -> None:
    """Makes the faces known to reportlab."""
    import matplotlib
    from reportlab.pdfbase import pdfmetrics
    from reportlab.pdfbase.ttfonts import TTFont

    folder = Path(matplotlib.get_data_path()) / "fonts" / "ttf"
    for name, file in FACES.items():
        pdfmetrics.registerFont(TTFont(name, str(folder / file)))
    pdfmetrics.registerFontFamily("Serif", normal="Serif", bold="Serif-Bold", italic="Serif-Italic", boldItalic="Serif-Bold")


def width_of(text: str, size: float, *, bold: bool = False) -> float:
    """Width of a line of sans-serif text in points."""
    from reportlab.pdfbase import pdfmetrics

    register()
    return float(pdfmetrics.stringWidth(text, "Sans-Bold" if bold else "Sans", size))
