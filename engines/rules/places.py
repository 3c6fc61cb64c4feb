"""Countries and other places: how each is named in a sentence, its people, its ISO code."""

from __future__ import annotations

import functools
import re
from collections import Counter

from charge_stream.engines.rules.words import either_of

# ISO 3166 code | name as it stands after "in" | adjective and people
_COUNTRIES = """
AF|Afghanistan|Afghan   AL|Albania|Albanian   DZ|Algeria|Algerian   AR|Argentina|Argentine,Argentinian   AM|Armenia|Armenian
AU|Australia|Australian   AT|Austria|Austrian   BD|Bangladesh|Bangladeshi   BE|Belgium|Belgian   BO|Bolivia|Bolivian
BA|Bosnia and Herzegovina|Bosnian   BR|Brazil|Brazilian   BG|Bulgaria|Bulgarian   KH|Cambodia|Cambodian   CA|Canada|Canadian
CL|Chile|Chilean   CN|China|Chinese   CO|Colombia|Colombian   CR|Costa Rica|Costa Rican   HR|Croatia|Croatian,Croat   CU|Cuba|Cuban
CY|Cyprus|Cypriot   CZ|the Czech Republic|Czech   DK|Denmark|Danish,Dane   EC|Ecuador|Ecuadorian   EG|Egypt|Egyptian
SV|El Salvador|Salvadoran   EE|Estonia|Estonian   ET|Ethiopia|Ethiopian   FI|Finland|Finnish,Finn   FR|France|French   GE|Georgia|Georgian
DE|Germany|German   GH|Ghana|Ghanaian   GR|Greece|Greek   GT|Guatemala|Guatemalan   HN|Honduras|Honduran   HK|Hong Kong|Hong Konger
HU|Hungary|Hungarian   IS|Iceland|Icelandic,Icelander   IN|India|Indian   ID|Indonesia|Indonesian   IR|Iran|Iranian   IQ|Iraq|Iraqi
IE|Ireland|Irish   IL|Israel|Israeli   IT|Italy|Italian   JM|Jamaica|Jamaican   JP|Japan|Japanese   JO|Jordan|Jordanian
KZ|Kazakhstan|Kazakh   KE|Kenya|Kenyan   KW|Kuwait|Kuwaiti   LV|Latvia|Latvian   LB|Lebanon|Lebanese   LT|Lithuania|Lithuanian
LU|Luxembourg|Luxembourger   MY|Malaysia|Malaysian   MT|Malta|Maltese   MX|Mexico|Mexican   MA|Morocco|Moroccan   NP|Nepal|Nepali
NL|the Netherlands|Dutch   NZ|New Zealand|New Zealander   NG|Nigeria|Nigerian   NO|Norway|Norwegian   PK|Pakistan|Pakistani
PA|Panama|Panamanian   PE|Peru|Peruvian   PH|the Philippines|Filipino,Philippine   PL|Poland|Polish,Pole   PT|Portugal|Portuguese
QA|Qatar|Qatari   RO|Romania|Romanian   RU|Russia|Russian   SA|Saudi Arabia|Saudi   SN|Senegal|Senegalese   RS|Serbia|Serbian,Serb
SG|Singapore|Singaporean   SK|Slovakia|Slovak   SI|Slovenia|Slovenian,Slovene   ZA|South Africa|South African
KR|South Korea|South Korean,Korean   ES|Spain|Spanish,Spaniard   LK|Sri Lanka|Sri Lankan   SE|Sweden|Swedish,Swede   CH|Switzerland|Swiss
SY|Syria|Syrian   TW|Taiwan|Taiwanese   TZ|Tanzania|Tanzanian   TH|Thailand|Thai   TN|Tunisia|Tunisian   TR|Turkey|Turkish,Turk
UG|Uganda|Ugandan   UA|Ukraine|Ukrainian   AE|the United Arab Emirates|Emirati   GB|the United Kingdom|British,Briton
US|the United States|American   UY|Uruguay|Uruguayan   VE|Venezuela|Venezuelan   AD|Andorra|Andorran   AO|Angola|Angolan
AG|Antigua and Barbuda|Antiguan   AZ|Azerbaijan|Azerbaijani   BS|the Bahamas|Bahamian   BH|Bahrain|Bahraini   BB|Barbados|Barbadian
BY|Belarus|Belarusian   BZ|Belize|Belizean   BJ|Benin|Beninese   BT|Bhutan|Bhutanese   BW|Botswana|Botswanan   BN|Brunei|Bruneian
BF|Burkina Faso|Burkinabe   BI|Burundi|Burundian   CM|Cameroon|Cameroonian   CV|Cape Verde|Cape Verdean
CF|the Central African Republic|Central African   TD|Chad|Chadian   KM|the Comoros|Comoran   CG|the Republic of the Congo|Congolese
CD|the Democratic Republic of the Congo|Congolese   CI|Côte d'Ivoire|Ivorian   DJ|Djibouti|Djiboutian   DM|Dominica|Dominican
DO|the Dominican Republic|Dominican   TL|East Timor|Timorese   GQ|Equatorial Guinea|Equatorial Guinean   ER|Eritrea|Eritrean
SZ|Eswatini|Swazi   FJ|Fiji|Fijian   GA|Gabon|Gabonese   GM|the Gambia|Gambian   GD|Grenada|Grenadian   GN|Guinea|Guinean
GW|Guinea-Bissau|Bissau-Guinean   GY|Guyana|Guyanese   HT|Haiti|Haitian   KG|Kyrgyzstan|Kyrgyz   LA|Laos|Laotian   LS|Lesotho|Basotho
LR|Liberia|Liberian   LY|Libya|Libyan   LI|Liechtenstein|Liechtensteiner   MO|Macau|Macanese   MG|Madagascar|Malagasy   MW|Malawi|Malawian
MV|the Maldives|Maldivian   ML|Mali|Malian   MR|Mauritania|Mauritanian   MU|Mauritius|Mauritian   MD|Moldova|Moldovan
MC|Monaco|Monegasque   MN|Mongolia|Mongolian   ME|Montenegro|Montenegrin   MZ|Mozambique|Mozambican   MM|Myanmar|Burmese
NA|Namibia|Namibian   NI|Nicaragua|Nicaraguan   NE|Niger|Nigerien   KP|North Korea|North Korean   MK|North Macedonia|Macedonian
OM|Oman|Omani   PS|Palestine|Palestinian   PG|Papua New Guinea|Papua New Guinean   PY|Paraguay|Paraguayan   PR|Puerto Rico|Puerto Rican
RW|Rwanda|Rwandan   WS|Samoa|Samoan   SM|San Marino|Sammarinese   SC|the Seychelles|Seychellois   SL|Sierra Leone|Sierra Leonean
SB|the Solomon Islands|Solomon Islander   SO|Somalia|Somali   SS|South Sudan|South Sudanese   SD|Sudan|Sudanese   SR|Suriname|Surinamese
TJ|Tajikistan|Tajik   TG|Togo|Togolese   TO|Tonga|Tongan   TT|Trinidad and Tobago|Trinidadian   TM|Turkmenistan|Turkmen
UZ|Uzbekistan|Uzbek   VU|Vanuatu|Vanuatuan   YE|Yemen|Yemeni   VN|Vietnam|Vietnamese   ZM|Zambia|Zambian   ZW|Zimbabwe|Zimbabwean
"""
_OTHER_NAMES = {
    "United States": "the United States", "USA": "the United States", "U.S.": "the United States", "US": "the United States",
    "UK": "the United Kingdom", "U.K.": "the United Kingdom", "Britain": "the United Kingdom", "Great Britain": "the United Kingdom",
    "Czechia": "the Czech Republic", "Türkiye": "Turkey", "Korea": "South Korea", "Slovak Republic": "Slovakia",
    "Russian Federation": "Russia", "Viet Nam": "Vietnam", "Netherlands": "the Netherlands", "Philippines": "the Philippines",
    "Czech Republic": "the Czech Republic", "United Kingdom": "the United Kingdom", "UAE": "the United Arab Emirates",
    "United Arab Emirates": "the United Arab Emirates", "Bosnia": "Bosnia and Herzegovina", "Ivory Coast": "Côte d'Ivoire",
    "Cote d'Ivoire": "Côte d'Ivoire", "DR Congo": "the Democratic Republic of the Congo", "Swaziland": "Eswatini",
    "Macedonia": "North Macedonia", "Democratic Republic of Congo": "the Democratic Republic of the Congo",
    "Congo": "the Republic of the Congo", "Burma": "Myanmar", "Timor": "East Timor", "Macao": "Macau", "Republic of Korea": "South Korea",
    "South Korea": "South Korea", "China (mainland)": "China", "Mainland China": "China", "Bolivia (Plurinational State of)": "Bolivia",
    "Iran (Islamic Republic of)": "Iran",
}  # fmt: skip
_REGIONS = {
    "World": "the world", "Europe": "Europe", "Asia": "Asia", "Africa": "Africa", "Oceania": "Oceania", "North America": "North America",
    "South America": "South America", "Latin America": "Latin America", "Sub-Saharan Africa": "sub-Saharan Africa",
    "Middle East": "the Middle East", "European Union": "the European Union", "EU": "the European Union", "OECD": "the OECD",
    "Eastern Europe": "Eastern Europe", "Western Europe": "Western Europe", "East Asia": "East Asia", "South Asia": "South Asia",
    "Southeast Asia": "Southeast Asia", "Asia Pacific": "Asia Pacific", "Asia-Pacific": "the Asia-Pacific region",
    "Central Asia": "Central Asia", "Central America": "Central America", "North Africa": "North Africa",
    "Northern Europe": "Northern Europe", "Southern Europe": "Southern Europe", "Northern America": "Northern America",
    "Middle East and Africa": "the Middle East and Africa", "Far East": "the Far East",
    "Central and Eastern Europe": "Central and Eastern Europe", "Asia and Pacific": "Asia and the Pacific",
    "Latin America and the Caribbean": "Latin America and the Caribbean",
    "Middle East and North Africa": "the Middle East and North Africa", "Asia and Oceania": "Asia and Oceania",
    "European Union (28)": "the European Union", "West Africa": "West Africa", "Caribbean": "the Caribbean", "Americas": "the Americas",
}  # fmt: skip
_STATES = """Alabama Alaska Arizona Arkansas California Colorado Connecticut Delaware Florida Hawaii Idaho
Illinois Indiana Iowa Kansas Kentucky
Louisiana Maine Maryland Massachusetts Michigan Minnesota Mississippi Missouri Montana Nebraska Nevada
New_Hampshire New_Jersey New_Mexico New_York
North_Carolina North_Dakota Ohio Oklahoma Oregon Pennsylvania Rhode_Island South_Carolina South_Dakota Tennessee Texas Utah Vermont Virginia
Washington West_Virginia Wisconsin Wyoming"""

