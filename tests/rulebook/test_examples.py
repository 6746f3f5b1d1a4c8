"""Every worked example comes out as it was worked out: lines, words, amounts, Schrift, triggers, refusals."""

import re
from collections.abc import Callable, Iterable
from functools import partial
from typing import Any

import pytest

from scoring.engine.answers import answer
from scoring.engine.customs import (
    Counting,
    Effect,
    InSolo,
    Kind,
    RenonceCustom,
    SideBySide,
    TrischakenCustom,
    Who,
    Whose,
)
from scoring.engine.options import CHOICES, TOTALS_ZERO
from scoring.engine.record import read_hand
from scoring.engine.rules import OF_THE_DECLARERS_SIDE, Rules
from scoring.engine.settling import settle
from scoring.engine.triggers import TRIGGERS
from scoring.engine.words import SENTENCES
from scoring.rules import SLUGS, published
from tests.support.engine.clashes import CLASHES
from tests.support.engine.examples import agrees, otherwise, table_agrees
from tests.support.engine.rulebook import Rulebook, rulebook


@pytest.mark.parametrize("slug", SLUGS)
def test_every_example_and_table_comes_out_as_worked_out_by_hand(slug: str) -> None:
    assert otherwise(rulebook(slug), published()[slug]) == {}


@pytest.mark.parametrize("slug", SLUGS)
def test_an_example_that_differs_in_a_variant_really_differs(slug: str) -> None:
    book = rulebook(slug)
    if not book.extends:
        assert not book.differs
        return
    parents = {example.title.de: example for example in rulebook(book.extends).all_examples}
    tables = {table.title.de: table for table in rulebook(book.extends).all_tables}
    for title in book.differs:
        said = (
            agrees(parents[title], published()[slug])
            if title in parents
            else table_agrees(tables[title], published()[slug])
        )
        assert said, f"“{title}” comes out the same under {slug}: take it off the list"


@pytest.mark.parametrize("slug", SLUGS)
def test_titles_are_unique_and_the_columns_are_those_who_play(slug: str) -> None:
    book = rulebook(slug)
    titles = [example.title.de for example in (*book.all_examples, *book.all_tables)]
    assert titles
    assert sorted(titles) == sorted(set(titles))
    for example in book.examples:
        assert example.players == tuple(example.document["players"]), example.title.de
        columns = [sum(column) for column in zip(*(amounts for _, amounts in example.lines), strict=True)]
        assert columns == list(example.total if example.lines else ()), example.title.de


Has = Callable[[Rules], bool]


def always(rules: Rules) -> bool:
    return True


def has_row(table: str, **wanted: Any) -> Has:
    """Is there a contract or a premium with these properties?"""
    return lambda rules: any(
        all(getattr(row, key) == value for key, value in wanted.items())
        for row in getattr(rules, table).values()
    )


contracts, premiums = partial(has_row, "contracts"), partial(has_row, "premiums")


def both(*questions: Has) -> Has:
    return lambda rules: all(question(rules) for question in questions)


def clashing(code: str) -> Has:
    """Are there two premiums of which this is said?"""
    return lambda rules: any(
        {clash.one, clash.other} <= set(rules.premiums) for clash in CLASHES if clash.code == code
    )


def has_premiums(*keys: str) -> Has:
    return lambda rules: {*keys} <= set(rules.premiums)


def _counted(rules: Rules) -> list[Any]:
    return [premium for premium in rules.premiums.values() if premium.needs is not None]


calling = contracts(kind=Kind.CALLING)
negative = contracts(kind=Kind.NEGATIVE)
trischaken = contracts(kind=Kind.TRISCHAKEN)


def offers(option: str) -> Has:
    return lambda rules: any(note.key == option for note in rules.option_notes)


def side_by_side(*customs: SideBySide) -> Has:
    """Are there negative games, and does the sheet let them be played side by side like this?"""
    return lambda rules: bool(_negatives(rules)) and rules.side_by_side in customs


