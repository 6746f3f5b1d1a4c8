"""What somebody changes in the database behind the program's back is named: every value, every row."""

from collections.abc import Callable, Iterator
from typing import Any
from unittest.mock import patch
from uuid import uuid4

import pytest
from django.apps import apps
from django.db import DatabaseError, connection, models, transaction

from scoring import chain, protection
from scoring.accounts import verbs as people
from scoring.belonging import comparisons
from scoring.capability import CoveredRows, covered_rows
from scoring.models import Deed, Invitation, OldAmount, TableScore
from scoring.sharing import verbs as sharing_verbs
from scoring.table.derived import DERIVED
from scoring.verifying import _kind, _LogsAudit, _what, of_the_database
from tests.support.scoring.house import HOUSE, House
from tests.support.scoring.verify import NOW, other, speaking
from tests.support.scoring.whole_club import all_of_it, the_past
from tests.support.stages import Stage
from tests.support.tournaments.playing import Playing, playing, watch
from tests.support.tournaments.series import DAY, Use, listed
from tests.support.tournaments.series import opened as opened_series
from tests.support.tournaments.verify_tournaments import in_the_log, played
from tournaments.models import Wish
from tournaments.series.lines import PersonLine
from tournaments.series.verbs import remove_series

__all__ = ["played", "playing", "watch"]  # the fixtures of a tournament


def with_a_past(house: House) -> House:
    return the_past(all_of_it(house))


whole = Stage("whole", with_a_past, on=HOUSE).fixture()
Manipulation = Callable[[], object]


def manipulations(rows: CoveredRows) -> Iterator[tuple[str, Manipulation]]:
    """Yield every value of one row changed, the row taken away, and another one like it."""
    base = rows.model._base_manager
    row = base.filter(**rows.only).order_by("pk").first()
    if row is None:
        return
    for column in rows.columns:
        field = row._meta.get_field(column.partition("__")[0])
        if (value := other(row, field)) is not None:
            changed = {field.attname: value}
            yield f"{rows.kind}.{column}", lambda changed=changed: base.filter(pk=row.pk).update(**changed)
    yield f"{rows.kind} removed", lambda: base.filter(pk=row.pk)._raw_delete(connection.alias)
    belongs = rows.whose.partition("__")[0]
    if belongs in {field.name for field in row._meta.concrete_fields}:  # else another one belongs elsewhere
        yield f"{rows.kind} added", lambda: _doubled(base.get(pk=row.pk))


def _doubled(row: Any) -> None:
    """Add a row like this one, with another number wherever two may not have the same."""
    for field in row._meta.concrete_fields:
        if field.primary_key:
            setattr(row, field.attname, uuid4() if isinstance(field, models.UUIDField) else None)
        elif field.name in ("number", "seq", "position") or field.one_to_one:
            setattr(row, field.attname, other(row, field))
    row.save(force_insert=True)


def missed(kinds: Callable[[CoveredRows], bool]) -> tuple[list[str], list[str], list[str]]:
    """Return what was tried and found, what the database itself refused, and what nobody named."""
    found, refused, unnamed = [], [], []
    logs = _LogsAudit()  # which are read once: only rows are changed
    assert not any(wrong.differs for wrong in logs.compared())
    covered = logs.covered
    for rows in filter(kinds, covered_rows().values()):
        logs.covered = {key: row for key, row in covered.items() if key.startswith(f"{rows.kind}:")}
        for name, manipulate in manipulations(rows):
            with transaction.atomic():
                protection.unprotect(connection)
                try:
                    with transaction.atomic():
                        manipulate()
                except DatabaseError:
                    refused.append(name)
                else:
                    named = (str(wrong) for wrong in logs._covers() if wrong.differs)
                    is_named = any(f": {rows.kind} of {rows.about} " in line for line in named)
                    (found if is_named else unnamed).append(name)
                transaction.set_rollback(True)
    return found, refused, unnamed


