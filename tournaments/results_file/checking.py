"""The checker: recompute everything that a results file claims from its facts.

It needs neither a database nor Django. What follows from the facts is compared with the claim at its place,
and every difference is a sentence; `filled` puts it there instead.
"""

from __future__ import annotations

from typing import IO

from scoring.engine.words import LANGUAGES
from tournaments.engine.event_outcomes import outcome_as_text
from tournaments.results_file.derivation import Derivation
from tournaments.results_file.deriving import EventDerivation
from tournaments.results_file.deriving_series import SeriesDerivation
from tournaments.results_file.findings import Findings
from tournaments.results_file.reading import Document, NoResultsFile, read
from tournaments.results_file.verdict import FileVerdict, verdict_of

SERIES, YEAR = "series", "year"


def checked(content: bytes) -> FileVerdict:
    """Return everything that is wrong with a file, whatever it holds."""
    return verdict_of(examined(content))


def verdict_on(file: IO[bytes]) -> Document:
    """Return the verdict on a file as plain values, for callers in another process."""
    return _verdict_document(verdict_of(examined(file.read())))


def _verdict_document(verdict: FileVerdict) -> Document:
    heading = verdict.heading
    return {
        "status": verdict.status,
        "told": {language: verdict.in_words(language) for language in LANGUAGES},
        "notes": {language: verdict.notes_in_words(language) for language in LANGUAGES},
        "heading": {
            language: "" if heading is None else heading.in_language(language) for language in LANGUAGES
        },
    }


def event_in(file: IO[bytes]) -> Document:
    """Return the findings on a file as plain values, and everybody's outcome in a correct event."""
    examination = examined(file.read())
    answer = _verdict_document(verdict_of(examination))
    if (
        isinstance(examination, Findings)
        and isinstance(examination.derivation, EventDerivation)
        and not examination.findings
    ):
        outcomes, in_sections = examination.derivation.outcomes()
        answer["event"] = examination.document["event"]
        answer["results"] = [
            {
                "name": examination.names[player],
                "place": None if outcome.place is None else outcome.place.rank,
                "points": str(outcome.schrift),
                "outcome": outcome_as_text(outcome, in_sections.get(player)),
            }
            for player, outcome in outcomes.items()
            if not outcome.missing
        ]
    return answer


def examined(content: bytes) -> Findings | NoResultsFile:
    """Return the findings in a file, or why it is no results file."""
    try:
        document, skipped = read(content)
    except NoResultsFile as refused:
        return refused
    return Findings(derivation_of(document), skipped)


def derivation_of(document: Document) -> Derivation:
    """Return the derivation for a file of this kind."""
    of_kind = SeriesDerivation if document["kind"] in (SERIES, YEAR) else EventDerivation
    return of_kind(document)


def filled(document: Document) -> Document:
    """Return a tournament's facts with everything derived; raise ValueError where they are impossible."""
    findings = Findings(EventDerivation(document), filling=True)
    if findings.findings:
        raise ValueError("\n".join(text.en for text in findings.sentences))
    return document
