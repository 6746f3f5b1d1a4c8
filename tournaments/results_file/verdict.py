"""The verdict on a results file: errors, remarks, and what was taken over unchecked."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from scoring.engine.texts import Text
from scoring.export.results_file import REVISION
from tournaments.results_file.derivation import NOBODY_SAYS
from tournaments.results_file.findings import Findings
from tournaments.results_file.letters import letters_of, letters_of_before
from tournaments.results_file.reading import (
    TAKEN,
    WORDS,
    Document,
    FileFinding,
    NoResultsFile,
    keys_in,
    sentence,
    shortened,
)

MOST_SENTENCES = 200
MOST_SKIPPED = 5  # keys of a newer file that are named
FIRST = 3  # places that a verdict names
GOOD, DIFFERENT, NO_SUCH_FILE = 0, 1, 2  # as the command ends


class FileVerdict(NamedTuple):
    """What came of a file."""

    status: int
    findings: tuple[FileFinding, ...]  # what is wrong, each with its place
    summary: Text
    heading: Text | None = None  # which event it is, and who was first
    remarks: tuple[FileFinding, ...] = ()
    taken: tuple[str, ...] = ()  # keys that were not looked at
    letters: str = ""
    letters_before: str = ""  # empty where they are the first of today's

    @property
    def sentences(self) -> tuple[Text, ...]:
        return tuple(finding.text for finding in self.findings)

    def in_words(self, language: str) -> list[str]:
        """Return the summary, then what is wrong."""
        return [self.summary.in_language(language), *_shown(self.findings, language)]

    def notes_in_words(self, language: str) -> list[str]:
        """Return the remarks, what was taken over unchecked, and what the letters are good for."""
        sentences = _shown(self.remarks, language)
        if self.taken:
            sentences.append(sentence("taken", keys=Text.same(", ".join(self.taken))).in_language(language))
        if self.letters:
            sentences.append(WORDS["not_forged"].in_language(language))
        if self.letters_before:
            sentences.append(sentence("letters_before", letters=self.letters_before).in_language(language))
        return sentences

    def all_in_words(self, language: str) -> list[str]:
        """Return the whole verdict in words, line by line."""
        heading = [] if self.heading is None else [self.heading.in_language(language)]
        return [*heading, *self.in_words(language), *self.notes_in_words(language)]

    def as_json(self) -> Document:
        """Return the verdict as JSON for programs."""
        return {
            "status": self.status,
            "letters": self.letters,
            "letters_before": self.letters_before,
            "differences": [_as_json(finding) for finding in self.findings[:MOST_SENTENCES]],
            "count": len(self.findings),
            "remarks": [_as_json(finding) for finding in self.remarks[:MOST_SENTENCES]],
            "taken": list(self.taken),
        }


def _shown(findings: Sequence[FileFinding], language: str) -> list[str]:
    shown = [finding.text.in_language(language) for finding in findings[:MOST_SENTENCES]]
    if more := len(findings) - len(shown):
        shown.append(sentence("more", count=more).in_language(language))
    return shown


def _as_json(finding: FileFinding) -> dict[str, Any]:
    text = finding.text
    return {"code": finding.code, "pointer": finding.pointer, "de": text.de, "en": text.en}


def verdict_of(examination: Findings | NoResultsFile) -> FileVerdict:
    """Return the verdict on a file."""
    if isinstance(examination, NoResultsFile):
        return FileVerdict(NO_SUCH_FILE, examination.findings, WORDS["not_such"])
    document, derivation = examination.document, examination.derivation
    letters, old_letters = letters_of(document), letters_of_before(document)
    findings = tuple(examination.findings)
    if findings:
        summary = sentence("differences", count=len(findings), letters=letters)
    else:
        summary = _good_in_words(document, letters)
    notes = (*derivation.further_in_words(bool(findings)), *_skipped(examination))
    return FileVerdict(
        DIFFERENT if findings else GOOD,
        findings,
        Text.joined((summary, *notes), " "),
        _heading(examination),
        tuple(examination.remarks),
        tuple(dict.fromkeys((*keys_in(document, TAKEN), *derivation.taken))),
        letters,
        "" if letters.startswith(old_letters) else old_letters,
    )


def _good_in_words(document: Document, letters: str) -> Text:
    tables = [table for round_ in document["rounds"] for table in round_["tables"]]
    counts = {key: len(document.get(key, ())) for key in ("people", "rounds", "events", "series")}
    hands = sum("games" in hand["record"] for table in tables for hand in table["hands"])
    code = "good_series" if document.get("series") else "good"
    return sentence(code, letters=letters, tables=len(tables), hands=hands, **counts)


def _heading(examination: Findings) -> Text | None:
    """Return which event a file is about, and who was first there."""
    event = examination.document["event"]
    parts = [event.get("title") or event.get("place", ""), event["date"], event.get("club", "")]
    named = ", ".join(shortened(part) for part in parts if part)
    first = [
        [sentence("placed", rank=rank, name=examination.name(who)) for rank, who in part if 0 < rank <= FIRST]
        for part in examination.derivation.ranked_people()
    ]
    places = (sentence("first", places=Text.joined(part, ", ")) for part in first if part)
    return Text.joined((Text.same(f"{named}."), *places), " ")


def _skipped(examination: Findings) -> Iterator[Text]:
    """Yield notes on the keys of a newer file that were not checked, if there are any."""
    if examination.document.get("revision", 1) > REVISION:
        named = ", ".join(examination.skipped[:MOST_SKIPPED]) or NOBODY_SAYS
        revision = examination.document["revision"]
        yield sentence("newer_revision", revision=revision, known=REVISION)
        if examination.skipped:
            yield sentence("skipped", count=len(examination.skipped), keys=named)
