"""Rule sheets as files: out of the program and in again, and what becomes of files that are none."""

import re
from typing import Any
from uuid import uuid4

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from scoring.models import Club, Deed, Ruleset
from scoring.rule_editor import verbs as house_rules
from scoring.rule_editor.pages import origin_elsewhere
from scoring.rules import SLUGS
from scoring.rules.importing import MOST_BYTES, imported
from scoring.rules.versions.versions import current_text, digest_of
from scoring.web.uploads import MOST_READ
from tests.support.pages import text_at, text_of
from tests.support.scoring.house import House, english
from tests.support.scoring.house_rules import address, begun, dearer, own, save

pytestmark = pytest.mark.usefixtures("english")


SMALL = 'extends = "treffpunkt"\nlabel = "Montag"\n\n[contracts.dreier]\nvalue = 6\n'


def send(client: Client, house: House, content: bytes | str, name: str = "montag.toml") -> Any:
    content = content.encode() if isinstance(content, str) else content
    return client.post(address(house, "rules/new/"), {"file": SimpleUploadedFile(name, content)})


def sealed(page: str) -> str:
    found = re.search('name="sealed" value="([^"]*)"', page)
    assert found is not None, text_of(page)
    return found[1]


def begin(client: Client, house: House, page: str, **fields: str) -> Any:
    label = re.search('name="label" value="([^"]*)"', page)
    form = {"deed": str(uuid4()), "sealed": sealed(page), "label": label[1] if label else ""}
    return client.post(address(house, "rules/new/"), form | fields)


# Out


def test_a_version_goes_out_under_a_name_that_tells_which(house: House) -> None:
    friday = own(house)
    version = save(house, friday, dearer(6))
    answer = english(house, "Emil").get(address(house, "rules/freitag/versions/2/toml/"))
    assert answer.headers["Content-Type"] == "application/toml; charset=utf-8"
    assert answer.headers["Content-Disposition"] == f'attachment; filename="freitag-2-{version.code}.toml"'
    assert answer.content.decode() == version.text


def test_a_published_sheet_goes_out_whole(client: Client, db: None) -> None:
    answer = client.get("/rules/treffpunkt/toml/")
    code = digest_of(current_text("treffpunkt"))[:8]
    assert answer.headers["Content-Disposition"].startswith(f'attachment; filename="treffpunkt-{code[:6]}')
    assert "extends" not in answer.content.decode()
    assert client.get("/rules/nirgends/toml/").status_code == 404


# In


def test_a_good_file_is_shown_before_anything_is_begun(house: House) -> None:
    client = english(house, "Bert")
    page = send(client, house, SMALL).content.decode()
    text = text_of(page)
    assert "From the file “montag.toml”. Nothing has been changed yet." in text
    assert "Dreier 6" in text
    assert "What differs from “Treffpunkt Tarock”, which it extends" in text
    assert "Dreier 5 → 6" in text
    assert not Ruleset.objects.exists()
    response = begin(client, house, page)
    ruleset = Ruleset.objects.get()
    assert response.headers["Location"] == address(house, "rules/montag/edit/")
    assert (ruleset.origin, ruleset.slug) == ("montag.toml", "montag")
    assert house_rules.draft_of(ruleset).answers["contracts"]["dreier"]["value"] == 6
    save(house, ruleset)
    assert "Started from: montag.toml." in text_of(client.get(address(house, "rules/montag/")))


@pytest.mark.parametrize("name", ["cup 1", "<b>x</b>.toml", "\u202elmot.toml", "a" * 300])
def test_the_name_of_the_file_is_only_a_name(house: House, name: str) -> None:
    client = english(house, "Anna")
    page = send(client, house, SMALL, name).content.decode()
    assert "<b>x" not in page
    begin(client, house, page)
    ruleset = Ruleset.objects.get()
    assert ruleset.origin.endswith(".toml") or len(ruleset.origin) > 60
    assert ruleset.origin not in SLUGS
    save(house, ruleset)
    for rest in ("rules/montag/", "log/"):
        assert client.get(address(house, rest)).status_code == 200


