"""A hand as a plain form asks for it, for a browser that runs none of our scripts."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django import forms
from django.utils.translation import gettext as _

from scoring.engine.customs import Counting, Kind
from scoring.engine.explaining import ProblemWords
from scoring.engine.rules import Rules
from scoring.table.pages.recording_form import words
from scoring.table.verbs import Document
from scoring.web.fields import PageForm, choice_field, several_field, text_field
from scoring.web.language import current_language

FIRST = ("declarer", "contract", "partner", "kontra")
LAST = ("result", "points")
MOST_BUTTONS = 9  # games; more of them are a list, else the page is too long
PREMIUM_PARTS = ("", "_by", "_against", "_kontra")
USUAL_PREMIUMS = ("koenig_ultimo", "pagat", "trull", "koenige")  # as on the recording page
KINGS = ("talon", "self")
ENDINGS = ("won", "lost", "drawn", "conceded", "blank")
WAYS: Mapping[str, Document] = {
    "silent": {"made": True},
    "made": {"announced": True, "made": True},
    "missed": {"announced": True, "made": False},
    "silent_missed": {"made": False},
}
# Beside which field a problem stands, where that has another name than in a record.
FIELDS = {
    "king": "partner",
    "order": "most",
    **dict.fromkeys(("won", "drawn", "conceded", "unplayed"), "result"),
}


@dataclass(frozen=True)
class Folded:
    """A part of the form that opens by a tap."""

    label: str
    fields: list[forms.BoundField]

    @property
    def is_open(self) -> bool:
        return any(field.errors or field.value() for field in self.fields)


class PlainHand(PageForm):
    """The next hand of a table, whatever its sheet plays but games side by side."""

    def __init__(self, *args: Any, rules: Rules, players: Mapping[str, str], **kwargs: Any) -> None:
        """Ask for what these rules know; `players` are the names of all at the table, by id."""
        super().__init__(*args, **kwargs)
        self.rules = rules
        self.people = list(players.items())
        self.kinds = {contract.kind for contract in rules.contracts.values()}
        language = self.language = current_language()
        texts = self.texts = words(language)
        games = [
            (contract.key, contract.label.in_language(language)) for contract in rules.contracts.values()
        ]
        self._choose("declarer", texts["ask_declarer"], self.people, _("Please choose."))
        ask = self._ask if len(games) > MOST_BUTTONS else self._choose
        ask("contract", texts["ask_contract"], games, _("Please choose."))
        if self.kinds & {Kind.CALLING, Kind.PAIRED}:
            kings = [(key, texts[key]) for key in KINGS]
            self._choose("partner", texts["ask_partner"], [*self.people, *kings])
        self._choose("result", _("How did it end?"), [(key, texts[key]) for key in ENDINGS])
        self.fields["points"] = text_field(
            _("Or card points of the player’s side"), "", help_text=_("As on paper: 41/2, or 47."), size="6"
        )
        self._ask_about_others()
        self.premiums = [self._ask_about_premium(key) for key in rules.premiums]

    def _ask(self, name: str, label: str, choices: Iterable[tuple[str, str]], wrong: str = "") -> None:
        dash = ("", "–")
        self.fields[name] = choice_field(label, [dash, *choices], wrong or None, required=bool(wrong))

    def _choose(self, name: str, label: str, choices: Iterable[tuple[str, str]], wrong: str = "") -> None:
        none = [] if wrong else [("", "–")]
        self.fields[name] = choice_field(
            label, [*none, *choices], wrong or None, required=bool(wrong), widget=forms.RadioSelect
        )

    def _ask_about_others(self) -> None:
        levels = [(level, self.rules.kontra.label(level)) for level in self.rules.levels]
        self._ask("kontra", self.texts["kontra"], levels)
        if Kind.NEGATIVE in self.kinds:
            self.fields["tricks"] = text_field(self.texts["tricks"], "", size="3", inputmode="numeric")
            for index, (_player, name) in enumerate(self.people):
                label = _("Kontra by %(name)s") % {"name": name}
                self._ask(f"kontra_{index}", label, levels)
        if Kind.TRISCHAKEN in self.kinds:
            self._ask("most", self.texts["ask_most"], self.people)
            self._ask("second", self.texts["ask_second"], self.people)
            self.fields["jungfrau"] = several_field(self.texts["jungfrau"])
            self.fields["jungfrau"].choices = self.people  # type: ignore[attr-defined]
            self.fields["buergermeister"] = forms.BooleanField(label="Bürgermeister", required=False)

    def _ask_about_premium(self, key: str) -> str:
        rule = self.rules.premiums[key]
        label = rule.label.in_language(self.language)
        self._ask(f"premium_{key}", label, [(way, self.texts[way]) for way in WAYS])
        self._ask(f"premium_{key}_by", _("%(premium)s: whose?") % {"premium": label}, self.people)
        if rule.between_two:
            self._ask(f"premium_{key}_against", self.texts["ask_against"].format(label=label), self.people)
        if self.rules.has_kontra_on(rule):
            levels = [(level, self.rules.kontra.label(level)) for level in self.rules.levels]
            self._ask(f"premium_{key}_kontra", self.texts["kontra_on"].format(label=label), levels)
        return key

    @property
    def first_fields(self) -> list[forms.BoundField]:
        """Return who plays what, and with whom."""
        return [self[name] for name in FIRST if name in self.fields]

    @property
    def last_fields(self) -> list[forms.BoundField]:
        """Return how it ended."""
        return [self[name] for name in LAST]

    @property
    def usual_premiums(self) -> list[Folded]:
        return self._folded(key for key in USUAL_PREMIUMS if key in self.premiums)

    @property
    def further_premiums(self) -> list[Folded]:
        return self._folded(key for key in self.premiums if key not in USUAL_PREMIUMS)

    @property
    def has_further_premiums(self) -> bool:
        return any(part.is_open for part in self.further_premiums)

    def _folded(self, premiums: Iterable[str]) -> list[Folded]:
        return [
            Folded(
                str(self.fields[f"premium_{key}"].label),
                [self[name] for part in PREMIUM_PARTS if (name := f"premium_{key}{part}") in self.fields],
            )
            for key in premiums
        ]

    @property
    def folded(self) -> list[Folded]:
        """Return the parts that few games need; one with an answer or an error is open."""
        negative = ["tricks", *(f"kontra_{index}" for index in range(len(self.people)))]
        trischaken = ["most", "second", "jungfrau", "buergermeister"]
        parts = [(_("Negative games"), negative), ("Trischaken", trischaken)]
        known = [(label, [self[name] for name in names if name in self.fields]) for label, names in parts]
        return [Folded(label, fields) for label, fields in known if fields]

    def clean(self) -> dict[str, Any]:
        """Refuse a premium without its owner, or an owner without the premium."""
        cleaned = super().clean() or {}
        for key in self.premiums:
            way, by = cleaned.get(f"premium_{key}"), cleaned.get(f"premium_{key}_by")
            if way and not by:
                self.add_error(f"premium_{key}_by", _("Please say whose it is."))
            elif by and not way:
                self.add_error(f"premium_{key}", _("Please say whether it was silent or announced."))
        if (tricks := cleaned.get("tricks", "").strip()) and not tricks.isdecimal():
            self.add_error(
                "tricks", _("A whole number from %(least)d to %(most)d, please.") % {"least": 0, "most": 12}
            )
        return cleaned

    @property
    def record(self) -> Document:
        """Return the hand as a record; what is missing in it the rules say."""
        answers = {key: value for key, value in self.cleaned_data.items() if value}
        kind = self.rules.contracts[answers["contract"]].kind
        game: Document = {"contract": answers["contract"], "declarer": answers["declarer"]}
        if partner := answers.get("partner"):
            game["king" if partner in KINGS else "partner"] = partner
        if kind is Kind.TRISCHAKEN:
            game["order"] = [[answers[key]] for key in ("most", "second") if key in answers]
            game |= {key: answers[key] for key in ("jungfrau", "buergermeister") if key in answers}
        else:
            game |= self._ended(answers)
        if "kontra" in answers:
            game["kontra"] = answers["kontra"]
        people = enumerate(player for player, _name in self.people)
        if kontras := {player: answers[f"kontra_{at}"] for at, player in people if f"kontra_{at}" in answers}:
            game["kontras"] = kontras
        premiums = [self._premium(key, answers) for key in self._chosen_premiums]
        return {"games": [game], **({"premiums": premiums} if premiums else {})}

    def _ended(self, answers: Mapping[str, Any]) -> Document:
        ended: Document = {}
        match answers.get("result"):
            case "won" | "lost" as result:
                ended["won"] = result == "won"
            case "blank":
                ended["unplayed"] = True
            case str(result):
                ended[result] = True
        if points := answers.get("points", "").strip():
            plain = self.rules.counting is Counting.PLAIN and points.isdecimal()
            ended["points"] = int(points) if plain else points
        if tricks := answers.get("tricks", "").strip():
            ended["tricks"] = int(tricks)
        return ended

    @property
    def _chosen_premiums(self) -> list[str]:
        return [key for key in self.premiums if self.cleaned_data.get(f"premium_{key}")]

    def _premium(self, key: str, answers: Mapping[str, Any]) -> Document:
        premium: Document = {
            "premium": key,
            "by": answers[f"premium_{key}_by"],
            **WAYS[answers[f"premium_{key}"]],
        }
        for part in ("against", "kontra"):
            if f"premium_{key}_{part}" in answers:
                premium[part] = answers[f"premium_{key}_{part}"]
        return premium

    def refuse(self, problems: Iterable[ProblemWords]) -> None:
        """Show what the rules say against the hand, each sentence beside the field it is about."""
        for where, text in problems:
            field = self._field_of(where)
            self.add_error(field if field in self.fields else None, text)

    def _field_of(self, where: str) -> str:
        first, index, part = (*where.split(".", 2), "", "")[:3]
        if first == "premiums" and index.isdecimal():
            key = self._chosen_premiums[int(index)]
            return f"premium_{key}_{part}" if f"premium_{key}_{part}" in self.fields else f"premium_{key}"
        if first == "premiums":
            return f"premium_{self.premiums[0]}" if self.premiums else ""
        if first == "games" and part.startswith("kontras."):
            ids = [player for player, _name in self.people]
            player = part.removeprefix("kontras.")
            return f"kontra_{ids.index(player)}" if player in ids else "kontra"
        if first == "games" and not part:
            trischaken = self.rules.contracts[self.cleaned_data["contract"]].kind is Kind.TRISCHAKEN
            return "most" if trischaken else "result"
        name = part.partition(".")[0]
        return FIELDS.get(name, name)
