"""The score sheet to print: what a table has to know that goes on with a pencil."""

from itertools import compress

from scoring.engine.sheet import Position
from scoring.evenings.pages.blank import (
    Beginning,
    Blank,
    Heading,
    blank_for,
    blank_of,
    in_two_lines,
    laid_out,
    prices_of,
)
from scoring.models import Sheet, TableScore
from scoring.rules import SLUGS, published
from tests.support.scoring.house import House, now
from tests.support.scoring.tables import FIVE, FOUR, SCHLUSSRADL, dreier, rufer, seating, trischaken

SIX = (*FIVE, "Fanny")
HEADING = Heading("Stammtisch", "Runde", "Standard")


def printed(sheet: Sheet) -> Blank:
    sheet = now(sheet)
    return blank_of(sheet, sheet.evening.names(), HEADING, "de")


def rows(blank: Blank) -> list[tuple[int, str, bool, str]]:
    """Number, dealer, doubled, and who sits out."""
    return [
        (row.number, row.dealer, row.radl, "+".join(compress(blank.seats, row.sits_out)))
        for page in blank.pages
        for row in page
    ]


def test_with_five_the_dealer_sits_out_with_six_the_one_before_too(house: House) -> None:
    assert [row[1::2] for row in rows(printed(house.sheet(FIVE, name="5")))[:2]] == [
        ("Emil", "Emil"),
        ("Anna", "Anna"),
    ]
    six = printed(house.sheet(SIX, name="6"))
    assert [row[1::2] for row in rows(six)[:2]] == [("Fanny", "Emil+Fanny"), ("Anna", "Anna+Fanny")]
    assert six.layout == "across of-6"
    four = printed(house.sheet(FOUR))
    assert [row[1] for row in rows(four)[:2]] == ["Dora", "Anna"]
    assert (four.layout, four.carried) == ("upright of-4", [])


def test_what_was_played_is_carried_over_and_the_doubled_hands_are_marked(house: House) -> None:
    """A Rufer of Anna and Cilli, then a Trischaken that Dora loses: 2 to each, and a doubled round."""
    sheet = house.sheet(FOUR)
    house.play(sheet, rufer("Anna", "Cilli"))
    house.play(sheet, trischaken("Bert", "Dora"))
    blank = printed(sheet)
    [carried] = blank.carried
    assert [total for total, _replaced in carried.figures] == ["+3", "+1", "+3", "−7"]
    assert rows(blank)[:6] == [
        (3, "Bert", True, ""),
        (4, "Cilli", True, ""),
        (5, "Dora", True, ""),
        (6, "Anna", True, ""),
        (7, "Bert", False, ""),
        (8, "Cilli", False, ""),
    ]
    house.play(sheet, dreier("Anna"))  # uses up the first of them
    assert [row[2] for row in rows(printed(sheet))[:4]] == [True, True, True, False]
    house.play(sheet, SCHLUSSRADL)
    assert all(row[2] for row in rows(printed(sheet)))


def test_who_has_left_is_named_in_the_order_of_play_however_the_database_sorts(house: House) -> None:
    """Scores come in any order."""
    sheet = house.sheet(("Fanny", *FIVE))
    house.play(sheet, dreier("Bert"))
    house.play(sheet, seating("Anna", "Bert", "Cilli", "Emil", dealer="Emil"))
    assert printed(sheet).seats == ["Anna", "Bert", "Cilli", "Emil"]
    assert "Fanny −5, Dora 0" in printed(sheet).notes[0]
    scores = list(TableScore.objects.filter(sheet=sheet).order_by("participant"))
    for turned in (scores[::-1], scores):
        TableScore.objects.filter(sheet=sheet).delete()
        TableScore.objects.bulk_create(turned)
        assert "Fanny −5, Dora 0" in printed(sheet).notes[0]


def test_both_accounts_are_carried_over_where_a_kontra_counts_less_in_one(house: House) -> None:
    sheet = house.sheet(FOUR, rules="standard-skoty")
    house.play(sheet, {"games": [{"contract": "dreier", "declarer": "Bert", "won": True, "kontra": "re"}]})
    kassa, schrift = printed(sheet).carried
    assert [total for total, _replaced in kassa.figures] == ["−20", "+60", "−20", "−20"]
    assert [total for total, _replaced in schrift.figures] == ["−10", "+30", "−10", "−10"]


def test_as_many_pages_as_the_hands_take_go_on_numbering_and_names_stay_apart() -> None:
    seats = ("1", "2", "3", "4")
    alike = ("Anna Maria Ober-Schwandtner Huber", "Anna Maria Unter-Schwandtner Huber")
    names = dict(zip(seats, (*alike, "Bert", "Cilli"), strict=True))
    beginning = Beginning(table_state=Position(seats, "4"), names=names, most=60)
    blank = laid_out(beginning, HEADING, prices_of(published()["standard"], "de"))
    assert len(blank.pages) > 1
    numbers = [row[0] for row in rows(blank)]
    assert numbers == list(range(1, len(numbers) + 1))
    assert len(numbers) >= 60
    assert len(set(in_two_lines(list(names.values()), 4))) == 4, "differing in the middle"


def test_every_game_stands_on_it_with_its_price() -> None:
    for slug in SLUGS:
        rules = published()[slug]
        blank = blank_for(4, HEADING, rules, "de")
        assert blank.pages[0][0].dealer == ("1" if rules.high_card == "deals" else "4"), slug
        assert blank.prices is not None
        for contract in rules.contracts.values():
            assert f"{contract.label.de} {contract.value}" in blank.prices.games


def test_it_is_offered_in_one_place_of_the_evening_and_then_of_each_table(house: House) -> None:
    evening, anna = house.evening(), house.client("Anna", "en")
    of_the_evening = f'{evening.get_absolute_url()}blank/"'
    assert of_the_evening in anna.get(evening.get_absolute_url()).content.decode()
    sheet = house.sheet(FOUR, evening=evening)
    of_the_table = f'{sheet.get_absolute_url()}blank/"'
    assert of_the_evening not in anna.get(evening.get_absolute_url()).content.decode()
    assert of_the_table in anna.get(sheet.get_absolute_url()).content.decode()
    assert of_the_evening in anna.get(f"{sheet.get_absolute_url()}blank/").content.decode(), (
        "a further table's"
    )
