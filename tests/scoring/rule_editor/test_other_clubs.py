"""A club offers a sheet to others: they begin their own with it, from the list or by its link."""

from __future__ import annotations

from uuid import uuid4

import pytest
from django.test import Client

from scoring.models import Club, Ruleset
from scoring.rule_editor import verbs as house_rules
from scoring.rule_editor.pages import origin_elsewhere
from scoring.rules.importing import imported
from tests.support.pages import text_at, text_of
from tests.support.scoring.house import House
from tests.support.scoring.house_rules import address, begun, dearer, own, save, visitor


def offered(house: House, *, shown: bool = True) -> Ruleset:
    """The sheet of the first club, which Franz of the second one never sees otherwise."""
    ruleset = Ruleset.objects.filter(club=house.club).first() or own(house)
    return house_rules.show_sheet(actor=house["Anna"], deed=uuid4(), ruleset=ruleset, shown=shown)


def link(ruleset: Ruleset) -> str:
    return f"/rules/of/{house_rules.code_of(ruleset)}/"


def there(house: House, rest: str = "rules/") -> str:
    return f"/clubs/{house.other.slug}/{rest}"


def begin(client: Client, house: House, **fields: str) -> str:
    form = {"deed": str(uuid4()), "label": "Unsere", "begin": "cup", **fields}
    answer = client.post(there(house, "rules/new/?language=en"), form)
    return text_of(answer) if answer.status_code == 200 else answer.headers["Location"]


def test_a_sheet_begins_with_that_of_another_club_and_says_so(house: House) -> None:
    franz = visitor(house, "Franz")
    ruleset = own(house, change=dearer(7))
    assert "Offered by other clubs" not in franz.get(there(house, "rules/new/")).content.decode()
    bert = visitor(house, "Bert")
    answer = bert.post(address(house, "rules/freitag/show/"), {"deed": str(uuid4()), "shown": "yes"})
    assert answer.status_code == 302
    ruleset.refresh_from_db()
    said = text_at(bert, address(house, "rules/freitag/"))
    assert "The link is below." in said
    assert link(ruleset) in said
    page = franz.get(there(house, "rules/new/")).content.decode()
    code = house_rules.code_of(ruleset)
    assert f'<option value="{code}">Freitag (Mühlviertler Runde)</option>' in page
    assert begin(franz, house, begin=code).endswith("rules/unsere/edit/")
    mine = Ruleset.objects.get(club=house.other)
    assert house_rules.draft_of(mine).answers["contracts"]["dreier"]["value"] == 7
    agreed = house_rules.newest(ruleset).code
    assert mine.origin == f"Freitag 1 ({agreed}), Mühlviertler Runde"
    assert f"Nothing yet: it says the same as “{mine.origin}”" in text_at(
        franz, there(house, "rules/unsere/edit/")
    ) or (f"Compared with “{mine.origin}”" in text_at(franz, there(house, "rules/unsere/edit/")))
    house_rules.save_version(actor=house["Franz"], deed=uuid4(), ruleset=mine, after=mine.draft_seq)
    assert f"Started from: {mine.origin}." in text_at(franz, there(house, "rules/unsere/"))
    assert "offers the rule sheet “Freitag” to other clubs" in text_at(bert, address(house, "log/"))
    assert f"started the rule sheet “Unsere” from “{mine.origin}”" in text_at(franz, there(house, "log/"))


def test_whoever_has_the_link_reads_it_and_begins_with_it(house: House) -> None:
    ruleset, franz = offered(house), visitor(house, "Franz")
    for client in (Client(), franz):
        said = text_at(client, f"{link(ruleset)}?language=en")
        assert "The rule sheet of “Mühlviertler Runde”, version 1" in said
        assert "Dreier" in said
    assert "Begin a sheet of “Kaffeehaus Süd” with it" in text_at(franz, f"{link(ruleset)}?language=en")
    assert "Begin a sheet" not in text_at(Client(), f"{link(ruleset)}?language=en")
    file = Client().get(f"{link(ruleset)}file/")
    assert imported(file.content).works
    assert file.headers["X-Robots-Tag"] == "noindex"
    sent = begin(franz, house, link=f"https://tarock.example{link(ruleset)}?language=de")
    assert sent.endswith("rules/unsere/edit/")
    assert Ruleset.objects.get(club=house.other).origin == origin_elsewhere(house_rules.newest(ruleset))


