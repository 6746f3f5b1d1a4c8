"""The set-up page of a server without an owner."""

from scoring.accounts import verbs as people
from tests.support.scoring.house import PASSWORD

FORM = {
    "name": "Anna",
    "password": PASSWORD,
    "again": PASSWORD,
    "club": "Mühlviertler Runde",
    "currency": "EUR",
    "cents_per_point": "10",
    "language": "de",
    "default_rules": "cup",
}


def path() -> str:
    return f"/setup/{people.setup_code()}/"
