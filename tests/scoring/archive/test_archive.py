"""A club leaves as one file and comes into an empty installation: the same content, to the last byte."""

import json
import re
import threading
from collections.abc import Callable
from datetime import date
from io import BytesIO, StringIO
from pathlib import Path
from typing import Any
from uuid import uuid4
from zipfile import ZIP_BZIP2, ZIP_DEFLATED

import pytest
from django.apps import apps
from django.contrib.sessions.models import Session
from django.core.management import CommandError, call_command
from django.db import connection
from django.db.models import AutoField, Max, Sum
from django.urls import reverse

from scoring import clock, protection
from scoring.accounts import verbs as people
from scoring.accounts.second_factor import new_secret
from scoring.accounts.verbs import SET_UP
from scoring.archive import exporting, importing, reading
from scoring.archive.exporting import END, MANIFEST
from scoring.archive.tables import LEFT_OUT, RENAMED, WITHOUT, fields_of, name_of, rows_of, tables
from scoring.capability import apps_with_capabilities, log_line
from scoring.evenings.totals import Total, correct_totals, record_totals, take_back_totals
from scoring.models import (
    Account,
    Club,
    Deed,
    Entry,
    Invitation,
    Member,
    PlayedGame,
    PlayedSeat,
    Reason,
    Role,
    Row,
    RulesetVersion,
    SecondFactor,
    Sharing,
    Sheet,
    TableScore,
)
from scoring.old_sheets.verbs import KITTY, DayOfTotals, Someone, import_totals
from scoring.table.arrivals import Person
from scoring.uploads.packed import LONGEST_LINE, MOST_OF_A_MANIFEST
from tests.support.every import every
from tests.support.scoring.archives import (
    as_it_was,
    beside,
    brought,
    emptied,
    exported,
    parts,
    rewritten,
    rows,
    to_another,
    written,
    zipped,
)
from tests.support.scoring.house import HOUSE, PASSWORD, House, ids, terms
from tests.support.scoring.old_papers import totals_of_club
from tests.support.scoring.tables import REDEAL, dreier, rufer
from tests.support.scoring.verify import verified
from tests.support.scoring.whole_club import NOT_PLAYED, all_of_it, the_past
from tests.support.stages import Stage
from tests.support.stored_forms import compared_form
from tests.support.tournaments.playing import Playing, playing, two_tables, watch
from tests.support.tournaments.series import with_a_final
from tests.support.tournaments.verify_tournaments import played
from tournaments.models import Series
from tournaments.results_file.exporting import tournament_in_file

__all__ = ["played", "playing", "two_tables", "watch"]  # the fixtures of a tournament

NEW = "Quapil-Uhu-Kakadu"


PLAYED_ON = Stage("played_on", all_of_it, on=HOUSE)
played_on = PLAYED_ON.fixture()


def with_manifest(content: bytes, **said: Any) -> bytes:
    """The same parts, of which the first one says something else."""
    texts = parts(content)
    return zipped(texts | {MANIFEST: json.dumps(json.loads(texts[MANIFEST]) | said)})


def numbered_by_rows() -> None:
    """The next row has the number after the last one there; undone with the transaction of the test."""
    assert connection.in_atomic_block
    for model in tables():
        key, table = model._meta.pk, model._meta.db_table
        if not isinstance(key, AutoField):
            continue
        with connection.cursor() as cursor:
            if connection.vendor == "postgresql":
                cursor.execute("SELECT pg_get_serial_sequence(%s, %s)", [f'"{table}"', key.column])
                last = model._base_manager.aggregate(last=Max("pk"))["last"] or 0
                cursor.execute(f"ALTER SEQUENCE {cursor.fetchone()[0]} RESTART WITH {last + 1}")
            else:
                cursor.execute("DELETE FROM sqlite_sequence WHERE name = %s", [table])


def comes_back_the_same(club: Club) -> bytes:
    """Out, in, and out again; everything is verified, and nothing is left unprotected."""
    content = exported(club)
    assert exported(club) == content
    emptied()
    assert brought(content).club == club
    assert verified()[0] == 0
    assert protection.unprotected(connection) == []
    assert exported(Club.objects.get()) == content
    return content


# The same content


