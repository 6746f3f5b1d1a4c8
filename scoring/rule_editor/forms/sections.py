"""The pages of the editor that ask a fixed set of questions, and which of them a sheet needs."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from django.utils.translation import gettext as _

from scoring.engine.customs import (
    DOUBLED_KINDS,
    Counting,
    DoubledGames,
    Effect,
    InSolo,
    Kind,
)
from scoring.engine.loading import Data
from scoring.engine.loading.reading import Key, rows
from scoring.engine.loading.tables import TABLES
from scoring.engine.options import OPTIONS, calls_in_solo
from scoring.engine.prices import VALAT
from scoring.engine.rules import KONTRA_LABELS, USUAL_STAKE
from scoring.engine.triggers import TRIGGERS
from scoring.rule_editor.examples import (
    Variant,
    about_kontra,
    about_row,
    doubled_hands,
    example_lines,
    in_the_pot,
)
from scoring.rule_editor.forms.questions import (
    EXACT,
    LEAST,
    Ladder,
    Offer,
    Pick,
    Question,
    RowTicks,
    StepNames,
    TableThere,
    Words,
    ask,
    capitalised,
    help_of,
    picks_of,
    picks_of_option,
    question_of,
    value_at,
    words_of,
    writes_blatt,
)
from scoring.web.language import current_language


class QuestionGroup(NamedTuple):
    """Questions that belong together.

    `when`: shown only where a certain answer was given; `folded`: for few, and out of the way of the others.
    """

    title: Words
    questions: list[Any]  # each a Question; as a page shows it, a ShownQuestion
    help: Words = ""
    when: str = ""  # shown only where this answer was given
    folded: bool = False  # for few, and out of the way of the others

    @property
    def is_open(self) -> bool:
        """Return whether a shown question is answered, or its answer is wrong."""
        return any(question.errors or question.is_answered for question in self.questions)

    def with_also(self, questions: Iterable[Question]) -> QuestionGroup:
        """Return the same, with further questions behind its own."""
        return self._replace(questions=[*self.questions, *questions])


def label_of(row: Any, otherwise: str = "?") -> str:
    """Return what a row is called in the language of whoever reads; `otherwise` if it has no name."""
    label = row.get("label") if isinstance(row, dict) else row
    if isinstance(label, dict):
        label = label.get(current_language())
    return label if isinstance(label, str) and label.strip() else otherwise


def of_kind(data: Data, *kinds: Kind) -> dict[str, Data]:
    """Return the games of these kinds, by their keys."""
    names = {kind.value for kind in kinds}
    return {key: row for key, row in rows(data, "contracts").items() if row.get("kind") in names}


def labels(found_rows: Mapping[str, Data]) -> list[Pick]:
    """Return rows as answers to choose from."""
    return [Pick(key, label_of(row, key)) for key, row in found_rows.items()]


def levels(data: Data) -> list[str]:
    """Return the kontras that the sheet has, lowest first."""
    ladder = value_at(data, ("kontra", "levels"))
    return [level for level in KONTRA_LABELS if isinstance(ladder, dict) and level in ladder]


def step_name(data: Data, level: str) -> str:
    """Return what the sheet calls a step of the ladder."""
    name = value_at(data, ("kontra", "names", level))
    return name if isinstance(name, str) and name else KONTRA_LABELS[level]


def up_to(data: Data, nothing: Words, sentence: Words, chosen: Any) -> list[Pick]:
    """Return the answers about a limit of the kontras; the chosen one stays, whatever the ladder is now."""
    known = [level for level in KONTRA_LABELS if level in levels(data) or level == chosen]
    return [Pick("", nothing, sentence), *(Pick(level, step_name(data, level)) for level in known)]


def offer(key: str) -> Offer:
    """Return the question whether and how a table may choose an option."""
    return Offer(key, capitalised(OPTIONS[key].matter), picks=picks_of_option(key))


def offers(data: Data, page: str = "", *first: str) -> list[Question]:
    """Return the choices asked on a page, or all, that can matter on this sheet or are on it already."""
    there = value_at(data, ("options",)) or {}
    asked = [
        key for key, option in OPTIONS.items() if key not in first and (not page or page in option.asked_on)
    ]
    return [offer(key) for key in (*first, *asked) if key in there or OPTIONS[key].matters(data)]


def agreed(data: Data, page: str, *first: str) -> Iterator[QuestionGroup]:
    """Yield the choices asked on a page under their heading, if there are any."""
    if choices := offers(data, page, *first):
        yield QuestionGroup(_("What a table may agree"), choices)


def ticks(
    table: str,
    key: str,
    label: Words,
    ticked_rows: Mapping[str, Data],
    help_text: Words = "",
    *,
    title: Words = "",
    when: str = "",
    **values: str,
) -> QuestionGroup:
    """Return the question for which rows a key holds, as a group of its own."""
    asked = RowTicks(table, key, label, help_text, picks=labels(ticked_rows), **values)
    return QuestionGroup(title, [asked], when=when)


# The sections

AskedOtherwise = Mapping[str, Mapping[str, Any] | None]


def blocks(
    *table: str,
    page: str = "",
    known: AskedOtherwise | None = None,
    framed: Mapping[str, QuestionGroup] | None = None,
) -> dict[str, QuestionGroup]:
    """Return what is asked of a table, or of the sheet on a page, by the key that a block begins with.

    `known`: what is otherwise here than the declarations say; None: it is not asked now. `framed`: what
    stands around a block.
    """
    known, framed = known or {}, framed or {}
    name = table[0] if table else "sheet"
    keys = {key: spec for key, spec in TABLES[name].items() if spec.page == page and key not in TABLES}
    asked: dict[str, QuestionGroup] = {}
    for first in (key for key, spec in keys.items() if not spec.asked_with):
        each = [key for key in _with(first, keys) if known.get(key, {}) is not None]
        if each:
            frame = framed.get(first) or QuestionGroup("", [], when=keys[first].when)
            asked[first] = frame.with_also(ask(*table, key, **known.get(key) or {}) for key in each)
    return asked


def _with(first: str, keys: Mapping[str, Key]) -> Iterator[str]:
    yield first
    for key, spec in keys.items():
        if spec.asked_with == first:
            yield from _with(key, keys)


def _kontra(data: Data) -> Iterator[QuestionGroup]:
    limit = value_at(data, ("kontra", "with_announced_valat"))
    void = value_at(data, ("kontra", "void_up_to"))
    levels, names = ("kontra", "levels"), ("kontra", "names")
    named = [StepNames(names, question_of(*names), help_of(*names))] if value_at(data, levels) else []
    yield QuestionGroup(
        _("How much it multiplies"),
        [Ladder(levels, question_of(*levels)), *named],
        _("Usual are 2, 4 and 8. Leave a step empty if you do not play it; all, if there is no kontra."),
    )
    limited = "announced" in rows(data, "premiums").get(VALAT, {}) or limit is not None
    picks = up_to(data, _("As far as usual"), "", limit)
    known: AskedOtherwise = {
        **dict.fromkeys(("levels", "names")),
        "with_announced_valat": {"picks": picks} if limited else None,
        "void_up_to": {"picks": up_to(data, _("Every step"), "", void)} if calls_in_solo(data) else None,
    }
    asked = blocks("kontra", known=known, framed={"on_premiums": QuestionGroup(_("Where it counts"), [])})
    yield asked.pop("on_premiums").with_also(offers(data, "kontra"))
    yield from asked.values()


def _points(data: Data) -> Iterator[QuestionGroup]:
    yield from blocks(page="points").values()
    after = [
        ask(
            *("contracts", key, "needs_after_kontra"),
            label=_("%(game)s, after a kontra") % {"game": label_of(row, key)},
            help_text="",
            name=f"needs_after_kontra-{key}",
        )
        for key, row in rows(data, "contracts").items()
        if "needs_after_kontra" in row
    ]
    if after:
        yield QuestionGroup(_("Games that need fewer after a kontra"), after)
    needed = [
        ask("premiums", key, "needs", label=label_of(row, key), help_text="", name=f"needs-{key}")
        for key, row in rows(data, "premiums").items()
        if "needs" in row
    ]
    if needed:
        yield QuestionGroup(_("Premiums that are proved by card points"), needed)
    if "trischaken" in data:
        yield QuestionGroup(_("In Trischaken"), [ask("trischaken", "buergermeister", **_mayor(data))])


def _mayor(data: Data) -> Mapping[str, Any]:
    """Return how the points of a Bürgermeister are typed: 36 is 35/2 only where limits are rounded."""
    return {"edge": EXACT if writes_blatt(data) else LEAST}


def _trischaken(data: Data) -> Iterator[QuestionGroup]:
    values = [ask("contracts", key, "value", help_text="") for key in of_kind(data, Kind.TRISCHAKEN)]
    framed = {"custom": QuestionGroup("", values[:1])}
    yield from blocks("trischaken", known={"buergermeister": _mayor(data)}, framed=framed).values()
    yield from agreed(data, "trischaken", "vorhand_tie")


def _negative(data: Data) -> Iterator[QuestionGroup]:
    yield from blocks(page="negative").values()
    beside, label = of_kind(data, Kind.NEGATIVE), _("These games can be played side by side")
    yield ticks("contracts", "goes_beside", label, beside, when="listed_games")
    yield from agreed(data, "negative")


def _radl(data: Data) -> Iterator[QuestionGroup]:
    chosen = value_at(data, ("radl", "triggers")) or []
    picks = [
        Pick(name, capitalised(trigger.title), words_of(trigger.sentence))
        for name, trigger in TRIGGERS.items()
        if name in chosen or _can_start(name, data)
    ]
    called = value_at(data, ("options", "radl_start", "value")) == "called"
    only_elsewhere = _("Only for tables at which a Radl need not be called.") if called else ""
    own = {"picks": [pick for pick in picks if pick.value in chosen]} if chosen else None
    drawn = QuestionGroup(
        _("What counts as 35:35"),
        [],
        _("Below the points that win. Left empty, the three numbers just below are taken."),
        when="drawn",
    )
    other = QuestionGroup(_("One trigger longer, shorter or higher than the others"), [], folded=True)
    limit = value_at(data, ("radl", "doubled_games"))
    kinds = {kind for kind in Kind if of_kind(data, kind)}
    games = [
        doubled_games
        for doubled_games in DoubledGames
        if doubled_games == limit or DOUBLED_KINDS.get(doubled_games, kinds) & kinds
    ]
    asked = blocks(
        "radl",
        known={
            "doubled_games": {"picks": picks_of(games)},
            "triggers": {"help_text": only_elsewhere, "picks": picks},
            "lengths": own,
            "times": own,
        },
        framed={"drawn": drawn, "lengths": other},
    )
    length, *further = asked["length"].questions
    started = offers(data, "radl", "radl_start", "radl_schrift")
    asked["length"] = asked["length"]._replace(questions=[length, *started, *further])
    yield from asked.values()


def _can_start(name: str, data: Data) -> bool:
    if name == "trischaken":
        return bool(of_kind(data, Kind.TRISCHAKEN))
    if name == "mondfang":
        return "mondfang" in rows(data, "premiums")
    return name != "drawn" or data.get("counting") != Counting.PLAIN.value


def _valat(data: Data) -> Iterator[QuestionGroup]:
    premiums = rows(data, "premiums")
    multiplying = Effect.MULTIPLIES.value
    others = {
        key: row for key, row in premiums.items() if key != VALAT and row.get("effect", "line") != multiplying
    }
    yield from blocks(page="valat").values()
    yield from agreed(data, "valat")
    label = _("These premiums count beside a Valat")
    yield ticks("premiums", "counts_beside_valat", label, others, when="flags")
    silent = {key: row for key, row in others.items() if "silent" in row}
    if silent and "silent" in premiums.get(VALAT, {}):
        label = _("A silent Valat contains these premiums, made silently")
        yield ticks("premiums", "in_silent_valat", label, silent, _("They are not paid in addition."))
    usual = {"yes": InSolo.DOUBLED.value, "no": InSolo.SAME.value}
    doubling = {
        key: row
        for key, row in premiums.items()
        if row.get("in_solo") in usual.values() and row.get("effect", "line") != multiplying
    }
    if doubling:
        label = _("These premiums count double in solo games")
        beside = _("Separate values for solo games, or none at all, are set with the premium itself.")
        yield ticks("premiums", "in_solo", label, doubling, beside, title=_("Solo games"), **usual)
    label = _("These premiums count in colour games")
    yield ticks("premiums", "in_colour", label, premiums, title=_("Colour games"))


def _calling(data: Data) -> Iterator[QuestionGroup]:
    calling = of_kind(data, Kind.CALLING)
    with_birds = any(row.get("birds") for row in calling.values())
    asked = blocks(page="calling", known={} if with_birds else {"bird_by": None})
    first = asked.pop("self_call")
    if calling:
        blank = {key: row for key, row in calling.items() if not row.get("birds")}
        yield first.with_also(offers(data, "calling"))
        if blank:
            beside = _(
                "Without an announcement and without a kontra they are not played; the declarer's side gets "
                "the value."
            )
            yield ticks("contracts", "blank", _("These games are paid at once when blank"), blank, beside)
    yield from asked.values()


def _money(data: Data) -> Iterator[QuestionGroup]:
    yield from blocks("money").values()
    there = TableThere(
        ("pagatkassa",),
        question_of("sheet", "pagatkassa"),
        help_of("sheet", "pagatkassa"),
        name="pagatkassa",
        first={"stake": USUAL_STAKE},
    )
    yield QuestionGroup(_("Pagatkassa"), [there], _("Each evening can still agree on something else."))
    yield from blocks("pagatkassa", known={"stake": {"suggested": USUAL_STAKE}}).values()


BUILT: Mapping[str, Callable[[Data], Iterable[QuestionGroup]]] = {
    "kontra": _kontra,
    "points": _points,
    "trischaken": _trischaken,
    "negative": _negative,
    "radl": _radl,
    "renonce": lambda data: blocks(page="renonce").values(),
    "valat": _valat,
    "calling": _calling,
    "options": lambda data: [QuestionGroup("", offers(data))],
    "money": _money,
    "names": lambda data: blocks(page="names").values(),
}


# What it comes to now


def section_examples(section: str, draft: Variant, currency: str, language: str) -> list[str]:
    """Return a few sentences with amounts to stand under the heading of a section."""
    if section == "trischaken":
        played = [key for key, contract in draft.rules.contracts.items() if contract.kind is Kind.TRISCHAKEN]
        return [line for key in played for line in example_lines(draft, about_row(key), language)]
    if section == "kontra":
        return example_lines(draft, about_kontra, language)
    if section == "radl":
        sentences = [doubled_hands(draft, again=again) for again in (False, True)]
        return [sentence for sentence in sentences if sentence]
    if section == "money":
        return in_the_pot(draft, currency, language)
    return []