# Every sentence that a hand or a sheet of hands can earn under some rules, and where it can.
# What is wrong with a document before any rule is asked (not JSON, a wrong type) is tested elsewhere.
WHERE: tuple[tuple[Has, str], ...] = (
    (
        always,
        (
            "unknown_option_near unknown_option_value not_playing unknown_contract no_king_called "
            "played_alone own_partner only_negative_side_by_side result_missing result_contradicts_points "
            "points_out_of_range not_in_this_game unknown_kontra kontra_too_high void_without_kontra "
            "void_without_partner announced_by_both "
            "cannot_concede blank_not_here unknown_premium premium_twice premium_of_both "
            "contained_in_missed made_missing valat_contradicts_game cards_count_more "
            "cards_count_more_opponents valat_counts_more valat_counts_more_opponents made_by_one "
            "all_tricks revoked_has_no_result revoked_no_silent table_size dealer_not_seated player_twice "
            "derived_here unknown_void reason_missing unknown_event"
        ),
    ),
    (calling, "partner_missing partner_and_reason conceded_has_no_result conceded_and_revoked"),
    (negative, "tricks_missing result_contradicts_tricks tricks_out_of_range kontra_by_declarer no_premiums"),
    (
        trischaken,
        (
            "count_missing count_and_order count_all_four count_adds_up order_twice order_empty_group "
            "order_too_short order_all_equal buergermeister_is_one jungfrauen_last only_with_order"
        ),
    ),
    (
        side_by_side(SideBySide.EQUAL, SideBySide.LISTED),
        "declarer_twice too_many_tricks four_take_all_tricks",
    ),
    (lambda rules: "drawn" in rules.radl.triggers, "won_at_a_draw drawn_beside_points"),
    (
        both(calling, lambda rules: rules.schleifen),
        "concede_needs_king_in_talon conceded_has_no_kontra conceded_only_its_bird",
    ),
    (contracts(blank=True), "blank_must_be_paid not_blank unplayed_has_no_premiums unplayed_has_no_result"),
    (premiums(whose=Whose.WINNER), "winners_premium only_recorded_when_made not_beside_missed_valat"),
    (lambda rules: len(_counted(rules)) > 1, "one_side_has_more more_without_less"),
    (premiums(between_two=True), "between_whom between_one"),
    (lambda rules: rules.shared_renonce, "offender_twice everybody_revoked"),
    (lambda rules: rules.claims, "offender_claims claim_not_positive"),
    (lambda rules: not all(map(rules.offers, CHOICES)), "option_not_on_this_sheet"),
    (lambda rules: any(note.fixed for note in rules.option_notes), "option_fixed"),
    (lambda rules: not rules.levels, "no_kontra_here"),
    (lambda rules: rules.renonce is RenonceCustom.OPEN, "no_renonce"),
    (
        lambda rules: rules.trischaken is not None and rules.trischaken.buergermeister is None,
        "no_buergermeister",
    ),
    (lambda rules: rules.trischaken is not None and not rules.trischaken.jungfrau, "no_jungfrau"),
    (lambda rules: bool(rules.open_contracts), "contract_without_value"),
    (contracts(who=Who.VORHAND), "only_vorhand"),
    (contracts(who=Who.NEVER_VORHAND), "never_vorhand"),
    (contracts(kind=Kind.PAIRED), "partner_always"),
    (lambda rules: calling(rules) and not rules.self_call, "no_self_call"),
    (lambda rules: any(contract.calls for contract in rules.contracts.values()), "only_kings_self_called"),
    (side_by_side(SideBySide.NONE), "no_side_by_side"),
    (side_by_side(SideBySide.LISTED), "not_side_by_side"),
    (
        both(
            side_by_side(SideBySide.EQUAL),
            lambda rules: len({negative.value for negative in _negatives(rules)}) > 1,
        ),
        "unequal_side_by_side",
    ),
    (lambda rules: any(contract.beside for contract in rules.contracts.values()), "only_beside"),
    (
        lambda rules: any(contract.step_points for contract in rules.contracts.values()),
        "points_decide_the_price",
    ),
    (lambda rules: "drawn" not in rules.radl.triggers, "drawn_not_here"),
    (lambda rules: bool(rules.radl.times), "radl_times_not_here"),
    (lambda rules: not rules.radl.played, "radl_not_here"),
    (both(negative, offers("negative_kontra")), "no_negative_kontra"),
    (both(negative, offers("bei_settlement")), "declarers_do_not_kontra"),
    (lambda rules: rules.kontra.on_premiums, "silent_kontra"),
    (
        lambda rules: not rules.kontra.on_premiums or premiums(effect=Effect.MULTIPLIES)(rules),
        "no_premium_kontra",
    ),
    (lambda rules: bool(rules.open_premiums), "premium_without_value"),
    (
        lambda rules: (
            premiums(in_colour=False)(rules)
            or premiums(in_solo=InSolo.NEVER)(rules)
            or premiums(calling_only=True)(rules)
        ),
        "premium_not_in_game",
    ),
    (premiums(silent=None), "not_silent"),
    (premiums(announced=None), "not_announced"),
    (
        lambda rules: any(premium.whose in OF_THE_DECLARERS_SIDE for premium in rules.premiums.values()),
        "declarers_premium",
    ),
    (premiums(whose=Whose.KING_HOLDER), "king_holders_premium"),
    (premiums(whose=Whose.OPPONENTS), "opponents_premium"),
    (lambda rules: rules.counting is Counting.BLATT and rules.needs % 3 != 2, "blatt_needed"),
    (
        lambda rules: any(premium.needs is not None for premium in rules.premiums.values()),
        "made_contradicts_points",
    ),
    (lambda rules: {"pagat", "pagatfang"} <= set(rules.premiums), "own_card_caught"),
    (clashing("same_card"), "same_card"),
    (clashing("one_last_trick"), "one_last_trick"),
    (lambda rules: rules.counting is Counting.BLATT, "cards_must_count cards_must_count_opponents"),
    (has_premiums("koenige", "koenig_ultimo"), "king_with_the_declarer"),
    (has_premiums("trull", "valat"), "not_with_all_tricks"),
    (lambda rules: bool(_counted(rules)), "more_than_the_pack"),
    (has_premiums("koenige", "koenigfang"), "cards_exclude"),
    (lambda rules: bool(_counted(rules)), "more_than_the_game"),
    (
        both(
            contracts(kind=Kind.CALLING, solo=True),
            lambda rules: bool({"koenig_ultimo", "koenigfang"} & set(rules.premiums)),
        ),
        "king_in_closed_talon",
    ),
    (both(premiums(between_two=True), premiums(between_two=False)), "not_between_two"),
    (lambda rules: any(contract.birds for contract in rules.contracts.values()), "bird_missing"),
    (premiums(opponents_need_kontra=True), "needs_kontra_on_game"),
    (both(trischaken, lambda rules: rules.counting is Counting.BLATT), "less_than_a_trick"),
    (
        both(
            trischaken,
            lambda rules: rules.trischaken is not None and rules.trischaken.buergermeister is not None,
        ),
        "three_jungfrauen",
    ),
    (lambda rules: not rules.claims or trischaken(rules), "no_claims"),
    (lambda rules: not rules.shared_renonce, "one_offender"),
)
REFUSALS = {code: has for has, codes in WHERE for code in codes.split()}
# Said of a single hand's document; on a sheet of hands the table says it, or nothing can.
NOT_ABOUT_RULES = {
    *("not_json", "not_utf8", "empty_line", "line_too_long", "too_deep", "number_too_big", "key_twice"),
    *("not_an_object", "wrong_type", "unknown_key", "unknown_key_near", "key_missing", "name_empty"),
    "name_unreadable",
    *("unknown_rules", "unknown_rules_near", "unknown_contract_near", "unknown_premium_near"),
    *("four_play", "game_missing", "too_many_items", "unknown_option"),
}


