"""The Speiszettel says everything that a sheet says: every custom, every option, every column."""

from collections.abc import Callable, Mapping
from dataclasses import fields, replace
from enum import StrEnum
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from scoring.engine.customs import (
    BesideValat,
    BirdBy,
    Counting,
    Custom,
    DoubledGames,
    Effect,
    HighCard,
    InSolo,
    Jungfrauen,
    Kind,
    LimitNotation,
    RenonceCustom,
    SideBySide,
    Splits,
    TrischakenCustom,
    TrischakenRenonce,
    Who,
    Whose,
)
from scoring.engine.options import CHOICES
from scoring.engine.rules import (
    Contract,
    Kontra,
    PagatkassaTerms,
    PremiumRule,
    Radl,
    Remark,
    Rules,
    Trischaken,
)
from scoring.engine.texts import Text
from scoring.engine.triggers import TRIGGERS
from scoring.models import Evening, Sheet
from scoring.rules import published
from scoring.rules.printing import Speiszettel, printing, speiszettel
from scoring.table.pages.recording_form import form_facts
from tests.support.pages import html_at
from tests.support.scoring.house import HOUSE, House, now
from tests.support.scoring.house_rules import dearer, republish, take
from tests.support.scoring.speiszettel import part, printed
from tests.support.scoring.tables import dreier
from tests.support.stages import stage

LANGUAGES = ("de", "en")


def of_each(value: Jungfrauen) -> int | None:
    return 2 if value is Jungfrauen.FROM_EACH else None


def premium(key: str = "pagat", **changed: Any) -> Callable[[Rules], Rules]:
    def change(rules: Rules) -> Rules:
        row = replace(rules.premiums[key], **changed)
        return replace(rules, premiums={**rules.premiums, key: row})

    return change


def in_solo(value: InSolo) -> Callable[[Rules], Rules]:
    listed = {"solo_silent": 3, "solo_announced": 5} if value is InSolo.LISTED else {}
    return premium(in_solo=value, **listed)


def contract(key: str = "dreier", **changed: Any) -> Callable[[Rules], Rules]:
    def change(rules: Rules) -> Rules:
        row = replace(rules.contracts[key], **changed)
        return replace(rules, contracts={**rules.contracts, key: row})

    return change


def other_kind(kind: Kind) -> Callable[[Rules], Rules]:
    return contract(kind=kind, tricks=2 if kind is Kind.NEGATIVE else None)


def whole(**changed: Any) -> Callable[[Rules], Rules]:
    return lambda rules: replace(rules, **changed)


def other_counting(counting: Counting) -> Callable[[Rules], Rules]:
    plain = counting is Counting.PLAIN
    return whole(counting=counting, needs=45 if plain else 107)


# How a sheet gets each value of each custom.
CUSTOMS: Mapping[type[StrEnum], Callable[[Any], Callable[[Rules], Rules]]] = {
    Counting: other_counting,
    LimitNotation: lambda value: whole(limits=value),
    Kind: other_kind,
    Who: lambda value: contract(who=value),
    Whose: lambda value: premium(whose=value),
    InSolo: in_solo,
    Effect: lambda value: premium("valat", effect=value),
    BesideValat: lambda value: whole(beside_valat=value),
    BirdBy: lambda value: whole(bird_by=value),
    HighCard: lambda value: whole(high_card=value),
    TrischakenCustom: lambda value: part("trischaken", custom=value, all_tricks=4),
    Jungfrauen: lambda value: part("trischaken", jungfrauen=value, jungfrau_price=of_each(value)),
    DoubledGames: lambda value: part("radl", doubled_games=value),
    Splits: lambda value: part("trischaken", splits=value),
    SideBySide: lambda value: whole(side_by_side=value),
    TrischakenRenonce: lambda value: part("trischaken", renonce=value, renonce_times=2),
    RenonceCustom: lambda value: whole(renonce=value),
}


