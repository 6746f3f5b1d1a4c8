"""Make lists of end tables and their earlier versions, points brought along, groups, lots, declined finals.

The same is done with the rows of a club's file of an earlier version: as they stand there, by their columns.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from hashlib import sha256
from itertools import chain, count
from typing import Any

from django.db import migrations

LONGEST_TITLE = 80
ROWS_PER_STATEMENT = 500
OLD = (  # the tables that go
    *("endtable", "endtableversion", "endtableresult", "membergroup", "groupmember", "seriesgroup"),
    *("broughtpoints", "serieslot", "seriesfinal", "decline", "seriesevent"),
)
SOURCES = ("tournament", "round", "evening")
USES = {"counts": "only", "ranked": "ranked", "team": "team"}
WORDS = {
    "de": ("Fassung", "Mitgebrachte Punkte", "Los vom", "Startwert", "Abgesagt", "Veranstaltung"),
    "en": ("version", "Points brought along", "Lot of", "seed", "Declined", "Event"),
}
Rows = Mapping[str, Iterable[Mapping[str, Any]]]  # by tables, without the name of the app


def folded(name: str) -> str:
    """Return what two spellings of one name have in common."""
    plain = name.replace("\u200c", "").replace("\u200d", "")
    composed = unicodedata.normalize("NFC", unicodedata.normalize("NFKC", plain).casefold())
    return " ".join(composed.split())


def day_in_words(moment: Any) -> str:
    year, month, day = str(moment)[:10].split("-")
    return f"{int(day)}.{int(month)}.{year}"


class Lists:
    """Lists as they are made, each with a title that is free on its day, and what counts in series."""

    def __init__(self, apps: Any, rows: Rows) -> None:
        self.get = lambda name: apps.get_model("tournaments", name)
        self.members = dict(apps.get_model("scoring", "Member").objects.values_list("pk", "name"))
        self.participants = apps.get_model("scoring", "Participant").objects
        languages = dict(apps.get_model("scoring", "Club").objects.values_list("pk", "language"))
        self.words = {club: WORDS.get(language, WORDS["en"]) for club, language in languages.items()}
        self.rows = {
            name: sorted(rows.get(name, ()), key=lambda row: str(row["id"]).zfill(20)) for name in OLD
        }
        self.old_results = list(rows.get("oldresult", ()))
        self.series = {series.pk: series for series in self.get("Series").objects.all()}
        self.titles: dict[tuple[int, str], set[str]] = {}
        self.lines: list[Any] = []

    def store(self) -> Iterator[str]:
        """Store everything as lists; nothing that was typed goes. Yields which table comes next."""
        yield "endtable"
        self._end_tables()
        yield "oldresult"
        self._old_results()
        yield "seriesevent"
        for event in self.rows["seriesevent"]:
            if event.get("end_table") is None:
                self._count(event["series"], "event", **{f"{of}_id": event[of] for of in SOURCES})
        yield "membergroup"
        self._groups()
        yield "seriesfinal"
        for final in self.rows["seriesfinal"]:
            self._final(final)
        yield "broughtpoints"
        for pk in self.series:
            self._points(pk)
        yield "serieslot"
        for pk in self.series:
            self._lots(pk)
        self.get("Line").objects.bulk_create(self.lines, batch_size=ROWS_PER_STATEMENT)
        for series in self.series.values():
            if series.kept_terms.get("who") == "group":
                series.kept_terms["who"] = "everybody"
            series.guests_apart = self._has_guests_of_one_name(series.pk)
            series.save()

    def _make(
        self, club: int, title: str, lines: Iterable[Mapping[str, Any]], date: Any = None, **about: Any
    ) -> int:
        taken = self.titles.setdefault((club, str(date)), set())
        numbered = (f"{title[: LONGEST_TITLE - 6]} ({number})" for number in count(2))
        free = next(one for one in chain([title[:LONGEST_TITLE]], numbered) if folded(one) not in taken)
        taken.add(folded(free))
        made = self.get("PeopleList").objects.create(club_id=club, title=free, date=date, **about)
        self.lines += [self.get("Line")(list=made, **line) for line in lines]
        return int(made.pk)

    def _count(self, series: int, use: str, **what: Any) -> None:
        self.get("Counted").objects.get_or_create(series_id=series, use=use, **what)

    def _of_member(self, member: int) -> dict[str, Any]:
        return {"name": self.members[member], "member_id": member}

    def _of_result(self, row: Mapping[str, Any]) -> dict[str, Any]:
        about = {"place": row["place"], "kept_points": row["kept_points"], "outcome": row.get("outcome", "")}
        who = self._of_member(row["member"]) if row["member"] else {"name": row["guest"]}
        return who | about

    def _end_tables(self) -> None:
        versions: dict[int, list[Mapping[str, Any]]] = {}
        for version in self.rows["endtableversion"]:
            versions.setdefault(version["table"], []).append(version)
        numbers = {version["id"]: version["number"] for version in self.rows["endtableversion"]}
        results: dict[int, list[Mapping[str, Any]]] = {}
        for row in self.rows["endtableresult"]:
            results.setdefault(row["table"], []).append(row)
        for table in self.rows["endtable"]:
            rows, club, date = results.get(table["id"], []), table["club"], table["date"]
            current = [row for row in rows if row["until"] is None]
            if current:
                about = {"event_id": table.get("event_id", ""), "event_revision": table.get("event_revision")}
                lines = map(self._of_result, current)
                made = self._make(club, table["title"], lines, date, **about)
                for event in self.rows["seriesevent"]:
                    if event.get("end_table") == table["id"]:
                        self._count(event["series"], "event", list_id=made)
            ordered = sorted(versions.get(table["id"], ()), key=lambda version: version["number"])
            for version in ordered[: -1 if current else None]:
                number = version["number"]
                then = [
                    row
                    for row in rows
                    if numbers[row["since"]] <= number
                    and (row["until"] is None or numbers[row["until"]] > number)
                ]
                if then:
                    words = f"{self.words[club][0]} {number} ({day_in_words(version['at'])})"
                    title = f"{table['title'][: LONGEST_TITLE - len(words) - 2]}, {words}"
                    self._make(club, title, map(self._of_result, then), date)

    def _old_results(self) -> None:
        """Store what each series had of its own, in files of the first versions."""
        events: dict[tuple[int, str, str], list[Mapping[str, Any]]] = {}
        for row in self.old_results:
            events.setdefault((row["series"], str(row["date"]), row["event"]), []).append(row)
        made: dict[Any, int] = {}
        for (series, date, title), rows in events.items():
            club, lines = self.series[series].club_id, [self._of_result(row) for row in rows]
            same = club, date, title, repr(sorted(map(repr, lines)))
            if same not in made:
                made[same] = self._make(club, title or self.words[club][5], lines, date)
            self._count(series, "event", list_id=made[same])

    def _groups(self) -> None:
        people: dict[int, list[int]] = {}
        for row in self.rows["groupmember"]:
            people.setdefault(row["group"], []).append(row["member"])
        made = {
            group["id"]: self._make(
                group["club"], group["name"], map(self._of_member, people.get(group["id"], ()))
            )
            for group in self.rows["membergroup"]
        }
        for use in self.rows["seriesgroup"]:
            who = self.series[use["series"]].kept_terms.get("who")
            if use["use"] != "counts" or who == "group":
                self._count(use["series"], USES[use["use"]], list_id=made[use["group"]])

    def _points(self, series: int) -> None:
        rows = [row for row in self.rows["broughtpoints"] if row["series"] == series]
        by_kind: dict[str, list[dict[str, Any]]] = {}
        for row in rows:
            line = self._of_member(row["member"]) | {"kept_points": row["kept_points"], "words": row["words"]}
            by_kind.setdefault(row.get("kind", "brought"), []).append(line)
        for lines in by_kind.values():
            club, title = self.series[series].club_id, self.series[series].title
            made = self._make(club, f"{self.words[club][1]}, {title}", lines)
            self._count(series, "seeds", list_id=made)

    def _names_of_lists(self, club: int) -> Iterator[str]:
        """Yield the names of those on end tables who are no members."""
        tables = {table["id"] for table in self.rows["endtable"] if table["club"] == club}
        for row in self.rows["endtableresult"]:
            if row["table"] in tables and row["guest"]:
                yield row["guest"]
        for row in self.old_results:
            if self.series[row["series"]].club_id == club and row["guest"]:
                yield row["guest"]

    def _lots(self, series: int) -> None:
        club, title = self.series[series].club_id, self.series[series].title
        lots = [lot for lot in self.rows["serieslot"] if lot["series"] == series]
        hashed = {
            f"n{int(sha256(folded(name).encode()).hexdigest()[:12], 16)}": name
            for name in (self._names_of_lists(club) if lots else ())
        }
        for lot in sorted(lots, key=lambda lot: str(lot["at"])):
            lines = []
            for place, person in enumerate(lot["order"], 1):
                if person[0] == "n":
                    who = {"name": hashed[person]} if person in hashed else None
                elif person[0] == "m":
                    number = int(person[1:])
                    who = self._of_member(number) if number in self.members else None
                else:
                    guest = self.participants.filter(pk=int(person[1:])).first()
                    who = None if guest is None else self._of_guest(guest)
                if who is not None:
                    lines.append(who | {"place": place})
            words = f"{self.words[club][2]} {day_in_words(lot['at'])}"
            seed = f", {self.words[club][3]} {lot['seed']}" if lot["seed"] else ""
            made = self._make(club, f"{words}, {title}{seed}", lines)
            if lot["withdrawn_at"] is None:
                self._count(series, "lot", list_id=made)

    def _of_guest(self, guest: Any) -> dict[str, Any]:
        return self._of_member(guest.member_id) if guest.member_id else {"name": guest.guest}

    def _final(self, final: Mapping[str, Any]) -> None:
        """Store a final with its series; how points were carried otherwise than by a share stays beside it."""
        series, carry = self.series[final["series"]], final["carry"]
        series.final_id = final["tournament"]
        series.finalists = final["places"]
        series.carried = {"all": 100, "share": final["percent"]}.get(carry, 0)
        series.kept_terms["final_before"] = {
            "carry": carry,
            "table": final.get("kept_table", []),
            "each_section": final.get("each_section", False),
            "added_up": final["carried_to"],
            "called_there": self._called_there(final["tournament"]),
        }
        lines = []
        for decline in self.rows["decline"]:
            if decline["final"] == final["id"]:
                guest = self.participants.filter(pk=decline["guest"]).first() if decline["guest"] else None
                lines.append(self._of_member(decline["member"]) if guest is None else self._of_guest(guest))
        if lines:
            words = f"{self.words[series.club_id][4]}, {series.title}"
            self._count(series.pk, "declined", list_id=self._make(series.club_id, words, lines))

    def _called_there(self, tournament: int) -> dict[str, str]:
        """Return what guests of the series who play in its final under another name are called there."""
        entrants = self.get("Entrant").objects.filter(tournament=tournament).select_related("participant")
        named: dict[str, str] = {}
        for entrant in entrants:
            person = getattr(entrant, "finalist", "")  # a club's file of then has no such column any more
            guest = self.participants.filter(pk=int(person[1:])).first() if person[:1] == "g" else None
            if guest is not None and entrant.participant.guest not in ("", guest.guest):
                named[guest.guest] = entrant.participant.guest
        return named

    def _has_guests_of_one_name(self, series: int) -> bool:
        """Return whether a name is that of guests of several events, or also stands on end tables."""
        counted = self.get("Counted").objects.filter(series_id=series, use="event")
        evenings = {
            evening
            for each in counted.values_list("evening", "tournament__evening", "round__tournament__evening")
            for evening in each
            if evening is not None
        }
        guests = self.participants.filter(evening__in=evenings, member=None).order_by()
        keys = [key for key, _evening in {*guests.values_list("key", "evening")}]
        of_events = {"list__in_series__series": series, "list__in_series__use": "event"}
        lists = self.get("Line").objects.filter(member=None, **of_events)
        named = {folded(name) for name in lists.values_list("name", flat=True)}
        return len(set(keys)) < len(keys) or not named.isdisjoint(keys)


def store_as_lists(apps: Any, rows: Rows) -> Iterator[str]:
    """Store rows of the tables that go, by the names of their columns; yield which table comes next."""
    yield from Lists(apps, rows).store()


def convert(apps: Any, schema_editor: Any) -> None:
    """Store all that is there as lists."""
    rows = {}
    for name in OLD:
        model = apps.get_model("tournaments", name)
        rows[name] = list(model.objects.order_by().values(*(field.name for field in model._meta.fields)))
    for _table in store_as_lists(apps, rows):
        pass


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0032_lists"),
    ]

    operations = [
        migrations.RunPython(convert, migrations.RunPython.noop),
    ]
