"""What keeps a phrase from being understood alone: pronouns without a noun, "this", relative time, elided or cut predicates."""

from __future__ import annotations

import re
from typing import Any

from charge_stream.engines.rules.english import parse
from charge_stream.engines.rules.words import wordset

_DEICTIC = re.compile(
    r"\b(?:this|these|such|here|following|above-mentioned|aforementioned|foregoing|we|we've|our|ours|us|i|i'm|my|you|your|he"
    r"|she|his|him|hers?"
    r"|former|latter|respectively|another|either|neither|similar|similarly|others?|likewise|do so|did so|say so|said so|think"
    r" so|vice versa|one another"
    r"|today|now|currently|recent|recently|yesterday|tomorrow|nowadays|ago|so far|previously|earlier|latest|instead|otherwise|too|as well"
    r"|(?:last|this|next|past|previous|coming) (?:year|month|week|decade|spring|summer|fall|winter|election|century|survey)"
    r"|these days|any more|anymore|no longer|still"
    r"|different|differs?|differed|same(?!-)|none|ones?|statements?|options?|the question|asked about|surveyed|polled"
    r"|respondents?|do not|don't know|remaining|rest"
    r"|analysis|survey|chart|table|figure|graphic|graph|report|study|(?:above|below)(?=[.,;]|$))\b",
    re.IGNORECASE,
)
_UNIQUE = wordset(
    """
    world internet country nation economy police future public president news environment media military pope government way
    time right death presidency left press law church bible truth climate planet workplace home pandemic coronavirus census
    draft border holocaust ages west east north south supreme sun moon sea ocean air state states sector labor labour market
    house senate population workforce eu oecd euro dollar price number share rate job
    """
)
_EXPLETIVE = re.compile(
    r"\bit(?:'s| is| was| would be| will be| has been| should be| makes| takes| matters)\b[^.;]{0,60}?\b(?:to|that|if|when)\b", re.I
)
_THOSE = wordset(
    """
    who with ages whose without in under living earning born aged younger older from at
    """
)
_LAST_AUX = wordset(
    """
    do does did have has had are is was were be been would can could should will not n't so the a an to and or than of as
    for with by
    """
)
_SAYING = frozenset(["say", "think", "believe", "agree", "expect", "feel", "report"])
_OPEN_END = re.compile(
    r"\b(?:opinions?|views?|impressions?|ratings?|attitudes?|confidence|trust"
    r"|fair share|pressure|progress|preferences?"
    r"|(?:would|could|can|may|might|will) (?:help|hurt|matter)|favor|support|opposition|concerns?|interest"
    r"|(?:one|two|three|four|five|six|seven|eight|nine|ten|\d+) or (?:more|fewer|less))$"
)
_REASON = re.compile(r"\b(?:major|minor|main|key|big|biggest) reasons? (?:why )?(?:is|was|are|were)\b|\ba reason (?:is|was)\b")
_NEEDS_QUESTION = wordset("name cite mention choose pick select rank answer respond")
_ALONE = re.compile(
    r"\b(?:married|divorced|widowed|(?:un|self-)?employed|retired|single|unaffiliated|affiliated|christian|hispanic|black|white"
    r"|asian|muslim|jewish"
    r"|catholic|female|male|vegetarian|vegan|vaccinated|online|religious|immigrants?|obese|overweight|poor|homeless|literate"
    r"|illiterate|insured|uninsured)\b",
    re.IGNORECASE,
)
_TURNED = r"(?:better|worse|easier|harder|weaker|stronger|safer|fairer|richer|poorer|healthier|cheaper)"
"""What something is made or becomes is compared with what it was: "say the law makes things better for workers" is whole."""
_TRANSITIVE_ALONE = re.compile(r"\b(?:smok|vot|exercis|work|volunteer|donat|drink|pray|commut)", re.IGNORECASE)


def unclear(text: str, *, they: bool = False) -> str:
    """The first word that needs a context to be understood, or "". ``they``: third-person plurals have an antecedent in ``text``."""
    match = _DEICTIC.search(text)
    if match:
        return match.group(0).lower()
    doc = parse(text)
    for word in doc:
        fault = _unclear_word(word, doc, text, they)
        if fault:
            return fault
    return ""