def test_there_is_a_way_to_every_custom() -> None:
    assert set(CUSTOMS) == set(Custom.__subclasses__())


def different(sheets: Mapping[Any, set[str]], *, usual: Any = None) -> None:
    """Each of them says something that none of the others says; the usual may be what nothing is said of."""
    for value, sheet in sheets.items():
        others = set().union(*(other for key, other in sheets.items() if key != value))
        assert sheet - others or value == usual, value
    assert len({frozenset(sheet) for sheet in sheets.values()}) == len(sheets)


# Everybody: no mark, no sentence; nothing is shared out, or doubled, otherwise than it is said anyway.
NOT_SAID: Mapping[type[StrEnum], StrEnum] = {
    Who: Who.ANYONE,
    Whose: Whose.EITHER,
    Jungfrauen: Jungfrauen.SHARE,
    Splits: Splits.EXACT,
    DoubledGames: DoubledGames.ALL,
}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("custom", CUSTOMS, ids=lambda custom: custom.__name__)
def test_every_custom_is_printed_in_words_of_its_own(custom: type[StrEnum], language: str) -> None:
    rules = published()["treffpunkt"]
    usual = NOT_SAID.get(custom)
    different({value: printed(CUSTOMS[custom](value)(rules), language) for value in custom}, usual=usual)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("option", CHOICES)
def test_every_option_is_printed_in_words_of_its_own(option: str, language: str) -> None:
    rules = published()["cup" if option == "trischaken_base" else "standard"]
    different({value: printed(rules.under({option: value}), language) for value in CHOICES[option]})


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_cause_of_a_radl_is_printed(language: str) -> None:
    rules = published()["standard"]
    different({trigger: printed(part("radl", triggers=(trigger,))(rules), language) for trigger in TRIGGERS})