_ROWS = [entry.split("|") for line in _COUNTRIES.strip().splitlines() for entry in re.split(r"\s{3,}", line.strip())]
BY_CODE: dict[str, str] = {code: name for code, name, _ in _ROWS}
STATES = tuple(name.replace("_", " ") for name in _STATES.split())
_NAMES: dict[str, str] = {name.removeprefix("the "): name for _, name, _ in _ROWS} | _OTHER_NAMES
PEOPLES: dict[str, str] = {people: name for _, name, words in _ROWS for people in words.split(",")}
_WORDS = frozenset(word for name in (*_NAMES, *_REGIONS, *STATES, *PEOPLES) for word in name.split() if word[0].isupper())

UNITED_STATES = BY_CODE["US"]
WORLD = _REGIONS["World"]
_US_TERMS = re.compile(
    r"\bU\.S\.|\b(?:United States|Americans?|Republicans?|Democrats?|Democratic|GOP|Congress|Senate|Medicare|White House"
    r"|federal government)\b"
)


_FOREIGN = re.compile(
    rf"\b(?:(?P<name>{either_of(_NAMES)})|(?P<people>{either_of(PEOPLES)})s?)(?![\w])",
)
_PLACED = re.compile(
    rf"\bU\.S\.|\b(?:worldwide|globally|{either_of((*_NAMES, *_REGIONS, *STATES, *PEOPLES))})s?(?!\w)"
    rf"|\b(?:{'|'.join(('Republicans?', 'Democrats?', 'Democratic', 'GOP', 'Congress', 'Trump', 'Biden', 'Obama', 'Clinton'))})\b"
)