def test_a_club_with_everything_and_a_past_comes_back_the_same(played_on: House) -> None:
    club = the_past(played_on).club
    codes = [sharing.code for sharing in Sharing.objects.readable()]
    before = totals_of_club(club)
    assert before
    content = comes_back_the_same(club)
    for table in ("ruleset", "voice", "seal", "reason", "row"):
        assert rows(content, f"scoring.{table}"), table
    for table in ("oldbatch", "oldperson", "oldsheet", "oldline", "oldamount", "olddifference"):
        assert rows(content, f"scoring.{table}"), table
    batches = rows(content, "scoring.oldbatch")
    kinds = {(row["kind"], row["withdrawn_at"] is None) for row in batches}
    assert kinds == {(kind, counts) for kind in ("hands", "amounts") for counts in (True, False)}
    assert {row["member"] is None for row in rows(content, "scoring.oldperson")} == {True, False}
    assert {row["withdrawn_at"] is None for row in rows(content, "scoring.sharing")} == {True, False}
    assert {row["wants_to_go_at"] is None for row in rows(content, "scoring.member")} == {True, False}
    hands = Row.objects.filter(number__isnull=False)
    assert hands.count() == PlayedGame.objects.filter(order=0).count() > 0, "none of them is in the file"
    assert totals_of_club(Club.objects.get()) == before
    assert [sharing.code for sharing in Sharing.objects.readable()] == codes
    assert len(codes) == 3


def test_what_hardly_any_club_uses_stays_in_its_file_when_its_pages_are_saved(house: House) -> None:
    """Another currency, second factors as a duty, other names, several roles, initials in pictures."""
    club, dora, emil = house.club, house.member("Dora"), house.member("Emil")
    SecondFactor.objects.create(account=house["Anna"], secret=new_secret(), made_at=clock.now())
    chosen = terms(club.name, currency="CHF", second_factor=True)
    house.do(people.change_club, by="Anna", club=club, terms=chosen)
    house.do(people.name_in_pictures, by="Anna", member=emil, named=True)
    house.do(people.rename_member, by="Anna", member=dora, name="Dora", also=["Dorli"])
    for role in (Role.SCORER, Role.ARBITER):
        house.do(people.appoint, by="Anna", member=emil, role=role)
    tables_of_it = ("club", "member", "othername", "appointment")
    before = [rows(exported(club), f"scoring.{table}") for table in tables_of_it]
    anna, settings = house.client("Anna"), reverse("scoring:club_settings", args=[club.slug])
    for path, field in (
        (settings, "cents_per_point"),
        *((one.get_absolute_url(), "also") for one in (dora, emil)),
    ):
        assert anna.post(path, compared_form(anna.get(path), field).with_({})).status_code == 302
    assert [rows(exported(club), f"scoring.{table}") for table in tables_of_it] == before
    assert before[0][0]["currency"] == "CHF"
    assert [row["name"] for row in before[2]] == ["Dorli"]
    comes_back_the_same(club)


def test_totals_come_back_the_same(played_on: House) -> None:
    club, people_there = played_on.club, [Person(name=name) for name in ("Anna", "Bert", "Xandl")]

    def totals(*twelfths: int) -> list[Total]:
        of_people = [Total(amount, person) for amount, person in zip(twelfths, people_there, strict=True)]
        return [*of_people, Total(-sum(twelfths))]  # the kitty

    terms = {"club": club, "date": date(2026, 5, 8), "venue": "Lamm", "rules": club.default_rules}
    evening = played_on.do(record_totals, by="Anna", totals=totals(148, -60, -76), **terms)
    corrected = {"known_seq": 1, "totals": totals(124, -60, -76), "reason": "Vertippt"}
    played_on.do(correct_totals, by="Anna", sheet=evening.sheets.get(), **corrected)
    someones = [Someone("Anna", member=played_on.member("Anna").pk), Someone("Xandl")]
    amounts = {someones[0].id: 24, someones[1].id: -36, KITTY: 12}
    batch = played_on.do(
        import_totals,
        by="Anna",
        club=club,
        people=someones,
        days=[DayOfTotals(date(1979, 1, day), (amounts,)) for day in (5, 12)],
        cents_per_point=0,
        venue="",
        file_name="1979.csv",
        confirmed={"unit": "points", "sign": "wins", "way": "each", "agrees": 1, "differs": 0},
        digest="",
    )
    played_on.do(take_back_totals, by="Anna", evening=batch.evenings.latest("date"), reason="Doppelt")
    content = comes_back_the_same(club)
    assert {row["kitty"] for row in rows(content, "scoring.participant")} == {True, False}
    assert {row["kind"] for row in rows(content, "scoring.oldbatch")} == {"totals"}


