"""Forms to register people: ticked, pasted or from a file; and what each line of a list becomes."""

import hashlib
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import count
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.accounts.names import problems_with_person
from scoring.models import Member
from scoring.names import folded, tidy
from scoring.web.fields import PageForm, lines_field, offer, spreadsheet_field, text_field
from scoring.web.stored_forms import StoredForm
from tournaments.engine.names import Likeness, NameRegister
from tournaments.entrants.forms.lists import MOST_LETTERS, MOST_LINES, ListRow, listed, spread
from tournaments.models import Tournament

NEW, LEFT_OUT, SAME, OTHER = "new", "out", "same", "other"
MOST_OFFERED = 6  # who could be meant by one name


def _house_field() -> forms.BooleanField:
    return forms.BooleanField(
        label=gettext_lazy("As house players"),
        help_text=gettext_lazy("They fill in where somebody is missing, pay nothing and are never ranked."),
        required=False,
    )


class Ticked(PageForm):
    """Members of the club who play."""

    members = forms.TypedMultipleChoiceField(
        label=gettext_lazy("Who plays?"),
        coerce=int,
        widget=forms.CheckboxSelectMultiple,
        error_messages={
            "required": gettext_lazy("Please tick at least one member."),
            "invalid_choice": gettext_lazy("One of them is now inactive. Please look again."),
        },
    )
    house = _house_field()

    def __init__(
        self, *args: Any, members: Sequence[Member], registered: Collection[int], **kwargs: Any
    ) -> None:
        super().__init__(*args, auto_id="ticked_%s", **kwargs)
        self.offered = [member for member in members if member.pk not in registered]
        # of everybody: a form sent twice is no mistake
        offer(self, members=[(str(member.pk), member.name) for member in members])

    @property
    def rows(self) -> list[tuple[Member, bool]]:
        """Return the members not registered yet, and whether they are ticked."""
        chosen = set(map(str, self["members"].value() or ()))
        return [(member, str(member.pk) in chosen) for member in self.offered]


class Pasted(PageForm):
    """A list with one name on each line; wrong lines stay in it to be corrected."""

    lines = lines_field(
        gettext_lazy("Names, one on each line"),
        MOST_LETTERS,
        rows=8,
        required=gettext_lazy("Please give at least one name."),
        help_text=gettext_lazy(
            "Numbers, bullets and commas around names do no harm; “Huber, Franz” becomes Franz Huber. "
            "Rows copied from a spreadsheet may have a heading: Name, Vorname, Nachname, Mitglied."
        ),
    )
    house = _house_field()

    def clean_lines(self) -> str:
        text = spread(self.cleaned_data["lines"])
        if not text.strip():
            raise forms.ValidationError(self.fields["lines"].error_messages["required"])
        if text.count("\n") >= MOST_LINES:
            problem = _("The list has more than %(most)d rows. Please send it in parts.")
            raise forms.ValidationError(problem % {"most": MOST_LINES})
        return text


class ListFile(PageForm):
    """A file with a list; its name decides how much is stored, see scoring/web/uploads.py."""

    list = spreadsheet_field(
        gettext_lazy("xlsx, ods or CSV, up to 1 MB. Nobody is registered before you have seen what it says.")
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, auto_id="file_%s", **kwargs)


class EntrantName(StoredForm):
    """The name of a registered person."""

    name = text_field(gettext_lazy("Name"), gettext_lazy("Please give a name."))


# What each line becomes


class Becomes(StrEnum):
    """What is done with a line."""

    MEMBER = "member"
    GUEST = "guest"
    REGISTERED = "registered"  # already
    REPEATED = "repeated"  # a name that stands in the list before: the same person, or another
    UNCLEAR = "asked"  # somebody has to say who it is
    BAD = "bad"


@dataclass(frozen=True, slots=True)
class EntrantChoice:
    """A person whom a line of the list could mean."""

    code: str
    label: str  # how they are called, or what choosing them does
    note: str = ""
    written: str = ""  # the name under which they are found again
    chosen: bool = False
    is_named: bool = False  # under a name that is typed beside it


@dataclass(frozen=True, slots=True)
class PreviewLine:
    """A line of the list, what it becomes, and the people to choose for it."""

    row: ListRow
    becomes: Becomes
    note: str
    choices: tuple[EntrantChoice, ...] = ()
    register: str = ""  # the name that is registered, as it is decided so far
    readmit: int | None = None  # the entrant who had withdrawn and comes back
    time: int = 1  # that the name stands in the list
    other_name: str = ""  # how another person of the same name is called
    problem: str = ""  # with that

    @property
    def field(self) -> str:
        return field_of(self.row.name, self.time)

    @property
    def whose(self) -> str:
        """Return the name that this line adds to the list; empty: none."""
        chosen = next((choice for choice in self.choices if choice.chosen), None)
        if self.is_open or (chosen is not None and chosen.code == LEFT_OUT):
            return ""
        return self.register or (chosen.written if chosen is not None else "") or self.row.name

    @property
    def is_open(self) -> bool:
        """Return whether the line stays in the list until it is corrected or its question answered."""
        return self.becomes is Becomes.BAD or (
            bool(self.choices) and not any(choice.chosen for choice in self.choices)
        )


