"""What each page of the editor asks about a draft, as the tables of a rule sheet declare it.

A key is asked where its declaration says so, in the kind of question that fits what it may hold. What a draft
decides besides, whether a key matters on it and which answers there are, stands here by the name of the key.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.engine.cards import NEEDED_CARDS
from scoring.engine.customs import (
    BY_FLAG,
    DOUBLED_KINDS,
    Counting,
    DoubledGames,
    Effect,
    InSolo,
    Kind,
    SideBySide,
    Whose,
)
from scoring.engine.loading import Data
from scoring.engine.loading.reading import (
    BIGGEST_VALUE,
    LONGEST_LABEL,
    LONGEST_REMARK,
    Key,
    WholeNumber,
    points,
    rows,
)
from scoring.engine.loading.tables import OTHERWISE, SHEET, TABLES
from scoring.engine.options import OPTIONS, calls_in_solo
from scoring.engine.prices import VALAT
from scoring.engine.rules import CHAPTERS, KONTRA_LABELS, USUAL_STAKE
from scoring.engine.triggers import MONDFANG, TRIGGERS
from scoring.rule_editor.forms.questions import (
    EXACT,
    LEAST,
    BothLanguages,
    Choice,
    Offer,
    Pick,
    Question,
    RowTicks,
    SheetPath,
    TableThere,
    Words,
    ask,
    capitalised,
    help_of,
    picks_of,
    picks_of_option,
    question_of,
    table_at,
    value_at,
    words_of,
    writes_blatt,
)
from scoring.web.language import current_language


class EditorTopic(NamedTuple):
    """A page of the editor; one with a table is about its rows."""

    title: Words
    lead: Words
    table: str = ""


PAGES: Mapping[str, EditorTopic] = {
    "games": EditorTopic(
        gettext_lazy("Games"),
        gettext_lazy(
            "In the order in which they are bid, the lowest first. Type values in place, untick what you do "
            "not play, and save it all at once."
        ),
        "contracts",
    ),
    "premiums": EditorTopic(
        gettext_lazy("Premiums"),
        gettext_lazy("Type values in place, untick what you do not play, and save it all at once."),
        "premiums",
    ),
    "kontra": EditorTopic(
        gettext_lazy("Kontra"), gettext_lazy("How far it goes and how much it multiplies.")
    ),
    "points": EditorTopic(
        gettext_lazy("Card points"), gettext_lazy("How they are counted and how many win.")
    ),
    "trischaken": EditorTopic(gettext_lazy("Trischaken"), gettext_lazy("Who pays, and how much.")),
    "negative": EditorTopic(
        gettext_lazy("Negative games"),
        gettext_lazy("What may be played side by side, and who settles with whom."),
    ),
    "radl": EditorTopic(
        gettext_lazy("Radl"),
        gettext_lazy("What starts a round of doubled hands, and how long it lasts."),
    ),
    "renonce": EditorTopic(gettext_lazy("Renonce"), gettext_lazy("What a revoke costs.")),
    "valat": EditorTopic(gettext_lazy("Valat, solo and colour"), gettext_lazy("Which premiums count there.")),
    "calling": EditorTopic(
        gettext_lazy("Calling and seating"),
        gettext_lazy("Self-calling, conceding, blank Rufer, who deals first."),
    ),
    "options": EditorTopic(
        gettext_lazy("Left to the table"),
        gettext_lazy("What each evening may decide for itself, and what is usual."),
    ),
    "money": EditorTopic(
        gettext_lazy("Money and Pagatkassa"),
        gettext_lazy("What a point costs, and what goes into the pot."),
    ),
    "remarks": EditorTopic(
        gettext_lazy("Remarks"),
        gettext_lazy("How you play: who deals, how the talon is taken, when cards are shown."),
        "remarks",
    ),
    "agreed": EditorTopic(
        gettext_lazy("Agreed at the table"),
        gettext_lazy("What every table may agree on for its play, without effect on amounts."),
        "options",
    ),
    "reminders": EditorTopic(
        gettext_lazy("Reminders"),
        gettext_lazy("What players tend to forget, such as a compulsory kontra."),
        "reminders",
    ),
    "redeals": EditorTopic(
        gettext_lazy("Redeals"),
        gettext_lazy("Hands that are dealt again, apart from a misdeal: the phone offers them as a reason."),
        "redeals",
    ),
    "book": EditorTopic(
        gettext_lazy("Rule book"),
        gettext_lazy("What newcomers to your table need to know; not on the Speiszettel."),
        "book",
    ),
    "names": EditorTopic(gettext_lazy("Name and description"), gettext_lazy("What your sheet is called.")),
}
USUAL_STEPS = 5  # of a ladder that are asked for at least
PAGE_OF = {page.table: name for name, page in PAGES.items() if page.table}
NAMED_ROWS = ("contracts", "premiums")
WORDS = tuple(table for table in PAGE_OF if table not in NAMED_ROWS)
# What the page of all rows asks of each.
GRID = {
    table: tuple(key for key, spec in TABLES[table].items() if spec.asked_on == PAGE_OF[table])
    for table in NAMED_ROWS
}
# What a row is asked first, where the sheet names it later.
_FIRST = {
    "kontra": ("levels",),
    "contracts": ("label", "value", "tricks"),
    "premiums": ("label", "silent", "in_solo"),
}


class QuestionGroup(NamedTuple):
    """Questions that belong together.

    `when`: shown only where a certain answer was given; `folded`: for few, and out of the way of the others.
    """

    title: Words
    questions: list[Question]
    help: Words = ""
    when: str = ""
    folded: bool = False

    @property
    def is_open(self) -> bool:
        """Return whether one of them is answered, or its answer is wrong."""
        return any(question.errors or question.is_answered for question in self.questions)


def label_of(row: Any, otherwise: str = "?") -> str:
    """Return a row's label, or its text, in the reader's language; `otherwise` if there is none."""
    label = row.get("label", row) if isinstance(row, dict) else row
    if isinstance(label, dict):
        label = label.get(current_language())
    return label if isinstance(label, str) and label.strip() else otherwise


def rows_of(data: Data, table: str) -> dict[str, Any]:
    """Return the rows that the page of a table shows, by their keys; sentences need be no tables."""
    shown_rows = table_at(data, (table,))
    if table == "options":  # those about the play; about amounts is asked question by question
        plays = {key: row for key, row in rows(data, table).items() if row.get("changes") == "play"}
        return {key: row for key, row in plays.items() if key not in OPTIONS}
    return dict(shown_rows) if table in WORDS else rows(data, table)


def of_kind(data: Data, *kinds: Kind) -> dict[str, Data]:
    """Return the games of these kinds, by their keys."""
    names = {kind.value for kind in kinds}
    return {key: row for key, row in rows(data, "contracts").items() if row.get("kind") in names}


def levels(data: Data) -> list[str]:
    """Return the kontras that the sheet has, lowest first."""
    ladder = value_at(data, ("kontra", "levels"))
    return [level for level in KONTRA_LABELS if isinstance(ladder, dict) and level in ladder]


def step_name(data: Data, level: str) -> str:
    """Return what the sheet calls a step of the ladder."""
    name = value_at(data, ("kontra", "names", level))
    return name if isinstance(name, str) and name else KONTRA_LABELS[level]


# What a draft decides besides the declarations


def _row(data: Data, path: SheetPath) -> Data:
    """Return the game or premium that a place is in."""
    return rows(data, path[0]).get(path[1], {})


def _multiplies(row: Data) -> bool:
    return bool(row.get("effect") == Effect.MULTIPLIES.value)


def _can_be_silent(row: Data) -> bool:
    return "silent" in row or "announced" not in row


def _calls_kings(data: Data) -> bool:
    return not all(row.get("calls") for row in of_kind(data, Kind.CALLING).values())


# Whether a key can matter on a draft; whatever is not named here always can.
_MATTERS: Mapping[str, Callable[[Data, SheetPath], object]] = {
    "sheet.self_call": lambda data, path: of_kind(data, Kind.CALLING),
    "sheet.schleifen": lambda data, path: of_kind(data, Kind.CALLING),
    "sheet.trischaken": lambda data, path: "trischaken" in data,
    "sheet.bird_by": lambda data, path: any(row.get("birds") for row in of_kind(data, Kind.CALLING).values()),
    "contracts.kind": lambda data, path: False,  # it is chosen first, and stays
    "contracts.beside": lambda data, path: (
        data.get("side_by_side") != SideBySide.NONE.value or _row(data, path).get("beside")
    ),
    "contracts.blank": lambda data, path: not _row(data, path).get("birds"),
    "premiums.between_two": lambda data, path: path[1] != VALAT,
    "premiums.needs": lambda data, path: path[1] != VALAT,
    "premiums.cards": lambda data, path: path[1] != VALAT,
    "premiums.counts_beside_valat": lambda data, path: path[1] != VALAT and not _multiplies(_row(data, path)),
    "premiums.in_silent_valat": lambda data, path: (
        path[1] != VALAT
        and not _multiplies(_row(data, path))
        and _can_be_silent(_row(data, path))
        and "silent" in rows(data, "premiums").get(VALAT, {})
    ),
    "premiums.in_solo": lambda data, path: not _multiplies(_row(data, path)),
    "premiums.calling_only": lambda data, path: _calls_kings(data) or _row(data, path).get("calling_only"),
    "kontra.names": lambda data, path: levels(data),
    "kontra.with_announced_valat": lambda data, path: (
        "announced" in rows(data, "premiums").get(VALAT, {}) or value_at(data, path) is not None
    ),
    "kontra.void_up_to": lambda data, path: calls_in_solo(data),
}


# Whether an answer is given that `when` speaks of, where it is asked on another page than what needs it.
_ANSWERED: Mapping[str, Callable[[Data], bool]] = {
    "listed_games": lambda data: data.get("side_by_side") == SideBySide.LISTED.value,
    "flags": lambda data: data.get("beside_valat") in BY_FLAG,
}


def _labels(labelled_rows: Mapping[str, Data]) -> list[Pick]:
    """Return rows as answers to choose from."""
    return [Pick(key, label_of(row, key)) for key, row in labelled_rows.items()]


def _up_to(data: Data, path: SheetPath, nothing: Words) -> list[Pick]:
    """Return the answers about a limit of the kontras; the chosen one stays, whatever the ladder is now."""
    chosen = value_at(data, path)
    known = [level for level in KONTRA_LABELS if level in levels(data) or level == chosen]
    return [Pick("", nothing), *(Pick(level, step_name(data, level)) for level in known)]


def _ladder(data: Data, path: SheetPath) -> list[Pick]:
    """Return the steps that are played, and one more."""
    played = levels(data)
    highest = [*KONTRA_LABELS].index(played[-1]) + 2 if played else 0
    steps = [*KONTRA_LABELS][: max(highest, USUAL_STEPS)]
    return [Pick(level, f"{step_name(data, level)} ×") for level in steps]


def calls_radl(data: Data) -> bool:
    """Return whether a Radl usually begins only when it is called, whatever triggers there are."""
    return bool(value_at(data, ("options", "radl_start", "value")) == "called")


def _companions(data: Data, path: SheetPath) -> list[Pick]:
    others = {key: row for key, row in of_kind(data, Kind.NEGATIVE).items() if key != path[1]}
    return [Pick("", _("It is played on its own"), _("Like Piccolo and Bettler.")), *_labels(others)]


def _birds(data: Data, path: SheetPath) -> list[Pick]:
    chosen = _row(data, path).get("birds") or []
    premiums = rows(data, "premiums").items()
    return _labels(
        {key: row for key, row in premiums if key in chosen or ("announced" in row and key != VALAT)}
    )


def _whose(data: Data, path: SheetPath) -> Iterator[Pick]:
    chosen = _row(data, path).get("whose")
    return picks_of(
        whose
        for whose in Whose
        if _calls_kings(data) or whose is not Whose.KING_HOLDER or whose.value == chosen
    )


def _triggers(data: Data, path: SheetPath) -> list[Pick]:
    chosen = value_at(data, ("radl", "triggers")) or []
    possible = {
        "trischaken": bool(of_kind(data, Kind.TRISCHAKEN)),
        MONDFANG: MONDFANG in rows(data, "premiums"),
        "drawn": data.get("counting") != Counting.PLAIN.value,
    }
    return [
        Pick(name, capitalised(trigger.title), words_of(trigger.sentence))
        for name, trigger in TRIGGERS.items()
        if name in chosen or possible.get(name, True)
    ]


def _chosen_triggers(data: Data, path: SheetPath) -> list[Pick]:
    chosen = value_at(data, ("radl", "triggers")) or []
    return [pick for pick in _triggers(data, path) if pick.value in chosen or not chosen]


def _doubled_games(data: Data, path: SheetPath) -> Iterator[Pick]:
    chosen, kinds = value_at(data, path), {kind for kind in Kind if of_kind(data, kind)}
    return picks_of(
        games for games in DoubledGames if games == chosen or DOUBLED_KINDS.get(games, kinds) & kinds
    )


# The answers there are on a draft.
_PICKS: Mapping[str, Callable[[Data, SheetPath], Iterable[Pick]]] = {
    "contracts.beside": _companions,
    "contracts.birds": _birds,
    "contracts.kontra_up_to": lambda data, path: _up_to(data, path, _("As far as in any other game")),
    "premiums.whose": _whose,
    "premiums.effect": lambda data, path: picks_of(
        effect for effect in Effect if effect is not Effect.REPLACES or path[1] == VALAT
    ),
    "premiums.cards": lambda data, path: [
        Pick(card, capitalised(words)) for card, words in NEEDED_CARDS.items() if card != path[1]
    ],
    "kontra.levels": _ladder,
    "kontra.names": lambda data, path: [Pick(level, KONTRA_LABELS[level]) for level in levels(data)],
    "kontra.with_announced_valat": lambda data, path: _up_to(data, path, _("As far as usual")),
    "kontra.void_up_to": lambda data, path: _up_to(data, path, _("Every step")),
    "radl.triggers": _triggers,
    "radl.doubled_games": _doubled_games,
    "radl.lengths": _chosen_triggers,
    "radl.times": _chosen_triggers,
}
# What else a question has to know.
_KNOWN: Mapping[str, Callable[[Data, SheetPath], Mapping[str, Any]]] = {
    "sheet.pagatkassa": lambda data, path: {"name": "pagatkassa", "first": {"stake": USUAL_STAKE}},
    "contracts.value": lambda data, path: (
        {"help_text": _("How it is shared out is set under Trischaken.")}
        if _row(data, path).get("kind") == Kind.TRISCHAKEN.value
        else {}
    ),
    "contracts.tricks": lambda data, path: {"required": True},
    "kontra.levels": lambda data, path: {"read": WholeNumber(2, BIGGEST_VALUE)},
    # 36 is 35/2 only where limits are rounded.
    "trischaken.buergermeister": lambda data, path: {"edge": EXACT if writes_blatt(data) else LEAST},
    "pagatkassa.stake": lambda data, path: {"suggested": USUAL_STAKE},
    "radl.triggers": lambda data, path: (
        {"help_text": _("Only for tables at which a Radl need not be called.")} if calls_radl(data) else {}
    ),
}


# What is asked, by the declarations


def blocks(data: Data, *path: str, page: str = "") -> Iterator[QuestionGroup]:
    """Yield what is asked of a table, of a row or of the sheet on a page, block by block."""
    table = path[0] if path else "sheet"
    keys = {key: spec for key, spec in TABLES[table].items() if spec.page == page and key not in TABLES}
    begin = [key for key, spec in keys.items() if not spec.asked_with]
    for first in dict.fromkeys((*_FIRST.get(table, ()), *begin)):
        questions = [
            _question(data, table, (*path, key))
            for key in _with(first, keys)
            if matters(data, table, (*path, key)) and _is_answered(data, keys[key], (*path, key))
        ]
        if questions:
            yield _group(keys[first], questions)


def _group(spec: Key, questions: list[Question]) -> QuestionGroup:
    """Return questions under the heading of the key that they begin with."""
    heading, lead = (words and words_of(words) for words in (spec.heading, spec.lead))
    return QuestionGroup(heading or "", questions, lead or "", spec.when, spec.folded)


def _with(first: str, keys: Mapping[str, Key]) -> Iterator[str]:
    yield first
    for key, spec in keys.items():
        if spec.asked_with == first:
            yield from _with(key, keys)


def matters(data: Data, table: str, path: SheetPath) -> bool:
    """Return whether a key can say anything at this place of the draft."""
    key = path[-1]
    if table == "contracts" and not TABLES[table][key].goes_with(_row(data, path).get("kind")):
        return False
    question = _MATTERS.get(f"{table}.{key}")
    return question is None or bool(question(data, path))


def _is_answered(data: Data, spec: Key, path: SheetPath) -> bool:
    """Return whether the answer on another page is given without which a row is not asked for a key."""
    answered = _ANSWERED.get(spec.when)
    return answered is None or answered(data) or bool(value_at(data, path))


def _question(data: Data, table: str, path: SheetPath, **known: Any) -> Question:
    """Return the question about a place of the draft."""
    name = f"{table}.{path[-1]}"
    if name in _PICKS:
        known["picks"] = _PICKS[name](data, path)
    if name in _KNOWN:
        known |= _KNOWN[name](data, path)
    return ask(*path, **known)


def words_blocks(data: Data, table: str, key: str) -> Iterator[QuestionGroup]:
    """Yield what is asked of a sentence: its words in both languages, and its chapter of the rule book."""
    row, page = value_at(data, (table, key)), PAGES[PAGE_OF[table]]
    yield QuestionGroup(
        "",
        [
            BothLanguages(
                (table, key),
                page.title,
                longest=LONGEST_LABEL if table == "redeals" else LONGEST_REMARK,
                required=True,
                name="words",
                other_keys={name: words for name, words in row.items() if name not in ("de", "en")}
                if isinstance(row, dict)
                else {},
            )
        ],
    )
    if table != "redeals":
        picks = [Pick(chapter, capitalised(title)) for chapter, title in CHAPTERS.items()]
        chapter = Choice(
            (table, key, "chapter"), _("Chapter of the rule book"), picks=picks, otherwise=OTHERWISE
        )
        yield QuestionGroup(_("Its place in the rule book"), [chapter], folded=table != "book")


def groups_of(data: Data, page: str) -> Iterator[QuestionGroup]:
    """Yield everything that a page asks which is about no single row; nothing of what is not played."""
    if page in TABLES and not matters(data, "sheet", (page,)):
        return
    yield from blocks(data, page=page)
    for table, spec in SHEET.items():
        if spec.page == page and table in TABLES and table != "options":
            if spec.question is not None:
                words, known = question_of("sheet", table), _KNOWN[f"sheet.{table}"](data, (table,))
                yield _group(spec, [TableThere((table,), words, help_of("sheet", table), **known)])
            yield from blocks(data, table)
    for table, keys in TABLES.items():
        for key, spec in keys.items():
            if spec.asked_on == page:
                yield from _of_all(data, table, key)
    if choices := offers(data, page):
        yield QuestionGroup("" if page == "options" else _("What a table may agree"), choices)


def _of_all(data: Data, table: str, key: str) -> Iterator[QuestionGroup]:
    """Yield what is asked of all rows at once: which to tick, or a line for each that says it already."""
    spec = TABLES[table][key]
    title = "" if spec.of_all is None else words_of(spec.of_all)
    if table not in NAMED_ROWS:
        if table in data:
            yield QuestionGroup(title, [_question(data, table, (table, key))])
        return
    relevant = {
        row: value for row, value in rows(data, table).items() if matters(data, table, (table, row, key))
    }
    yes, no = (InSolo.DOUBLED.value, InSolo.SAME.value) if key == "in_solo" else (True, False)
    if spec.read is points:
        lines = [
            ask(table, row, key, label=label_of(value, row), help_text="", name=f"{key}-{row}")
            for row, value in relevant.items()
            if key in value
        ]
        if lines:
            yield QuestionGroup(title, lines)
    elif picks := _labels({row: value for row, value in relevant.items() if value.get(key, no) in (yes, no)}):
        yield QuestionGroup(
            "",
            [RowTicks(table, key, title, help_of(table, key), picks=picks, yes=yes, no=no)],
            when=spec.when,
        )


def offers(data: Data, page: str) -> list[Question]:
    """Return the choices asked on a page that can matter on this sheet or are on it already."""
    present = value_at(data, ("options",)) or {}
    return [
        Offer(key, capitalised(option.matter), picks=picks_of_option(key))
        for key, option in OPTIONS.items()
        if (page == "options" or page in option.asked_on) and (key in present or option.matters(data))
    ]
