"""A club's own rule sheets on its pages: begun, read, compared, chosen, followed by a newer version."""

import html
import re
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.core.management import call_command
from django.test import Client

from scoring import clock
from scoring.accounts import verbs as people
from scoring.engine.rules import PagatkassaTerms
from scoring.models import Deed, Evening, Ruleset, Sheet
from scoring.rule_editor import verbs as house_rules
from scoring.rule_editor.draft import SheetDraft
from scoring.table.pot import terms_of
from tests.support.pages import html_at, text_at, text_of
from tests.support.scoring.house import House, english, terms
from tests.support.scoring.house_rules import (
    address,
    data_of,
    dearer,
    declared,
    own,
    save,
    with_money,
)
from tests.support.scoring.tables import FOUR, dreier

pytestmark = pytest.mark.usefixtures("english")


def usual(house: House, slug: str) -> None:
    house.do(
        people.change_club, by="Anna", club=house.club, terms=terms("Mühlviertler Runde", default_rules=slug)
    )


# A new one


def begin(client: Client, house: House, **fields: str) -> Any:
    form = {"deed": str(uuid4()), "label": "Freitag", "begin": "treffpunkt"} | fields
    return client.post(address(house, "rules/new/"), form)


def test_a_sheet_begins_from_an_earlier_version_of_another(house: House) -> None:
    friday = own(house)
    save(house, friday, dearer(9))
    client = english(house, "Anna")
    page = client.get(address(house, "rules/new/") + "?from=freitag.1").content.decode()
    assert '<option value="freitag.1" selected>Freitag, version 1</option>' in page
    begin(client, house, label="Samstag", begin="freitag.1")
    assert "started the rule sheet “Samstag” from “Freitag 1”" in text_at(client, address(house, "log/"))
    saturday = Ruleset.objects.get(slug="samstag")
    assert saturday.origin == "freitag 1"
    assert house_rules.draft_of(saturday).answers["contracts"]["dreier"]["value"] == 5
    save(house, saturday, dearer(6))
    text = text_at(client, address(house, "rules/samstag/"))
    assert "Started from: Freitag, version 1." in text
    assert "Dreier 5 → 6" in text


def test_names_that_come_to_one_address_have_addresses_of_their_own(house: House) -> None:
    client = english(house, "Anna")
    for label in ("Freitag", "Freitag!", "Compare", "Standard"):
        assert begin(client, house, label=label).status_code == 302
    slugs = set(Ruleset.objects.values_list("slug", flat=True))
    assert slugs == {"freitag", "freitag-2", "compare-2", "standard-2"}


def test_a_name_that_nobody_can_read_is_refused_beside_its_field(house: House) -> None:
    for label in ("", "   ", "\u202eabc", "a\u200bb\x00", "x" * 500):
        response = begin(english(house, "Anna"), house, label=label)
        assert response.status_code == 200
        assert 'aria-invalid="true"' in response.content.decode(), label
    assert not Ruleset.objects.exists()


def test_what_cannot_be_the_beginning_is_refused(house: House) -> None:
    draft = SheetDraft(data_of(label="Fremd"))
    theirs = house.do(house_rules.begin_sheet, by="Franz", club=house.other, draft=draft, origin="cup")
    house_rules.save_version(actor=house["Franz"], deed=uuid4(), ruleset=theirs, draft_seq=1)
    for key in ("", "nirgends", "freitag.1", f"{theirs.slug}.1", "cup.1", ".", "x.99999999999"):
        response = begin(english(house, "Anna"), house, begin=key)
        assert response.status_code == 200, key
    assert Ruleset.objects.count() == 1


