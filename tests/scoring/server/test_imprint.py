"""The imprint: who runs this server, said by whoever set it up; and which version it is."""

from uuid import uuid4

import pytest
from django.core.exceptions import PermissionDenied
from django.test import Client
from pytest_django import Settings

from scoring.clubs.privacy.name_locations import texts_of
from scoring.server.imprint import OperatorLines, change_imprint, operator_lines
from tarockclub.phone_engine import PhoneEngine
from tarockclub.release import release
from tests.support.every import every
from tests.support.refusals import problems_of
from tests.support.scoring.house import House

LINES = OperatorLines(
    "Tarockrunde Mühlviertel", "Hauptplatz 1\n4240 Freistadt", "runde@example.org", "", "ZVR 1"
)


def page_of(client: Client, address: str = "/imprint/") -> str:
    return client.get(address).content.decode()


def test_the_owner_says_who_runs_the_server_and_everybody_reads_it(house: House) -> None:
    stranger, owner = Client(), house.client("Anna")
    empty = page_of(stranger)
    assert "Noch hat niemand gesagt, wer diesen Server betreibt." in empty
    assert release().version in empty
    assert "Sie gelten 14 Tage, einmal." in " ".join(empty.split()), "and how long what is stored"
    assert "/imprint/edit/" not in empty
    assert "/imprint/edit/" in page_of(owner)
    form = {"deed": str(uuid4()), **LINES._asdict(), "who": "  "}
    wrong = owner.post("/imprint/edit/", form).content.decode()
    assert "wer diesen Server betreibt" in wrong
    assert "runde@example.org" in wrong
    saved = owner.post("/imprint/edit/", {**form, "who": LINES.who})
    assert saved.headers["Location"] == "/imprint/"
    read = page_of(stranger)
    assert [text.where for text in texts_of(house.club) if "ZVR 1" in text.text] == ["Impressum"]
    assert "Hauptplatz 1<br>4240 Freistadt" in read
    assert 'href="mailto:runde@example.org"' in read


@every(
    "lines, field",
    [
        (OperatorLines(address="Hauptplatz 1"), "who"),
        (OperatorLines(who="Die Runde"), "email"),
        (OperatorLines(who="Die Runde", email="runde"), "email"),
        (OperatorLines(who="Die Runde", phone="1", further="x" * 2001), "further"),
    ],
)
@pytest.mark.django_db
def test_an_imprint_that_helps_nobody_is_refused(house: House, lines: OperatorLines, field: str) -> None:
    assert list(problems_of(change_imprint, actor=house["Anna"], deed=uuid4(), lines=lines)) == [field]


def test_it_can_be_taken_back(house: House) -> None:
    with pytest.raises(PermissionDenied):
        change_imprint(actor=house["Bert"], deed=uuid4(), lines=LINES)
    for lines in (LINES, OperatorLines()):
        change_imprint(actor=house["Anna"], deed=uuid4(), lines=lines)
        assert operator_lines() == lines


def test_everybody_reads_whether_phones_settle_without_network_and_the_owner_why_not(
    house: House, settings: Settings
) -> None:
    engine = PhoneEngine("", "0123456789ab", {}, "runtime", "library", "engine", "reader", 4_216_987)
    settings.PHONE_ENGINE = lambda: engine
    assert "was sie dafür laden, hat 4,2 MB. Version 0123456789ab." in page_of(Client())
    settings.PHONE_ENGINE = lambda: None
    told = "abgerechnet werden sie, sobald wieder Netz da ist."
    assert told in page_of(Client())
    assert "npm" not in page_of(Client())
    assert "npm" in page_of(house.client("Anna"))
