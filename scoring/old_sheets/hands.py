"""A hand from the words in the columns of a row: a record, as a phone would have sent it."""

import re
from collections.abc import Iterable, Iterator, Mapping
from difflib import get_close_matches
from typing import TypeVar

from scoring.engine.customs import Counting, Kind
from scoring.engine.options import OPTIONS, TableOption
from scoring.engine.rules import Contract, PremiumRule, Rules, other_names
from scoring.names import folded
from scoring.old_sheets import worksheet as col
from scoring.old_sheets.values import WORDS, WRITTEN, refusal, words_of
from scoring.table.pages.marks import KONTRA_SHORT
from scoring.table.shorthand import KONTRAS, PeopleAtTable, Record, UnreadableLine, record_of, usual_owner
from scoring.web.language import current_language

_WORDS = {key: words_of("hands", key) for key in WORDS["hands"]}
_ENDS: Mapping[str, Record] = {  # what a result says in words
    "won": {"won": True},
    "lost": {"won": False},
    "drawn": {"drawn": True},
    "conceded": {"conceded": True},
    "unplayed": {"unplayed": True},
}
# As this program notes premiums: "I a✓K: Dora", "(V ✗)".
_LEVEL = "|".join(map(re.escape, KONTRA_SHORT.values()))
_IN_SIGNS = re.compile(rf"\(?(.+?) ?(a)?([✓✗])?(\(?(?:{_LEVEL})\)?)?(?:: (.+?))?\)?")
_NEARLY = 0.65
Named = TypeVar("Named", bound=Contract | PremiumRule)


class UnreadableCell(Exception):
    """A cell that cannot be read: which column, and what to do about it."""

    def __init__(self, code: str, sentence: str) -> None:
        self.code, self.text = code, sentence
        super().__init__(self.text)


def record_from(
    cells: Mapping[str, str], rules: Rules, seated: Mapping[str, str], also: Mapping[str, str] | None = None
) -> Record:
    """Return the record of a row.

    `cells` stand by what they mean, premiums of a column of their own included; `seated` are ids and names
    as they are written there, `also` is what else the same people are called."""
    if short := cells.get(col.LINE, ""):
        try:
            return record_of(short, rules, seated)
        except UnreadableLine as unreadable:
            message = f"{unreadable.wrong.part}: {unreadable}".removeprefix(": ")
            raise UnreadableCell(col.LINE, message) from None
    return _Hand(cells, rules, seated, also or {}).record()


def person_of(text: str, code: str, seated: Mapping[str, str], also: Mapping[str, str]) -> str:
    """Return whom a cell means, by the beginning of a name or the number of the seat."""
    wrong = ""
    for names in (seated, also):
        try:
            return PeopleAtTable(names).player_called(
                text, "declarer"
            )  # which part it is, is said by the column
        except UnreadableLine as unreadable:
            wrong = wrong or str(unreadable)
    raise UnreadableCell(code, wrong)


def by_name(rules: Iterable[Named]) -> dict[str, Named]:
    """Return games or premiums by all names under which they may stand in a list."""
    rules_by_name: dict[str, Named] = {}
    for rule in rules:
        keys = rule.short, rule.key, rule.key.replace("_", " "), rule.label.en, rule.label.de
        for name in (*keys, *other_names(rule)):
            rules_by_name.setdefault(folded(name), rule)
    return rules_by_name


