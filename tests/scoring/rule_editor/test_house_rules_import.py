"""Rule sheets as files: out of the program and in again, and what becomes of files that are none."""

from __future__ import annotations

import re
from typing import Any
from uuid import uuid4

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from scoring.models import Deed, Ruleset
from scoring.rule_editor import verbs as house_rules
from scoring.rules import SLUGS
from scoring.rules.importing import MOST_BYTES
from scoring.rules.versions.versions import current_edition
from scoring.web.uploads import MOST_READ
from tests.support.pages import text_of
from tests.support.scoring.house import House
from tests.support.scoring.house_rules import address, dearer, filled, own, save, visitor

pytestmark = pytest.mark.usefixtures("english")


SMALL = 'extends = "treffpunkt"\nlabel = "Montag"\n\n[contracts.dreier]\nvalue = 6\n'


def send(client: Client, house: House, content: bytes | str, name: str = "montag.toml") -> Any:
    content = content.encode() if isinstance(content, str) else content
    return client.post(address(house, "rules/import/"), {"file": SimpleUploadedFile(name, content)})


def sealed(page: str) -> str:
    found = re.search('name="sealed" value="([^"]*)"', page)
    assert found is not None, text_of(page)
    return found[1]


def begin(client: Client, house: House, page: str, **fields: str) -> Any:
    label = re.search('name="label" value="([^"]*)"', page)
    form = {"deed": str(uuid4()), "sealed": sealed(page), "label": label[1] if label else ""}
    return client.post(address(house, "rules/import/"), form | fields)


def brought_in(client: Client, house: House, content: bytes | str) -> Ruleset:
    """Sent, looked at, begun."""
    before = set(Ruleset.objects.values_list("pk", flat=True))
    page = send(client, house, content).content.decode()
    assert set(Ruleset.objects.values_list("pk", flat=True)) == before
    assert begin(client, house, page).status_code == 302
    return Ruleset.objects.exclude(pk__in=before).get()


# Out


def test_a_version_goes_out_under_a_name_that_tells_which(house: House) -> None:
    friday = own(house)
    version = save(house, friday, dearer(6))
    answer = visitor(house, "Emil").get(address(house, "rules/freitag/versions/2/toml/"))
    assert answer.headers["Content-Type"] == "application/toml; charset=utf-8"
    assert answer.headers["Content-Disposition"] == f'attachment; filename="freitag-2-{version.code}.toml"'
    assert answer.content.decode() == version.text


@pytest.mark.parametrize("slug", SLUGS)
def test_a_published_sheet_goes_out_whole(client: Client, db: None, slug: str) -> None:
    answer = client.get(f"/rules/{slug}/toml/")
    code = current_edition(slug).digest[:8]
    assert re.fullmatch(
        rf'attachment; filename="{slug}-[0-9a-f]+\.toml"', answer.headers["Content-Disposition"]
    )
    assert answer.headers["Content-Disposition"].partition(f"{slug}-")[2].startswith(code[:6])
    assert "extends" not in answer.content.decode()
    assert client.get("/rules/nirgends/toml/").status_code == 404


def test_a_published_sheet_that_was_played_has_its_edition_in_the_name(house: House) -> None:
    version = house.evening("standard").ruleset
    answer = Client().get("/rules/standard/toml/")
    assert answer.headers["Content-Disposition"] == f'attachment; filename="standard-1-{version.code}.toml"'


@pytest.mark.parametrize("slug", SLUGS)
def test_out_and_in_and_out_again_is_the_same_byte_for_byte(house: House, slug: str) -> None:
    client = visitor(house)
    first = client.get(f"/rules/{slug}/toml/").content
    ruleset = brought_in(client, house, first)
    save(house, ruleset)
    path = address(house, f"rules/{ruleset.slug}/versions/1/toml/")
    second = client.get(path).content
    assert second == first
    save(house, ruleset, lambda data: data.update(label="Umbenannt"))
    again = brought_in(client, house, second)
    save(house, again)
    assert client.get(address(house, f"rules/{again.slug}/versions/1/toml/")).content == first
    same = f"rules/compare/?a={ruleset.slug}.1&b={slug}"
    assert "say the same" in text_of(client.get(address(house, same)))


# In


def test_a_good_file_is_shown_before_anything_is_begun(house: House) -> None:
    client = visitor(house, "Bert")
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


def test_the_name_can_be_another_one_and_two_taps_begin_one_sheet(house: House) -> None:
    client = visitor(house)
    page = send(client, house, SMALL).content.decode()
    deed = str(uuid4())
    for _ in range(2):
        begin(client, house, page, label="Dienstag", deed=deed)
    assert Ruleset.objects.get().slug == "dienstag"
    answer = begin(client, house, page, label="\u202eabc")
    assert "Error:" in answer.content.decode()
    assert "Dreier 6" in text_of(answer)
    assert "Dreier 6" in text_of(begin(client, house, page, label=""))
    assert Ruleset.objects.count() == 1
    filled(house)
    answer = begin(client, house, page, label="Mittwoch")
    assert "at most 50 sheets of its own" in text_of(answer)
    assert "Dreier 6" in text_of(answer)