def named(label: str) -> str | None:
    """How a country, region or state is named after "in": "Netherlands" → "the Netherlands". None for no place we know."""
    label = " ".join(label.split()).removeprefix("the ").removeprefix("The ")
    if label in STATES:
        return label
    return _NAMES.get(label) or next((name for region, name in _REGIONS.items() if region.casefold() == label.casefold()), None)


def is_country(label: str) -> bool:
    return " ".join(label.split()).removeprefix("the ") in _NAMES


def is_place_word(word: str) -> bool:
    """One word that belongs to a place's or a people's name."""
    return word in _WORDS or word.removesuffix("s") in _WORDS


def placed(text: str) -> bool:
    """Does ``text`` name a country, region, state or people?"""
    return bool(_PLACED.search(text))


def mentions(text: str) -> list[str]:
    """The countries, regions, states and peoples that ``text`` names, in order."""
    return [match[0] for match in _PLACED.finditer(text)]


def named_in(text: str) -> frozenset[str]:
    """Where ``text`` is, each place by one name: "Danes", "Danish" and "Denmark" are one. Parties and offices stay words."""
    return frozenset(_one_name(name) for name in mentions(text))


def _one_name(name: str) -> str:
    if name in ("worldwide", "globally"):
        return WORLD
    if name == "U.S.":
        return UNITED_STATES
    for word in (name, name.removesuffix("s")):
        known = PEOPLES.get(word) or named(word)
        if known:
            return known
    return name


def american(text: str) -> bool:
    """Does ``text`` name something of the United States (a party, an institution) and no other place?"""
    return bool(_US_TERMS.search(text)) and not _FOREIGN.search(re.sub(r"\bAmericans?\b|\bUnited States\b", "", text))


@functools.lru_cache(maxsize=4_000)
def country_of(text: str) -> str | None:
    """The country a text is about, when it clearly is one: the only one named, or by far the most often named (others under 15%).

    The United States also goes by its institutions and parties.
    """
    text = re.sub(r"\bU\.?S\.? dollars?\b", "dollars", text)
    counts: Counter[str] = Counter()
    for match in _FOREIGN.finditer(text):
        counts[_NAMES[match["name"]] if match["name"] else PEOPLES[match["people"]]] += 1
    counts[UNITED_STATES] = len(_US_TERMS.findall(text))
    total = sum(counts.values())
    if not total:
        return None
    country, most = max(counts.items(), key=lambda item: (item[1], item[0]))
    return country if total - most <= 0.15 * most and (most >= 2 or total == 1) else None