class _Hand:
    """One row."""

    def __init__(
        self, cells: Mapping[str, str], rules: Rules, seated: Mapping[str, str], also: Mapping[str, str]
    ) -> None:
        self.cells, self.rules, self.seated, self.also = cells, rules, seated, also
        self.kontras = KONTRAS | {folded(rules.kontra.label(level)): level for level in rules.levels}

    def cell(self, code: str) -> str:
        return self.cells.get(code, "").strip()

    def record(self) -> Record:
        if not self.cell(col.CONTRACT):
            raise UnreadableCell(col.CONTRACT, refusal("missing"))
        contracts, known = [], by_name(self.rules.contracts.values())
        for name in WRITTEN["both"].split(self.cell(col.CONTRACT)):
            if folded(name) not in known:
                raise UnreadableCell(col.CONTRACT, _unknown(name, known))
            contracts.append(known[folded(name)])
        games = [self._game(contract, index, len(contracts)) for index, contract in enumerate(contracts)]
        hand: Record = {"games": games}
        if premiums := list(self._premiums(games[0])):
            hand["premiums"] = premiums
        if who := self._renonce():
            hand["revoke"] = self._revoked(who, col.RENONCE)
        elif (revoked := WRITTEN["revoked"].fullmatch(self.cell(col.RESULT).partition(" / ")[0])) is not None:
            hand["revoke"] = self._revoked(revoked[1], col.RESULT)
        if agreed := self.cell(col.AGREED):
            hand["options"] = dict(map(_option, re.split(r"\s*;\s*", agreed.rstrip("; "))))
        if contracts[0].solo and games[0].get("king") == "talon":
            self._forget_what_is_void_anyway(hand)
        return hand

    def _forget_what_is_void_anyway(self, hand: Record) -> None:
        """Take "ungültig" off a lone declarer's kontras where every kontra is void by itself."""
        (game, *_others), agreed = hand["games"], hand.get("options", {})
        if agreed.get("talon_king_kontra", self.rules.options["talon_king_kontra"]) == "void":
            own = [premium for premium in hand.get("premiums", ()) if premium["by"] == game["declarer"]]
            for kontraed in (game, *own):
                kontraed.pop("kontra_void", None)

    def _renonce(self) -> str:
        """Return what the column of the Renonce says, if there was one."""
        text = self.cell(col.RENONCE)
        return "" if _says_no(text) else text

    def _revoked(self, text: str, code: str) -> Record:
        """Read a Renonce: "Anna + Bert, claims: Cilli 2, Dora 1"."""
        who, *claimed = WRITTEN["claims"].split(text, maxsplit=1)
        names = [self._person(name, code) for name in who.split(" + ")]
        revoke: Record = {"by": names if len(names) > 1 else names[0]}
        claims: dict[str, int] = {}
        for part in WRITTEN["between"].split("".join(claimed)) if claimed else ():
            claim = WRITTEN["claim"].fullmatch(part)
            if claim is None:
                raise UnreadableCell(code, refusal("no_claim", text=part[:40]))
            claims[self._person(claim[1], code)] = int(claim[2])
        return {**revoke, "claims": claims} if claims else revoke

    def _part(self, code: str, index: int, games: int) -> str:
        """Return what a cell says of one of the games."""
        text = self.cell(code)
        if games == 1 or not text:
            return text
        parts = WRITTEN["both"].split(text)
        if len(parts) != games:
            raise UnreadableCell(code, refusal("several_games", count=games))
        return parts[index]

    def _person(self, text: str, code: str) -> str:
        return person_of(text, code, self.seated, self.also)

    def _game(self, contract: Contract, index: int, games: int) -> Record:
        declarer = self._part(col.DECLARER, index, games)
        if not declarer:
            raise UnreadableCell(col.DECLARER, refusal("missing"))
        game: Record = {"contract": contract.key, "declarer": self._person(declarer, col.DECLARER)}
        partner = self._part(col.PARTNER, index, games)
        if king := next((king for king in ("talon", "self") if folded(partner) in _WORDS[king]), ""):
            game["king"] = king
        elif partner.strip("-–−"):
            game["partner"] = self._person(partner, col.PARTNER)
        if self._has_no_result():
            result = ""
        elif WRITTEN["revoked"].fullmatch(result := self._part(col.RESULT, index, games)):
            pass
        elif contract.kind is Kind.TRISCHAKEN:
            game.update(self._of_trischaken(result))
        else:
            game.update(self._result(result, contract))
        game.update(self._kontra(self._part(col.KONTRA, index, games), contract))
        return game

    def _has_no_result(self) -> bool:
        """Return whether there was a Renonce and the result without it is unknown."""
        result = self.cell(col.RESULT)
        says_nothing = not result.strip("-–− ")
        return (says_nothing and bool(self._renonce())) or all(
            map(WRITTEN["revoked"].fullmatch, result.split(" / "))
        )

    def _result(self, text: str, contract: Contract) -> Record:
        key = folded(text)
        if not key and contract.blank:
            return {"unplayed": True}
        if not key:
            raise UnreadableCell(col.RESULT, refusal("missing"))
        if result := next((result for end, result in _ENDS.items() if key in _WORDS[end]), None):
            return dict(result)
        points, _space, ended = text.rpartition(" ")
        if folded(ended) in _WORDS["won"] | _WORDS["lost"]:
            text = points
        return {"points": self._points(text, lagen=True)}

    def _points(self, text: str, *, lagen: bool = False) -> int | str:
        """Return card points as a record has them; a side's can be counted in Lagen."""
        if (day := WRITTEN["day_of_points"].fullmatch(text)) and self.rules.counting is Counting.BLATT:
            points = f"{int(day[2]) % 100}/{int(day[1])}"
            raise UnreadableCell(col.RESULT, refusal("points_are_a_date", points=points))
        written = WRITTEN["card_points"].fullmatch("".join(text.split()))
        plain = self.rules.counting is Counting.PLAIN
        if written is None or (plain and written[2]):
            example = "45" if plain else "36" if lagen else "20/1"
            raise UnreadableCell(col.RESULT, refusal("no_result", text=text[:40], example=example))
        return int(written[1]) if plain or (lagen and not written[2]) else f"{written[1]}/{written[2] or 0}"

    def _of_trischaken(self, text: str) -> Record:
        """Read who pays, with most points first; or everybody with their points."""
        if not text:
            raise UnreadableCell(col.RESULT, refusal("who_pays"))
        parts = [
            WRITTEN["pays"].sub("", part) for part in WRITTEN["between"].split(text.replace(">", ",")) if part
        ]
        counted = [match for match in map(WRITTEN["counted"].fullmatch, parts) if match]
        if len(counted) == len(parts):
            points = {self._person(pair[1], col.RESULT): self._points(pair[2]) for pair in counted}
            return {"points": points}
        order: list[list[str]] = []
        special: Record = {}
        for part in parts:
            (first, _space, remainder), names = part.partition(" "), part
            if folded(first) in _WORDS["buergermeister"] and remainder:
                special["buergermeister"] = True
                names = remainder
            elif folded(first) in _WORDS["jungfrau"] and remainder:
                special.setdefault("jungfrau", []).append(self._person(remainder, col.RESULT))
                continue
            order.append([self._person(name.strip(), col.RESULT) for name in names.split("=")])
        return {"order": order, **special}

    def _kontra(self, text: str, contract: Contract) -> Record:
        """Read one level for all, or of each opponent in a negative game: "Kontra Bert, Re Cilli"."""
        if _says_no(text):
            return {}
        each: dict[str, str] = {}
        for part in WRITTEN["between"].split(text):
            level, who = self._level(part.replace(":", " "))
            who = " ".join(word for word in who.split() if folded(word) not in _WORDS["before_a_name"])
            if folded(level) in ("x", "ja", "yes", "1"):
                level = next(iter(self.rules.levels), "kontra")
            if folded(level) not in self.kontras:
                known = ", ".join(level.capitalize() for level in self.rules.levels)
                raise UnreadableCell(col.KONTRA, refusal("no_kontra", text=part[:40], known=known))
            kontra = self.kontras[folded(level)]
            if not who or folded(who) in _WORDS["void"]:
                return {"kontra": kontra, "kontra_void": True} if who else {"kontra": kontra}
            each[self._person(who, col.KONTRA)] = kontra
        if contract.kind is Kind.NEGATIVE:
            return {"kontras": each}
        return {"kontra": next(iter(each.values()))}  # who said it does not matter there

    def _level(self, text: str) -> tuple[str, str]:
        """Return the words of a level, which can be several, and what follows."""
        level, _space, remainder = text.partition(" ")
        return _begun_by(text, self.kontras) or (level, remainder)

    def _premiums(self, game: Record) -> Iterator[Record]:
        known = by_name(self.rules.premiums.values())
        if text := self.cell(col.PREMIUMS):
            for part in WRITTEN["between"].split(text):
                if part.strip("-–− "):
                    yield self._premium(part, known, game, col.PREMIUMS)
        for code, cell in self.cells.items():
            if code.startswith(col.PREMIUM) and not _says_no(cell):
                rule = self.rules.premiums[code.removeprefix(col.PREMIUM)]
                for part in WRITTEN["each_side"].split(cell.strip("; ")):
                    yield self._premium_record(rule, part, game, code)

    def _premium(self, text: str, known: Mapping[str, PremiumRule], game: Record, code: str) -> Record:
        """Read a premium: "Pagat angesagt gewonnen", "Uhu von Bert", "Ia+k:Anna"."""
        if (noted := self._in_signs(text, known, game, code)) is not None:
            return noted
        if (begun := _begun_by(text, known)) is not None:
            return self._premium_record(known[begun[0]], begun[1], game, code)
        if (short := self._in_short(text, known)) is not None:
            return self._premium_record(known[short[0]], short[1], game, code)
        raise UnreadableCell(code, _unknown(text, known))

    def _in_signs(
        self, text: str, known: Mapping[str, PremiumRule], game: Record, code: str
    ) -> Record | None:
        """Read "I a✓K: Dora", "(V ✗)", as this program notes it; return None if it is something else."""
        noted = _IN_SIGNS.fullmatch(text)
        if noted is None or folded(noted[1]) not in known or not any(noted.groups()[1:]):
            return None
        rule, announced = known[folded(noted[1])], noted[2] is not None
        premium: Record = {"premium": rule.key}
        if announced:
            premium["announced"] = True
        # Of a hand that was broken off nobody knows how a premium would have ended.
        is_broken_off = (
            "conceded" in game or self._renonce() or WRITTEN["revoked"].match(self.cell(col.RESULT))
        )
        if noted[3] or not announced or not is_broken_off:
            premium["made"] = noted[3] != "✗"
        if noted[4]:
            premium["kontra"] = self.kontras[folded(noted[4].strip("()"))]
            if noted[4].startswith("("):
                premium["kontra_void"] = True
        by, _slash, against = (noted[5] or "").partition("/")
        premium["by"] = self._person(by, code) if by else game["declarer"]
        if against:
            premium["against"] = self._person(against, code)
        return premium

    def _in_short(self, text: str, known: Mapping[str, PremiumRule]) -> tuple[str, str] | None:
        """Return the short name with signs right behind it, as words."""
        shorts = {folded(rule.short) for rule in known.values()}
        short, level = ("|".join(map(re.escape, words)) for words in (shorts, self.kontras))
        signs = re.fullmatch(rf"({short})(a)?([+\-−✓✗])?({level})?(?::(.+))?", folded(text))
        return (signs[1], " ".join(filter(None, signs.groups()[1:]))) if signs else None

    def _premium_record(self, rule: PremiumRule, text: str, game: Record, code: str) -> Record:
        """Return what else the words say: announced, made, a kontra, whose it is."""
        premium: Record = {"premium": rule.key, "made": True}
        words = re.sub(r"(?<=[^\W\d_])([+\-−])", r" \1", re.sub(r"[().:]", " ", text))
        name: list[str] = []
        for word in words.split():
            key = folded(word)
            if key in _WORDS["announced"]:
                premium["announced"] = True
            elif key in _WORDS["lost"]:
                premium["made"] = False
            elif key in self.kontras:
                premium["kontra"] = self.kontras[key]
            elif key != "1" and key not in _WORDS["before_a_name"] | _WORDS["won"] | _WORDS["silent"]:
                name.append(word)
        announced = "announced" in premium
        by = self._person(" ".join(name), code) if name else usual_owner(game, rule, announced)
        return {**premium, "by": by}


