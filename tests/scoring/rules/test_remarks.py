"""What a sheet says in free words is about what it has: nothing contradicts its games and customs."""

import re
import tomllib
from collections.abc import Iterator
from copy import deepcopy
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from scoring.engine.loading import Data, SheetError, load_rules, misplaced, resolved, rules_from, tidied
from scoring.engine.loading.belonging import is_there
from scoring.engine.options import CHOICES
from scoring.engine.rules import CHAPTERS, Remark, Rules
from scoring.rules import SLUGS, published, read
from scoring.rules.exporting import exported, toml_of, written
from scoring.rules.printing.book import rulebook_chapters
from scoring.rules.words import substance_of, with_words, words_of
from tests.support.engine.edits import Edit, drop, put
from tests.support.engine.rulebook import FOLDER
from tests.support.every import every
from tests.support.scoring.speiszettel import printed

TABLES = ("options", "remarks", "reminders", "book")
# Also cards, or ordinary words of the game, whether or not a sheet has a premium or game of that name.
CARDS = {"Pagat", "Trull", "Könige", "Kings", "Solo"}


def names(rules: Rules) -> set[str]:
    """What its games and premiums are called, also those that have no value yet."""
    rows = [row.label for row in (*rules.contracts.values(), *rules.premiums.values())]
    rows += [*rules.open_contracts.values(), *rules.open_premiums.values()]
    return {word for label in rows for word in label} - CARDS


EVERY = {name for rules in published().values() for name in names(rules)} | {"Radl"}
# A longer name first: it may hold a shorter one. "Rufers" is a Rufer, "Solorufer" is none.
NAMED = re.compile(rf"(?<!\w)({'|'.join(sorted(EVERY, key=len, reverse=True))})(?:s|n|en)?(?!\w)")


def sentences(data: Data) -> Iterator[tuple[str, str]]:
    """Place and words, in both languages, also those beside a game or premium."""
    for table in TABLES:
        for key, row in data.get(table, {}).items():
            for language in ("de", "en"):
                if language in row:
                    yield f"{table}.{key}", row[language]
    for table in ("contracts", "premiums"):
        for key, row in data[table].items():
            for words in row.get("note", {}).values():
                yield f"{table}.{key}.note", words


def contradictions(data: Data, rules: Rules) -> list[tuple[str, str]]:
    there = names(rules) | ({"Radl"} if rules.triggers or rules.radl.schlussradl else set())
    return [
        (place, name)
        for place, words in sentences(data)
        for name in NAMED.findall(words)
        if name not in there
    ]


@pytest.mark.parametrize("slug", SLUGS)
def test_no_sheet_speaks_of_what_it_does_not_have(slug: str) -> None:
    data = resolved(slug, read)
    assert contradictions(data, published()[slug]) == []
    assert misplaced(data) == []


@pytest.mark.parametrize("slug", SLUGS)
def test_every_sentence_has_a_chapter_and_both_languages(slug: str) -> None:
    data = resolved(slug, read)
    for table in TABLES:
        for key, row in data.get(table, {}).items():
            if row.get("changes") != "amounts":
                assert row["chapter"] in CHAPTERS, key
                assert row["de"] != row["en"]


@pytest.mark.parametrize("slug", SLUGS)
def test_no_sentence_hangs_on_a_choice_that_a_table_may_make_otherwise(slug: str) -> None:
    data = resolved(slug, read)
    places = [
        place
        for table in TABLES
        for row in data.get(table, {}).values()
        for place in row.get("belongs_to", ())
    ]
    assert not [place for place in places if place.startswith("options.") and place.split(".")[1] in CHOICES]


def without(data: Data, table: str, key: str) -> Data:
    after = deepcopy(data)
    del after[table][key]
    return tidied(after)


@pytest.mark.parametrize("slug", [slug for slug in SLUGS if not slug.endswith("-skoty")])
def test_with_a_game_or_premium_goes_what_was_said_of_it(slug: str) -> None:
    data = resolved(slug, read)
    for table in ("contracts", "premiums"):
        for key in data[table]:
            after = without(data, table, key)
            try:
                rules = rules_from(after, slug)
            except SheetError:
                continue  # something else has to be mended first, and then it is looked at again
            assert contradictions(after, rules) == [], key


# An edit, and which sentences go with it.
GONE_ALONG: list[tuple[str, Edit, set[str]]] = [
    ("cup", put("schleifen", value=False), {"remarks.whole_talon"}),
    ("cup", put("bird_by", "declarer"), {"remarks.commanding", "remarks.commanding_king"}),
    ("standard", put("radl.schlussradl", value=False), {"options.schlussradl_end"}),
    ("standard", put("kontra.on_premiums", value=False), {"book.kontra_for_all"}),
    ("treffpunkt", put("contracts.sechserdreier.who", "anyone"), {"book.vorhand_alone"}),
    ("treffpunkt-skoty", drop("contracts.besserrufer"), {"book.private"}),
]


@every("slug, edit, gone", GONE_ALONG)
def test_with_a_custom_goes_what_was_said_of_it(slug: str, edit: Edit, gone: set[str]) -> None:
    before = resolved(slug, read)
    after = deepcopy(before)
    edit(after)
    after = tidied(after)
    rules_from(after, slug)
    rows = {(table, key) for table in TABLES for key in before.get(table, {})}
    assert {f"{table}.{key}" for table, key in rows if key not in after.get(table, {})} == gone


def test_a_variant_does_not_inherit_what_is_said_of_a_game_that_it_leaves_out() -> None:
    assert "king_left" in published()["treffpunkt"].remarks
    assert "king_left" not in published()["treffpunkt-skoty"].remarks


