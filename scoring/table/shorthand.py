"""A hand in one line, as people write it down: "N Anna Bert 45 k Ia+:Anna".

Contract, declarer, partner, card points (or won, lost), kontra, premiums: in the short names of the sheet. A
player is the beginning of a name, or the number of the seat.
"""

import re
from collections.abc import Mapping
from typing import Any, NamedTuple

from django.utils.translation import gettext as _

from scoring.engine.customs import Counting, Kind, Whose
from scoring.engine.rules import KONTRA_LABELS, Contract, PremiumRule, Rules, other_names
from scoring.names import folded
from scoring.table.pages.marks import KONTRA_SHORT

Record = dict[str, Any]

WON, LOST, DRAWN = ("w", "g"), ("l", "v"), "="
REDEAL, STRUCK = ("neu", "redeal"), ("ung", "struck")
DEALS, SCHLUSSRADL, REVOKED = ("gibt", "deals"), ("schluss", "schlussradl"), "ren"
KINGS = {"talon": "talon", "self": "self", "selbst": "self"}
KONTRAS = {folded(short): level for level, short in KONTRA_SHORT.items()} | {
    folded(label): level for level, label in KONTRA_LABELS.items()
}


class LineProblem(NamedTuple):
    """What is wrong with a line, and with which part of it."""

    part: str  # empty: the line as a whole
    text: str


class UnreadableLine(Exception):
    """A line that says nothing a sheet could hold."""

    def __init__(self, part: str, text: str) -> None:
        super().__init__(text)
        self.wrong = LineProblem(part, text)


def part_labels() -> dict[str, str]:
    """Return what the parts of a line are called, by their keys in a record."""
    return {
        "contract": _("contract"),
        "declarer": _("declarer"),
        "partner": _("partner"),
        "king": _("partner"),
        "points": _("card points"),
        "won": _("result"),
        "drawn": _("result"),
        "order": _("who pays"),
        "kontra": _("kontra"),
        "kontras": _("kontra"),
        "premiums": _("premium"),
        "revoke": _("Renonce"),
        "reason": _("reason"),
        "dealer": _("dealer"),
    }


def record_of(line: str, rules: Rules, seated: Mapping[str, str]) -> Record:
    """Return the record that a line stands for; `seated` are ids and names in the order of the seats."""
    word, _space, text = line.partition(" ")
    key = folded(word)
    if key in REDEAL or key in STRUCK:
        return {"void": "redeal" if key in REDEAL else "struck", "reason": text.strip()}
    if key in SCHLUSSRADL:
        return {"event": "schlussradl"}
    people = PeopleAtTable(seated)
    words = people.joined(text).split()
    if key in DEALS:
        return {"event": "dealer", "dealer": people.player_called(_next(words, "dealer"), "dealer")}
    return _Line(_contract(word, rules), words, rules, people).record()


def usual_owner(game: Record, rule: PremiumRule, announced: object) -> str:
    """Return the default owner of a premium: the declarer, or the holder of the called king."""
    holders = rule.whose is Whose.KING_HOLDER and announced
    return str(game.get("partner", game["declarer"]) if holders else game["declarer"])


def _contract(word: str, rules: Rules) -> Contract:
    named = {
        folded(name): contract for contract in rules.contracts.values() for name in other_names(contract)
    }
    named |= {folded(contract.short): contract for contract in rules.contracts.values()}
    match = named.get(folded(word))
    if match is None:
        known = ", ".join(contract.short for contract in rules.contracts.values())
        words = _("“%(word)s” is not a contract on this sheet. The sheet has: %(known)s.")
        raise UnreadableLine(_("contract"), words % {"word": word, "known": known})
    return match


def _next(words: list[str], part: str) -> str:
    if not words:
        raise UnreadableLine(part_labels()[part], _("This is missing."))
    return words.pop(0)


class PeopleAtTable:
    """The people at a table, found by the beginning of the name or the number of the seat."""

    def __init__(self, seated: Mapping[str, str]) -> None:
        self.seats = list(seated)
        self.keys = {player: _key(name) for player, name in seated.items()}
        self.names = seated

    def joined(self, text: str) -> str:
        """Return the text with each name of several words written as one word."""
        for name in sorted(self.names.values(), key=len, reverse=True):
            if " " in name:
                text = re.sub(re.escape(name), name.replace(" ", ""), text, flags=re.IGNORECASE)
        return text

    def player_called(self, word: str, part: str) -> str:
        """Return the id of the player that a word names; raise UnreadableLine if none or several match."""
        if word.isdecimal() and 1 <= int(word) <= len(self.seats):
            return self.seats[int(word) - 1]
        key = _key(word)
        if exact := [other for other, name in self.keys.items() if name == key]:
            return exact[0]
        candidates = [other for other, name in self.keys.items() if key and name.startswith(key)]
        if len(candidates) == 1:
            return candidates[0]
        words = _("Nobody at this table is called “%(word)s”: %(names)s.")
        if candidates:
            words = _("“%(word)s” could be several people: %(names)s.")
        names = ", ".join(self.names[player] for player in candidates or self.seats)
        raise UnreadableLine(part_labels()[part], words % {"word": word, "names": names})

    def is_known(self, word: str) -> bool:
        try:
            self.player_called(word, "declarer")
        except UnreadableLine:
            return False
        return True