def _option(text: str) -> tuple[str, str | int]:
    """Return what was agreed, "Trischaken counts: 3 × 2", as a record has it."""
    by_words = {
        folded(_as_agreed(option, value, language)): (key, value)
        for key, option in OPTIONS.items()
        for value in option.values
        for language in ("de", "en")
    }
    if (agreed := by_words.get(folded(text))) is None:
        example = _as_agreed(OPTIONS["negative_kontra"], "none", current_language())
        raise UnreadableCell(col.AGREED, refusal("no_option", text=text[:40], example=example))
    return agreed


def _as_agreed(option: TableOption, value: str | int, language: str) -> str:
    return f"{option.matter.in_language(language)}: {option.values[value].label.in_language(language)}"


def _says_no(text: str) -> bool:
    """Return whether a cell only says that there was none: no Kontra, no premium, no Renonce."""
    return not text.strip("-–− ") or folded(text) in ("0", "nein", "no")


def _begun_by(text: str, names: Iterable[str]) -> tuple[str, str] | None:
    """Return the longest of these folded names with which a text begins, and what follows."""
    whole = folded(text)
    for name in sorted(names, key=len, reverse=True):
        if whole == name or (whole.startswith(name) and not whole[len(name)].isalnum()):
            end = next((end for end in range(len(text)) if folded(text[:end]) == name), len(text))
            return name, text[end:]
    return None


def _unknown(name: str, known: Mapping[str, Contract | PremiumRule]) -> str:
    """Return what it could be, or everything that there is."""
    language = current_language()
    near = get_close_matches(folded(name), known, n=1, cutoff=_NEARLY)
    if near:
        return refusal("unknown_near", name=name[:40], near=known[near[0]].label.in_language(language))
    labels = dict.fromkeys(rule.label.in_language(language) for rule in known.values())
    return refusal("unknown", name=name[:40], known=", ".join(labels))
