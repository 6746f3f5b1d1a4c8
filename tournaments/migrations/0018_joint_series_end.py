"""Series of several clubs become the organiser's own; what the other clubs brought stays as old results of it.

A club's part of it goes, unless somebody typed something there: then it goes on as a series of that club.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime
from fractions import Fraction
from hashlib import sha256
from typing import Any
from uuid import NAMESPACE_URL, uuid5

from django.db import migrations

BY = "Tarockclub"  # in the log: nobody did it
LONGEST_NAME, LONGEST_TITLE = 40, 80
IN_SECTIONS = 1000  # added to what is kept of a tournament, where sections are also ranked by themselves
BY_PLACE = ("places", "fifty_places", "curve", "qualification")  # ladders
WORDS = {"de": ("Abend", "Runde", "Mitgebrachte Punkte"), "en": ("Evening", "round", "Points brought along")}


def folded(name: str) -> str:
    """Return what two spellings of one name have in common."""
    plain = name.replace("\u200c", "").replace("\u200d", "")
    return tidy(unicodedata.normalize("NFKC", plain).casefold())


def tidy(name: str) -> str:
    return " ".join(unicodedata.normalize("NFC", name).split())


def key_of_name(name: str, part: int = 0) -> str:
    """Return who somebody is in a series who is known by name only."""
    text = f"{part} {folded(tidy(name))}" if part else folded(tidy(name))
    return f"n{int(sha256(text.encode()).hexdigest()[:12], 16)}"


def with_club(text: str, club: str, longest: int, number: int) -> str:
    """Return a name or title with the club that it is from; of a long one as much as there is room for."""
    beside = f"{number} " if number > 1 else ""
    text = text.replace(";", ",")[: longest - 10].rstrip()
    room = longest - len(text) - len(beside) - 3
    return f"{text} {beside}({club.replace(';', ',')[:room].rstrip()})"


def joined(pairs: Iterable[tuple[int, int]], order: dict[int, int]) -> dict[str, str]:
    """Return as whom everybody is counted who is one person in two clubs, but those counted as themselves."""
    together: dict[int, set[int]] = {}
    for one, other in pairs:
        if one in order and other in order:
            people = together.get(one, {one}) | together.get(other, {other})
            together |= dict.fromkeys(people, people)
    firsts = {one: min(people, key=lambda each: (order[each], each)) for one, people in together.items()}
    return {f"m{one}": f"m{first}" for one, first in sorted(firsts.items()) if one != first}


@dataclass
class Result:
    """What somebody came to in an event of another club."""

    place: int | None
    points: str


@dataclass
class Event:
    """An event of another club, with everybody's result."""

    title: str
    day: date
    club: Any
    results: dict[str, Result]