def test_every_value_and_every_row_of_a_tournament_is_covered(played: Playing) -> None:
    found, refused, unnamed = missed(lambda rows: rows.about == "tournament")
    assert unnamed == []
    assert len(found) >= 78, (len(found), refused)


def test_every_value_and_every_row_of_a_club_is_covered(whole: House) -> None:
    house = whole
    house.do(sharing_verbs.share_standings, by="Anna", club=house.club, period="")
    house.do(people.appoint, by="Anna", member=house.member("Emil"), role="scorer")
    listed(house, "Herbstcup", [PersonLine("Emil", 7, place=1)], date=DAY)
    found, _refused, unnamed = missed(lambda rows: rows.about in ("club", "evening"))
    assert unnamed == []
    assert len(found) >= 15


@pytest.mark.parametrize(
    ("key", "english", "german"),
    [
        ("fees:7", "fees of tournament 7", "Anwesenheit und Nenngelder zu Turnier 7"),
        ("lines:3", "lines of club 3", "Zeilen von Listen zu Klub 3"),
        ("payments:5", "payments of evening 5", "Zahlungen zu Abend 5"),
        ("seal:2", "seal 2", "Siegel 2"),
        ("peoplelist:4", "list of people 4", "Liste von Namen 4"),
    ],
)
def test_rows_are_named_by_their_kind_and_what_they_belong_to(key: str, english: str, german: str) -> None:
    for language, words in (("en", english), ("de", german)):
        with speaking(language):
            assert str(_what(key)) == words


def test_whatever_rows_verify_names_it_has_a_german_word_for_them() -> None:
    kinds = {kind for rows in covered_rows().values() for kind in (rows.kind, rows.about)}
    derived = {model for model, _path, _key in DERIVED} - {TableScore}
    for model in {*apps.get_models()} - derived:
        for ways in comparisons(model):
            kinds |= {str(model._meta.verbose_name), str(ways.whole._meta.model_name)}
    with speaking("de"):
        assert [kind for kind in sorted(kinds) if str(_kind(kind)) == kind] == []


def test_what_a_log_covered_once_and_nothing_covers_now_is_ignored(played: Playing) -> None:
    once = frozenset({"open_tournament"})
    wishes = CoveredRows("wishes", "tournament", once, Wish, "entrant__tournament", ("entrant", "at"))
    with patch.object(chain, "covered_rows", lambda: covered_rows() | {"wishes": wishes}):
        in_the_log(played)
    assert any(key.startswith("wishes:") for key in Deed.objects.latest("number").covers)
    assert Wish.objects.update(at=NOW) == 1
    assert list(of_the_database()) == []


def test_a_series_that_was_removed_leaves_its_lists(house: House) -> None:
    series = opened_series(house)
    listed(house, "Voriges Jahr", [PersonLine("Emil", 7)], (series, Use.SEEDS))
    assert list(of_the_database()) == []
    house.do(remove_series, by="Bert", series=series)
    assert list(of_the_database()) == []


def test_a_link_to_an_account_that_no_deed_made_is_found(whole: House) -> None:
    emil = whole.member("Emil")
    whole.do(people.invite, by="Anna", member=emil)
    assert list(of_the_database()) == []
    Invitation.objects.open().filter(member=emil).update(token_hash=people.link_of("mine"))
    told = f"{whole.club}, the link for Emil, in the log of its club: expected a row about it, found nothing"
    assert [str(wrong) for wrong in of_the_database()] == [f"{told} ({emil.get_absolute_url()})"]


def test_an_old_amount_that_is_another_is_found(whole: House) -> None:
    one, other_one = OldAmount.objects.order_by("pk")[:2]
    with transaction.atomic():
        protection.unprotect(connection)
        for amount, more in ((one, 12), (other_one, -12)):
            OldAmount.objects.filter(pk=amount.pk).update(twelfths=amount.twelfths + more)
        protection.protect(connection)
    assert any("import of old sheets" in str(wrong) for wrong in of_the_database())