def variant(**words: object) -> Rules:
    sheets = {"own": {"extends": "cup", "without": ["contracts.geierrufer"], **words}}
    return load_rules("own", lambda slug: deepcopy(sheets[slug]) if slug in sheets else read(slug))


def test_what_a_sheet_says_of_something_that_it_does_not_have_is_not_said() -> None:
    mine = {"de": "Der Geierrufer ist teuer.", "en": "The Geierrufer is dear."}
    said = variant(remarks={"own": mine | {"belongs_to": ["contracts.geierrufer"]}, "mine": mine}).remarks
    assert ("own" in said, "mine" in said) == (False, True)


@pytest.mark.parametrize(
    ("row", "words"),
    [
        ({"chapter": "deling"}, 'no chapter "deling"; perhaps "dealing"'),
        ({"belongs_to": ["contract.rufer"]}, 'no entry "contract" here; perhaps "contracts"'),
        ({"belongs_to": ["contracts.rufer.blanc"]}, 'no entry "blanc" here; perhaps "blank"'),
        ({"belongs_to": ["radl.triger=drawn"]}, 'no entry "triger" here; perhaps "triggers"'),
    ],
)
def test_a_misspelt_chapter_or_place_is_a_mistake(row: Data, words: str) -> None:
    with pytest.raises(SheetError, match=re.escape(f"There is {words} is meant")):
        variant(book={"own": {"de": "Mischen!", "en": "Shuffle!", **row}})


def test_words_without_a_chapter_stand_in_the_last_one() -> None:
    rules = variant(
        book={"own": {"de": "Mischen!", "en": "Shuffle!", "chapter": "dealing"}},
        remarks={"plain": "Mischen!"},
    )
    assert isinstance(rules.book["own"], Remark)
    assert (rules.book["own"].chapter, rules.remarks["plain"].chapter) == ("dealing", "table")


# The words of a sheet change, and what is played by it stays


@pytest.fixture(params=SLUGS)
def text(request: pytest.FixtureRequest) -> str:
    return exported(resolved(request.param, read))


@pytest.mark.parametrize("new", ["Ö", "Mitglied 437"])
def test_whatever_words_are_changed_to_what_is_played_stays(text: str, new: str) -> None:
    data = tomllib.loads(text)
    said = with_words(data, dict.fromkeys(words_of(data), new))
    assert set(words_of(said).values()) == {new}
    assert substance_of(written(said)) == substance_of(text)


def test_what_is_no_word_is_a_key_a_custom_or_a_number(text: str) -> None:
    """Nothing that somebody could type is left out."""
    data = tomllib.loads(text)
    bare = with_words(data, dict.fromkeys(words_of(data), 0))
    assert [
        leaf for leaf in leaves(bare) if isinstance(leaf, str) and not re.fullmatch("[a-z0-9_/.*=]+", leaf)
    ] == []


def leaves(data: Any) -> Iterator[Any]:
    if isinstance(data, dict | list):
        for inner in data.values() if isinstance(data, dict) else data:
            yield from leaves(inner)
    else:
        yield data


def test_where_nothing_changes_the_text_stays_as_it_was_saved(text: str) -> None:
    assert written(with_words(tomllib.loads(text), {})) == text


def test_every_value_and_the_order_are_part_of_the_substance(text: str) -> None:
    data = tomllib.loads(text)
    known = {substance_of(text)}
    for key, contract in data["contracts"].items():
        dearer = {**data["contracts"], key: {**contract, "value": contract["value"] + 1}}
        known.add(substance_of(written({**data, "contracts": dearer})))
    turned = dict(reversed(data["contracts"].items()))
    known.add(substance_of(written({**data, "contracts": turned})))
    assert len(known) == len(data["contracts"]) + 2


# What was stored is read for ever: a sheet may get another edition, with a new `digest` in its file of
# examples; a change of the program alone must not make one.


@pytest.mark.parametrize("slug", SLUGS)
def test_the_text_of_a_published_sheet_is_what_it_was(slug: str) -> None:
    text = toml_of(resolved(slug, read))
    examples = tomllib.loads((FOLDER / f"{slug}.toml").read_text(encoding="utf-8"))
    assert sha256(text.encode()).hexdigest() == examples["digest"]


# Every paragraph of the printed sheets has its place in the rule book of the sheet, or among its prices


CUPS = {"oberoesterreich", "wien", "tirol"}  # the organiser's text goes before them
PRINTED: dict[str, dict[str, list[str]]] = tomllib.loads(
    (Path(__file__).parent / "paragraphs.toml").read_text(encoding="utf-8")
)


def test_every_sheet_has_its_paragraphs() -> None:
    assert set(PRINTED) == set(SLUGS) - CUPS


@every(
    "slug, paragraph, places",
    [(slug, paragraph, at) for slug, all_of in PRINTED.items() for paragraph, at in all_of.items()],
)
def test_every_paragraph_has_its_place(slug: str, paragraph: str, places: list[str]) -> None:
    data, said = resolved(slug, read), printed(published()[slug], "de")
    missing = [
        place
        for place in places
        if not is_there(place, data) and not any(place in sentence for sentence in said)
    ]
    assert missing == [], paragraph


@pytest.mark.parametrize("slug", SLUGS)
def test_everything_a_sheet_says_stands_in_one_chapter_in_their_order(slug: str) -> None:
    rules = published()[slug]
    for language in ("de", "en"):
        book = rulebook_chapters(rules, language)
        keys = [chapter.key for chapter in book]
        assert keys == [key for key in CHAPTERS if key in keys]
        told = [sentence for chapter in book for sentence in (*chapter.sentences, *chapter.agreements)]
        assert len(told) == len(set(told))
        words = [*rules.book.values(), *rules.remarks.values(), *rules.reminders.values()]
        words += [note.words for note in rules.option_notes if note.words is not None]
        assert {word.in_language(language) for word in words} <= set(told)