# Of every column of a sheet one value that the published sheet has not.
NEW = Text("Neues", "Something new")
COLUMNS: Mapping[type, Mapping[str, Callable[[Rules], Rules]]] = {
    Contract: {
        "label": contract(label=NEW),
        "value": contract(value=77),
        "lost": contract(lost=77),
        "solo": contract(solo=True),
        "colour": contract(colour=True),
        "talon": contract(talon=2),
        "calls": contract("rufer", calls=Text("XIX", "XIX")),
        "birds": contract(birds=("pagat",)),
        "tricks": contract("piccolo", tricks=3),
        "beside": contract("bettler", beside="piccolo"),
        "goes_beside": lambda rules: contract("piccolo", goes_beside=True)(
            whole(side_by_side=SideBySide.LISTED)(rules)
        ),
        "blank": contract("rufer", blank=True),
        "needs_after_kontra": contract(needs_after_kontra=101),
        "step_points": contract(step_points=5, step_value=1),
        "step_value": contract(step_points=5, step_value=77),
        "step_from": contract(step_points=5, step_value=1, step_from=150),
        "kontra_up_to": contract(kontra_up_to="re"),
        "note": contract(note=NEW),
        "also": contract(also=NEW),
    },
    PremiumRule: {
        "label": premium(label=NEW),
        "silent": premium(silent=77),
        "announced": premium(announced=77),
        "solo_silent": premium(in_solo=InSolo.LISTED, solo_silent=77),
        "solo_announced": premium(in_solo=InSolo.LISTED, solo_announced=77),
        "in_colour": premium(in_colour=True),
        "calling_only": premium(calling_only=True),
        "between_two": premium(between_two=True),
        "counts_beside_valat": premium(counts_beside_valat=False),
        "in_silent_valat": premium(in_silent_valat=True),
        "needs": premium(needs=150),
        "cards": premium(cards=("quapil",)),
        "opponents_need_kontra": premium(opponents_need_kontra=True),
        "note": premium(note=NEW),
        "also": premium(also=NEW),
    },
    Kontra: {
        "levels": part("kontra", levels={"kontra": 3}),
        "names": part("kontra", names={"re": "Retour"}),
        "void_up_to": part("kontra", void_up_to="kontra"),
        "on_premiums": part("kontra", on_premiums=False),
        "with_announced_valat": part("kontra", with_announced_valat="re"),
    },
    Trischaken: {
        "buergermeister": part("trischaken", buergermeister=120),
        "renonce_times": part("trischaken", renonce_times=77),
        "jungfrau": part("trischaken", jungfrau=False),
        "all_tricks": part("trischaken", all_tricks=77),
        "all_tricks_doubled": part("trischaken", all_tricks_doubled=True),
        "jungfrau_price": part("trischaken", jungfrauen=Jungfrauen.FROM_EACH, jungfrau_price=77),
        "vorhand_pays": part("trischaken", vorhand_pays=77),
    },
    Radl: {
        "triggers": part("radl", triggers=("mondfang",)),
        "schlussradl": part("radl", schlussradl=False),
        "drawn": part("radl", triggers=("drawn",), drawn=(101, 102)),
        "length": part("radl", length=7),
        "lengths": part("radl", lengths={"trischaken": 7}),
        "times": part("radl", times={"trischaken": 7}),
        "waits": part("radl", doubled_games=DoubledGames.ALONE, waits=True),
    },
    Rules: {
        "label": whole(label=NEW),
        "about": whole(about=NEW),
        "needs": whole(needs=101),
        "claims": whole(claims=False),
        "pack": whole(pack=213),
        "pack_cards": whole(pack_cards=42, talon_cards=6),
        "talon_cards": whole(pack_cards=54, talon_cards=2),
        "shared_renonce": whole(shared_renonce=False),
        "silent_valat_voids_kontra": whole(silent_valat_voids_kontra=True),
        "self_call": whole(self_call=False),
        "schleifen": whole(schleifen=False),
        "option_notes": whole(option_notes=()),
        "remarks": whole(remarks={"new": Remark(NEW)}),
        "reminders": whole(reminders={"new": Remark(NEW)}),
        "redeals": whole(redeals={"new": NEW}),
        "book": whole(book={"new": Remark(NEW)}),
        "open_contracts": whole(open_contracts={"new": NEW}),
        "open_premiums": whole(open_premiums={"new": NEW}),
        "cents_per_point": whole(cents_per_point=77),
        "pagatkassa": whole(pagatkassa=PagatkassaTerms(stake=77)),
    },
}
# Parts with columns of their own, customs and options, tested above, and what only records and files use.
ELSEWHERE = {
    Contract: {"key", "short", "kind", "who"},
    PremiumRule: {"key", "short", "in_solo", "whose", "effect"},
    Trischaken: {"custom", "renonce", "jungfrauen", "splits"},
    Radl: {"doubled_games"},
    Rules: {
        *("slug", "contracts", "premiums", "kontra", "radl", "trischaken", "options"),
        *("counting", "limits", "renonce", "beside_valat", "side_by_side", "bird_by", "high_card"),
    },
}


@pytest.mark.parametrize("table", COLUMNS, ids=lambda table: table.__name__)
def test_no_column_of_a_sheet_is_forgotten(table: type) -> None:
    columns = {field.name for field in fields(table) if field.init}
    assert set(COLUMNS[table]) | ELSEWHERE.get(table, set()) == columns


@pytest.mark.parametrize("language", LANGUAGES)
def test_whatever_a_sheet_changes_is_printed(language: str) -> None:
    rules = published()["treffpunkt"]
    usual = printed(rules, language)
    for table, columns in COLUMNS.items():
        for name, change in columns.items():
            assert printed(change(rules), language) != usual, f"{table.__name__}.{name}"


