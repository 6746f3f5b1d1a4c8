"""The pages of the editor that ask a fixed set of questions, and which of them a sheet needs."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

from django.utils.translation import gettext as _

from scoring.engine.loading import Data
from scoring.engine.loading.reading import LONGEST_ABOUT, LONGEST_LABEL, MOST_CENTS, MOST_ROWS
from scoring.engine.prices import VALAT
from scoring.engine.rules import (
    CHOICES,
    KONTRA_LABELS,
    TOTALS_ZERO,
    BesideValat,
    BirdBy,
    Counting,
    Effect,
    HighCard,
    InSolo,
    Kind,
    RenonceCustom,
    Text,
    TrischakenCustom,
    TrischakenRenonce,
)
from scoring.engine.triggers import TRIGGERS
from scoring.house_rules.forms.examples import (
    Variant,
    about_game,
    about_kontra,
    doubled_hands,
    in_the_pot,
    told,
)
from scoring.house_rules.forms.questions import (
    EXACT,
    Both,
    CardPoints,
    Choice,
    Ladder,
    Number,
    Offer,
    Pick,
    Question,
    Range,
    RowTicks,
    Several,
    TableThere,
    Truth,
    Words,
    found,
)
from scoring.house_rules.forms.wording import (
    TRIGGER_SENTENCES,
    matter_of,
    name_of,
    picks_of,
    picks_of_option,
    said,
)
from scoring.web.language import current_language

BY_POINTS = {Kind.CALLING.value, Kind.PAIRED.value, Kind.ALONE.value}


class QuestionGroup(NamedTuple):
    """Questions that belong together.

    `when`: shown only where a certain answer was given; `folded`: for few, and out of the way of the others.
    """

    title: Words
    questions: list[Question]
    help: Words = ""
    when: str = ""
    folded: bool = False


def rows(data: Data, table: str) -> dict[str, Data]:
    """The rows of a table that can be read at all."""
    found_rows = data.get(table)
    if not isinstance(found_rows, dict):
        return {}
    return {key: row for key, row in found_rows.items() if isinstance(row, dict)}


def label_of(row: Any, otherwise: str = "?") -> str:
    """What a row is called in the language of whoever reads."""
    label = row.get("label") if isinstance(row, dict) else row
    if isinstance(label, dict):
        label = label.get(current_language())
    return label if isinstance(label, str) and label.strip() else otherwise


def of_kind(data: Data, *kinds: Kind) -> dict[str, Data]:
    names = {kind.value for kind in kinds}
    return {key: row for key, row in rows(data, "contracts").items() if row.get("kind") in names}


def labels(found_rows: Mapping[str, Data]) -> list[Pick]:
    return [Pick(key, label_of(row, key)) for key, row in found_rows.items()]


def levels(data: Data) -> list[str]:
    ladder = found(data, ("kontra", "levels"))
    return [level for level in KONTRA_LABELS if isinstance(ladder, dict) and level in ladder]


def up_to(data: Data, nothing: Words, sentence: Words, chosen: Any) -> list[Pick]:
    """A limit of the kontras; one that is there already can be kept whatever became of the ladder."""
    known = [level for level in KONTRA_LABELS if level in levels(data) or level == chosen]
    return [Pick("", nothing, sentence), *(Pick(level, KONTRA_LABELS[level]) for level in known)]


def offer(key: str, help_text: Words = "") -> Offer:
    return Offer(key, matter_of(key), help_text, picks=picks_of_option(key))


def offers(data: Data, *keys: str) -> list[Question]:
    """The choices that can matter on this sheet, or are on it already."""
    there = found(data, ("options",)) or {}
    return [offer(key) for key in keys if key in there or _matters(key, data)]


def _matters(key: str, data: Data) -> bool:
    negative, trischaken = of_kind(data, Kind.NEGATIVE), of_kind(data, Kind.TRISCHAKEN)
    radl = rows({"radl": data}, "radl").get("radl", {})
    match key:
        case "bei_settlement" | "negative_kontra":
            return bool(negative)
        case "trischaken_base":
            return bool(trischaken)
        case "vorhand_tie":
            custom: Any = found(data, ("trischaken", "custom"))
            return bool(custom == TrischakenCustom.ONE_PAYS.value)
        case "talon_king_kontra":
            return any(row.get("solo") for row in of_kind(data, Kind.CALLING).values())
        case "radl_schrift":
            return TOTALS_ZERO in (radl.get("triggers") or ())
        case "trischaken_for_schleifen":
            return bool(trischaken) and bool(of_kind(data, Kind.CALLING))
        case "radl_nesting":
            return bool(radl.get("triggers"))
        case "radl_start" | "radl_doubles":
            return bool(radl.get("triggers")) or bool(radl.get("schlussradl"))
    return True


# The sections

_OF_KONTRA = ("negative_kontra", "schrift_kontra", "talon_king_kontra")


def _kontra(data: Data) -> Iterator[QuestionGroup]:
    limit = found(data, ("kontra", "with_announced_valat"))
    yield QuestionGroup(
        _("How much it multiplies"),
        [Ladder(("kontra", "levels"), _("The steps"), name="levels")],
        _("Usual are 2, 4 and 8. Leave a step empty if you do not play it."),
    )
    further: list[Question] = [
        Truth(
            ("kontra", "on_premiums"),
            _("What was announced can be kontra'd as well"),
            _("Otherwise only the game itself can be kontra'd."),
        )
    ]
    valat = rows(data, "premiums").get(VALAT, {})
    if "announced" in valat or limit is not None:
        nothing = _("As far as always")
        further.append(
            Choice(
                ("kontra", "with_announced_valat"),
                _("With an announced Valat the kontras go up to"),
                picks=up_to(data, nothing, "", limit),
            )
        )
    yield QuestionGroup(_("Where it counts"), [*further, *offers(data, *_OF_KONTRA)])


def _points(data: Data) -> Iterator[QuestionGroup]:
    yield QuestionGroup(
        "",
        [
            Choice(("counting",), name_of("counting"), picks=picks_of(Counting)),
            CardPoints(
                ("needs",),
                _("So many card points win the game"),
                _("36 begins at 35 points and 2 Blatt, which can be written 35/2."),
                required=True,
            ),
        ],
    )
    after: list[Question] = [
        CardPoints(
            ("contracts", key, "needs_after_kontra"),
            _("%(game)s, after a kontra") % {"game": label_of(row, key)},
            name=f"needs_after_kontra-{key}",
        )
        for key, row in rows(data, "contracts").items()
        if "needs_after_kontra" in row
    ]
    if after:
        yield QuestionGroup(_("Games that need fewer after a kontra"), after)
    needed: list[Question] = [
        CardPoints(("premiums", key, "needs"), label_of(row, key), name=f"needs-{key}")
        for key, row in rows(data, "premiums").items()
        if "needs" in row
    ]
    if needed:
        yield QuestionGroup(_("Premiums that are proved by card points"), needed)
    if "trischaken" in data:
        yield QuestionGroup(_("In Trischaken"), [_mayor()])


def _mayor() -> CardPoints:
    return CardPoints(
        ("trischaken", "buergermeister"),
        _("Bürgermeister from so many card points"),
        _("More than half of all. Empty: there is no Bürgermeister."),
        edge=EXACT,
    )


def _trischaken(data: Data) -> Iterator[QuestionGroup]:
    played = of_kind(data, Kind.TRISCHAKEN)
    values: list[Question] = [
        Number(("contracts", key, "value"), _("Value"), name="value", required=True) for key in played
    ]
    custom = ("trischaken", "custom")
    yield QuestionGroup(
        "",
        [
            *values[:1],
            Choice(custom, name_of("custom"), picks=picks_of(TrischakenCustom), otherwise="one_pays"),
            _mayor(),
            Truth(
                ("trischaken", "jungfrau"),
                _("There is a Jungfrau"),
                _("Whoever takes no trick gets what the others pay."),
            ),
        ],
    )
    yield QuestionGroup(
        "",
        [
            Number(
                ("trischaken", "all_tricks"),
                _("Whoever takes all tricks pays to each of the others"),
                _("Empty: it has no price of its own."),
            )
        ],
        when="two_pay",
    )
    yield QuestionGroup(
        "",
        [
            Choice(
                ("trischaken", "renonce"),
                _("A revoke in Trischaken"),
                picks=picks_of(TrischakenRenonce),
                otherwise="buergermeister_pot",
            )
        ],
    )
    yield QuestionGroup(
        "",
        [Number(("trischaken", "renonce_times"), _("So much, or so many times the value, to each"))],
        when="renonce_times",
    )
    more = offers(data, "vorhand_tie", "trischaken_base", "trischaken_for_schleifen")
    if more:
        yield QuestionGroup(_("What a table may agree"), more)


def _radl(data: Data) -> Iterator[QuestionGroup]:
    chosen = found(data, ("radl", "triggers")) or []
    picks = [
        Pick(name, said(_TRIGGER_TITLES[name]), TRIGGER_SENTENCES[name])
        for name in TRIGGERS
        if name in chosen or _can_start(name, data)
    ]
    called = found(data, ("options", "radl_start", "value")) == "called"
    only_elsewhere = _("Only for tables at which a Radl need not be called.") if called else ""
    yield QuestionGroup(
        "", [Several(("radl", "triggers"), _("What starts a Radl"), only_elsewhere, picks=picks)]
    )
    yield QuestionGroup(
        _("What counts as 35:35"),
        [Range(("radl", "drawn"), _("Card points"), name="drawn")],
        _("Below the points that win. Left empty, the three numbers just below are taken."),
        when="drawn",
    )
    yield QuestionGroup(
        "",
        [
            Number(
                ("radl", "length"),
                _("How many hands a Radl lasts"),
                _("Empty: as many as sit at the table, one round."),
                least=1,
                most=MOST_ROWS,
            ),
            *offers(data, "radl_start", "radl_schrift", "radl_nesting", "radl_doubles"),
            Truth(
                ("radl", "schlussradl"),
                _("There is a Schlussradl"),
                _("Started by hand at the end of the evening: from there on every hand is doubled."),
            ),
        ],
    )


def _can_start(name: str, data: Data) -> bool:
    if name == "trischaken":
        return bool(of_kind(data, Kind.TRISCHAKEN))
    if name == "mondfang":
        return "mondfang" in rows(data, "premiums")
    return name != "drawn" or data.get("counting") != Counting.PLAIN.value


_TRIGGER_TITLES = {
    "trischaken": Text("ein Trischaken", "a Trischaken"),
    "drawn": Text("35:35", "35:35"),
    "zero_hand": Text("ein Nuller (Fensterbankl)", "a hand that is zero for all four"),
    "totals_zero": Text("in der Schrift stehen alle auf null", "everybody stands at zero in the Schrift"),
    "mondfang": Text("ein bezahlter Mondfang", "a paid Mondfang"),
}


def _renonce(data: Data) -> Iterator[QuestionGroup]:
    yield QuestionGroup(
        "",
        [
            Choice(("renonce",), _("What a revoke costs"), picks=picks_of(RenonceCustom)),
            Truth(
                ("claims",),
                _("The others may claim more"),
                _("Whoever lost a premium by the revoke may ask for it; it is paid in addition."),
            ),
        ],
    )


def _valat(data: Data) -> Iterator[QuestionGroup]:
    premiums = rows(data, "premiums")
    multiplying = Effect.MULTIPLIES.value
    others = {
        key: row for key, row in premiums.items() if key != VALAT and row.get("effect", "line") != multiplying
    }
    yield QuestionGroup(
        "", [Choice(("beside_valat",), _("What counts beside a made Valat"), picks=picks_of(BesideValat))]
    )
    yield QuestionGroup(
        "",
        [
            RowTicks(
                "premiums",
                "counts_beside_valat",
                _("These premiums count beside a Valat"),
                "",
                picks=labels(others),
            )
        ],
        when="flags",
    )
    usual = {InSolo.DOUBLED.value, InSolo.SAME.value}
    doubling = {
        key: row
        for key, row in premiums.items()
        if row.get("in_solo") in usual and row.get("effect", "line") != multiplying
    }
    if doubling:
        yield QuestionGroup(
            _("Solo games"),
            [
                RowTicks(
                    "premiums",
                    "in_solo",
                    _("These premiums count double in solo games"),
                    _("Values of their own for solo games, or none, are given with the premium itself."),
                    picks=labels(doubling),
                    yes=InSolo.DOUBLED.value,
                    no=InSolo.SAME.value,
                )
            ],
        )
    yield QuestionGroup(
        _("Colour games"),
        [
            RowTicks(
                "premiums", "in_colour", _("These premiums count in colour games"), "", picks=labels(premiums)
            )
        ],
    )


def _calling(data: Data) -> Iterator[QuestionGroup]:
    calling = of_kind(data, Kind.CALLING)
    if calling:
        blank = {key: row for key, row in calling.items() if not row.get("birds")}
        yield QuestionGroup(
            "",
            [
                Truth(
                    ("self_call",),
                    _("Whoever has all four kings may call themselves"),
                    _("The game is then played alone against three."),
                ),
                Truth(
                    ("schleifen",),
                    _("With the king in the talon one may concede"),
                    _("The declarer lays down the cards and pays the game to each; not in solo games."),
                ),
                *offers(data, "trischaken_for_schleifen"),
            ],
        )
        if blank:
            yield QuestionGroup(
                "",
                [
                    RowTicks(
                        "contracts",
                        "blank",
                        _("These games are paid at once when blank"),
                        _(
                            "Without an announcement and without a kontra they are not played; the "
                            "declarer's side gets the value."
                        ),
                        picks=labels(blank),
                    )
                ],
            )
        if any(row.get("birds") for row in calling.values()):
            yield QuestionGroup(
                "",
                [
                    Choice(
                        ("bird_by",),
                        _("Who announces the obligatory bird"),
                        picks=picks_of(BirdBy),
                        otherwise="declarer",
                    )
                ],
            )
    yield QuestionGroup("", [Choice(("high_card",), _("The highest card"), picks=picks_of(HighCard))])


def _options(data: Data) -> Iterator[QuestionGroup]:
    yield QuestionGroup("", offers(data, *CHOICES))


def _money(data: Data) -> Iterator[QuestionGroup]:
    cents = _("50 are 50 cents, 100 are one euro.")
    yield QuestionGroup(
        "",
        [
            Number(
                ("money", "cents_per_point"),
                _("Cents per point"),
                _("10 turns 4 points into 40 cents. Empty: as in the settings of the club."),
                most=MOST_CENTS,
                alone=True,
            )
        ],
    )
    there = TableThere(
        ("pagatkassa",),
        _("Usually with a Pagatkassa"),
        _("Each dealer pays into a pot; whoever makes an announced Pagat takes it."),
        name="pagatkassa",
        first={"stake": 10},
    )
    yield QuestionGroup(_("Pagatkassa"), [there], _("Every evening can still agree otherwise."))
    yield QuestionGroup(
        "",
        [
            Number(
                ("pagatkassa", "stake"),
                _("Each dealer pays in before the hand (cents)"),
                cents,
                most=MOST_CENTS,
                suggested=10,
            ),
            Number(
                ("pagatkassa", "start"),
                _("When the pot is empty, all at the table pay in (cents)"),
                _("0 if nobody does."),
                most=MOST_CENTS,
            ),
            Truth(
                ("pagatkassa", "start_again"),
                _("They pay in whenever the pot is empty"),
                _("Otherwise only before the first hand."),
            ),
            Number(
                ("pagatkassa", "ceiling"),
                _("Most that a missed Pagat costs (cents)"),
                _("Leave it empty if there is no limit: as much again as is in the pot."),
                most=MOST_CENTS,
            ),
        ],
        when="pagatkassa",
    )


def _names(data: Data) -> Iterator[QuestionGroup]:
    both = _("One language is enough; the other one then has the same words.")
    yield QuestionGroup("", [Both(("label",), name_of("label"), both, longest=LONGEST_LABEL, required=True)])
    yield QuestionGroup("", [Both(("about",), name_of("about"), both, longest=LONGEST_ABOUT, required=True)])


BUILT: Mapping[str, Callable[[Data], Iterator[QuestionGroup]]] = {
    "kontra": _kontra,
    "points": _points,
    "trischaken": _trischaken,
    "radl": _radl,
    "renonce": _renonce,
    "valat": _valat,
    "calling": _calling,
    "options": _options,
    "money": _money,
    "names": _names,
}


# What it comes to now


def told_now(section: str, draft: Variant, currency: str, language: str) -> list[str]:
    """A few sentences with amounts under the heading of a section."""
    if section == "trischaken":
        played = [key for key, one in draft.rules.contracts.items() if one.kind is Kind.TRISCHAKEN]
        return [line for key in played for line in told(draft, about_game(key), language)]
    if section == "kontra":
        return told(draft, about_kontra, language)
    if section == "radl":
        sentences = [doubled_hands(draft, again=again) for again in (False, True)]
        return [sentence for sentence in sentences if sentence]
    if section == "money":
        return in_the_pot(draft, currency, language)
    return []