WRONG: dict[str, tuple[bytes, list[str]]] = {
    "two at once": (
        b'extends = "treffpunkt"\nlabel = "M"\n[contracts.dreier]\nvalue = -1\nvalu = 3\n',
        ["Dreier", "valu", "value"],
    ),
    "markup": (
        b'extends = "cup"\n"<script>alert(1)</script>" = 1\nlabel = "M"\n',
        ["<script>alert(1)</script>"],
    ),
}


@pytest.mark.parametrize("what", WRONG)
def test_everything_that_is_wrong_with_a_file_is_said_and_nothing_is_changed(house: House, what: str) -> None:
    """What can be wrong, and its words in both languages: tests/scoring/rules/test_importing.py."""
    content, told = WRONG[what]
    deeds = Deed.objects.count()
    answer = send(english(house, "Anna"), house, content)
    page = answer.content.decode()
    assert answer.status_code == 200
    assert "<script>alert" not in page
    mistakes = re.search('<div class="problems" role="alert">(.*?)</div>', page, re.DOTALL)
    assert mistakes is not None
    for part in told:
        assert part.lower() in text_of(mistakes[1]).lower()
    assert page.startswith("<!DOCTYPE html>")
    assert "Error:" in page
    assert (Deed.objects.count(), Ruleset.objects.count()) == (deeds, 0)


def test_without_a_file_the_field_is_named(house: House) -> None:
    answer = english(house, "Anna").post(address(house, "rules/new/"), {})
    assert "Not saved yet: please look at the fields marked below. File File A TOML file" in text_of(answer)