@pytest.mark.parametrize(
    ("terms", "told"),
    [
        (PagatkassaTerms(stake=10), "every dealer pays in €0.10."),
        (PagatkassaTerms(stake=10, start=50), "Whenever it is empty everybody pays in €0.50."),
        (PagatkassaTerms(stake=10, start=50, start_again=False), "At the beginning everybody pays in €0.50."),
        (PagatkassaTerms(stake=10, ceiling=200), "(€2.00 at most)"),
        (PagatkassaTerms(stake=10, pot_ceiling=500), "There is €5.00 in the Pagatkassa at most;"),
    ],
)
def test_the_pagatkassa_is_printed_as_it_is_agreed(terms: PagatkassaTerms, told: str) -> None:
    sheet = speiszettel(replace(published()["cup"], pagatkassa=terms), "en")
    assert told in " ".join(sentence for custom in sheet.customs for sentence in custom.sentences)


def test_a_radl_of_negative_games_says_that_trischaken_is_none_of_them() -> None:
    rules = part("radl", doubled_games=DoubledGames.NEGATIVE)(published()["standard"])
    assert "Doppelt zählen davon nur Negativspiele, Trischaken nicht." in printed(rules, "de")
    assert "Of these only negative games count double, not Trischaken." in printed(rules, "en")


def called(length: int) -> Callable[[Rules], Rules]:
    return lambda rules: part("radl", length=length)(rules).under({"radl_start": "called"})


def alone(rules: Rules) -> Rules:
    """Of two who pay, the Vorhand alone."""
    return part("trischaken", custom=TrischakenCustom.TWO_PAY, vorhand_pays=6)(rules).under(
        {"vorhand_tie": "alone"}
    )


SAID: list[tuple[str, Callable[[Rules], Rules], str, str]] = [
    ("one hand that is called", called(1), "Radl", "A hand counts double only when the director calls it."),
    (
        "hands that are called",
        called(3),
        "Radl",
        "There are 3 double hands only when the director calls them.",
    ),
    (
        "the Vorhand alone",
        alone,
        "Trischaken",
        "The Vorhand pays alone too when sharing most points with others.",
    ),
]


@pytest.mark.parametrize(("change", "title", "said"), [row[1:] for row in SAID], ids=[row[0] for row in SAID])
def test_what_is_seldom_agreed_has_a_sentence(
    change: Callable[[Rules], Rules], title: str, said: str
) -> None:
    rules = published()["treffpunkt"]
    assert said in custom(speiszettel(change(rules), "en"), title)
    assert said not in custom(speiszettel(rules, "en"), title)


def custom(sheet: Speiszettel, title: str) -> str:
    return " ".join(next(custom.sentences for custom in sheet.customs if custom.title == title))


def test_the_payout_of_a_trischaken_is_shown_by_an_example_that_is_worked_out() -> None:
    one_pays = custom(speiszettel(published()["standard"], "en"), "Trischaken")
    assert "the Vorhand first: 30, 20, 12, 8 points: −12, +4, +4, +4" in one_pays
    assert "with a Jungfrau 20, 33, 17, 0 points: 0, −6, 0, +6" in one_pays
    two_pay = custom(speiszettel(published()["treffpunkt"], "de"), "Trischaken")
    assert "30, 20, 12, 8 Punkte: −2, −2, +2, +2; mit Jungfrau 20, 33, 17, 0 Punkte: −2, −2, 0, +4" in two_pay
    places_alone = custom(speiszettel(published()["karlsruhe"], "de"), "Fahrer")
    assert "30, 20, 12, 8 Punkte: −2, −2, +2, +2." in places_alone
    assert "Jungfrau" not in places_alone
    assert "Bürgermeister" not in places_alone


def test_a_game_with_a_bird_says_what_both_together_cost() -> None:
    games = {game.label: game for game in speiszettel(published()["treffpunkt"], "de").games}
    assert games["Besserrufer"].value == "2 + Vogel"
    assert games["Besserrufer"].note == "mit Pagat 4, Uhu 6, Kakadu 8, Quapil 10"
    assert games["Solobesser"].note == "mit Pagat 8, Uhu 12, Kakadu 16, Quapil 20"


