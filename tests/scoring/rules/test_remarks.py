"""What a sheet says in free words is about what it has: nothing contradicts its games and customs."""

import re
import tomllib
from copy import deepcopy
from hashlib import sha256
from pathlib import Path

import pytest

from scoring.engine.loading import Data, SheetError, load_rules, misplaced, resolved, rules_from, tidied
from scoring.engine.loading.belonging import is_there
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


@pytest.mark.parametrize("slug", SLUGS)
def test_no_sheet_speaks_of_what_it_does_not_have(slug: str) -> None:
    assert misplaced(resolved(slug, read)) == []


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


def test_where_nothing_changes_the_text_stays_as_it_was_saved(text: str) -> None:
    assert written(with_words(tomllib.loads(text), {})) == text


def test_every_value_and_the_order_are_part_of_the_substance(text: str) -> None:
    data = tomllib.loads(text)
    known = {substance_of(text)}
    some = [*data["contracts"].items()][::5]
    for key, contract in some:
        dearer = {**data["contracts"], key: {**contract, "value": contract["value"] + 1}}
        known.add(substance_of(written({**data, "contracts": dearer})))
    turned = dict(reversed(data["contracts"].items()))
    known.add(substance_of(written({**data, "contracts": turned})))
    assert len(known) == len(some) + 2


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
