"""The verbs that stand in tables of their own, what the log tells of any, and a server's first page."""

from django.utils import translation

from scoring.accounts import verbs as people
from scoring.capability import log_line
from scoring.models import Deed
from tests.support.scoring.house import PASSWORD


def told_in_both_languages(deed: Deed) -> None:
    """Demand whole sentences in the log, in German other ones than in English."""
    sentences = {}
    for language in ("de", "en"):
        with translation.override(language):
            sentences[language] = log_line(deed)
    assert sentences["de"] != sentences["en"]
    assert not any("%(" in sentence or "None" in sentence for sentence in sentences.values())


FORM = {
    "name": "Anna",
    "password": PASSWORD,
    "club": "Mühlviertler Runde",
    "cents_per_point": "10",
    "language": "de",
    "default_rules": "cup",
}


def path() -> str:
    return f"/setup/{people.setup_code()}/"
