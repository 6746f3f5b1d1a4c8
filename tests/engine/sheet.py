"""Sheets of the engine, played hand by hand."""

from dataclasses import replace

from scoring.engine.facts import Entry, Game, Hand, Order, Premium, SheetFacts, Void
from scoring.engine.rules import Rules
from scoring.engine.sheet import SheetRow, problems_with_sheet
from scoring.engine.table import Table
from scoring.rules import published

FOUR = ("Anna", "Bert", "Cilli", "Dora")


FIVE = (*FOUR, "Emil")


SIX = (*FIVE, "Franz")


STANDARD = published()["standard"]


def hand(*games: Game, **facts: object) -> Hand:
    return replace(Hand((), games), **facts)


def dreier(declarer: str, *, won: bool = True) -> Hand:
    return hand(Game("dreier", declarer, won=won))


def rufer(declarer: str, partner: str, *, won: bool = True) -> Hand:
    return hand(Game("rufer", declarer, partner=partner, won=won))


def for_nothing(declarer: str, partner: str) -> Hand:
    """A Rufer whose points go back for the silent Pagat of an opponent."""
    by = "Emil" if partner == "Dora" else "Dora"
    return hand(
        Game("rufer", declarer, partner=partner, won=True), premiums=(Premium("pagat", by, made=True),)
    )


def trischaken(vorhand: str, loser: str = "Bert") -> Hand:
    """A Trischaken starts a Radl."""
    return hand(Game("trischaken", vorhand, order=Order(((loser,),))))


def drawn(declarer: str) -> Hand:
    return hand(Game("dreier", declarer, points=105))


REDEAL = Void("redeal", "kein Tarock")


STRUCK = Void("struck", "Punkte vergessen")


def played(
    *entries: Entry,
    players: tuple[str, ...] = FOUR,
    dealer: str | None = None,
    rules: Rules = STANDARD,
    **options: str,
) -> tuple[SheetRow, ...]:
    """The rows of a sheet; the last of the players deals first, so the first of them is Vorhand."""
    sheet = SheetFacts(players, dealer or players[-1], entries, options)
    assert problems_with_sheet(sheet, rules) == ()
    return rows_of(sheet, rules)


def rows_of(sheet: SheetFacts, rules: Rules) -> tuple[SheetRow, ...]:
    """The rows of a legal sheet."""
    return tuple(Table.of(sheet, rules).rows)


def radl(rows: tuple[SheetRow, ...]) -> str:
    """The column as it stands on paper: R for a doubled hand."""
    return "".join("R" if row.radl else "-" for row in rows)


def problems(*entries: Entry, rules: Rules = STANDARD) -> list[tuple[int | None, str]]:
    found = problems_with_sheet(SheetFacts(FOUR, "Dora", entries), rules)
    parts = [(problem.path.split("."), problem.code) for problem in found]
    return [(int(path[1]) if path[0] == "hands" else None, code) for path, code in parts]
