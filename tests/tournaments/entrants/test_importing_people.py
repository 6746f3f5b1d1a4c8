"""Lists, pasted or as files: shown before anything happens, nothing lost, and no file too strange."""

import re
import struct
import zipfile
from collections.abc import Sequence
from contextlib import suppress
from io import BytesIO
from typing import Any
from uuid import uuid4

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from hypothesis import given
from hypothesis import strategies as st
from openpyxl import Workbook

from scoring.accounts.names import problems_with_name
from tests.support.every import every
from tests.support.pages import text_of
from tests.support.scoring.counting import watched
from tests.support.tournaments.playing import NAMES, Playing, address, order
from tournaments.entrants import verbs as people
from tournaments.entrants.forms import lists
from tournaments.entrants.forms.lists import UnreadableFile, listed, spread
from tournaments.entrants.forms.people import Becomes, field_of, previewed
from tournaments.models import Entrant

pytestmark = pytest.mark.usefixtures("watch")


# Spreadsheets behind a password, and those of an old Excel, as far as one gets without the password


SECTOR = 512
END_OF_CHAIN, FREE, OF_SECTORS = 0xFFFFFFFE, 0xFFFFFFFF, 0xFFFFFFFD


def compound(streams: Sequence[str]) -> bytes:
    """Return a compound file with these streams, all of them empty: a header, its sectors, its directory."""
    header = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(16)
    header += struct.pack(
        "<5H6x9I", 0x3E, 3, 0xFFFE, 9, 6, 0, 1, 1, 0, 4096, END_OF_CHAIN, 0, END_OF_CHAIN, 0
    )
    sectors = [OF_SECTORS, END_OF_CHAIN, *[FREE] * (SECTOR // 4 - 2)]
    kinds = [("Root Entry", 5), *((name, 2) for name in streams)]
    directory = b"".join(
        struct.pack(
            *("<64sHBB3I36xIQ", name.encode("utf-16-le"), 2 * len(name) + 2, kind, 1, FREE, FREE),
            *(1 if kind == 5 else FREE, END_OF_CHAIN, 0),
        )
        for name, kind in kinds
    )
    found = header + struct.pack("<I", 0) + struct.pack("<I", FREE) * 108
    found += struct.pack(f"<{len(sectors)}I", *sectors) + directory
    return found.ljust(-(-len(found) // SECTOR) * SECTOR, b"\0")


def _packed(parts: dict[str, bytes]) -> bytes:
    file = BytesIO()
    with zipfile.ZipFile(file, "w") as packed:
        for name, content in parts.items():
            packed.writestr(name, content)
    return file.getvalue()


TYPE = b"application/vnd.oasis.opendocument.spreadsheet"
LOCKED = b'<manifest:file-entry full-path="content.xml"><manifest:encryption-data/></manifest:file-entry>'
OLD_XLS = compound(["Workbook", "\x05SummaryInformation"])
PROTECTED = {
    "xlsx": compound(["EncryptedPackage", "\x06DataSpaces", "EncryptionInfo"]),
    "ods": _packed(
        {
            "mimetype": TYPE,
            "content.xml": bytes(range(256)),
            "META-INF/manifest.xml": b"<manifest:manifest>" + LOCKED + b"</manifest:manifest>",
        }
    ),
    "ods of today": _packed({"mimetype": TYPE, "encrypted-package": bytes(range(256))}),
}


def names(text: str) -> list[str]:
    return [row.name for row in listed(spread(text)).rows]


# Reading


@every(
    "text, found",
    [
        ("Anna\nBert", ["Anna", "Bert"]),
        ("\ufeffAnna\r\n\r\n  Bert  \r\n", ["Anna", "Bert"]),
        ("1. Anna\n2) Bert\n(3) Cilli\n4 Dora\n5: Emil", ["Anna", "Bert", "Cilli", "Dora", "Emil"]),
        ("- Anna\n• Bert\n* Cilli\n– Dora\n☐ Emil", ["Anna", "Bert", "Cilli", "Dora", "Emil"]),
        ("Anna,\nBert;\n3. Cilli,", ["Anna", "Bert", "Cilli"]),
        ("Anna, Bert, Cilli und Co", ["Anna", "Bert", "Cilli und Co"]),
        ("Huber, Franz\nDr. Maier, Anna Maria", ["Franz Huber", "Anna Maria Dr. Maier"]),
        ("Franz\tHuber\nAnna\tMaier", ["Franz Huber", "Anna Maier"]),
        ("Franz;Huber;ja\nAnna;nein", ["Franz Huber", "Anna"]),
        ('Franz;Huber;""\nAnna;""', ["Franz Huber", "Anna"]),
        ("Name\nAnna\nBert", ["Anna", "Bert"]),
        ("Spieler:\nAnna", ["Anna"]),
        ("Vorname;Nachname\nFranz;Huber\n;Maier", ["Franz Huber", "Maier"]),
        ("Nachname,Vorname,Mitglied\nHuber,Franz,ja", ["Franz Huber"]),
        ('Name,Mitglied\n"Huber, Franz",ja', ["Franz Huber"]),
        ("Turnier 2026\n\nNr\tName\tTelefon\n1\tAnna\t0664 1", ["Anna"]),
    ],
)
def test_a_list_is_read_as_people_write_it(text: str, found: list[str]) -> None:
    assert names(text) == found


def test_a_line_keeps_its_number_and_whether_it_says_member() -> None:
    rows = listed(spread("Nr;Name;Mitglied\n1;Anna;ja\n\n2;Zita;nein\n3;Emil;4711\n4;Bert;vielleicht")).rows
    assert [(row.number, row.name, row.member) for row in rows] == [
        (2, "Anna", True),
        (4, "Zita", False),
        (5, "Emil", True),
        (6, "Bert", None),
    ]
    assert [row.member for row in listed(spread("Anna;ja\nZita;nein\nBert;Huber")).rows] == [
        True,
        False,
        None,
    ]


@every(
    "content, lines",
    [
        (b'Name;Ort\n"Anna\nMaria";Linz\nBert;Graz', ["Name\tOrt", "", "Anna Maria\tLinz", "Bert\tGraz"]),
        (b'Name\n"Huber","Franz"\n"Maier","Anna"', ["Name", '"Huber","Franz"', '"Maier","Anna"']),
    ],
)
def test_a_file_has_one_line_for_each_of_its_own(content: bytes, lines: list[str]) -> None:
    assert lists.text_of(SimpleUploadedFile("liste.csv", content)).split("\n") == lines


# Looked at


def paste(playing: Playing, text: str, **fields: object) -> Any:
    client = playing.client()
    return client.post(address(playing, "import_people"), {"deed": uuid4(), "lines": text, **fields})


def looked(answer: Any) -> dict[str, Any]:
    found = answer.context["preview"]
    assert isinstance(found, dict)
    return found


def take(playing: Playing, answer: Any, **fields: object) -> Any:
    preview = looked(answer)
    asked = {"step": "take", "looked": preview["digest"], **fields}
    return paste(playing, preview["text"], **asked)


def kinds(preview: dict[str, Any]) -> dict[str, Becomes]:
    return {line.row.text: line.becomes for line in preview["lines"]}


LIST = "Emil\nZita\nanna\nzita\nHidla\n=1+1\nHuber Franz\nFranz Huber"


def test_each_line_says_what_becomes_of_it_and_nothing_has_happened(playing: Playing) -> None:
    answer = paste(playing, LIST)
    assert kinds(looked(answer)) == {
        "Emil": Becomes.MEMBER,
        "Zita": Becomes.GUEST,
        "anna": Becomes.REGISTERED,
        "zita": Becomes.REPEATED,
        "Hidla": Becomes.UNCLEAR,
        "=1+1": Becomes.BAD,
        "Huber Franz": Becomes.GUEST,
        "Franz Huber": Becomes.UNCLEAR,
    }
    text = text_of(answer)
    assert "8 lines. 3 of them stay on the list until it is clear who they are." in text
    assert "Line 6 =1+1 “=1+1” is a formula. Please write the name itself." in text
    assert "the same person as Hilda member of the club; one letter off" in text
    assert "the same person as Huber Franz line 7; the same words in another order" in text
    assert "Line 3 anna registered, number 1" in text
    assert "Line 4: zita twice in the list: line 2" in text
    assert playing.tournament.entrants.count() == 4


def test_the_good_lines_are_taken_and_the_others_stay(playing: Playing) -> None:
    answer = take(playing, paste(playing, LIST))
    assert [name for _, name in order(playing)[4:]] == ["Emil", "Zita", "Huber Franz"]
    assert "3 are registered." in text_of(answer)
    assert looked(answer)["text"] == "Hidla\n=1+1\nFranz Huber"
    assert "Hidla\n=1+1\nFranz Huber</textarea>" in answer.content.decode()
    # and what is mended goes on from there
    mended = take(
        playing,
        paste(playing, "Hidla\nAlfred\nFranz Huber"),
        **{field_of("Hidla"): f"m{playing.house.member('Hilda').pk}", field_of("Franz Huber"): "new"},
    )
    assert mended.headers["Location"] == address(playing, "people")
    assert [name for _, name in order(playing)[7:]] == ["Hilda", "Alfred", "Franz Huber"]
    assert Entrant.objects.get(number=8).participant.member == playing.house.member("Hilda")


def test_the_same_name_twice_is_one_person_or_another_under_a_name_of_their_own(playing: Playing) -> None:
    shown = paste(playing, "Franz Huber\nfranz huber\nFranz Huber\nZita\nFranz Huber 2\nFranz Huber")
    one, two, three = (field_of("Franz Huber", time) for time in (2, 3, 4))
    assert [(line.field, line.other_name, line.is_open) for line in looked(shown)["unclear"]] == [
        (one, "franz huber 3", False),  # line 5 has the other name
        (two, "Franz Huber 3", False),
        (three, "Franz Huber 3", False),
    ]
    text = text_of(shown)
    assert "Line 2: franz huber twice in the list: line 1 the same person, written twice" in text
    choices = {one: "same", two: "other", f"{two}-name": " Franz  Huber jun. ", three: "other"}
    answer = take(playing, shown, **choices)
    assert answer.headers["Location"] == address(playing, "people")
    assert [name for _, name in order(playing)[4:]] == [
        "Franz Huber",
        "Franz Huber jun.",
        "Zita",
        "Franz Huber 2",
        "Franz Huber 3",
    ]


@every(
    "typed, told",
    [
        ("anna", "There is already somebody called “anna”. A different person needs a different name."),
        ("Emil", "There is already somebody called “Emil”. A different person needs a different name."),
        ("Zita", "There is already somebody called “Zita”. A different person needs a different name."),
        ("Hans", "There is already somebody called “Hans”. A different person needs a different name."),
        ("x" * 41, "is too long: 40 characters at most."),
    ],
)
def test_the_name_of_another_person_is_one_that_nobody_has(playing: Playing, typed: str, told: str) -> None:
    field = field_of("Zita", 2)
    shown = paste(playing, "Zita\nZita\nHans")
    answer = take(playing, shown, **{field: "other", f"{field}-name": typed})
    assert told in text_of(answer)
    assert f'value="{typed}"' in answer.content.decode()
    assert len(order(playing)) == 4


def test_who_has_withdrawn_and_stands_in_the_list_can_come_back(playing: Playing) -> None:
    anna = playing.tournament.entrants.get(number=1)
    playing.do(people.withdraw_entrant, entrant=anna)
    shown = paste(playing, "Anna\nBert\nZita")
    [line] = looked(shown)["unclear"]
    assert [choice.code for choice in line.choices] == [f"e{anna.pk}", "out"]
    assert "Line 1: Anna Anna has withdrawn. comes back leave out" in text_of(shown)
    assert looked(take(playing, shown))["text"] == "Anna"  # nobody has said so yet
    anna.refresh_from_db()
    assert anna.withdrawn_at is not None
    for choice, back in (("out", False), (f"e{anna.pk}", True)):
        answer = take(playing, paste(playing, "Anna"), **{field_of("Anna"): choice})
        assert answer.headers["Location"] == address(playing, "people")
        anna.refresh_from_db()
        assert (anna.withdrawn_at is None) is back
    assert [name for _, name in order(playing)] == ["Anna", "Bert", "Cilli", "Dora", "Zita"]


def test_a_line_can_be_left_out_or_be_somebody_who_is_there(playing: Playing) -> None:
    playing.register(["Mueller Hans"])
    shown = paste(playing, "Hans Müller\nEmmil\nBertt")
    member = looked(shown)["unclear"][0].choices[0].code
    assert member == f"e{Entrant.objects.get(number=5).pk}"
    choices = {
        field_of("Hans Müller"): member,
        field_of("Emmil"): "out",
        field_of("Bertt"): "nobody was offered so",
    }
    answer = take(playing, shown, **choices)
    assert looked(answer)["text"] == "Bertt"
    assert len(order(playing)) == 5


def test_who_is_said_to_be_a_member_and_is_none_is_asked_about(playing: Playing) -> None:
    preview = looked(paste(playing, "Name;Mitglied\nZita;ja\nEmil;nein\nHilda;ja"))
    assert kinds(preview) == {
        "Zita;ja": Becomes.UNCLEAR,
        "Emil;nein": Becomes.UNCLEAR,
        "Hilda;ja": Becomes.MEMBER,
    }
    zita, emil = preview["unclear"]
    assert [choice.code for choice in zita.choices] == ["new", "out"]
    assert [choice.code for choice in emil.choices] == [f"m{playing.house.member('Emil').pk}", "out"]
    assert "A different person needs a different name, such as “Emil jun.”." in emil.note


def test_nothing_pasted_and_more_people_than_may_play_are_told(
    playing: Playing, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "Please give at least one name." in text_of(paste(playing, "  "))
    monkeypatch.setattr("tournaments.entrants.verbs.MOST_ENTRANTS", 5)
    crowd = take(playing, paste(playing, "Gast 1\nGast 2"))
    assert "At most 5 people play in a tournament." in text_of(crowd)
    assert "Gast 2" in crowd.content.decode()
    assert len(order(playing)) == 4


def test_unreadable_and_overlong_names_are_bad_lines(playing: Playing) -> None:
    preview = looked(paste(playing, f"Zita\n{'x' * 41}\n\u202eabc\n---\n#NAME?\nZ\u0130ta"))
    assert [line.row.number for line in preview["bad"]] == [2, 3, 4, 5]


def test_a_long_list_takes_no_more_queries_than_a_short_one(playing: Playing) -> None:
    _, few = watched(lambda: previewed(playing.tournament, "\n".join(NAMES[:8]), {}))
    _, many = watched(lambda: previewed(playing.tournament, "\n".join(NAMES[:40]), {}))
    assert many.queries == few.queries == 3


LETTERS = st.text(alphabet="aÄß\u202e\u0301 ,;\t\n\r\"'=-.1)\u2028•", max_size=60)


@given(LETTERS)
def test_whatever_is_pasted_every_line_is_a_name_or_told_what_is_wrong(text: str) -> None:
    lines = spread(text)
    assert spread(lines) == lines
    for row in listed(lines).rows:
        assert row.problems or (row.name and not problems_with_name(row.name))
        assert lines.split("\n")[row.number - 1] == row.text


@given(st.binary(max_size=200), st.sampled_from([b"", b"PK\x03\x04", b"\xff\xfe", b"Name;Ort\n"]))
def test_whatever_bytes_are_sent_they_are_a_text_or_told_to_be_none(content: bytes, begin: bytes) -> None:
    with suppress(UnreadableFile):
        assert "\0" not in lists.text_of(SimpleUploadedFile("liste", begin + content))


# Files


def send(playing: Playing, content: bytes, name: str = "liste.csv") -> Any:
    file = SimpleUploadedFile(name, content)
    return playing.client().post(address(playing, "import_people"), {"list": file})


def xlsx(*rows: tuple[object, ...]) -> bytes:
    book = Workbook()
    for row in rows:
        book.active.append(row)
    kept = BytesIO()
    book.save(kept)
    return kept.getvalue()


def lines_of(answer: Any) -> list[str]:
    return [line.row.name for line in looked(answer)["lines"]]


UMLAUTS = "Vorname;Nachname\nFranz;Müller\nJürgen;Weiß\n"


@every(
    "content",
    [
        UMLAUTS.encode(),
        UMLAUTS.encode("utf-8-sig"),
        UMLAUTS.encode("cp1252"),
        UMLAUTS.encode("utf-16"),
        UMLAUTS.replace(";", ",").encode(),
        UMLAUTS.replace(";", "\t").encode("cp1252"),
        UMLAUTS.replace("\n", "\r\n").encode(),
        b'"Vorname";"Nachname"\n"Franz";"M\xc3\xbcller"\n"J\xc3\xbcrgen";"Wei\xc3\x9f"',
    ],
)
def test_a_csv_comes_in_whatever_it_was_written_with(playing: Playing, content: bytes) -> None:
    assert lines_of(send(playing, content)) == ["Franz Müller", "Jürgen Weiß"]


def test_an_xlsx_comes_in_with_its_lines_and_can_be_taken(playing: Playing) -> None:
    content = xlsx(
        ("Herbstturnier",),
        (),
        ("Nr", "Nachname", "Vorname", "Mitglied"),
        (1, "Huber", "Franz", "nein"),
        (2, None, "Emil", "ja"),
        (3.0, "=B4", None, None),
        (4, 4711, None, None),
    )
    shown = send(playing, content, "liste.xlsx")
    assert "Line 3 names the columns. Anything above it is left out." in text_of(shown)
    assert lines_of(shown) == ["Franz Huber", "Emil", "=B4", "4711"]
    assert [line.row.number for line in looked(shown)["bad"]] == [6, 7]
    answer = take(playing, shown)
    assert [name for _, name in order(playing)[4:]] == ["Franz Huber", "Emil"]
    assert looked(answer)["text"] == "Nr\tNachname\tVorname\tMitglied\n3\t=B4\n4\t4711"


def test_a_formula_counts_with_what_it_shows(playing: Playing) -> None:
    calculated = BytesIO()
    content = BytesIO(xlsx(("Name",), ("=1",), ("Zita",)))
    with zipfile.ZipFile(content) as before, zipfile.ZipFile(calculated, "w") as after:
        for name in before.namelist():
            shown = rb'<c r="A2" t="str"><f>1</f><v>Zenzi</v>'
            after.writestr(name, re.sub(rb'<c r="A2"><f>1</f><v(></v>| />)', shown, before.read(name)))
    assert lines_of(send(playing, calculated.getvalue(), "liste.xlsx")) == ["Zenzi", "Zita"]


def packed(**parts: bytes) -> bytes:
    kept = BytesIO()
    with zipfile.ZipFile(kept, "w", zipfile.ZIP_DEFLATED) as file:
        for name, content in parts.items():
            file.writestr(name.replace("__", "/").replace("_xml", ".xml"), content)
    return kept.getvalue()


@every(
    "content, told",
    [
        (b"", "Please choose a file with something in it."),
        (b"  \n\n", "There is nothing in the file."),
        (
            packed(xl__workbook_xml=bytes(lists.LIMITS.unpacked + 1)),
            "Far more is packed into this file than a list of this kind would need. It was not opened.",
        ),
        (packed(xl__workbook_xml=b"<workbook"), "The Excel file is damaged."),
        (xlsx(), "There is nothing in the file."),
        (b"%PDF-1.7 ...", "This is a PDF."),
        *((content, "This file is protected by a password.") for content in PROTECTED.values()),
        (OLD_XLS, "This file comes from an old version of Excel."),
        ("\n".join(NAMES * 3).encode(), "The list has more than 1000 rows."),
        (b"\n".join([b"Anna " * 40] * 600), "There is too much text in the file."),
        (xlsx(*[(f"Gast {number}",) for number in range(10_000)]), "The list has more than 1000 rows."),
        (b'"' + b"a" * 140_000 + b",b", "cannot be read"),
        (b"Anna\n" * 200_001, "The file is too big: 1000 kB at most."),
        (b"Anna\n" * 2_100_000, "The file is too big: 1000 kB at most."),
    ],
)
def test_a_file_that_is_no_list_is_told_so_in_words(playing: Playing, content: bytes, told: str) -> None:
    answer = send(playing, content, "liste.xlsx" if content.startswith(b"PK") else "liste.csv")
    assert answer.status_code == 200
    assert told in text_of(answer)
    assert len(order(playing)) == 4
