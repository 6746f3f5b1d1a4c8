"""One number from the paper closes an import; what nothing was compared with is marked as unchecked."""

from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation

from scoring import verifying
from scoring.capability import log_line
from scoring.models import Deed, OldBatch
from tests.scoring.old_sheets.files.kept import HEAD, xlsx
from tests.support.scoring.house import House
from tests.support.scoring.old_files import again, asked, send

ROWS = [("4.3.2016", 5, -5, 8, -8), ("11.3.2016", 4, 3, -4, -3), ("18.3.2016", -2, 1, 7, -6)]
RUNNING = [("4.3.2016", 5, -5, 8, -8), ("11.3.2016", 9, -2, 4, -11), ("18.3.2016", 7, -1, 11, -17)]


def number_of(answer: object, name: str, points: str, evenings: str = "") -> dict[str, str]:
    totals = {one.name: one.code for one in answer.context["reading"].control_totals()}  # type: ignore[attr-defined]
    return {"control-who": totals[name], "control-points": points, "control-evenings": evenings}


def test_a_file_that_says_nothing_twice_is_never_said_to_be_right(house: House, anna: Client) -> None:
    look = send(anna, house.club, xlsx(HEAD, *ROWS)(), kind="amounts", amounts="each")
    page = look.content.decode()
    assert asked(look).why_not == ""
    assert "Everything is right." not in page
    summed = send(anna, house.club, xlsx(HEAD, *ROWS, ("Summe", 7, -1, 11, -17))(), kind="amounts")
    assert "Everything is right." in summed.content.decode()


def test_a_wrong_number_says_both_and_why_and_a_right_one_closes_it(house: House, anna: Client) -> None:
    look = send(anna, house.club, xlsx(HEAD, *RUNNING)(), kind="amounts", amounts="each")
    wrong = again(anna, house.club, look, **number_of(look, "Anna", "7", "4"))
    assert asked(wrong).control_problems[:2] == [
        "Anna was there on 4 evenings; the file has 3.",
        "Anna had +7 in the end; the file comes to +21.",
    ]
    assert "They agree if the amounts are read like this: Running total" in asked(wrong).control_problems[2]
    refused = again(anna, house.club, wrong, "import", **number_of(look, "Anna", "7", "4"))
    assert "The number from the paper is not what the file comes to." in refused.content.decode()
    assert not OldBatch.objects.exists()
    right = again(anna, house.club, wrong, amounts="file", **number_of(look, "Anna", "7", "3"))
    assert again(anna, house.club, right, "import").status_code == 302
    batch = OldBatch.objects.get()
    assert (batch.compared_with, batch.file_name) == ("number", "alt.xlsx")
    assert [*verifying.of_the_database()] == []


def test_every_block_is_closed_by_a_number_of_its_own(house: House, anna: Client) -> None:
    file = xlsx(Herbst=[HEAD, ROWS[0]], Winter=[HEAD, *ROWS[1:]])()
    look = send(anna, house.club, file, kind="amounts", amounts="each")
    who = number_of(look, "Anna", "")["control-who"]
    said = {"control-who-0-0-0": who, "control-points-0-0-0": "5", "control-who-1-0-0": who}
    half = again(anna, house.club, look, **said)
    assert (asked(half).compared_with, asked(half).control_problems) == ("", [])
    wrong = again(anna, house.club, half, **{"control-points-1-0-0": "3"})
    assert asked(wrong).control_problems == ["Anna had +3 in the end; the file comes to +2."]
    right = again(anna, house.club, wrong, **{"control-points-1-0-0": "2", "control-evenings-1-0-0": "2"})
    assert (asked(right).why_not, asked(right).compared_with) == ("", "number")


@pytest.mark.parametrize("points", ["viel", "-7"])
def test_a_number_given_later_is_refused_as_long_as_it_does_not_agree(
    house: House, anna: Client, points: str
) -> None:
    look = send(anna, house.club, xlsx(HEAD, *ROWS)(), kind="amounts", amounts="each")
    assert again(anna, house.club, look, "import").status_code == 302
    batch = OldBatch.objects.get()
    listed = reverse("scoring:old_sheets", args=[house.club.slug])
    assert "unchecked" in anna.get(listed).content.decode()
    address = reverse("scoring:check_old_sheets", args=[house.club.slug, batch.pk])
    page = anna.get(batch.get_absolute_url())
    code = next(one.code for one in page.context["control_totals"] if one.name == "Anna")
    said = {"control-who": code, "control-points": points, "deed": str(uuid4())}
    refused = anna.post(f"{address}?language=en", said)
    assert refused.status_code == 200
    assert refused.context["problems"]
    assert ("Only the sign differs" in refused.content.decode()) == (points == "-7")
    assert anna.post(address, {**said, "control-points": "7", "deed": str(uuid4())}).status_code == 302
    batch.refresh_from_db()
    assert batch.compared_with == "number"
    assert "unchecked" not in anna.get(listed).content.decode()
    with translation.override("en"):
        assert log_line(Deed.objects.get(verb="check_old_batch")).endswith("they agree")
    assert [*verifying.of_the_database()] == []