def field_of(name: str, time: int = 1) -> str:
    """Return the name of a line's field, made of its name, so that a moved line keeps its answer."""
    mark = hashlib.sha256(folded(name).encode("utf-8", "surrogatepass")).hexdigest()[:12]
    return f"who-{mark}" if time == 1 else f"who-{mark}-{time}"


ListPreview = dict[str, Any]  # what would become of the lines of a list


def previewed(tournament: Tournament, text: str, answers: Mapping[str, str]) -> ListPreview:
    """Return what each line of a list would become; three queries, however long it is."""
    name_list = listed(text, surname_first=bool(tournament.surname_first))
    people = _People(tournament)
    people.listed = {folded(row.name) for row in name_list.rows}
    lines = [people.line(row, answers) for row in name_list.rows]
    undone = [line.row.text for line in lines if line.is_open]
    heading = [name_list.heading.text] if undone and name_list.heading is not None else []
    kinds = {
        "bad": (Becomes.BAD,),
        "unclear": (Becomes.UNCLEAR, Becomes.REPEATED),
        "clear": (Becomes.MEMBER, Becomes.GUEST, Becomes.REGISTERED),  # nothing is asked about them
    }
    return {
        "text": text,
        "heading": name_list.heading,
        "lines": lines,
        # shows whether a list was changed since somebody looked at it
        "digest": hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:16],
        "names": [line.register for line in lines if line.register],  # whom to register
        "readmitted": list(dict.fromkeys(line.readmit for line in lines if line.readmit is not None)),
        "problems": [line.problem for line in lines if line.problem],  # with names that were typed here
        "open": len(undone),
        "rest": "\n".join([*heading, *undone]),  # the list without the lines that are done
        **{name: [line for line in lines if line.becomes in kind] for name, kind in kinds.items()},
    }


def alike(tournament: Tournament, name: str) -> tuple[EntrantChoice, ...]:
    """Return registered people and members with a similar name; three queries."""
    row = ListRow(1, name, tournament.as_written(name))
    line = _People(tournament).line(row, {}) if row.name else None
    return () if line is None else tuple(choice for choice in line.choices if choice.written)


LIKE = {
    Likeness.SAME: gettext_lazy("the same name"),
    Likeness.ORDER: gettext_lazy("the same words in another order"),
    Likeness.SPELLING: gettext_lazy("the same name in another spelling"),
    Likeness.LETTER: gettext_lazy("one letter off"),
    Likeness.INITIAL: gettext_lazy("one of them shortened"),
}