class JointSeries:
    """A series that several clubs hold, while it becomes the organiser's own."""

    def __init__(self, apps: Any, series: Any, joint: list[Any]) -> None:
        """Look who is who; `joint` holds it beside the organiser, in the order of the invitations."""
        self.apps, self.series, self.joint = apps, series, joint
        self.terms: dict[str, Any] = series.kept_terms
        self.words = WORDS["de" if series.club.language == "de" else "en"]
        clubs = [series.club_id, *(one.club_id for one in joint)]
        pairs = list(series.same_people.filter(agreed_at__isnull=False).values_list("one", "other"))
        members = self.model("scoring.Member").objects.filter(club__in=clubs)
        members = members.filter(pk__in=[member for pair in pairs for member in pair])
        self.same = joined(pairs, {one.pk: clubs.index(one.club_id) for one in members})
        self.own = {f"m{pk}" for pk in series.club.members.values_list("pk", flat=True)}
        self.names: dict[str, str] = {}  # of other clubs' people
        old_names = series.old_results.values_list("guest", flat=True)
        self.taken = {*map(folded, old_names), *series.club.members.values_list("key", flat=True)}
        self.titles = set(series.old_results.values_list("date", "event"))
        self.missing: list[str] = []  # events whose results are not known, by title
        self.hashed = {  # names in old results of the other clubs, as lots and finals refer to them
            key_of_name(name, one.part_id): f"{one.part_id} {name}"
            for one in joint
            for name in one.part.old_results.exclude(guest="").values_list("guest", flat=True)
        }

    def model(self, name: str) -> Any:
        return self.apps.get_model(name)

    # Who somebody is

    def counted(self, person: str) -> str:
        """Return who somebody is by now and in all clubs."""
        if person.startswith("g"):
            guests = self.model("scoring.Participant").objects.filter(pk=int(person[1:]))
            if (member := guests.values_list("member", flat=True).first()) is not None:
                person = f"m{member}"
        return self.same.get(person, person)

    def name_of(self, person: str) -> str:
        """Return what somebody of another club is called here: with the club, and like nobody else."""
        if person not in self.names:
            name, club = self._name_and_club(person)
            number = 1
            while folded(found := with_club(name, club, LONGEST_NAME, number)) in self.taken:
                number += 1
            self.taken.add(folded(found))
            self.names[person] = found
        return self.names[person]

    def _name_and_club(self, person: str) -> tuple[str, str]:
        if person.startswith("m"):
            member = self.model("scoring.Member").objects.select_related("club").get(pk=int(person[1:]))
            return member.name, member.club.name
        if person.startswith("g"):
            guests = self.model("scoring.Participant").objects.select_related("evening__club")
            guest = guests.get(pk=int(person[1:]))
            return guest.guest, guest.evening.club.name
        part, name = person.split(" ", 1)
        return name, next(one.club.name for one in self.joint if one.part_id == int(part))

    def key_from_now_on(self, person: str) -> str:
        """Return who somebody is in lots and in finals."""
        if self._stays(person):
            return person
        found = self.counted(self.hashed.get(person, person))
        return found if found in self.own else key_of_name(self.name_of(found))

    def _stays(self, person: str) -> bool:
        """Return whether this is a guest or an old name of the organiser's, or nobody who is known."""
        kind, pk = person[0], int(person[1:])
        if kind == "n":
            return person not in self.hashed
        if kind == "m":
            return not self.model("scoring.Member").objects.filter(pk=pk).exists()
        guests = self.model("scoring.Participant").objects.filter(pk=pk)
        return not guests.exclude(evening__club=self.series.club).exists()

    # What the other clubs brought

    def events(self) -> Iterator[Event]:
        for one in self.joint:
            rows = one.part.events.select_related(
                "tournament__evening", "round__tournament__evening", "evening"
            )
            for event in rows.order_by("pk"):
                yield from self._event(event, one.club)
            yield from self._typed(one)

    def _event(self, event: Any, club: Any) -> Iterator[Event]:
        """Yield an event as it stands; nothing where it has not been played, or where nothing is kept of it."""
        evening, tournament, round_ = event.evening, event.tournament, event.round
        if evening is not None:
            if evening.occasion != "club" or evening.spontaneous:
                return
            title, day = self.words[0], evening.date
            results = self._of_evening(evening) if evening.closed_at is not None else None
        else:
            tournament = tournament or round_.tournament
            title, day, part = tournament.title, tournament.evening.date, 0
            held = tournament.state == "finished"
            if round_ is not None:
                title = f"{title}, {self.words[1]} {round_.number}"
                held, part = round_.stage == "closed", round_.number
            results = self._of_tournament(tournament, part) if held else None
        if results is None:
            self.missing.append(f"{title} {day:%d.%m.%Y} ({club.name})")
        else:
            yield Event(title, day, club, results)

    def _of_evening(self, evening: Any) -> dict[str, Result]:
        """Rank everybody by the Kassa of all tables; the points are the Schrift."""
        rows = self.model("scoring.TableScore").objects.filter(sheet__evening=evening, hands__gt=0)
        money: dict[str, int] = {}
        points: dict[str, int] = {}
        for member, participant, twelfths, schrift in rows.order_by("sheet", "pk").values_list(
            "participant__member", "participant", "twelfths", "schrift_twelfths"
        ):
            person = f"m{member}" if member else f"g{participant}"
            money[person] = money.get(person, 0) + twelfths
            points[person] = points.get(person, 0) + schrift
        amounts = sorted(money.values(), reverse=True)
        return {
            person: Result(amounts.index(amount) + 1, str(Fraction(points[person], 12)))
            for person, amount in money.items()
        }

    def _of_tournament(self, tournament: Any, part: int) -> dict[str, Result] | None:
        """Return what was kept of a tournament, or of a round of it, when it was last looked at."""
        kept = dict(tournament.kept_outcomes.values_list("part", "outcomes"))
        sections = kept.get(part + IN_SECTIONS) if self.terms.get("in_sections") else None
        found = sections or kept.get(part)
        if found is None:
            return None
        results = {person: self._kept(text) for person, text in found["people"].items()}
        by_place = self.terms.get("ladder") in BY_PLACE  # whoever has none there was given nothing
        return {person: one for person, one in results.items() if one.place is not None or not by_place}

    def _kept(self, text: str) -> Result:
        points, _hands, place, *_further = text.split(" ")
        if place == "-":
            return Result(None, points)
        told, first, equals = map(int, place.split("."))
        mean = equals > 1 and self.terms.get("equals", "mean") == "mean"
        return Result(first if mean else told, points)  # old results share the places from theirs on

    def _typed(self, one: Any) -> Iterator[Event]:
        """Yield the end tables that a club typed in its part, and what its members bring along."""
        tables: dict[tuple[date, str], dict[str, Result]] = {}
        for row in one.part.old_results.order_by("date", "event", "pk"):
            person = f"m{row.member_id}" if row.member_id else f"{one.part_id} {row.guest}"
            tables.setdefault((row.date, row.event), {})[person] = Result(row.place, row.kept_points)
        for (day, title), results in tables.items():
            yield Event(title, day, one.club, results)
        brought: dict[str, Result] = {}
        for row in one.part.brought.order_by("pk"):
            person = self.counted(f"m{row.member_id}")
            if person in self.own:
                self._bring(int(person[1:]), Fraction(row.kept_points))
            else:
                brought[person] = Result(None, row.kept_points)
        if brought and self.terms.get("ladder", "schrift") == "schrift":
            yield Event(self.words[2], self.series.made_at.date(), one.club, brought)
        elif brought:
            self.missing.append(f"{self.words[2]} ({one.club.name})")

    def _bring(self, member: int, points: Fraction) -> None:
        there = self.series.brought.filter(member=member).first()
        if there is None:
            self.series.brought.create(member_id=member, kept_points=str(points), words="")
        else:
            there.kept_points = str(points + Fraction(there.kept_points))
            there.save()

    # The end

    def end(self) -> None:
        """Keep everything, then let the parts go and tell all clubs."""
        rows = [row for event in self.events() for row in self._rows(event)]
        self.model("tournaments.OldResult").objects.bulk_create(rows)
        self._change_terms(any(row.member_id is None for row in rows))
        self._change_lots()
        self._change_finals()
        for one in self.joint:
            self._end_part(one)
        clubs = ", ".join(one.club.name for one in self.joint)
        about = {"series": self.series.pk, "clubs": clubs, "number": len(rows), "missing": self.missing}
        self._tell(self.series.club, "end_joint_series", **about)

    def _rows(self, event: Event) -> Iterator[Any]:
        title = self._title(event)
        for person, result in sorted(event.results.items(), key=lambda one: (one[1].place or 0, one[0])):
            who = self.counted(person)
            if self._counts(who):
                yield self.model("tournaments.OldResult")(
                    series=self.series,
                    event=title,
                    date=event.day,
                    member_id=int(who[1:]) if who in self.own else None,
                    guest="" if who in self.own else self.name_of(who),
                    place=result.place,
                    kept_points=result.points,
                )

    def _title(self, event: Event) -> str:
        """Return a title that no other event of the day has."""
        number, club = 1, event.club.name
        while (event.day, found := with_club(event.title, club, LONGEST_TITLE, number)) in self.titles:
            number += 1
        self.titles.add((event.day, found))
        return found

    def _counts(self, person: str) -> bool:
        """Return whether somebody of another club counted, or is in a group that goes on counting."""
        match self.terms.get("who"):
            case "members":
                return person.startswith("m")
            case "clubs":
                return person.startswith("m") and not self._clubs_of(person).isdisjoint(self.terms["clubs"])
        return True

    def _clubs_of(self, person: str) -> set[int]:
        everywhere = {person, *(other for other, one in self.same.items() if one == person)}
        members = self.model("scoring.Member").objects.filter(pk__in=[int(one[1:]) for one in everywhere])
        return set(members.values_list("club", flat=True))

    def _change_terms(self, with_others: bool) -> None:
        """Keep the terms; whoever is a member of another club counts only where everybody does."""
        if self.terms.get("who") in ("members", "clubs"):
            who = "everybody" if with_others else "members"
            self.series.kept_terms = {**self.terms, "who": who}
            self.series.save()

    def _change_lots(self) -> None:
        """Call everybody in lots as they are called from now on: then no seed leads to the order any more."""
        for lot in self.series.lots.all():
            order = [self.key_from_now_on(person) for person in lot.order]
            if order != lot.order:
                lot.order, lot.seed = order, ""
                lot.save()

    def _change_finals(self) -> None:
        entrants = self.model("tournaments.Entrant").objects.filter(tournament__as_final__series=self.series)
        for entrant in entrants.exclude(finalist=""):
            entrant.finalist = self.key_from_now_on(entrant.finalist)
            entrant.save()
        declines = self.model("tournaments.Decline").objects.filter(final__series=self.series)
        for decline in declines.order_by("pk"):
            person = f"m{decline.member_id}" if decline.member_id else f"g{decline.guest_id}"
            found = self.key_from_now_on(person)
            if found == person:
                continue
            if found in self.own and not declines.filter(member_id=int(found[1:])).exists():
                decline.member_id, decline.guest_id = int(found[1:]), None
                decline.save()
            else:  # a name alone cannot decline
                decline.delete()

    def _end_part(self, one: Any) -> None:
        part, events = one.part, self.model("tournaments.SeriesEvent").objects.filter(series=one.part)
        titles = [title for event in events.order_by("pk") if (title := _title_of(event))]
        finals = self.model("tournaments.SeriesFinal").objects
        stays = any(rows.exists() for rows in (part.old_results, part.brought, part.groups, part.lots))
        stays |= finals.filter(series=part).exists() or finals.filter(carried_to=part).exists()
        one.delete()
        if stays:
            who = "members" if self.series.kept_terms.get("who") == "members" else "everybody"
            part.kept_terms = {**self.series.kept_terms, "who": who}
            part.save()
        else:
            events.delete()
            part.delete()
        about = {"club_name": self.series.club.name, "events": titles, "stays": stays}
        self._tell(one.club, "end_part_of_series", **about)

    def _tell(self, club: Any, verb: str, **details: Any) -> None:
        self.model("scoring.Deed").objects.create(
            id=uuid5(NAMESPACE_URL, f"{verb} {self.series.pk} {club.pk} {self.series.made_at}"),
            club=club,
            actor=BY,
            verb=verb,
            details={"title": self.series.title, **details},
            at=datetime.now(UTC),
        )


