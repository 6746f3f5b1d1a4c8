"""What is wrong with a file of old sheets is said once, and can be mended where it is said."""

from __future__ import annotations

from uuid import uuid4

from django.test import Client
from django.urls import reverse

from scoring.accounts import verbs as people
from scoring.models import OldBatch
from tests.support.scoring.house import House
from tests.support.scoring.old_files import again, bad, brought_in, fields_of, look_at, send, withdraw
from tests.support.scoring.old_rows import DREIER, FOUR, RUFER, xlsx

AN_EVENING = ("4.3.2016", "Lamm", "1")
MANY = 12  # rows, more than can be mended here


def test_a_row_that_does_not_add_up_is_mended_in_its_amounts(house: House, anna: Client) -> None:
    rows = (*AN_EVENING, 12, -4, -4, -3), ("", "", "", 1, -1, "", "")
    look = look_at(anna, house, *rows, amounts="each")
    fields = fields_of(look)
    assert {key: fields[key] for key in fields if key.startswith("cell-")} == {
        "cell-2-3": "12",
        "cell-2-4": "-4",
        "cell-2-5": "-4",
        "cell-2-6": "-3",
    }
    page = look.content.decode()
    assert all(f'aria-label="Row 2, {name}"' in page for name in FOUR)
    mended = again(anna, house.club, look, **{"cell-2-6": "-4"})
    assert bad(mended) == []
    assert again(anna, house.club, mended, "import").status_code == 302


def test_running_totals_that_do_not_add_up_are_mended_in_their_row(house: House, anna: Client) -> None:
    look = look_at(anna, house, (*AN_EVENING, 12, -4, -4, -3), amounts="table")
    assert [key for key in fields_of(look) if key.startswith("cell-")] == [
        f"cell-2-{column}" for column in (3, 4, 5, 6)
    ]


def test_a_row_is_mended_here_with_all_its_amounts_or_not_at_all(house: House, anna: Client) -> None:
    rows = [(*(AN_EVENING if not number else ("", "", "")), 12, -4, -4, -3) for number in range(MANY)]
    cells = [key for key in fields_of(look_at(anna, house, *rows)) if key.startswith("cell-")]
    assert len(cells) == 40
    assert all(f"cell-{row}-{column}" in cells for row in range(2, 12) for column in (3, 4, 5, 6))


def test_a_date_that_nobody_worked_out_is_told_once(house: House, anna: Client) -> None:
    rows = (("=A9+1", *RUFER[1:]), DREIER, ("", "", "", "", "Dreyer", *DREIER[5:]))
    look = send(anna, house.club, xlsx(*rows))
    assert [(row, label) for row, label, _text in bad(look)] == [(2, "Datum")]
    mended = again(anna, house.club, look, **{"cell-2-0": "4.3.2016"})
    assert [(row, label) for row, label, _text in bad(mended)] == [(4, "Spiel")]


def test_a_day_that_is_none_is_told_in_its_row_and_not_in_those_below(house: House, anna: Client) -> None:
    look = send(anna, house.club, xlsx(("31.2.2016", *RUFER[1:]), DREIER, DREIER))
    assert [(row, label) for row, label, _text in bad(look)] == [(2, "Datum")]


def test_a_day_over_its_rows_is_told_where_it_stands_first(house: House, anna: Client) -> None:
    title = ("31.2.2016", "Lamm", "1")
    look = send(anna, house.club, xlsx((*title, *[""] * 12), ("", "", "", *RUFER[3:]), DREIER))
    assert [(label, text) for _row, label, text in bad(look)] == [
        ("Datum", "“31.2.2016” is not a real date.")
    ]


def test_other_people_than_a_formula_names_are_still_read(house: House, anna: Client) -> None:
    """A row with a formula says of the rows below what all others do."""
    seats = tuple(f"{word} {number}" for number in range(1, 5) for word in ("Spieler", "Betrag"))
    first = (*AN_EVENING, "Anna", "=1+3", "Bert", -4, "Cilli", 0, "Dora", 0)
    below = ("", "", "", "", 2, "", -2, "", "", "", "")
    look = send(
        anna, house.club, xlsx(first, below, head=("Datum", "Ort", "Tisch"), names=seats), kind="amounts"
    )
    assert [(row, label) for row, label, _text in bad(look)] == [(2, "Betrag 1")]
    mended = again(anna, house.club, look, **{"cell-2-4": "4"})
    assert bad(mended) == []


def test_a_dealer_who_does_not_sit_there_is_told_once(house: House, anna: Client) -> None:
    look = send(anna, house.club, xlsx((*RUFER[:3], "Franz", *RUFER[4:]), DREIER))
    assert [(row, label) for row, label, _text in bad(look)] == [(2, "Geber")]


def newcomer(house: House, anna: Client) -> OldBatch:
    names = ("Anna", "Bert", "Cilli", "Xaver")
    file = xlsx((*RUFER[:3], "Xaver", *RUFER[4:]), names=names)
    look = send(anna, house.club, file)
    (field,) = (name.field for name in look.context["reading"].unclear_names)
    return brought_in(house, anna, file, **{field: "new"})


def test_a_member_who_came_with_old_sheets_stays_and_that_is_said(house: House, anna: Client) -> None:
    batch = newcomer(house, anna)
    xaver = house.member("Xaver")
    said = f'<li><a href="{xaver.get_absolute_url()}">Xaver</a></li>'
    address = reverse("scoring:withdraw_old_sheets", args=[house.club.slug, batch.pk])
    before = anna.get(f"{address}?language=en").content.decode()
    assert "somebody became a member of the club, and remains one" in before
    assert said in before
    after = withdraw(anna, batch).headers["Location"] + "?language=en"
    assert said in anna.get(after).content.decode()
    assert said not in house.client("Emil").get(after).content.decode(), "only who can do something about it"
    assert house.member("Xaver").active


def test_members_of_before_are_not_said_to_have_come_with_the_file(house: House, anna: Client) -> None:
    batch = brought_in(house, anna, xlsx(RUFER))
    for address in (
        reverse("scoring:withdraw_old_sheets", args=[house.club.slug, batch.pk]),
        withdraw(anna, batch).headers["Location"],
    ):
        assert "became" not in anna.get(f"{address}?language=en").content.decode()


def test_whoever_has_left_meanwhile_is_not_spoken_of(house: House, anna: Client) -> None:
    batch = newcomer(house, anna)
    people.deactivate_member(actor=house["Anna"], deed=uuid4(), member=house.member("Xaver"))
    address = reverse("scoring:withdraw_old_sheets", args=[house.club.slug, batch.pk])
    assert "became a member" not in anna.get(f"{address}?language=en").content.decode()