def test_a_hostile_name_is_text_wherever_it_is_shown(house: House) -> None:
    client, label = english(house, "Anna"), '=<script>alert("x")</script> & Söhne’s'
    begin(client, house, label=label)
    ruleset = Ruleset.objects.get()
    save(house, ruleset)
    usual(house, ruleset.slug)
    evening = house.evening(ruleset.slug)
    for path in (
        address(house),
        address(house, f"rules/{ruleset.slug}/"),
        address(house, f"rules/compare/?a={ruleset.slug}.1&b=cup"),
        address(house, "rules/new/"),
        address(house, "play/"),
        address(house, "settings/"),
        address(house, "log/"),
        address(house, "about/"),
        evening.get_absolute_url(),
    ):
        response = client.get(path)
        assert label in html.unescape(response.content.decode()), path
        assert "<script>alert" not in response.content.decode(), path


# A sheet and its versions


def test_a_version_is_read_for_ever_under_its_own_address(house: House) -> None:
    friday = own(house, change=dearer(6))
    save(house, friday, dearer(7))
    path = address(house, "rules/freitag/versions/1/")
    anna, before = english(house, "Anna"), text_at(english(house, "Anna"), path)
    for page, back in ((path, "rules/freitag/"), (address(house, "rules/freitag/"), "rules/")):
        ways = re.findall('<nav class="back".*?href="([^"]*)"', html_at(anna, page))
        assert ways == [address(house, back)], page
    assert "It never changes. There is now version 2." in before
    assert re.search(r"Dreier 6 ", before)
    assert f"http://testserver{path}" in before  # the address on the printed sheet
    save(house, friday, dearer(8))
    assert text_at(english(house, "Anna"), path).replace("version 3.", "version 2.").startswith(before[:600])
    for nowhere in (
        "rules/freitag/versions/4/",
        "rules/freitag/versions/0/",
        f"rules/freitag/versions/{2**70}/",
    ):
        assert english(house, "Anna").get(address(house, nowhere)).status_code == 404


def test_a_sheet_is_retired_and_offered_again(house: House) -> None:
    own(house)
    client, path = english(house, "Bert"), address(house, "rules/freitag/")
    deed = str(uuid4())
    for _ in range(2):
        client.post(f"{path}offer/", {"deed": deed, "offered": "no"})
    assert Deed.objects.filter(verb="offer_sheet").count() == 1
    assert "No longer offered for evenings." in text_at(client, path)
    assert "Freitag" not in client.get(address(house, "play/")).content.decode()
    client.post(f"{path}offer/", {"deed": str(uuid4()), "offered": "yes"})
    assert "Freitag" in client.get(address(house, "play/")).content.decode()
    usual(house, "freitag")
    answer = client.post(f"{path}offer/", {"deed": str(uuid4()), "offered": "no"}, follow=True)
    assert "First choose another one in the settings." in text_of(answer)


def test_a_sheet_is_compared_with_nothing_in_another_club(house: House) -> None:
    friday = own(house)
    save(house, friday, dearer(6))
    client = english(house, "Franz")
    for query in ("?a=freitag.1&b=cup", "?a=cup&b=freitag.1", "?a=freitag.1"):
        assert client.get(f"/clubs/{house.other.slug}/rules/compare/{query}").status_code == 404
        assert Client().get(f"/rules/compare/{query}").status_code == 404


# Compared


def test_published_sheets_are_compared_by_everybody(client: Client) -> None:
    client.cookies["language"] = "en"
    text = text_at(client, "/rules/compare/?a=treffpunkt&b=standard")
    assert "things differ." in text
    assert "Königfang" in text
    assert "differ" not in text_at(client, "/rules/compare/")
    assert 'value="cup" selected' in client.get("/rules/compare/?b=cup").content.decode()
    for query in ("a=nirgends&b=cup", "a=cup&b=%00", "a=cup&b=../x"):
        assert client.get(f"/rules/compare/?{query}").status_code == 404


# Chosen