def _negatives(rules: Rules) -> list[Any]:
    return [contract for contract in rules.contracts.values() if contract.kind is Kind.NEGATIVE]


def documents(book: Rulebook) -> Iterable[dict[str, Any]]:
    """The record of every single hand of the book that is settled."""
    yield from (example.document for example in book.all_examples if not example.refused)
    for table in book.all_tables:
        if not table.refused:
            yield from (entry for entry in table.document["hands"] if "games" in entry)


def refused_with(book: Rulebook) -> set[str]:
    """The codes of all sentences that the book's refusals quote."""
    said = [line for example in (*book.all_examples, *book.all_tables) for line in example.refused]
    patterns = {code: _pattern(german) for code, (german, _) in SENTENCES.items()}
    return {code for code, pattern in patterns.items() if any(pattern.fullmatch(line) for line in said)}


def _pattern(sentence: str) -> re.Pattern[str]:
    parts = re.split(r"\{\w+\}", sentence)
    return re.compile(r"(?:hand \d+: )?" + ".+".join(map(re.escape, parts)))


def wanted_of_contracts(rules: Rules, book: Rulebook) -> Iterable[str]:
    """Won and lost for every contract, once each at the least."""
    seen = set()
    for example in book.all_examples:
        if not example.refused:
            hand = read_hand(example.document, rules)
            seen |= {(line.subject, line.outcome.value) for line in settle(hand, rules).lines}
    for key, contract in rules.contracts.items():
        wanted = ("pays",) if contract.kind is Kind.TRISCHAKEN else ("won", "lost")
        if rules.counting is Counting.BLATT and contract.blank:
            wanted = ("won", "lost", "blank")
        yield from (f"contract {key} {outcome}" for outcome in wanted if (key, outcome) not in seen)
    for key, premium in rules.premiums.items():
        if premium.effect is Effect.MULTIPLIES:
            continue
        ways = [("silent", premium.silent), ("made", premium.announced), ("missed", premium.announced)]
        yield from (
            f"premium {key} {way}" for way, price in ways if price is not None and (key, way) not in seen
        )
    if rules.trischaken is not None and rules.trischaken.custom is TrischakenCustom.TWO_PAY:
        key = next(key for key, contract in rules.contracts.items() if contract.kind is Kind.TRISCHAKEN)
        priced = {
            "buergermeister": rules.trischaken.buergermeister,
            "all_tricks": rules.trischaken.all_tricks,
        }
        outcomes = (outcome for outcome, price in priced.items() if price is not None)
        yield from (f"trischaken {outcome}" for outcome in outcomes if (key, outcome) not in seen)