def test_a_house_writes_its_limits_in_its_own_way() -> None:
    rules = published()["standard"]
    other = replace(rules, limits=LimitNotation.BLATT)
    words = " ".join(printed(other, "de"))
    assert "braucht 35/2 von 70" in words
    assert "35:35 heißt 34/2–35/1" in words
    assert "mindestens 45/2" in words
    assert form_facts(other, language="de")["writes_blatt"] is True
    assert form_facts(rules, language="de")["writes_blatt"] is False


def test_at_a_table_stands_what_holds_there_and_what_was_agreed() -> None:
    sheet = speiszettel(
        published()["standard"], "en", agreed={"silent_miss": "charged", "radl_nesting": "ignore"}
    )
    assert sheet.agreed == (
        "Missed silently: costs the silent value",
        "A trigger inside a Radl: does not count",
    )
    assert "Missed silently, the silent value goes to the other side (not with Valat)." in sheet.of_premiums
    assert "A new trigger during a Radl does not count." in custom(sheet, "Radl")


def test_the_more_is_agreed_the_smaller_it_is_printed() -> None:
    def size(rules: Rules) -> int:
        return int(printing.setting_of(speiszettel(rules, "de"))["size"].removeprefix("pt"))

    rules = published()["standard"]
    more = {str(number): Remark(Text(60 * "Wort ", 60 * "word ")) for number in range(5)}
    long = replace(rules, remarks={**rules.remarks, **more})
    assert size(long) < size(rules)
    longest = replace(
        rules, remarks={str(number): Remark(Text(60 * "Wort ", 60 * "word ")) for number in range(90)}
    )
    assert not printing.setting_of(speiszettel(longest, "de"))["whole"]
    assert size(longest) == 100 * printing.SMALLEST


# The Speiszettel of exactly the version that a table played, and the short code on everything recorded


DEARER = 9


@stage(on=HOUSE)
def sheet(house: House) -> Sheet:
    sheet = house.sheet(rules="standard", evening=house.evening("standard", silent_miss="charged"))
    house.play(sheet, dreier("Anna"))
    return now(sheet)


def rules_page(client: Client, sheet: Sheet, code: str = "") -> str:
    return html_at(client, f"/sheets/{sheet.pk}/rules/" + (f"?code={code}" if code else ""))


def price_of_a_dreier(text: str) -> int:
    row = text[text.index('<span class="leader">Dreier</span>') :]
    return int(row[row.index('<td class="price">') + len('<td class="price">') : row.index("</td>")])


def test_a_table_that_changed_its_rules_shows_each_version_under_its_code(
    house: House, sheet: Sheet, monkeypatch: pytest.MonkeyPatch
) -> None:
    republish(monkeypatch, dearer(DEARER))
    take(house, sheet.evening)
    evening = Evening.objects.select_related("ruleset").get(pk=sheet.evening.pk)
    first, second = sheet.ruleset.code, evening.ruleset.code
    anna = house.client("Anna", "en")
    assert price_of_a_dreier(rules_page(anna, sheet)) == DEARER
    assert "The published sheet has changed since." in rules_page(anna, sheet, first)
    assert price_of_a_dreier(rules_page(anna, sheet, first)) == 5
    assert price_of_a_dreier(rules_page(anna, sheet, second)) == DEARER
    assert anna.get(reverse("scoring:sheet_rules", args=[sheet.pk]), {"code": "ffffff"}).status_code == 404
    for address in everywhere(sheet):
        text = html_at(anna, address)
        assert f"Standard rules · 1 · {first}" in text
        assert f"Standard rules · 2 · {second}" in text
        assert f'href="/sheets/{sheet.pk}/rules/?code={first}"' in text


def everywhere(sheet: Sheet) -> list[str]:
    """The pages of what was recorded."""
    evening = sheet.evening
    return [sheet.get_absolute_url(), evening.get_absolute_url()]