@pytest.mark.parametrize("name", ["treffpunkt", "cup 1", "<b>x</b>.toml", "\u202elmot.toml", "a" * 300])
def test_the_name_of_the_file_is_only_a_name(house: House, name: str) -> None:
    client = visitor(house)
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
    "nothing": (b" \n", ["The file is empty."]),
    "no text": (b"\xff\xfe\x00", ["UTF-8"]),
    "a broken line": (b'label = "x\nabout = 1', ["1"]),
    "two at once": (
        b'extends = "treffpunkt"\nlabel = "M"\n[contracts.dreier]\nvalue = -1\nvalu = 3\n',
        ["Dreier", "valu", "value"],
    ),
    "an unknown sheet": (b'extends = "trefpunkt"\nlabel = "M"\n', ["trefpunkt"]),
    "itself": (b'extends = "(file)"\nlabel = "M"\n', ["(file)"]),
    "deep": (b"a = " + b"[" * 5000, ["nested"]),
    "deep tables": (b"[" + b".".join([b"a"] * 4000) + b"]\nx=1", ["nested"]),
    "markup": (
        b'extends = "cup"\n"<script>alert(1)</script>" = 1\nlabel = "M"\n',
        ["<script>alert(1)</script>"],
    ),
    "turned around": ('extends = "cup"\nlabel = "\u202eM"\n'.encode(), ["name"]),
    "a number": (b'extends = "cup"\nlabel = "M"\nneeds = ' + b"9" * 9000, ["number"]),
    "a bird rufer without its bird": (
        b'extends = "treffpunkt"\nlabel = "M"\nwithout = ["premiums.uhu"]\n',
        ["Uhu"],
    ),
}


@pytest.mark.parametrize("what", WRONG)
@pytest.mark.parametrize("language", ["de", "en"])
def test_everything_that_is_wrong_with_a_file_is_said_and_nothing_is_changed(
    house: House, what: str, language: str
) -> None:
    content, told = WRONG[what]
    client = visitor(house)
    client.cookies["language"] = language
    deeds = Deed.objects.count()
    answer = send(client, house, content)
    page = answer.content.decode()
    assert answer.status_code == 200
    assert "<script>alert" not in page
    mistakes = re.search('<ul class="mistakes">(.*?)</ul>', page, re.DOTALL)
    assert mistakes is not None
    if language == "en":
        for part in told:
            assert part.lower() in text_of(mistakes[1]).lower()
        assert page.startswith("<!DOCTYPE html>")
        assert "Error:" in page
    assert (Deed.objects.count(), Ruleset.objects.count()) == (deeds, 0)


def test_of_very_many_mistakes_the_rest_is_counted(house: House) -> None:
    rows = "".join(f'[remarks.r{number}]\nde = ""\nen = 1\n' for number in range(60))
    page = send(visitor(house), house, f'extends = "cup"\nlabel = "M"\n{rows}').content.decode()
    assert page.count("<li><strong>") == 50
    assert re.search("[0-9]+ more mistakes.", text_of(page))


@pytest.mark.parametrize("size", [MOST_BYTES + 1, 3_000_000, MOST_READ, MOST_READ + 500_000])
def test_a_file_that_is_too_big_is_refused_without_being_kept(
    house: House, size: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    client = visitor(house)
    with django_assert_num_queries(3):
        answer = send(client, house, b"#" * size)
    text = text_of(answer)
    assert f"The file has {size / 1_000_000:.1f} MB; a rule sheet has 200 kB at most." in text


def test_a_form_without_a_file_asks_for_one(house: House) -> None:
    client = visitor(house)
    for fields in ({}, {"file": ""}, {"file": SimpleUploadedFile("leer.toml", b"")}):
        page = client.post(address(house, "rules/import/"), fields).content.decode()
        assert "Please choose a file with something in it." in page


def test_only_what_was_seen_can_be_begun_and_only_in_this_club(house: House) -> None:
    client = visitor(house)
    seen = sealed(send(client, house, SMALL).content.decode())
    for made_up in ("", "x", seen[:-1], seen[1:]):
        form = {"deed": str(uuid4()), "sealed": made_up, "label": "M"}
        assert client.post(address(house, "rules/import/"), form).status_code == 400
    form = {"deed": str(uuid4()), "sealed": seen, "label": "M"}
    theirs = f"/clubs/{house.other.slug}/rules/import/"
    assert visitor(house, "Anna").post(theirs, form).status_code == 400
    assert not Ruleset.objects.exists()
