"""Which language a text is in, by its most frequent small words; None when it is not clear."""

from __future__ import annotations

from collections import Counter

from charge_stream.documents.words import word_set, words_of

_SMALL_WORDS: dict[str, frozenset[str]] = {
    "en": word_set("the of and to in that is for are with was on as by from their have this who not than"),
    "de": word_set("der die und das den von zu mit sich des ist im dem nicht ein eine als auch auf für werden"),
    "fr": word_set("le la les des et est une du que dans qui pour sur pas au plus par avec sont ce aux"),
    "es": word_set("el la los las de que y en un una por con para del se al más como su son es"),
    "it": word_set("il di che la e un per una sono del della non con le dei nel alla gli più al è"),
    "pt": word_set("o a os as de que e do da em um uma para com não por mais dos das ao na"),
    "nl": word_set("de het een van en in is dat op te zijn voor met niet aan er ook als bij door die"),
}
_READ = 3000
_ENOUGH_HITS = 6
_ENOUGH_SHARE = 0.15
_CLEAR = 1.15
"""How much more often the best language's words must occur than the second's."""


def language_of(text: str) -> str | None:
    """ISO 639-1 code of the language of a text (of its first words), among those we know."""
    counts = Counter(words_of(text[: _READ * 8])[:_READ])
    hits = sorted(((sum(counts[word] for word in small), code) for code, small in _SMALL_WORDS.items()), reverse=True)
    (best, code), (second, _) = hits[0], hits[1]
    if best < _ENOUGH_HITS or best < _ENOUGH_SHARE * counts.total() or best < _CLEAR * second:
        return None
    return code
