"""Text as people wrote it: no soft hyphens, odd spaces, ligatures or control characters."""

from __future__ import annotations

import re
import unicodedata

_SPACES = "\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000\t\v\f"
_NOTHING = "\u00ad\u200b\u200c\u200d\u200e\u200f\u2060\ufeff\ufffe\uffff"
_TABLE = {
    **dict.fromkeys(map(ord, _SPACES), " "),
    **dict.fromkeys(map(ord, _NOTHING)),
    ord("\u2011"): "-",
    ord("\u2028"): "\n",
    ord("\u2029"): "\n",
    ord("\r"): "\n",
}
_LIGATURES = re.compile("[\ufb00-\ufb06]")
_CONTROL = re.compile(r"[\x00-\x09\x0b-\x1f\x7f-\x9f\ud800-\udfff]")
_RUN = re.compile(r" {2,}")
_LINES = re.compile(r" *\n[ \n]*")
_WORD = re.compile(r"[^\W_]+(?:['’][^\W\d_]+)?")


def tidy(text: str) -> str:
    """The text with single spaces and no invisible characters, line ends kept (each once), stripped."""
    text = text.replace("\r\n", "\n").translate(_TABLE)
    text = _LIGATURES.sub(lambda match: unicodedata.normalize("NFKC", match[0]), text)
    text = _CONTROL.sub("", unicodedata.normalize("NFC", text))
    return _LINES.sub("\n", _RUN.sub(" ", text)).strip()


def one_line(text: str | None) -> str | None:
    """The text tidied, on one line; None when nothing is left."""
    return tidy(text or "").replace("\n", " ") or None


def words_of(text: str) -> list[str]:
    """The words and numbers of a text, in lower case."""
    return [word.lower() for word in _WORD.findall(text)]


def word_set(listed: str) -> frozenset[str]:
    """The words listed in one string, for tables that stay readable."""
    return frozenset(listed.split())