def _title_of(event: Any) -> str:
    """Return what a club reads of its own event in its log."""
    if event.evening is not None:
        return f"{event.evening.date:%d.%m.%Y}"
    if event.round is not None:
        return f"{event.round.tournament.title} {event.round.number}"
    return str(event.tournament.title)


def end_joint_series(apps: Any, schema_editor: Any) -> None:
    """End all of them, and every invitation."""
    rows = apps.get_model("tournaments", "JointClub").objects
    for series in (
        apps.get_model("tournaments", "Series")
        .objects.filter(joint_clubs__part__isnull=False)
        .select_related("club")
        .order_by("pk")
        .distinct()
    ):
        joint = rows.filter(series=series, part__isnull=False).select_related("club", "part").order_by("pk")
        found = JointSeries(apps, series, list(joint))
        series.same_people.all().delete()
        found.end()
    apps.get_model("tournaments", "SamePerson").objects.all().delete()
    rows.all().delete()
    schema_editor.connection.check_constraints()  # PostgreSQL drops no table while something is to be checked


class Migration(migrations.Migration):
    dependencies = [
        ("scoring", "0016_moved_evenings"),
        ("tournaments", "0017_finalists"),
    ]

    operations = [
        migrations.RunPython(end_joint_series, migrations.RunPython.noop),
        migrations.DeleteModel("JointClub"),
        migrations.DeleteModel("SamePerson"),
    ]
