"""A commit's subject says in the imperative, in at most 72 characters, what one commit does."""

import subprocess
from pathlib import Path

ASKED_SINCE = "2026-11-24T20:00:00Z"  # what landed before stays as it is
LONGEST = 72
IMPERATIVES = frozenset({"Bring", "Embed", "Feed", "Need", "Speed"})  # which end like other forms


def complaints(subject: str) -> list[str]:
    """Return what is wrong with a subject."""
    found = []
    if len(subject) > LONGEST:
        found.append(f"{len(subject)} characters, at most {LONGEST} are read: {subject}")
    first = subject.split(maxsplit=1)[0] if subject.strip() else ""
    if not first[:1].isupper() or subject.endswith("."):
        found.append(f"begins with a capital letter and ends without a full stop: {subject}")
    if first not in IMPERATIVES and first.endswith(("ed", "ing")):
        found.append(f"“{first}” is no imperative: {subject}")
    return found


def test_subjects_of_commits_are_short_and_imperative(root: Path) -> None:
    command = ["git", "log", "--no-merges", f"--since={ASKED_SINCE}", "--format=%s"]
    log = subprocess.run(command, cwd=root, capture_output=True, text=True, check=False).stdout
    assert [complaint for subject in log.splitlines() for complaint in complaints(subject)] == []