def wanted_of_multipliers(rules: Rules, book: Rulebook) -> Iterable[str]:
    """What multiplies the game has no line; it is seen in the record."""
    seen = {
        (premium["premium"], premium.get("announced", False), premium.get("made"))
        for document in documents(book)
        for premium in document.get("premiums", [])
    }
    for key, premium in rules.premiums.items():
        if premium.effect is Effect.MULTIPLIES:
            ways = [((key, False, True), premium.silent), ((key, True, True), premium.announced)]
            ways.append(((key, True, False), premium.announced))
            yield from (f"premium {way}" for way, price in ways if price is not None and way not in seen)


def wanted_of_kontra(rules: Rules, book: Rulebook) -> Iterable[str]:
    """Every level, on a game, in a negative game and on a premium, wherever it may be said."""
    games, premium_levels, alone = set(), set(), set()
    for document in documents(book):
        for game in document["games"]:
            games.add(game.get("kontra"))
            alone |= set(game.get("kontras", {}).values())
        premium_levels |= {premium.get("kontra") for premium in document.get("premiums", [])}
    yield from (f"kontra {level} on a game" for level in rules.levels if level not in games)
    if rules.kontra.on_premiums:
        yield from (f"kontra {level} on a premium" for level in rules.levels if level not in premium_levels)
    if _negatives(rules):
        yield from (f"kontra {level} of an opponent" for level in rules.levels if level not in alone)


def wanted_of_options(rules: Rules, book: Rulebook) -> Iterable[str]:
    """Every other value of every option that the sheet offers."""
    chosen = set()
    for example in (*book.all_examples, *book.all_tables):
        chosen |= set(example.document.get("options", {}).items())
        for entry in example.document.get("hands", []):
            chosen |= set(entry.get("options", {}).items())
    for note in rules.option_notes:
        if note.is_offered:
            usual = rules.options[note.key]
            others = (value for value in CHOICES[note.key] if value != usual)
            yield from (f"option {note.key} = {value}" for value in others if (note.key, value) not in chosen)


def wanted_of_triggers(rules: Rules, book: Rulebook) -> Iterable[str]:
    """Every trigger, by a hand alone and on a sheet; rounds of four, five and six; void hands and events."""
    by_hand = {name for example in book.all_examples for name in example.triggers}
    on_sheet = {name for table in book.all_tables for row in table.rows for name in row.triggers}
    for name in rules.radl.triggers:
        yield from (
            f"trigger {name} {where}"
            for where, seen in (("of a hand", by_hand), ("on a sheet", on_sheet))
            if name not in seen and (name != TOTALS_ZERO or seen is on_sheet)
        )
    sizes = {len(table.document["players"]) for table in book.all_tables if not table.refused}
    yield from (f"a table of {size}" for size in (4, 5, 6) if size not in sizes)
    entries = [entry for table in book.all_tables if not table.refused for entry in table.document["hands"]]
    said = {entry.get("void") for entry in entries} | {entry.get("event") for entry in entries}
    events = ["redeal", "struck", "seating", "dealer"] + (["schlussradl"] if rules.radl.schlussradl else [])
    yield from (f"sheet with {event}" for event in events if event not in said)


def wanted_of_refusals(rules: Rules, book: Rulebook) -> Iterable[str]:
    said = refused_with(book)
    yield from (f"refusal {code}" for code, can_be in REFUSALS.items() if can_be(rules) and code not in said)


WANTED = (
    wanted_of_contracts,
    wanted_of_multipliers,
    wanted_of_kontra,
    wanted_of_options,
    wanted_of_triggers,
    wanted_of_refusals,
)


@pytest.mark.parametrize("slug", SLUGS)
@pytest.mark.parametrize("wanted", WANTED, ids=lambda wanted: wanted.__name__)
def test_every_row_of_the_sheet_has_an_example(
    slug: str, wanted: Callable[[Rules, Rulebook], Iterable[str]]
) -> None:
    assert list(wanted(published()[slug], rulebook(slug))) == []


def test_every_option_and_trigger_is_offered_by_some_sheet() -> None:
    rules = published().values()
    assert {note.key for sheet in rules for note in sheet.option_notes if note.is_offered} == set(CHOICES)
    assert {name for sheet in rules for name in sheet.radl.triggers} == set(TRIGGERS)


def test_every_sentence_is_either_in_the_rulebook_or_about_documents() -> None:
    assert set(REFUSALS) | NOT_ABOUT_RULES == set(SENTENCES)


def test_every_example_can_be_printed_in_both_languages() -> None:
    for slug in SLUGS:
        for example in rulebook(slug).all_examples:
            said = answer({**example.document, "rules": slug}, published(), language="en")
            words = said.get("problems") or [line["text"] for line in said["lines"]]
            assert all(words), example.title.de