class _People:
    """All people that a line could mean: registered, members of the club, and earlier lines."""

    def __init__(self, tournament: Tournament) -> None:
        self.known: dict[str, EntrantChoice] = {}
        self.registered: dict[str, EntrantChoice] = {}
        self.members: dict[str, EntrantChoice] = {}
        self.above: dict[str, EntrantChoice] = {}
        self.listed: set[str] = set()  # by the lines, also those further down
        self.withdrawn: dict[str, int] = {}  # by code
        self.times: Counter[str] = Counter()
        self.alike: NameRegister[str] = NameRegister()
        names = tournament.evening.names()
        registered_members = set()
        for entrant in tournament.entrants.select_related("participant").order_by("number"):
            note = _("registered, number %(number)d") % {"number": entrant.number}
            if entrant.withdrawn_at is not None:
                note = _("number %(number)d, has withdrawn and would be brought back") % {
                    "number": entrant.number
                }
                self.withdrawn[f"e{entrant.pk}"] = entrant.pk
            name = names[str(entrant.participant_id)]
            known = EntrantChoice(f"e{entrant.pk}", name, note, entrant.participant.guest or name)
            self._add(known)
            self.registered.setdefault(folded(known.written), known)
            registered_members.add(entrant.participant.member_id)
        for pk, name in tournament.club.members.filter(active=True).values_list("pk", "name"):
            if pk not in registered_members:
                known = EntrantChoice(f"m{pk}", name, _("member of the club"), name)
                self._add(known)
                self.members[folded(name)] = known

    def _add(self, known: EntrantChoice) -> None:
        self.known[known.code] = known
        self.alike.add(known.label, known.code)

    def line(self, row: ListRow, answers: Mapping[str, str]) -> PreviewLine:
        if row.problems:
            return PreviewLine(row, Becomes.BAD, " ".join(row.problems))
        key = folded(row.name)
        self.times[key] += 1
        if (known := self.registered.get(key)) is not None:
            return self._registered(row, known, answers)
        if (known := self.above.get(key)) is not None:
            return self._repeated(row, known, answers)
        preview = self._new(row, key, answers)
        where = _("line %(number)d") % {"number": row.number}
        mine = EntrantChoice(f"l{field_of(row.name)}", row.name, where, row.name)
        self.above[key] = mine
        self._add(mine)
        return preview

    def _registered(self, row: ListRow, known: EntrantChoice, answers: Mapping[str, str]) -> PreviewLine:
        """Preview a line with a registered name; ask once about a person who has withdrawn."""
        if known.code not in self.withdrawn or self.times[folded(row.name)] > 1:
            return PreviewLine(row, Becomes.REGISTERED, known.note)
        offered = [EntrantChoice(known.code, _("comes back"))]
        return self._question(
            row, _("%(name)s has withdrawn.") % {"name": known.label}, offered, answers, other=False
        )

    def _repeated(self, row: ListRow, known: EntrantChoice, answers: Mapping[str, str]) -> PreviewLine:
        """Preview a name listed twice: the same person, unless answered as another under another name."""
        time = self.times[folded(row.name)]
        field = field_of(row.name, time)
        is_other = answers.get(field) == OTHER
        other_name = tidy(answers.get(f"{field}-name", "")) or next(
            candidate for number in count(2) if not self._taken(candidate := f"{row.name} {number}")
        )
        choices = (
            EntrantChoice(SAME, _("the same person, written twice"), chosen=not is_other),
            EntrantChoice(OTHER, _("another person, under this name:"), chosen=is_other, is_named=True),
        )
        note = _("twice in the list: %(line)s") % {"line": known.note}
        line = PreviewLine(row, Becomes.REPEATED, note, choices, time=time, other_name=other_name)
        if not is_other:
            return line
        problem = " ".join(problems_with_person(other_name))
        if self._taken(other_name):
            problem = _(
                "There is already somebody called “%(name)s”. A different person needs a different name."
            ) % {"name": other_name}
        if problem:
            return replace(line, problem=problem)
        other = EntrantChoice(
            f"l{field}", other_name, _("line %(number)d") % {"number": row.number}, other_name
        )
        self.above[folded(other_name)] = other
        self._add(other)
        return replace(line, register=other_name)

    def _taken(self, name: str) -> bool:
        key = folded(name)
        return any(key in taken for taken in (self.registered, self.members, self.above, self.listed))

    def _new(self, row: ListRow, key: str, answers: Mapping[str, str]) -> PreviewLine:
        member = self.members.get(key)
        if member is not None and row.member is not False:
            return PreviewLine(row, Becomes.MEMBER, member.note, register=row.name)
        if member is not None:
            question = _(
                "The list says guest, but there is a member of that name. A different person needs a "
                "different name, such as “%(name)s jun.”."
            )
            offered = [self._offer(member, Likeness.SAME)]
            return self._question(row, question % {"name": row.name}, offered, answers, other=False)
        similar = sorted(self.alike.like(row.name), key=lambda match: list(LIKE).index(match[1]))
        alike = [self._offer(self.known[code], why) for code, why in similar[:MOST_OFFERED]]
        if alike:
            return self._question(row, _("Could this be somebody who is already here?"), alike, answers)
        if row.member:
            return self._question(
                row, _("The list says member, but there is no member of that name."), [], answers
            )
        return PreviewLine(row, Becomes.GUEST, _("new guest"), register=row.name)

    def _offer(self, known: EntrantChoice, why: Likeness) -> EntrantChoice:
        label = _("the same person as %(name)s") % {"name": known.label}
        return replace(known, label=label, note=f"{known.note}; {LIKE[why]}")

    def _question(
        self,
        row: ListRow,
        question: str,
        offered: Sequence[EntrantChoice],
        answers: Mapping[str, str],
        *,
        other: bool = True,
    ) -> PreviewLine:
        answer = answers.get(field_of(row.name), "")
        new = _("another person: a new guest") if offered else _("register as a guest")
        others = [EntrantChoice(NEW, new)] if other else []
        choices = tuple(
            replace(choice, chosen=choice.code == answer)
            for choice in (*offered, *others, EntrantChoice(LEFT_OUT, _("leave out")))
        )
        chosen = next((choice.code for choice in choices if choice.chosen), "")
        register = row.name if chosen == NEW else ""
        if chosen.startswith("m"):
            register = self.known[chosen].label
        return PreviewLine(row, Becomes.UNCLEAR, question, choices, register, self.withdrawn.get(chosen))