def test_what_is_remembered_of_a_club_named_with_a_number_is_no_version_of_an_own_sheet(house: House) -> None:
    Club.objects.filter(pk=house.club.pk).update(name="Runde 1")
    ruleset, franz = offered(house), visitor(house, "Franz")
    begin(franz, house, begin=house_rules.code_of(ruleset))
    mine = Ruleset.objects.get(club=house.other)
    assert mine.origin.endswith(", Runde 1")
    assert f"Compared with “{mine.origin}”" in text_at(franz, there(house, "rules/unsere/edit/"))


def test_the_newest_version_is_what_others_get(house: House) -> None:
    ruleset = offered(house)
    save(house, ruleset, dearer(9))
    begin(visitor(house, "Franz"), house, begin=house_rules.code_of(ruleset))
    mine = Ruleset.objects.get(club=house.other)
    assert house_rules.draft_of(mine).answers["contracts"]["dreier"]["value"] == 9


def test_withdrawn_it_opens_nothing_and_what_was_begun_stays(house: House) -> None:
    ruleset, franz = offered(house), visitor(house, "Franz")
    old = link(ruleset)
    begin(franz, house, begin=house_rules.code_of(ruleset))
    ruleset = offered(house, shown=False)
    assert franz.get(old).status_code == Client().get(f"{old}file/").status_code == 404
    said = begin(franz, house, label="Noch eine", link=old)
    assert "This link opens no sheet on this server." in said
    assert "Please choose" in begin(franz, house, label="Noch eine", begin=old.split("/")[-2])
    assert Ruleset.objects.get(club=house.other).slug == "unsere"
    assert text_at(franz, there(house, "rules/unsere/edit/"))
    anew = offered(house)
    assert link(anew) != old
    assert Client().get(old).status_code == 404
    assert Client().get(link(anew)).status_code == 200


def test_a_sheet_withdrawn_while_one_begins_with_it_is_not_there(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    franz, code = visitor(house, "Franz"), house_rules.code_of(offered(house))
    monkeypatch.setattr(house_rules, "shown_behind", lambda _code: None)  # the form still found it
    form = {"deed": str(uuid4()), "label": "Unsere", "begin": "cup", "link": f"/rules/of/{code}/"}
    assert franz.post(there(house, "rules/new/"), form).status_code == 404
    assert not Ruleset.objects.filter(club=house.other).exists()


@pytest.mark.parametrize("code", ["1", "1-", "x-y", "99999-00000000000000000000", "1-00000000000000000000"])
def test_a_guessed_code_opens_nothing(house: House, code: str) -> None:
    offered(house)
    assert Client().get(f"/rules/of/{code}/").status_code == 404


def test_nothing_unsaved_and_nothing_invented_is_offered(house: House) -> None:
    client, ruleset = visitor(house, "Bert"), begun(house, "Entwurf")
    send = {"deed": str(uuid4()), "shown": "yes"}
    client.post(address(house, "rules/entwurf/show/"), send)
    ruleset.refresh_from_db()
    assert ruleset.shown_at is None
    assert "First save the sheet" in text_at(client, address(house, "rules/entwurf/"))
    save(house, ruleset)
    Club.objects.filter(pk=house.club.pk).update(demonstration=True)
    client.post(address(house, "rules/entwurf/show/"), {**send, "deed": str(uuid4())})
    ruleset.refresh_from_db()
    assert ruleset.shown_at is None


def test_a_long_name_leaves_room_for_what_is_remembered(house: House) -> None:
    ruleset = own(house, "x" * 40)
    Club.objects.filter(pk=house.club.pk).update(name="y" * 80)
    version = house_rules.newest(Ruleset.objects.get(pk=ruleset.pk))
    assert len(origin_elsewhere(version)) == 120