@pytest.mark.parametrize("size", [MOST_BYTES + 1, 3_000_000, MOST_READ, MOST_READ + 500_000])
def test_a_file_that_is_too_big_is_refused_without_being_kept(
    house: House, size: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    client = english(house, "Anna")
    with django_assert_num_queries(3):
        answer = send(client, house, b"#" * size)
    text = text_of(answer)
    assert f"The file has {size / 1_000_000:.1f} MB; a rule sheet has 200 kB at most." in text


def test_only_what_was_seen_can_be_begun_and_only_in_this_club(house: House) -> None:
    client = english(house, "Anna")
    seen = sealed(send(client, house, SMALL).content.decode())
    for made_up in ("", "x", seen[:-1], seen[1:]):
        form = {"deed": str(uuid4()), "sealed": made_up, "label": "M"}
        assert client.post(address(house, "rules/new/"), form).status_code == 400
    form = {"deed": str(uuid4()), "sealed": seen, "label": "M"}
    theirs = f"/clubs/{house.other.slug}/rules/new/"
    assert english(house, "Anna").post(theirs, form).status_code == 400
    assert not Ruleset.objects.exists()


# A club offers a sheet to others: they begin their own with it, from the list or by its link


def offered(house: House, *, shown: bool = True) -> Ruleset:
    """The sheet of the first club, which Franz of the second one never sees otherwise."""
    ruleset = Ruleset.objects.filter(club=house.club).first() or own(house)
    return house_rules.show_sheet(actor=house["Anna"], deed=uuid4(), ruleset=ruleset, shown=shown)


def link(ruleset: Ruleset) -> str:
    return f"/rules/of/{house_rules.code_of(ruleset)}/"


def there(house: House, rest: str = "rules/") -> str:
    return f"/clubs/{house.other.slug}/{rest}"


def begin_from_theirs(client: Client, house: House, **fields: str) -> str:
    form = {"deed": str(uuid4()), "label": "Unsere", "begin": "cup", **fields}
    answer = client.post(there(house, "rules/new/?language=en"), form)
    return text_of(answer) if answer.status_code == 200 else answer.headers["Location"]


def test_a_sheet_begins_with_that_of_another_club_and_says_so(house: House) -> None:
    franz = english(house, "Franz")
    ruleset = own(house)
    save(house, ruleset, dearer(7))
    assert "Offered by other clubs" not in franz.get(there(house, "rules/new/")).content.decode()
    bert = english(house, "Bert")
    answer = bert.post(address(house, "rules/freitag/show/"), {"deed": str(uuid4()), "shown": "yes"})
    assert answer.status_code == 302
    ruleset.refresh_from_db()
    said = text_at(bert, address(house, "rules/freitag/"))
    assert "The link is below." in said
    assert link(ruleset) in said
    page = franz.get(there(house, "rules/new/")).content.decode()
    code = house_rules.code_of(ruleset)
    assert f'<option value="{code}">Freitag (Mühlviertler Runde)</option>' in page
    assert begin_from_theirs(franz, house, begin=code).endswith("rules/unsere/edit/")
    mine = Ruleset.objects.get(club=house.other)
    assert house_rules.draft_of(mine).answers["contracts"]["dreier"]["value"] == 7
    agreed = house_rules.newest(ruleset).code
    assert mine.origin == f"Freitag 2 ({agreed}), Mühlviertler Runde"
    house_rules.save_version(actor=house["Franz"], deed=uuid4(), ruleset=mine, draft_seq=mine.draft_seq)
    assert f"Started from: {mine.origin}." in text_at(franz, there(house, "rules/unsere/"))
    assert "offers the rule sheet “Freitag” to other clubs" in text_at(bert, address(house, "log/"))
    assert f"started the rule sheet “Unsere” from “{mine.origin}”" in text_at(franz, there(house, "log/"))


def test_whoever_has_the_link_reads_it_and_begins_with_it(house: House) -> None:
    ruleset, franz = offered(house), english(house, "Franz")
    for client in (Client(), franz):
        said = text_at(client, f"{link(ruleset)}?language=en")
        assert "The rule sheet of “Mühlviertler Runde”, version 1" in said
        assert "Dreier" in said
    assert "Start a sheet of “Kaffeehaus Süd” from it" in text_at(franz, f"{link(ruleset)}?language=en")
    assert "Start a sheet" not in text_at(Client(), f"{link(ruleset)}?language=en")
    file = Client().get(f"{link(ruleset)}file/")
    assert imported(file.content).works
    assert file.headers["X-Robots-Tag"] == "noindex"
    sent = begin_from_theirs(franz, house, link=f"https://tarock.example{link(ruleset)}?language=de")
    assert sent.endswith("rules/unsere/edit/")
    assert Ruleset.objects.get(club=house.other).origin == origin_elsewhere(house_rules.newest(ruleset))


def test_withdrawn_it_opens_nothing_and_what_was_begun_stays(house: House) -> None:
    ruleset, franz = offered(house), english(house, "Franz")
    old = link(ruleset)
    begin_from_theirs(franz, house, begin=house_rules.code_of(ruleset))
    ruleset = offered(house, shown=False)
    assert franz.get(old).status_code == Client().get(f"{old}file/").status_code == 404
    said = begin_from_theirs(franz, house, label="Noch eine", link=old)
    assert "This link opens no sheet on this server." in said
    assert "Please choose" in begin_from_theirs(franz, house, label="Noch eine", begin=old.split("/")[-2])
    assert Ruleset.objects.get(club=house.other).slug == "unsere"
    assert text_at(franz, there(house, "rules/unsere/edit/"))
    anew = offered(house)
    assert link(anew) != old
    assert Client().get(old).status_code == 404
    assert Client().get(link(anew)).status_code == 200


@pytest.mark.parametrize("code", ["1", "1-", "x-y", "99999-00000000000000000000", "1-00000000000000000000"])
def test_a_guessed_code_opens_nothing(house: House, code: str) -> None:
    offered(house)
    assert Client().get(f"/rules/of/{code}/").status_code == 404


def test_nothing_unsaved_and_nothing_invented_is_offered(house: House) -> None:
    client, ruleset = english(house, "Bert"), begun(house, "Entwurf")
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