def test_a_club_with_a_tournament_comes_back_the_same(played: Playing) -> None:
    with_a_final(played, Series.objects.get())
    other = exported(played.house.other)
    in_file = tournament_in_file(played.tournament)
    content = comes_back_the_same(played.house.club)
    empty = {name for name, text in parts(content).items() if name.startswith("tournaments") and not text}
    assert empty == NOT_PLAYED
    emptied()
    brought(other)
    club = beside(content).club
    here, there = as_it_was(exported(club)), as_it_was(content)
    assert [name for name in there if here[name] != there[name]] == []
    assert verified()[0] == 0
    assert tournament_in_file(club.tournaments.get(title=played.tournament.title)) == in_file


def test_what_is_written_afterwards_goes_on_after_it(played_on: House) -> None:
    anna = played_on["Anna"]
    numbered_by_rows()  # a club brought in by another test numbered on from further up
    people.add_members(actor=anna, deed=uuid4(), club=played_on.club, names=["Vertippt"])
    removed = Member.objects.latest("pk")
    people.remove_member(actor=anna, deed=uuid4(), member=removed)
    content = exported(played_on.club)
    emptied()
    numbered_by_rows()
    club = brought(content, password=NEW).club
    house = House(club, club, {account.name: account for account in Account.objects.all()})
    table = Sheet.objects.get(
        evening__spontaneous=False, evening__closed_at=None, evening__ruleset__slug="standard"
    )
    house.play(table, dreier("Anna"))
    people.add_members(actor=house["Anna"], deed=uuid4(), club=club, names=["Nora"])
    nora = house.member("Nora")
    assert nora.pk != removed.pk, "the log tells of whoever had this number"
    token = people.invite(actor=house["Anna"], deed=uuid4(), member=house.member("Bert"))
    bert, _club = people.renew_password(deed=uuid4(), token=token, password=NEW)
    assert bert == house["Bert"]
    assert verified()[0] == 0


def test_somebody_who_writes_meanwhile_is_neither_stopped_nor_seen(
    transactional_db: None, house: House
) -> None:
    sheet = house.sheet()
    house.play(sheet, dreier("Anna"))
    before, wrote = exported(house.club), []

    def write() -> None:
        house.play(sheet, dreier("Bert"))
        wrote.append(True)
        connection.close()

    def meanwhile(said: str) -> None:
        if said.startswith("scoring.sheet:"):
            writer = threading.Thread(target=write)
            writer.start()
            writer.join()

    file = BytesIO()
    exporting.write_club(house.club, file, report=meanwhile)
    assert wrote
    assert file.getvalue() == before
    assert exported(house.club) != before


# What is copied, and what stays


def test_every_table_goes_along_or_stays_behind_for_a_reason(house: House) -> None:
    """A new table belongs to a club, or is nobody's and used by one, or is named in `LEFT_OUT`."""
    every = {
        name_of(model)
        for app in apps_with_capabilities()
        for model in apps.get_app_config(app).get_models(include_auto_created=True)
    }
    assert every == {*map(name_of, tables()), *LEFT_OUT}
    for model in tables():
        assert rows_of(model, house.club).count() >= 0, "otherwise nobody knows whose its rows are"
    assert all(LEFT_OUT.values())
    with pytest.raises(AssertionError, match="belongs to no club"):
        rows_of(Session, house.club)


def test_every_row_of_the_club_is_in_its_file_and_none_of_another_and_neither_password_nor_link(
    played_on: House,
) -> None:
    house = played_on
    people.change_password(actor=house["Bert"], deed=uuid4(), old=PASSWORD, new=NEW)
    people.invite(actor=house["Anna"], deed=uuid4(), member=house.member("Emil"))
    unused = Reason.objects.create(text="Von niemandem")
    content = exported(house.club)
    assert len(rows(content, "scoring.deed")) == Deed.objects.filter(club=house.club).count()
    assert (
        len(rows(content, "scoring.entry")) == Entry.objects.filter(sheet__evening__club=house.club).count()
    )
    assert unused.pk not in {row["id"] for row in rows(content, "scoring.reason")}
    text = "".join(parts(content).values())
    for foreign in ("Franz", "Kaffeehaus"):
        assert foreign not in text
    for account in Account.objects.all():
        assert account.password not in text
    for invitation in Invitation.objects.all():
        assert invitation.token_hash not in text
    assert WITHOUT.keys() == {name_of(Account), name_of(Club)}


