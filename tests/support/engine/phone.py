"""Questions of a phone without network, of drawn evenings and of any other."""

from functools import cache
from typing import Any

from scoring.engine.facts import Entry, SheetFacts
from scoring.engine.loading import resolved
from scoring.engine.naming import renamed
from scoring.engine.pagatkassa import PotState
from scoring.engine.phone import FORM, rules_document
from scoring.engine.record import to_dict
from scoring.engine.rules import PagatkassaTerms, Rules
from scoring.engine.sheet import first_position
from scoring.engine.table_state import Kassa, TableState
from scoring.rules import published, read
from tests.support.engine.hands import PEOPLE as DRAWN
from tests.support.engine.hands import build_sheet, quickly_seeded

Question = dict[str, Any]

PEOPLE = {name: str(number) for number, name in enumerate(DRAWN, start=1)}
NAMES = {number: name for name, number in PEOPLE.items()}
FOUR = ("1", "2", "3", "4")
TERMS = PagatkassaTerms(stake=10, start=20)
EVENINGS = range(8)  # seeds, of each rule sheet


@cache
def rules_text(slug: str) -> str:
    return rules_document(slug, slug, resolved(slug, read))


def here(
    slug: str = "standard", players: tuple[str, ...] = FOUR, dealer: str = "4", **options: Any
) -> TableState:
    kassa = Kassa(TERMS, "EUR", PotState())
    return TableState(first_position(players, dealer), slug, options, dealer, kassa=kassa)


def question(*records: Any, at: TableState | None = None, **further: Any) -> Question:
    at = at or here()
    waits = [record if "undo" in record else {"record": record} for record in records]
    return {
        "form": FORM,
        "language": "en",
        "names": NAMES,
        "rules": rules_text(at.digest),
        "standing": at.as_json(),
        "waits": waits,
        **further,
    }


def drawn(slug: str, seed: int) -> SheetFacts:
    """A legal evening, of people who are ids."""
    rules = published()[slug]
    sheet = build_sheet(quickly_seeded(seed), rules)
    seats = {name: PEOPLE.get(name, name) for name in sheet.players}
    written = tuple(renamed(entry, PEOPLE) for entry in sheet.entries)
    players = tuple(seats[name] for name in sheet.players)
    return SheetFacts(players, seats[sheet.dealer], written, sheet.options)


def recorded(entry: Entry, rules: Rules) -> dict[str, Any]:
    return to_dict(entry, rules)


def evening(slug: str, seed: int) -> Question:
    """Ask what all hands of a drawn evening come to while they wait, and the last one while it is typed."""
    sheet = drawn(slug, seed)
    records = [recorded(entry, published()[slug].under(sheet.options)) for entry in sheet.entries]
    at = here(slug, sheet.players, sheet.dealer, **sheet.options)
    played_for = {"cents_per_point": 10, "currency": "EUR", "seed": f"evening {seed}"}
    return question(*records, at=at, typed={"record": records[-1], "instead": None}, sheet=played_for)