def _unclear_word(word: Any, doc: Any, text: str, they: bool) -> str:
    lower = word.lower_
    after = doc[word.i + 1].lower_ if word.i + 1 < len(doc) else ""
    if lower in ("it", "its", "itself"):
        return "" if lower == "it" and _EXPLETIVE.search(text[word.idx :]) else lower
    if lower == "themselves" and re.search(r"\bwho\b", text[: word.idx]):
        return ""
    if lower in ("they", "them", "their", "theirs", "themselves"):
        return "" if they else lower
    if lower == "that" and word.dep_ in ("det", "dobj", "pobj", "attr") and word.head.dep_ != "relcl":
        return "that"
    if lower == "those" and after not in _THOSE:
        return "those"
    if lower == "both" and not re.match(r"both (?:the |of )?[\w.-]+(?: [\w.-]+){0,3} and ", text[word.idx :]):
        return "both"
    if lower == "the" and word.head.pos_ == "NOUN" and word.head.lower_ not in _UNIQUE:
        modified = any(
            child.dep_ in ("amod", "compound", "prep", "relcl", "acl", "nummod", "poss", "nmod", "appos") for child in word.head.children
        )
        return "" if modified else f"the {word.head.text}"
    return ""


def cut_short(predicate: str) -> str:
    """Why the predicate cannot stand as a whole, or "": no finite verb, nothing after "say", an elided complement, a hanging end."""
    doc = parse(f"They {predicate}.")
    words = [word for word in doc[1:] if not word.is_punct]
    if len(words) < 1:
        return "no predicate"
    main = next((word for word in words if word.pos_ in ("VERB", "AUX")), None)
    if main is None or any(word.pos_ not in ("ADV", "PART") for word in words[: words.index(main)]):
        return "no finite verb"
    if main.tag_ not in ("VBP", "VBD", "MD", "VBZ", "VB"):
        return "no finite verb"
    last = words[-1]
    if main.lemma_ == "be" and len(words) == 2 and last.tag_ == "NNS" and last.text.islower() and not _ALONE.search(predicate):
        return "a class of its own"  # "are superfans"
    if last.lower_ in _LAST_AUX or last.pos_ in ("DET", "CCONJ", "SCONJ"):
        return f"ends in “{last.text}”"
    if not any(word.pos_ in ("NOUN", "PROPN", "NUM") for word in words) and not (
        _ALONE.search(predicate) or _TRANSITIVE_ALONE.search(predicate)
    ):
        return "elided complement"
    if main.lemma_ in _SAYING and not any(
        word.tag_ in ("VBP", "VBZ", "VBD", "MD") or word.lower_ == "having" for word in words[words.index(main) + 1 :]
    ):
        return f"“{main.lemma_}” without a clause"
    if _OPEN_END.search(predicate) or _REASON.search(predicate) or main.lemma_ in _NEEDS_QUESTION:
        return "elided complement"
    if last.pos_ == "VERB" and last.dep_ == "ccomp" and last.tag_ in ("VBZ", "VBP", "VBD"):
        return "elided complement"
    if (
        last.pos_ == "ADJ"
        and last.dep_ == "acomp"
        and last.head.dep_ == "ccomp"
        and any(c.dep_ == "nsubj" and c.pos_ == "PRON" for c in last.head.children)
    ):
        return "elided complement"
    return _comparison_cut(predicate, words)


def _comparison_cut(predicate: str, words: list[Any]) -> str:
    if re.search(r"\b(?:twice as|as likely|more likely|less likely|most likely|least likely|stand out|tend to)\b", predicate):
        return "comparison as predicate"
    grading = [
        word for word in words if word.tag_ in ("JJR", "RBR") and not (word.dep_ == "amod" and word.lower_ in ("more", "less", "fewer"))
    ]
    if grading and not re.search(
        r"\bthan\b|more or less|better off|worse off|or more\b|or less\b|or older\b|and older\b|at least"
        rf"|\b(?:mak(?:e|es|ing)|made|gett?(?:ing)?|got|grow(?:ing|n)?|becom(?:e|es|ing)|became) (?:[^,;]{{1,60}}? )?{_TURNED}\b",
        predicate,
    ):
        return "comparison without “than”"
    return ""


def unbalanced(text: str) -> bool:
    """Quotes or brackets that were cut through."""
    return text.count('"') % 2 == 1 or text.count("(") != text.count(")") or text.count("“") != text.count("”")