def test_rules_that_only_an_entry_names_go_along(house: House) -> None:
    """A table went over to them in the middle of an evening, and the evening to others later."""
    sheet = house.sheet()
    version = RulesetVersion.objects.create(
        slug="standard", edition=99, text="", digest="", stored_at=sheet.opened_at
    )
    assert version not in rows_of(RulesetVersion, house.club)
    Sheet.objects.filter(pk=sheet.pk).update(stored_state={**sheet.stored_state, "versions": [version.pk]})
    assert version in rows_of(RulesetVersion, house.club)


def test_nobody_can_sign_in_but_the_owner_who_brought_it(house: House, english: None) -> None:
    content = exported(house.club)
    emptied()
    done = brought(content, password=NEW)
    assert done.owner.name == "Anna"
    accounts = {account.name: account for account in Account.objects.all()}
    assert accounts["Anna"].check_password(NEW)
    assert [account.name for account in accounts.values() if account.is_superuser] == ["Anna"]
    assert [account.name for account in accounts.values() if account.has_usable_password()] == ["Anna"]
    deed = Deed.objects.get(verb="import_club")
    assert deed.club is None
    assert log_line(deed) == f"imported the club {house.club.name} from another installation"
    assert exported(Club.objects.get()) == content


def test_nobody_sets_up_an_installation_into_which_a_club_was_brought(house: House) -> None:
    """Both write the same row first, whichever club it is: that of the setting-up, or one founded later."""
    for content in [exported(house.club), exported(house.other)]:
        emptied()
        brought(content, password=NEW)
        assert Deed.objects.filter(pk=SET_UP).exists()


# What is refused


def one_table(house: House) -> bytes:
    """The file of a club with one table; the installation is empty again."""
    sheet = house.sheet()
    house.play(sheet, rufer("Anna", "Bert"))
    house.play(sheet, REDEAL)
    content = exported(house.club)
    emptied()
    return content


small = Stage("small", one_table, on=HOUSE).fixture()


def refusal(content: bytes, **further: Any) -> str:
    with pytest.raises(reading.Unusable) as refused:
        brought(content, **further)
    assert importing.is_empty()
    assert protection.unprotected(connection) == []
    return str(refused.value)


def edited(content: bytes, table: str, old: str, new: str) -> bytes:
    def change(texts: dict[str, str]) -> None:
        assert old in texts[table + END]
        texts[table + END] = texts[table + END].replace(old, new, 1)

    return rewritten(content, change)