def _key(name: str) -> str:
    return "".join(folded(name).split())


class _Line:
    """A hand, taken word by word."""

    def __init__(self, contract: Contract, words: list[str], rules: Rules, people: PeopleAtTable) -> None:
        self.contract, self.words, self.rules, self.people = contract, words, rules, people
        self.game: Record = {"contract": contract.key}
        self.premiums: list[Record] = []
        self.whole: Record = {}
        shorts = sorted((rule.short for rule in rules.premiums.values()), key=len, reverse=True)
        self.keys = {rule.short.casefold(): rule.key for rule in rules.premiums.values()}
        self.kontras = KONTRAS | {folded(rules.kontra.label(level)): level for level in rules.levels}
        short = "|".join(re.escape(short) for short in shorts)
        self.premium = re.compile(rf"({short})(a)?([+\-✓✗−])?([a-zäöü]+[5-9]?)?(?::(.+))?", re.IGNORECASE)

    def record(self) -> Record:
        self.game["declarer"] = self._person("declarer")
        self._partner()
        if self.contract.kind is Kind.TRISCHAKEN:
            self._order()
        for word in self.words:
            self._read_word(word)
        if self.contract.blank and not self.game.keys() & {"points", "won", "drawn"} and not self.whole:
            self.game["unplayed"] = True
        hand: Record = {"games": [self.game], **self.whole}
        return {**hand, "premiums": self.premiums} if self.premiums else hand

    def _person(self, part: str) -> str:
        return self.people.player_called(_next(self.words, part), part)

    def _partner(self) -> None:
        if self.contract.kind is Kind.PAIRED:
            self.game["partner"] = self._person("partner")
        elif self.contract.kind is Kind.CALLING:
            word = _next(self.words, "partner")
            if folded(word) in KINGS:
                self.game["king"] = KINGS[folded(word)]
            else:
                self.game["partner"] = self.people.player_called(word, "partner")

    def _order(self) -> None:
        """Read who pays, the one with most points first; "Bert=Cilli" are equal."""
        groups = []
        while self.words and all(self.people.is_known(name) for name in self.words[0].split("=")):
            groups.append([self.people.player_called(name, "order") for name in self.words.pop(0).split("=")])
        if groups:
            self.game["order"] = groups

    def _read_word(self, word: str) -> None:
        for read in (self._result, self._kontra, self._renonce, self._premium):
            if read(word):
                return
        words = _("“%(word)s” is not understood. The list below shows what can be written here.")
        raise UnreadableLine("", words % {"word": word})

    def _result(self, word: str) -> bool:
        key = folded(word)
        if re.fullmatch(r"\d{1,3}(/\d)?", word):
            plain = self.rules.counting is Counting.PLAIN
            self._set_new("points", "points", int(word) if plain and word.isdecimal() else word)
        elif key in WON or key in LOST:
            self._set_new("won", "won", key in WON)
        elif word == DRAWN:
            self._set_new("drawn", "drawn", word == DRAWN)
        else:
            return False
        return True

    def _kontra(self, word: str) -> bool:
        level, _colon, whose = word.partition(":")
        if folded(level) not in self.kontras:
            return False
        if whose:
            kontras = self.game.setdefault("kontras", {})
            kontras[self.people.player_called(whose, "kontras")] = self.kontras[folded(level)]
        else:
            self._set_new("kontra", "kontra", self.kontras[folded(level)])
        return True

    def _renonce(self, word: str) -> bool:
        key, _colon, whose = word.partition(":")
        if folded(key) != REVOKED or not whose:
            return False
        name, revoke = self.people.player_called(whose, "revoke"), self.whole.get("revoke")
        self.whole["revoke"] = {
            "by": name
            if revoke is None
            else [*([revoke["by"]] if isinstance(revoke["by"], str) else revoke["by"]), name]
        }
        return True

    def _premium(self, word: str) -> bool:
        match = self.premium.fullmatch(word)
        if match is None or (match[4] and folded(match[4]) not in self.kontras):
            return False
        rule = self.rules.premiums[self.keys[match[1].casefold()]]
        who, _slash, whom = (match[5] or "").partition("/")
        by = self.people.player_called(who, "premiums") if who else usual_owner(self.game, rule, match[2])
        made = match[3] not in ("-", "−", "✗")
        premium: Record = {"premium": rule.key, "by": by, "made": made}
        if whom:
            premium["against"] = self.people.player_called(whom, "premiums")
        if match[2]:
            premium["announced"] = True
        if match[4]:
            premium["kontra"] = self.kontras[folded(match[4])]
        self.premiums.append(premium)
        return True

    def _set_new(self, key: str, part: str, value: object) -> None:
        if key in self.game:
            raise UnreadableLine(part_labels()[part], _("This is here twice."))
        self.game[key] = value
