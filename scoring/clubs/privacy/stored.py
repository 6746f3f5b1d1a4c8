"""Everything that is stored about one member, as tables: to read, and to take along."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from fractions import Fraction

from django.db.models import Q, Sum
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext

from scoring.accounts import chronicle
from scoring.accounts.sign_ins import sign_in_key
from scoring.capability import capabilities
from scoring.clubs.guests.pages import attended
from scoring.clubs.privacy.anonymising import traced_member
from scoring.engine.result import from_twelfths
from scoring.export.figures import Book, Control, Down, FigureRow, Figures
from scoring.models import (
    Account,
    Deed,
    Entry,
    Guess,
    Member,
    OldAmount,
    OldDifference,
    OpenSession,
    Participant,
    Reason,
    Row,
    SecondFactor,
    Sharing,
    Sheet,
    SignInAttempt,
    TableScore,
    Voice,
)
from scoring.models.evenings import names_of
from scoring.models.sharing import period_label
from scoring.rules.versions.books import books_of
from scoring.table.pages.voices import SAYINGS
from scoring.table.pages.wording import DONE, fact_in_words
from scoring.table.replay import fact_of
from scoring.web.columns import Column, ColumnKind
from scoring.web.language import current_language

# Behind a colon stands what tells columns from one another that are called the same in the files.
COLUMNS = {
    "act": (gettext_lazy("What was done"), ColumnKind.TEXT),
    "actor": (gettext_lazy("Who"), ColumnKind.TEXT),
    "address": (gettext_lazy("Network address"), ColumnKind.TEXT),
    "at": (gettext_lazy("When"), ColumnKind.MOMENT),
    "began_at": (gettext_lazy("Signed in"), ColumnKind.MOMENT),
    "browser": (gettext_lazy("Browser"), ColumnKind.TEXT),
    "club": (gettext_lazy("Club"), ColumnKind.TEXT),
    "date": (gettext_lazy("Date"), ColumnKind.DATE),
    "hand": (gettext_lazy("Hand"), ColumnKind.NUMBER),
    "hands": (gettext_lazy("Hands"), ColumnKind.NUMBER),
    "made_at": (gettext_lazy("Made"), ColumnKind.MOMENT),
    "matter": (gettext_lazy("Matter"), ColumnKind.TEXT),
    "period": (gettext_lazy("Which time?"), ColumnKind.TEXT),
    "place": (gettext_lazy("Place"), ColumnKind.TEXT),
    "points": (gettext_lazy("Points"), ColumnKind.POINTS),
    "radl": (gettext_lazy("Radl"), ColumnKind.TEXT),
    "reason": (gettext_lazy("Reason"), ColumnKind.TEXT),
    "row": (gettext_lazy("Row of the file"), ColumnKind.TEXT),
    "saying": (gettext_lazy("What was said"), ColumnKind.TEXT),
    "schrift": (gettext_lazy("Schrift"), ColumnKind.POINTS),
    "system": (gettext_lazy("Device"), ColumnKind.TEXT),
    "table": (gettext_lazy("Table"), ColumnKind.TEXT),
    "tables": (gettext_lazy("Tables"), ColumnKind.TEXT),
    "told": (gettext_lazy("What happened"), ColumnKind.TEXT),
    "told:deed": (gettext_lazy("What"), ColumnKind.TEXT),
    "told:entry": (gettext_lazy("Hand or event"), ColumnKind.TEXT),
    "where": (gettext_lazy("Where"), ColumnKind.TEXT),
    "withdrawn_at": (gettext_lazy("Withdrawn"), ColumnKind.MOMENT),
    "words": (gettext_lazy("Words"), ColumnKind.TEXT),
    "words:stored": (gettext_lazy("What is stored"), ColumnKind.TEXT),
}


def stored_about(member: Member, *, own: bool = False) -> Book:
    """Return every table, also an empty one: that nothing is stored there is an answer, too.

    `own`: they read it themselves, in words to them, also what has to do with their account and not with
    this club.
    """
    title = f"{_('Stored data')} {member.name}"
    found = [table(member) for table in (_person, _evenings, _hands, _old_amounts, _on_paper)]
    found += [_written(member, own=own), _voices(member), _mentions(member, own=own), _log(member)]
    found.append(_links(member, own=own))
    found += [
        figures for capability in capabilities() for stored in capability.stored for figures in stored(member)
    ]
    if own and member.account is not None:
        account = member.account
        found += [_elsewhere(member, account), _sessions(account), _attempts(account)]
    return Book(title, tuple(found))


def _table(name: str, columns: str, rows: Iterable[FigureRow], controls: Iterable[Control] = ()) -> Figures:
    """Return a table of these columns, by their keys."""
    kinds = [(key, *COLUMNS[key]) for key in columns.split()]
    found = tuple(Column(str(title), kind, key.partition(":")[0]) for key, title, kind in kinds)
    return Figures(name, found, tuple(rows), name=name, controls=tuple(controls))


def _person(member: Member) -> Figures:
    account = member.account
    facts: list[tuple[str, str | datetime | None]] = [
        (_("Name"), member.name),
        (_("Club"), member.club.name),
        (_("Active"), _("yes") if member.active else _("no")),
        (_("Roles"), ", ".join(str(role.label) for role in member.roles)),
        (_("Sign-in name"), account.name if account else None),
        (_("Account made"), account.made_at if account else None),
        (_("Last sign-in"), account.last_login if account else None),
        (_("Two-step sign-in since"), _second_factor_since(account)),
        (_("Asked to be anonymised"), member.wants_to_go_at),
    ]
    invited = member.invitations.order_by("made_at").values_list("made_at", flat=True)
    facts += [(_("Invitation made"), at) for at in invited]
    return _table(_("Person"), "matter words:stored", [(matter, _fact(value)) for matter, value in facts])


def _fact(value: str | datetime | None) -> str | None:
    if isinstance(value, datetime):
        return date_format(timezone.localtime(value), pgettext("date format", "j M Y, H:i"))
    return value or None


def _participants(member: Member) -> list[int]:
    return list(member.participations.order_by("pk").values_list("pk", flat=True))


def _sums(member: Member) -> tuple[Down, Down, Down]:
    """Return what all hands come to, as the database adds them up.

    Of evenings and of single hands the same.
    """
    sums = TableScore.objects.filter(participant__member=member).aggregate(
        hands=Sum("hands", default=0),
        twelfths=Sum("twelfths", default=0),
        schrift=Sum("schrift_twelfths", default=0),
    )
    points, schrift = (Fraction(sums[what], 12) for what in ("twelfths", "schrift"))
    return Down("hands", to=sums["hands"]), Down("points", to=points), Down("schrift", to=schrift)


def _evenings(member: Member) -> Figures:
    rows = [
        (
            evening.date,
            evening.place or None,
            ", ".join(evening.tables) or None,
            evening.hands,
            evening.points,
            evening.schrift,
        )
        for evening in attended(_participants(member))
    ]
    return _table(_("Evenings"), "date place tables hands points schrift", rows, _sums(member))


def _old_amounts(member: Member) -> Figures:
    """Return each row, also of sheets that were taken back."""
    amounts = OldAmount.objects.filter(person__member=member).order_by("line__sheet__date", "line")
    found = list(
        amounts.values_list("line__sheet__date", "line__sheet__place", "line__sheet__name", "twelfths")
    )
    rows = [(day, place or None, name, from_twelfths(twelfths)) for day, place, name, twelfths in found]
    twelfths = [amounts[-1] for amounts in found]
    return _table(
        _("Old sheets"), "date place table points", rows, [Down("points", to=Fraction(sum(twelfths), 12))]
    )


def _on_paper(member: Member) -> Figures:
    """Return what stood there of them, where the rules settle the hand otherwise; of others nothing."""
    on_paper = OldDifference.objects.filter(entry__sheet__evening__participants__member=member)
    own = set(map(str, _participants(member)))
    differences = on_paper.select_related("entry__sheet__evening").order_by(
        "entry__sheet__evening__date", "pk"
    )
    stood = [
        (difference, twelfths)
        for difference in differences
        for person, twelfths in difference.amounts.items()
        if person in own
    ]
    rows: list[FigureRow] = [
        (
            difference.entry.sheet.evening.date,
            difference.entry.sheet.name,
            str(difference.file_row),
            from_twelfths(twelfths),
            None if difference.radl is None else _("yes") if difference.radl else _("no"),
        )
        for difference, twelfths in stood
    ]
    total = Fraction(sum(twelfths for _difference, twelfths in stood), 12)
    return _table(_("Hands on paper"), "date table row points radl", rows, [Down("points", to=total)])


def _names_by_evening(evenings: Iterable[int]) -> dict[int, dict[str, str]]:
    there: dict[int, list[Participant]] = {}
    participants = (
        Participant.objects.filter(evening__in=set(evenings)).select_related("member").order_by("pk")
    )
    for participant in participants:
        there.setdefault(participant.evening_id, []).append(participant)
    return {evening: names_of(people) for evening, people in there.items()}


def _in_words(entries: Iterable[Entry]) -> dict[object, str]:
    """Return what each says, in words; of those that took something back nothing."""
    entries = [entry for entry in entries if entry.record is not None]
    sheets = {
        sheet.pk: sheet
        for sheet in Sheet.objects.filter(pk__in={entry.sheet_id for entry in entries}).select_related(
            "ruleset"
        )
    }
    books, language = books_of(sheets.values()), current_language()
    names = _names_by_evening(sheet.evening_id for sheet in sheets.values())
    return {
        entry.pk: fact_in_words(
            fact_of(entry, books[entry.sheet_id]), names[sheets[entry.sheet_id].evening_id], language
        )
        for entry in entries
    }


def _hands(member: Member) -> Figures:
    """Return every hand in which the member played, with what it brought them."""
    own = set(map(str, _participants(member)))
    sat_at = TableScore.objects.filter(participant__member=member).values("sheet")
    at_tables = Row.objects.filter(sheet__in=sat_at)
    played = [
        (row, person)
        for row in at_tables.select_related("entry__grounds", "sheet__evening").order_by(
            "sheet__evening__date", "sheet", "place"
        )
        for person in own.intersection(row.amounts)
    ]
    reasons = _in_words(row.entry for row, _person in played)
    rows = [
        (
            row.sheet.evening.date,
            row.sheet.name,
            row.number,
            reasons[row.entry_id],
            *map(from_twelfths, row.amounts[person]),
        )
        for row, person in played
    ]
    _all, *sums = _sums(member)
    return _table(_("Hands"), "date table hand told points schrift", rows, sums)


def _written(member: Member, *, own: bool) -> Figures:
    """Return what the member recorded, signed in."""
    entries = list(
        Entry.objects.filter(by=member).select_related("sheet", "reason", "grounds").order_by("at", "seq")
    )
    reasons = _in_words(entries)
    rows = [
        (entry.at, entry.sheet.name, str(DONE[entry.act]), reasons.get(entry.pk), _words(entry.reason))
        for entry in entries
    ]
    return _table(
        _("Recorded by you") if own else _("Recorded by this member"), "at table act told:entry reason", rows
    )


def _words(reason: Reason | None) -> str | None:
    return (reason.text or _("removed")) if reason is not None else None


def _voices(member: Member) -> Figures:
    found = Voice.objects.filter(player__member=member) | Voice.objects.filter(by=member)
    voices = found.select_related("sheet", "reason").order_by("at", "seq")
    rows = [
        (voice.at, voice.sheet.name, str(SAYINGS[voice.saying]), _words(voice.reason)) for voice in voices
    ]
    return _table(_("Confirmations and objections"), "at table saying words", rows)


def _mentions(member: Member, *, own: bool) -> Figures:
    """Return what others typed that names the member."""
    rows = [(text.where, text.text) for text in traced_member(member).texts_outside_the_log()]
    return _table(_("Words that name you") if own else _("Words that name this member"), "where words", rows)


def _log(member: Member) -> Figures:
    """Return what the member did, and what was done about them."""
    naming = [deed.pk for deed in traced_member(member).forgotten("…")]
    about = Q(details__member=member.pk) | Q(pk__in=naming)
    if member.account is not None:
        about |= Q(account=member.account)
    deeds = Deed.objects.filter(about, club=member.club)
    rows = [(deed.at, deed.actor, chronicle.log_line(deed)) for deed in deeds.order_by("at", "pk")]
    return _table(_("Log"), "at actor told:deed", rows)


def _elsewhere(member: Member, account: Account) -> Figures:
    """Return what the account did in other clubs and in none, and who took it off there."""
    taken_off = Q(verb="detach_account", details__account_name=account.name)
    deeds = Deed.objects.filter(Q(account=account) | taken_off).exclude(club=member.club)
    rows = [
        (deed.at, deed.club.name if deed.club else None, deed.actor, chronicle.log_line(deed))
        for deed in deeds.select_related("club").order_by("at", "pk")
    ]
    return _table(_("Log elsewhere"), "at club actor told:deed", rows)


def _second_factor_since(account: Account | None) -> datetime | None:
    factors = SecondFactor.objects.filter(account=account)
    return factors.values_list("made_at", flat=True).first() if account else None


def _sessions(account: Account) -> Figures:
    sessions = OpenSession.objects.filter(account=account).order_by("pk")
    rows = list(sessions.values_list("browser", "system", "address", "began_at"))
    return _table(_("Where you are signed in"), "browser system address began_at", rows)


def _attempts(account: Account) -> Figures:
    """Return tries with their sign-in name, whoever made them."""
    attempts = SignInAttempt.objects.filter(kind=Guess.PASSWORD, key=sign_in_key(account.name))
    rows = list(attempts.order_by("at", "pk").values_list("at", "address"))
    return _table(_("Failed sign-in attempts"), "at address", rows)


def _links(member: Member, *, own: bool) -> Figures:
    shared = Sharing.objects.filter(member=member).order_by("made_at")
    rows = [(sharing.made_at, period_label(sharing.period), sharing.withdrawn_at) for sharing in shared]
    return _table(
        _("Links to your page") if own else _("Links to this member’s page"),
        "made_at period withdrawn_at",
        rows,
    )