def test_what_is_no_club_is_refused_in_a_sentence(small: bytes, english: None) -> None:
    foreign = "This file is not a club: it was not made by “The whole club as one file”."
    cut_off = "The file is incomplete: its end is missing. Please copy or download it again."
    assert refusal(b"") == foreign
    assert refusal(b"name;club\nAnna;1\n") == foreign
    assert refusal(zipped({"../../etc/passwd": "x"})) == foreign
    assert refusal(zipped({MANIFEST: "[]"})) == foreign
    assert refusal(zipped({MANIFEST: "[" * 100_000})) == foreign
    assert refusal(zipped({MANIFEST: '{"format": "another"}'})) == foreign
    assert refusal(zipped({MANIFEST: " " * (MOST_OF_A_MANIFEST + 1)})) == foreign
    packed = zipped({MANIFEST: parts(small)[MANIFEST]}, ZIP_BZIP2)  # which no browser and no export makes
    assert refusal(packed) == foreign
    for length in (100, len(small) // 2, len(small) - 1):
        assert refusal(small[:length]) == cut_off


def test_a_damaged_file_says_where(small: bytes, english: None) -> None:
    said = refusal(_flipped(small))
    assert said.startswith("The file is damaged at “scoring.")
    texts = parts(small)
    for change in (
        {"scoring.entry.jsonl": texts["scoring.entry.jsonl"].replace("anna", "x") + "\n"},
        {"scoring.account.jsonl": ""},
    ):
        table = next(iter(change)).removesuffix(END)
        assert refusal(zipped(texts | change)) == (
            f"The file is damaged at “{table}”. Please copy or download it again."
        )
    no_row = rewritten(small, lambda texts: texts.update({"scoring.club.jsonl": "[1]\n"}))
    assert "cannot be read at “scoring.club”, line 1: not a row" in refusal(no_row)
    no_text = rewritten(small, lambda texts: texts.update({"scoring.club.jsonl": "\udc80\n"}))
    assert refusal(no_text) == "The file is damaged at “scoring.club”. Please copy or download it again."
    further = "The file is damaged at “manifest.json”. Please copy or download it again."
    assert refusal(zipped(texts | {"../evil.jsonl": "{}"})) == further
    assert refusal(zipped({name: text for name, text in texts.items() if "entry" not in name})) == further
    assert refusal(rewritten(small, without("scoring.club"))) == further


def _flipped(content: bytes) -> bytes:
    """One bit, in the middle of the packed rules."""
    at = content.index(b"scoring.rulesetversion.jsonl") + 2000
    return content[:at] + bytes([content[at] ^ 0x10]) + content[at + 1 :]


def test_another_version_of_the_program_is_named(small: bytes, english: None) -> None:
    def refusal_of(**said: Any) -> str:
        return refusal(with_manifest(small, **said))

    there = json.loads(parts(small)[MANIFEST])["parts"]
    newer = "The file was made by a newer version of the program ("
    older = "The file was made by an older version of the program ("
    assert refusal_of(version=2).startswith(newer)
    assert refusal_of(version=0).startswith(older)
    damaged = "The file is damaged at “manifest.json”. Please copy or download it again."
    assert refusal_of(version="1") == refusal_of(migrations=["9999_later"]) == damaged
    assert refusal_of(parts=[{**part, "rows": "7"} for part in there]) == damaged
    more = [{**part, "fields": [*part["fields"], "nickname"]} for part in there]
    assert refusal_of(parts=more).startswith(older)
    assert "scoring 9999_later" in refusal_of(migrations={"scoring": "9999_later"})
    assert refusal_of(migrations={"scoring": "9999_later"}).startswith(newer)
    unknown = {"name": "scoring.forgotten", "fields": ["id"], "rows": 0, "sha256": ""}
    assert refusal_of(parts=[*there, unknown]).startswith(older)
    must_be_filled = rewritten(small, before("scoring.sheet", "opened_at"))
    assert "an older version of the program" in refusal(must_be_filled)


def before(table: str, *columns: str) -> Callable[[dict[str, str]], None]:
    """A file from when this table did not have these columns."""

    def change(texts: dict[str, str]) -> None:
        manifest = json.loads(texts[MANIFEST])
        [part] = [part for part in manifest["parts"] if part["name"] == table]
        part["fields"] = [field for field in part["fields"] if field not in columns]
        texts[MANIFEST] = json.dumps(manifest)
        there = [json.loads(line) for line in texts[table + END].splitlines()]
        assert all(row.keys() >= {*columns} for row in there)
        texts[table + END] = written({key: row[key] for key in row if key not in columns} for row in there)

    return change


NO_SUBSTANCE = before("scoring.rulesetversion", "substance", "reworded_at")  # it follows from the text


def without(table: str) -> Callable[[dict[str, str]], None]:
    """A file from when there was no such table."""

    def change(texts: dict[str, str]) -> None:
        manifest = json.loads(texts[MANIFEST])
        manifest["parts"] = [part for part in manifest["parts"] if part["name"] != table]
        texts[MANIFEST] = json.dumps(manifest)
        del texts[table + END]

    return change


@pytest.mark.parametrize("change", [without("scoring.sharing"), NO_SUBSTANCE])
def test_a_file_from_before_a_column_or_a_table_is_understood(
    small: bytes, change: Callable[[dict[str, str]], None]
) -> None:
    """What begins with nothing begins with nothing: so it was kept until then."""
    brought(rewritten(small, change))
    assert verified()[0] == 0
    assert exported(Club.objects.get()) == small


def test_a_file_from_when_dividing_into_sections_could_be_undone_is_understood(playing: Playing) -> None:
    """How people were divided last is left out; all else comes as it was."""
    content = exported(playing.house.club)
    divided = {"by": str(uuid4()), "moved": [["1", 0, 2]]}

    def change(texts: dict[str, str]) -> None:
        manifest = json.loads(texts[MANIFEST])
        [part] = [part for part in manifest["parts"] if part["name"] == "tournaments.tournament"]
        part["fields"].append("divided")
        texts[MANIFEST] = json.dumps(manifest)
        tournaments = rows(content, part["name"])
        assert tournaments
        texts[part["name"] + END] = written({**row, "divided": divided} for row in tournaments)

    emptied()
    brought(rewritten(content, change))
    assert verified()[0] == 0
    assert exported(Club.objects.get()) == content


def test_a_file_from_when_there_were_several_migrations_is_understood(small: bytes) -> None:
    several = {"scoring": "0014_rewording", "tournaments": "0003_written_anew"}
    brought(with_manifest(small, migrations=several))
    assert exported(Club.objects.get()) == small


@pytest.mark.program
@pytest.mark.parametrize("kept", ["older_club", "older_tournament"])
def test_a_file_from_when_amounts_had_a_table_of_their_own_is_understood(db: None, kept: str) -> None:
    """What followed from the entries follows again, to the twelfth; everything else is as it was written."""
    content = (Path(__file__).parent / f"{kept}.tarock.zip").read_bytes()
    brought(content)
    assert verified()[0] == 0
    assert {
        (row["row"], str(row["participant"]), (row["twelfths"], row["schrift_twelfths"]))
        for row in rows(content, "scoring.posting")
    } == {
        (str(row.pk), participant, amounts)
        for row in Row.objects.all()
        for participant, amounts in row.amounts.items()
    }
    assert (
        PlayedSeat.objects.filter(kassa__isnull=False).count()
        == TableScore.objects.aggregate(hands=Sum("hands"))["hands"]
    )
    for sheet in rows(content, "scoring.sheet"):
        stood, scores = sheet["standing"], Sheet.objects.get(pk=sheet["id"]).scores
        assert stood["totals"] == {score: points.kassa for score, points in scores.items()}
        assert stood["schrift"] == {score: points.schrift for score, points in scores.items()}
        assert stood["played"] == {score: points.hands for score, points in scores.items() if points.hands}
    assert not Club.objects.get().show_money, "shared evenings show no more than they did"
    now = exported(Club.objects.get())
    derived = ("posting", "row", "tablescore", "countedhands", "sheet", "clublog")
    as_written = parts(content).keys() - {MANIFEST, *(f"scoring.{table}.jsonl" for table in derived)}
    for table in (part.removesuffix(END) for part in as_written):
        pairs = zip(rows(content, table), rows(now, table), strict=True)
        names = RENAMED.get(table, {})
        assert all(
            {names.get(key, key): value for key, value in then.items()}.items() <= row.items()
            for then, row in pairs
        ), f"only columns come later: {table}"


def test_a_column_has_one_name_today() -> None:
    """What is renamed has its new name in every table, and no column has the old one again."""
    columns = {name_of(model): {field.name for field in fields_of(model)} for model in tables()}
    assert {
        f"{table}.{old}"
        for table, names in RENAMED.items()
        for old, new in names.items()
        if new not in columns[table] or old in columns[table]
    } == set()


@pytest.mark.parametrize("text", ["label = ", "x = " + "[" * 5000])
def test_rules_in_an_older_file_that_nobody_can_read_are_refused_in_a_sentence(
    small: bytes, text: str, english: None
) -> None:
    older = rewritten(small, NO_SUBSTANCE)
    assert "cannot be read at “scoring.rulesetversion”, line 1: substance" in refusal(
        rewritten(older, to_another("scoring.rulesetversion", text=text))
    )


@pytest.mark.program
def test_results_in_an_older_file_that_nobody_can_read_are_refused(db: None, english: None) -> None:
    content = (Path(__file__).parent / "kept/1.0.0/club.tarock.zip").read_bytes()
    changed = rewritten(content, to_another("tournaments.oldresult", date="soon"))
    assert "contradicts itself at “tournaments.oldresult”" in refusal(changed)


HOSTILE = {
    "not JSON": ("scoring.member", '{"id"', '{"id'),
    "nested without end": ("scoring.entry", '"games":', '"games":' + "[" * 200_000 + "]" * 200_000 + ',"x":'),
    "no number": ("scoring.sheet", '"seq":2', '"seq":NaN'),
    "a number beyond all": ("scoring.sheet", '"seq":2', '"seq":' + "9" * 40),
    "a number of thousands of digits": ("scoring.sheet", '"seq":2', '"seq":' + "9" * 9000),
    "less than nothing": ("scoring.sheet", '"seq":2', '"seq":-2'),
    "text for a number": ("scoring.sheet", '"seq":2', '"seq":"2"'),
    "yes for a number": ("scoring.sheet", '"seq":2', '"seq":true'),
    "a column too many": ("scoring.club", '{"id"', '{"is_superuser":true,"id"'),
    "a password": ("scoring.account", '{"id"', '{"password":"md5$","id"'),
    "a column too few": ("scoring.club", '"language":"de",', ""),
    "half of a character": ("scoring.member", '"name":"Bert"', '"name":"\\ud800"'),
    "a character of no text": ("scoring.member", '"name":"Bert"', '"name":"\\u0000"'),
    "half of a character as it is": ("scoring.entry", '"contract":"rufer"', '"contract":"\ud800"'),
    "half of a character in a record": ("scoring.entry", '"contract":"rufer"', '"contract":"\\udfff"'),
    "more than any number": ("scoring.entry", '"record":{"games"', '"record":{"a":1e999,"games"'),
    "nested deeply": ("scoring.entry", '"record":{', '"record":{"a":' + "[" * 400 + "]" * 400 + ","),
    "a name that is too long": ("scoring.member", '"name":"Bert"', f'"name":"{"B" * 41}"'),
    "no address": ("scoring.club", '"slug":"', '"slug":"../../x y<script>'),
    "a role of its own": ("scoring.appointment", '"role":"scorer"', '"role":"king"'),
    "no day": ("scoring.evening", '"date":"2', '"date":"x2'),
    "a time without a zone": ("scoring.account", 'Z"', '"'),
    "an endless line": ("scoring.club", '{"id"', "{" + " " * (LONGEST_LINE + 1) + '"id"'),
    "another spelling": ("scoring.club", '{"id":', '{"id": '),
    "a number that is nobody": ("scoring.participant", '"evening":', '"evening":9'),
    "an account that is nobody": ("scoring.deed", '"account":', '"account":9'),
    "an owner who is nobody": ("scoring.member", '"account":', '"account":9'),
    "twice the same": ("scoring.appointment", "\n", "\n\n"),
    "nothing where something is": ("scoring.club", '"currency":"EUR"', '"currency":null'),
    "a currency of its own": ("scoring.club", '"currency":"EUR"', '"currency":"XXX"'),
    "a hand that is none": ("scoring.entry", '"contract":"rufer"', '"contract":"schnapsen"'),
    "a record that is a list": ("scoring.entry", '"record":{"games"', '"record":[1],"x":{"games"'),
    "options that are none": ("scoring.sheet", '"options":{}', '"options":7'),
    "players that are none": ("scoring.sheet", '"players":[', '"players":7,"x":['),
    "an amount": ("scoring.tablescore", '"twelfths":', '"twelfths":1'),
    "a lie about a total": ("scoring.sheet", '"hands":1', '"hands":2'),
    "a text of rules": ("scoring.rulesetversion", "counting", "countinq"),
}


@every("table, old, new", HOSTILE.values())
def test_whoever_means_harm_gets_a_sentence_and_nothing_is_stored(
    small: bytes, english: None, table: str, old: str, new: str
) -> None:
    """Each leaves the database as it was."""
    said = refusal(edited(small, table, old, new))
    assert said.startswith(("The file ", "The totals in the file "))
    assert said.endswith(("Nothing was stored.", "again.", "could look after it here."))


def test_an_owner_has_an_account_with_a_number(small: bytes, english: None) -> None:
    for table, name in (("scoring.account", "id"), ("scoring.member", "account")):
        small = edited(small, table, f'"{name}":1', f'"{name}":"1"')
    assert "The file names nobody who owns the club" in refusal(small)


def test_what_grows_without_end_is_not_unpacked(small: bytes, english: None) -> None:
    bomb = zipped(parts(small) | {"scoring.club.jsonl": " " * 5_000_000}, ZIP_DEFLATED)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("scoring.uploads.packed.MOST_UNPACKED", 1_000_000)
        assert refusal(bomb).startswith("The file is too big")


def test_a_text_may_look_like_a_spelling(house: House) -> None:
    """A name is text, also one that spells a character; so is a place, in which there may be quotes."""
    for name in ("\\u0000", "\\ud800", "\\\\n", "\u2028 \U0001f0cf"):
        people.add_members(actor=house["Anna"], deed=uuid4(), club=house.club, names=[name])
    house.sheet(evening=house.evening(venue='"\\"'))
    comes_back_the_same(house.club)


def test_two_clubs_in_one_file_are_none(small: bytes, english: None) -> None:
    def change(texts: dict[str, str]) -> None:
        club = json.loads(texts["scoring.club.jsonl"])
        texts["scoring.club.jsonl"] += written([club | {"id": club["id"] + 1, "slug": "andere"}])

    assert "contradicts itself at “scoring.club”" in refusal(rewritten(small, change))


def test_it_is_brought_into_an_empty_installation_only(house: House, english: None) -> None:
    content = exported(house.club)
    with pytest.raises(reading.Unusable, match="This installation is not empty"):
        brought(content)
    assert Club.objects.count() == 2


def test_what_does_not_follow_from_the_hands_comes_only_where_that_is_wanted(
    house: House, tmp_path: Path
) -> None:
    sheet = house.sheet()
    house.play(sheet, rufer("Anna", "Bert"))
    TableScore.objects.filter(sheet=sheet, participant=ids(sheet)["Anna"]).update(twelfths=600)
    content, other = exported(house.club), exported(house.other)
    emptied()
    assert "Anna" in refusal(content)
    file, said = tmp_path / "club.tarock.zip", StringIO()
    file.write_bytes(content)
    call_command("import_club", file, "--unclean", stdout=said)
    assert "The score of Anna, Kassa: expected 1, found 50" in said.getvalue()
    assert exported(Club.objects.get()) == content
    emptied()
    brought(other)
    file.write_bytes(rewritten(content, to_another("scoring.deed", details={})))
    call_command("import_club", file, "--unclean", stdout=said)  # beside another one
    assert "The log of Mühlviertler Runde, row " in said.getvalue()


# The commands


def test_the_commands_do_it_and_say_it(
    house: House, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    monkeypatch.chdir(tmp_path)
    sheet = house.sheet()
    house.play(sheet, dreier("Anna"))
    said = StringIO()
    call_command("export_club", house.club.slug, stdout=said)
    file = tmp_path / f"{house.club.slug}.tarock.zip"
    assert str(file.name) in said.getvalue()
    assert file.stat().st_mode & 0o077 == 0
    assert file.read_bytes() == exported(house.club)
    call_command("export_club", house.club.slug, "-")
    assert capsysbinary.readouterr().out == file.read_bytes()
    with pytest.raises(CommandError, match="there already"):
        call_command("export_club", house.club.slug, str(file), stdout=said)
    call_command("export_club", house.club.slug, str(file), "--overwrite", stdout=said)
    with pytest.raises(CommandError, match="This club is here already, or one made from the same file: Mühl"):
        call_command("import_club", file, stdout=said)
    other = BytesIO(exported(house.other))
    emptied()
    with reading.look_into(other) as south:
        importing.bring_in(south, deed=uuid4())
    beside = StringIO()
    call_command("import_club", file, "--owner", "Anna", stdout=beside)
    assert "Mühlviertler Runde is here. For its owner Anna 2, to set" in beside.getvalue()
    assert re.search(r"http://127\.0\.0\.1:8000/invitation/[0-9a-f]{40}/\n", beside.getvalue())
    emptied()
    looked = StringIO()
    call_command("import_club", file, "--look", stdout=looked)
    assert "7 members, 1 evening, 1 hand; owned by Anna." in looked.getvalue()
    assert importing.is_empty()
    with pytest.raises(CommandError, match=r"Bert is not an owner of this club\. Owners are: Anna\."):
        call_command("import_club", file, "--owner", "Bert", stdout=said)
    with pytest.raises(CommandError, match="No such file"):
        call_command("import_club", tmp_path / "none.zip", stdout=said)
    call_command("import_club", file, "--owner", "Anna", stdout=said)
    assert ".venv/bin/tarockclub changepassword Anna" in said.getvalue()
    assert Account.objects.get(name="Anna").is_superuser
    assert not Account.objects.get(name="Anna").has_usable_password()


def test_a_file_that_breaks_off_is_not_left_behind(
    house: House, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*given: Any, **further: Any) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("scoring.management.commands.export_club.exporting.write_club", broken)
    with pytest.raises(CommandError, match="No space left on device"):
        call_command("export_club", house.club.slug, str(tmp_path / "club.zip"))
    assert list(tmp_path.iterdir()) == []