def test_an_evening_under_an_own_sheet_with_what_the_table_chose_of_it(house: House) -> None:
    own(house)
    client = english(house, "Anna")
    form = {
        "deed": str(uuid4()),
        "date": str(clock.today() + timedelta(days=1)),
        "rules": "freitag",
        "freitag-silent_miss": "charged",
        "treffpunkt-silent_miss": "free",
    }
    response = client.post(address(house, "play/"), form)
    evening = Evening.objects.get()
    assert response.headers["Location"] == evening.get_absolute_url()
    assert (evening.ruleset.ruleset, evening.options) == (Ruleset.objects.get(), {"silent_miss": "charged"})
    page = client.get(evening.get_absolute_url()).content.decode()
    assert f'href="{address(house, "rules/freitag/versions/1/")}"' in page
    sheet = house.sheet(evening=evening)
    house.play(sheet, dreier("Anna"))
    assert f"Freitag · 1 · {evening.ruleset.code}" in text_at(client, evening.get_absolute_url())
    table = text_at(client, f"/sheets/{sheet.pk}/rules/")
    assert evening.ruleset.code in table
    assert "The club's sheet" in table


def test_money_is_as_the_sheet_says(house: House) -> None:
    own(house, change=with_money)
    usual(house, "freitag")
    client = english(house, "Anna")
    page = client.get(address(house, "play/")).content.decode()
    assert "Cents per point: 25" in page
    pot = re.search('<fieldset id="id_pot">.*?</fieldset>', page, re.DOTALL)
    assert pot is not None
    assert re.search('name="pagatkassa"[^>]* checked', pot[0])
    assert re.search(
        'value="20"[^>]* id="id_stake"|id="id_stake"[^>]*value="20"|name="stake" value="20"', pot[0]
    )
    evening = house.evening("freitag")
    assert (evening.cents_per_point, evening.pagatkassa) == (25, None)  # nobody agreed on one there
    assert house.evening("cup").cents_per_point == 10


def test_a_table_that_just_plays_has_the_pot_of_its_sheet(house: House) -> None:
    own(house, change=with_money)
    client = english(house, "Anna")
    form = {"deed": str(uuid4()), "rules": "freitag", "high_card": "1"}
    form |= {f"who_{number}": f"m{house.member(name).pk}" for number, name in enumerate(FOUR, 1)}
    assert client.post(address(house, "play/"), form).status_code == 302
    evening = Sheet.objects.get().evening
    assert (evening.cents_per_point, terms_of(evening)) == (25, PagatkassaTerms(stake=20, start=100))


# A newer version in the middle of an evening


def test_a_running_evening_moves_to_the_new_version_from_the_next_hand_on_and_says_so(house: House) -> None:
    friday = own(house)
    sheet = house.sheet(rules="freitag")
    evening = sheet.evening
    client, path = english(house, "Bert"), evening.get_absolute_url()
    house.play(sheet, dreier("Anna"))
    save(house, friday, dearer(6))
    house.play(sheet, dreier("Bert"))
    page = client.get(path).content.decode()
    assert "New is: Dreier 5 → 6" in text_of(page)
    assert address(house, "rules/compare/?a=freitag.1&amp;b=freitag.2") in page
    client.post(f"{path}newer-edition/", {"deed": str(uuid4())})
    text = text_at(client, path)
    kept = "Tables opened earlier keep the version under which they began."
    assert "These tables still play under another version: 1." in text
    assert kept in text
    assert "New is: Dreier 5 → 6" in text
    house.play(sheet, dreier("Cilli"))
    client.post(f"{path}newer-edition/", {"deed": str(uuid4()), "running": "yes"})
    text = text_at(client, path)
    assert kept not in text
    assert "still play under another version" not in text
    assert "Freitag, version 2" in text
    house.play(sheet, dreier("Dora"))
    assert [declared(sheet, number) for number in (1, 2, 3, 4)] == [15, 15, 15, 18]
    assert f"From here on: Freitag ({friday.versions.get(edition=2).code})." in text_at(
        client, f"/sheets/{sheet.pk}/"
    )
    log = text_at(english(house, "Anna"), address(house, "log/"))
    assert "took version 2 of the rules" in log
    assert "(Dreier 5 → 6)" in log
    call_command("verify")
