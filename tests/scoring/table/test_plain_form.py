"""A hand by a plain form, for browsers that run none of our scripts."""

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from scoring import clock
from scoring.models import Entry, Sheet
from tests.support.pages import text_of
from tests.support.scoring.corrections import sheet
from tests.support.scoring.house import House, english, ids, in_ids, now
from tests.support.scoring.recording import totals
from tests.support.scoring.tables import Record, dreier, hand, rufer, trischaken

__all__ = ["sheet"]  # the fixtures


class Writer:
    """Somebody with an old phone at one table; names stand for ids in what they choose."""

    def __init__(self, house: House, sheet: Sheet) -> None:
        self.client: Client = english(house, "Cilli")
        self.sheet = sheet
        self.address = reverse("scoring:record_plainly", args=[sheet.pk])
        self.hidden = self.open()

    def open(self) -> dict[str, str]:
        page = self.client.get(self.address).content.decode()
        return dict(re.findall(r'<input type="hidden" name="(id|after)" value="([^"]+)"', page))

    def send(self, **said: Any) -> Any:
        known = ids(self.sheet)
        chosen = {
            key: [known.get(one, one) for one in value]
            if isinstance(value, list)
            else known.get(value, value)
            for key, value in said.items()
        }
        return self.client.post(self.address, {**self.hidden, **chosen})


@pytest.fixture
def writer(house: House, sheet: Sheet) -> Writer:
    return Writer(house, sheet)


DREIER = {"contract": "dreier", "declarer": "Anna", "result": "won"}


@pytest.mark.parametrize(
    ("said", "record"),
    [
        (
            {"contract": "rufer", "declarer": "Anna", "partner": "Cilli", "result": "won"},
            rufer("Anna", "Cilli"),
        ),
        (
            {
                "contract": "rufer",
                "declarer": "Anna",
                "partner": "talon",
                "points": "33/1",
                "kontra": "kontra",
            },
            hand("rufer", "Anna", king="talon", points="33/1", kontra="kontra"),
        ),
        (
            {"contract": "piccolo", "declarer": "Bert", "tricks": "1", "kontra_3": "kontra"},
            hand("piccolo", "Bert", tricks=1, kontras={"Dora": "kontra"}),
        ),
        ({"contract": "trischaken", "declarer": "Anna", "most": "Bert"}, trischaken("Anna")),
        (
            DREIER
            | {"premium_pagat": "made", "premium_pagat_by": "Anna", "premium_pagat_kontra": "kontra"}
            | {"premium_trull": "silent", "premium_trull_by": "Anna"},
            dreier("Anna")
            | {
                "premiums": [
                    {"premium": "pagat", "by": "Anna", "announced": True, "made": True, "kontra": "kontra"},
                    {"premium": "trull", "by": "Anna", "made": True},
                ]
            },
        ),
    ],
    ids=lambda case: case.get("contract", "") if isinstance(case, dict) else "",
)
def test_what_was_chosen_is_the_hand(writer: Writer, said: dict[str, Any], record: Record) -> None:
    answer = writer.send(**said)
    assert answer.status_code == 302, text_of(answer)
    assert answer["Location"] == writer.address
    assert Entry.objects.get().record == in_ids(writer.sheet, record)
    assert "Anna" in text_of(writer.client.get(writer.address))


def test_what_the_rules_refuse_stands_beside_its_field_and_all_that_was_typed_stays(writer: Writer) -> None:
    answer = writer.send(
        contract="rufer",
        declarer="Bert",
        partner="Bert",
        points="71/0",
        kontra="kontra",
        premium_pagat="silent",
    )
    assert answer.status_code == 200
    page = answer.context["form"]
    assert "premium_pagat_by" in page.errors
    assert page["points"].value() == "71/0"
    answer = writer.send(contract="rufer", declarer="Bert", partner="Bert", points="33/1", kontra="kontra")
    form = answer.context["form"]
    assert {"declarer", "partner"} <= set(form.errors)
    assert [form[name].value() for name in ("contract", "points", "kontra")] == ["rufer", "33/1", "kontra"]
    assert not Entry.objects.exists()
    missing = writer.send(contract="dreier", declarer="Anna")
    assert "result" in missing.context["form"].errors


def test_what_another_phone_entered_meanwhile_is_said_and_the_hand_stays_on_the_page(
    house: House, writer: Writer
) -> None:
    house.play(writer.sheet, dreier("Bert"))
    answer = writer.send(**DREIER)
    assert answer.status_code == 200
    assert "Entered in the meantime" in text_of(answer)
    assert "Bert: Dreier" in text_of(answer)
    writer.hidden["after"] = str(answer.context["after"])
    assert writer.send(**DREIER).status_code == 302
    assert now(writer.sheet).seq == 2


def test_where_another_phone_entered_the_same_game_differently_one_of_both_is_chosen(
    house: House, writer: Writer
) -> None:
    written = house.play(writer.sheet, dreier("Anna", won=False)).entry
    for instead, points in (("theirs", -15), ("mine", 15)):
        writer.hidden = writer.open() | {"after": "0"}
        said = text_of(writer.send(**DREIER))
        assert "Anna: Dreier, lost. Bert, Cilli, Dora +5 · Anna −15" in said
        assert "Anna: Dreier, won. Anna +15 · Bert, Cilli, Dora −5" in said
        writer.hidden["after"] = "1"
        answer = writer.send(**DREIER, instead=instead, of=str(written.pk))
        assert answer["Location"] == reverse("scoring:hand", args=[writer.sheet.pk, written.pk])
        assert totals(writer.sheet)["Anna"] == points
    history = text_of(writer.client.get(answer["Location"]))
    assert "Cilli : recorded differently on another phone; not taken" in history
    assert "Cilli : corrected" in history


def test_a_closed_table_says_so_and_keeps_what_was_typed(writer: Writer) -> None:
    Sheet.objects.update(closed_at=clock.now())
    answer = writer.send(**DREIER)
    assert "This table is closed" in text_of(answer)
    assert answer.context["form"]["contract"].value() == "dreier"
    assert writer.client.get(writer.address).status_code == 302
