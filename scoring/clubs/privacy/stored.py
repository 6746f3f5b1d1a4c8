"""Everything that is stored about one member, as tables: to read, and to download.

Other people have no names in it: at a table they are players with a number, in the log there are dots. What
somebody typed stays as it was typed.
"""

from collections.abc import Iterable, Mapping
from datetime import datetime

from django.db.models import Q
from django.utils.translation import gettext as _

from scoring.accounts.guests import joinings_of
from scoring.accounts.sign_ins import sign_in_key
from scoring.capability import capabilities, log_line
from scoring.clock import moment_in_words
from scoring.clubs.guests.pages import attended
from scoring.clubs.privacy.anonymising import traced_member
from scoring.clubs.privacy.name_locations import TracedPerson
from scoring.engine.result import from_twelfths
from scoring.export.figures import Figures, Workbook
from scoring.models import (
    Account,
    Club,
    Deed,
    Entry,
    Guess,
    Member,
    OldAmount,
    OldDifference,
    OpenSession,
    OtherVersion,
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
from scoring.names import folded
from scoring.rules.versions.timelines import timelines_of
from scoring.table.other_versions import hand_of
from scoring.table.pages.voices import SAYINGS
from scoring.table.pages.wording import ACT_WORDS, fact_in_words, named_entry_in_words
from scoring.table.replay import fact_of
from scoring.web.columns import Column, ColumnKind
from scoring.web.language import current_language


def stored_about(member: Member, *, own: bool = False) -> Workbook:
    """Return every table, even if it is empty: that nothing is stored is an answer, too.

    `own`: they read it themselves, in words to them, also what has to do with their account and not with
    this club.
    """
    title = f"{_('Stored data')} {member.name}"
    tables = [table(member) for table in (_person, _evenings, _hands, _old_amounts, _on_paper)]
    tables += [
        _written(member, own=own),
        _other_versions(member),
        _voices(member),
        _mentions(member, own=own),
        _log(member),
    ]
    tables.append(_links(member, own=own))
    tables += [
        figures
        for capability in capabilities()
        for stored in capability.privacy_reports
        for figures in stored(member)
    ]
    if own and member.account is not None:
        account = member.account
        tables += [_elsewhere(member, account), _sessions(account), _attempts(account)]
    return Workbook(title, tuple(tables))


def _person(member: Member) -> Figures:
    account = member.account
    factors = SecondFactor.objects.filter(account=account) if account else SecondFactor.objects.none()
    since = factors.values_list("made_at", flat=True).first()
    facts: list[tuple[str, str | datetime | None]] = [
        (_("Name"), member.name),
        (_("Club"), member.club.name),
        (_("Active"), _("yes") if member.active else _("no")),
        (_("Named in pictures of results"), _("yes") if member.in_pictures else _("no")),
        (_("Roles"), member.roles_in_words),
        (_("Sign-in name"), account.name if account else None),
        (_("Account made"), account.made_at if account else None),
        (_("Last sign-in"), account.last_login if account else None),
        (_("Two-step sign-in since"), since),
        (_("Asked to be anonymised"), member.wants_to_go_at),
    ]
    invited = member.invitations.order_by("made_at").values_list("made_at", flat=True)
    facts += [(_("Invitation made"), at) for at in invited]
    facts += [(_("Also called"), other.name) for other in member.other_names.order_by("key")]
    names = [name for joining in joinings_of(member) for name in joining.names]
    facts += [(_("Name as a guest"), name) for name in dict.fromkeys(names)]
    columns = (Column(_("Matter"), key="matter"), Column(_("What is stored"), key="words"))
    return Figures.of(_("Person"), columns, ((matter, _fact(value)) for matter, value in facts))


def _fact(value: str | datetime | None) -> str | None:
    if isinstance(value, datetime):
        return moment_in_words(value)
    return value or None


def _participants(member: Member) -> list[int]:
    return list(member.participations.order_by("pk").values_list("pk", flat=True))


def _evenings(member: Member) -> Figures:
    columns = (
        Column(_("Date"), ColumnKind.DATE, "date", "evening.date"),
        Column(_("Place"), key="place", of="evening.venue"),
        Column(_("Tables"), key="tables", of=lambda guest: ", ".join(guest.tables)),
        Column(_("Hands"), ColumnKind.NUMBER, "hands", summed=True),
        Column(_("Points"), ColumnKind.POINTS, "points", summed=True),
        Column(_("Schrift"), ColumnKind.POINTS, "schrift", summed=True),
    )
    return Figures.of(_("Evenings"), columns, attended(_participants(member)))


def _old_amounts(member: Member) -> Figures:
    """Return each row of old sheets of amounts, including withdrawn ones."""
    columns = (
        Column(_("Date"), ColumnKind.DATE, "date", "line.sheet.date"),
        Column(_("Place"), key="place", of="line.sheet.venue"),
        Column(_("Table"), key="table", of="line.sheet.name"),
        Column(
            _("Points"),
            ColumnKind.POINTS,
            "points",
            lambda amount: from_twelfths(amount.twelfths),
            summed=True,
        ),
    )
    amounts = OldAmount.objects.filter(person__member=member).select_related("line__sheet")
    return Figures.of(_("Old sheets"), columns, amounts.order_by("line__sheet__date", "line"))


def _on_paper(member: Member) -> Figures:
    """Return the member's own amounts on paper, of hands that the rules settle otherwise."""
    columns = (
        Column(_("Date"), ColumnKind.DATE, key="date"),
        Column(_("Table"), key="table"),
        Column(_("Row of the file"), key="row"),
        Column(_("Points"), ColumnKind.POINTS, "points", summed=True),
        Column(_("Radl"), key="radl"),
    )
    on_paper = OldDifference.objects.filter(entry__sheet__evening__participants__member=member)
    own = set(map(str, _participants(member)))
    differences = on_paper.select_related("entry__sheet__evening").order_by(
        "entry__sheet__evening__date", "pk"
    )
    rows = (
        (
            difference.entry.sheet.evening.date,
            difference.entry.sheet.name,
            str(difference.file_row),
            from_twelfths(twelfths),
            None if difference.radl is None else _("yes") if difference.radl else _("no"),
        )
        for difference in differences
        for person, twelfths in difference.amounts.items()
        if person in own
    )
    return Figures.of(_("Hands on paper"), columns, rows)


def _names_by_evening(evenings: Iterable[int], member: Member) -> dict[int, dict[str, str]]:
    """Return the member's name, and numbers for the others, by participant."""
    seated: dict[int, list[Participant]] = {}
    participants = (
        Participant.objects.filter(evening__in=set(evenings)).select_related("member").order_by("pk")
    )
    for participant in participants:
        seated.setdefault(participant.evening_id, []).append(participant)
    own = set(map(str, _participants(member)))
    return {
        evening: {
            key: name if key in own else _("Player %(number)d") % {"number": number}
            for number, (key, name) in enumerate(names_of(people).items(), 1)
        }
        for evening, people in seated.items()
    }


def _in_words(entries: Iterable[Entry], member: Member) -> dict[object, str]:
    """Return each entry in words, by id; those that took something back have none."""
    entries = [entry for entry in entries if entry.record is not None]
    sheets = {
        sheet.pk: sheet
        for sheet in Sheet.objects.filter(pk__in={entry.sheet_id for entry in entries}).select_related(
            "ruleset"
        )
    }
    timelines, language = timelines_of(sheets.values()), current_language()
    names = _names_by_evening((sheet.evening_id for sheet in sheets.values()), member)
    return {
        entry.pk: fact_in_words(
            fact_of(entry, timelines[entry.sheet_id]), names[sheets[entry.sheet_id].evening_id], language
        )
        for entry in entries
    }


def _hands(member: Member) -> Figures:
    """Return every hand in which the member played, with its amount for the member."""
    columns = (
        Column(_("Date"), ColumnKind.DATE, key="date"),
        Column(_("Table"), key="table"),
        Column(_("Hand"), ColumnKind.NUMBER, key="hand"),
        Column(_("What happened"), key="told"),
        Column(_("Points"), ColumnKind.POINTS, "points", summed=True),
        Column(_("Schrift"), ColumnKind.POINTS, "schrift", summed=True),
    )
    own = set(map(str, _participants(member)))
    sat_at = TableScore.objects.filter(participant__member=member).values("sheet")
    at_tables = Row.objects.filter(sheet__in=sat_at)
    played = [
        (row, person)
        for row in at_tables.select_related("entry__grounds", "sheet__evening").order_by(
            "sheet__evening__date", "sheet", "sort_key"
        )
        for person in own.intersection(row.amounts)
    ]
    reasons = _in_words((row.entry for row, _person in played), member)
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
    return Figures.of(_("Hands"), columns, rows)


def _written(member: Member, *, own: bool) -> Figures:
    """Return the entries that the member recorded, signed in."""
    entries = list(
        Entry.objects.filter(by=member).select_related("sheet", "reason", "grounds").order_by("at", "seq")
    )
    sentences = _in_words(entries, member)
    columns = (
        Column(_("When"), ColumnKind.MOMENT, key="at"),
        Column(_("Table"), key="table", of="sheet.name"),
        Column(_("What was done"), key="act", of=lambda entry: str(ACT_WORDS[entry.act])),
        Column(_("Hand or event"), key="told", of=lambda entry: sentences.get(entry.pk)),
        Column(_("Reason"), key="reason", of=lambda entry: _words(entry.reason)),
    )
    return Figures.of(_("Recorded by you") if own else _("Recorded by this member"), columns, entries)


def _words(reason: Reason | None) -> str | None:
    return (reason.text or _("removed")) if reason is not None else None


def _other_versions(member: Member) -> Figures:
    """Return hands as the member recorded them where another version was chosen."""
    versions = OtherVersion.objects.filter(by=member).select_related("sheet__ruleset", "entry").order_by("at")
    sheets = {version.sheet.pk: version.sheet for version in versions}
    timelines = timelines_of(sheets.values())
    names = _names_by_evening((sheet.evening_id for sheet in sheets.values()), member)
    sentences = {}
    for version in versions:
        hand, rules = hand_of(version, version.entry.sort_key, timelines[version.sheet_id])
        by_id = names[version.sheet.evening_id]
        sentences[version.pk] = named_entry_in_words(hand, by_id, rules, current_language())
    columns = (
        Column(_("When"), ColumnKind.MOMENT, key="at"),
        Column(_("Table"), key="table", of="sheet.name"),
        Column(_("Hand or event"), key="told", of=lambda version: sentences[version.pk]),
    )
    return Figures.of(_("Hands recorded differently"), columns, list(versions))


def _voices(member: Member) -> Figures:
    columns = (
        Column(_("When"), ColumnKind.MOMENT, key="at"),
        Column(_("Table"), key="table", of="sheet.name"),
        Column(_("What was said"), key="saying", of=lambda voice: str(SAYINGS[voice.saying])),
        Column(_("Words"), key="words", of=lambda voice: _words(voice.reason)),
    )
    own_voices = Voice.objects.filter(player__member=member) | Voice.objects.filter(by=member)
    voices = own_voices.select_related("sheet", "reason").order_by("at", "seq")
    return Figures.of(_("Confirmations and objections"), columns, voices)


def _mentions(member: Member, *, own: bool) -> Figures:
    """Return the texts by others that name the member, without other people's names."""
    person = traced_member(member)
    texts = person.texts_outside_the_log()
    columns = (Column(_("Where"), key="where"), Column(_("Words"), key="words", of="text"))
    title = _("Words that name you") if own else _("Words that name this member")
    theirs = (text for text in texts if not text.is_name or folded(text.text) in person.keys)
    return Figures.of(title, columns, theirs)


def _log(member: Member) -> Figures:
    """Return the deeds by the member, and those about them."""
    person = traced_member(member)
    condition = Q(details__member=member.pk) | Q(pk__in=[deed.pk for deed in person.forgotten("…")])
    if member.account is not None:
        condition |= Q(account=member.account)
    deeds = Deed.objects.filter(condition, club=member.club)
    columns = (Column(_("When"), ColumnKind.MOMENT, key="at"), *_deed_columns({member.club: person}))
    return Figures.of(_("Log"), columns, deeds.select_related("club").order_by("at", "pk"))


def _deed_columns(people: Mapping[Club | None, TracedPerson]) -> tuple[Column, Column]:
    """Return the columns of deeds; `people` are those whose names stay in each club's log."""

    def without_others(deed: Deed, text: str) -> str:
        return people[deed.club].without_others(text) if deed.club in people else text

    return (
        Column(_("Who"), key="actor", of=lambda deed: without_others(deed, deed.actor)),
        Column(_("What"), key="told", of=lambda deed: without_others(deed, log_line(deed))),
    )


def _elsewhere(member: Member, account: Account) -> Figures:
    """Return what the account did outside the club, and who removed it there."""
    taken_off = Q(verb="detach_account", details__account_name=account.name)
    elsewhere = Deed.objects.filter(Q(account=account) | taken_off).exclude(club=member.club)
    deeds = list(elsewhere.select_related("club").order_by("at", "pk"))
    own = frozenset([member.name, account.name])
    people: dict[Club | None, TracedPerson] = {
        deed.club: TracedPerson(deed.club, None, frozenset(), called=own) for deed in deeds if deed.club
    }
    columns = (
        Column(_("When"), ColumnKind.MOMENT, key="at"),
        Column(_("Club"), key="club", of="club.name"),
        *_deed_columns(people),
    )
    return Figures.of(_("Log elsewhere"), columns, deeds)


def _sessions(account: Account) -> Figures:
    columns = (
        Column(_("Browser"), key="browser"),
        Column(_("Device"), key="system"),
        Column(_("Network address"), key="address"),
        Column(_("Signed in"), ColumnKind.MOMENT, key="began_at"),
    )
    sessions = OpenSession.objects.filter(account=account).order_by("pk")
    return Figures.of(_("Where you are signed in"), columns, sessions)


def _attempts(account: Account) -> Figures:
    """Return the failed attempts to sign in with the account's name."""
    columns = (
        Column(_("When"), ColumnKind.MOMENT, key="at"),
        Column(_("Network address"), key="address"),
    )
    attempts = SignInAttempt.objects.filter(kind=Guess.PASSWORD, key=sign_in_key(account.name))
    return Figures.of(_("Failed sign-in attempts"), columns, attempts.order_by("at", "pk"))


def _links(member: Member, *, own: bool) -> Figures:
    columns = (
        Column(_("Made"), ColumnKind.MOMENT, key="made_at"),
        Column(_("Which period?"), key="period", of=lambda sharing: period_label(sharing.period)),
        Column(_("Withdrawn"), ColumnKind.MOMENT, key="withdrawn_at"),
    )
    shared = Sharing.objects.filter(member=member).order_by("made_at")
    return Figures.of(_("Links to your page") if own else _("Links to this member’s page"), columns, shared)
