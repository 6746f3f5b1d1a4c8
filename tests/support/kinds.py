"""What a test needs beside Python, as a marker of that name; and what each kind cost, at the end of a run."""

from collections import Counter

import pytest

# The first that fits; a test of no kind is pure.
KINDS = {
    "browser": {"browser", "other_browser"},
    "office": {"office"},
    "programs": {"empty_database", "migrated_database", "shared_database"},  # started as a whole
    "commits": {"transactional_db", "live_server"},
    "database": {"db"},
}
PURE = "pure"


def uses_database(item: pytest.Item) -> bool:
    kinds = ("programs", "commits", "database")
    return "django_db" in item.keywords or any(KINDS[kind] & fixtures_of(item) for kind in kinds)


def fixtures_of(item: pytest.Item) -> set[str]:
    return set(getattr(item, "fixturenames", ()))


def kind_of(item: pytest.Item) -> str:
    found = next((kind for kind, needed in KINDS.items() if needed & fixtures_of(item)), PURE)
    if "django_db" in item.keywords and found in (PURE, "database"):
        commits = any(marker.kwargs.get("transaction") for marker in item.iter_markers("django_db"))
        return "commits" if commits else "database"
    return found


def told(reports: list[pytest.TestReport]) -> list[str]:
    """Tests and seconds of each kind, the dearest first; seconds are those of all processes together."""
    tests: Counter[str] = Counter()
    seconds: dict[str, Counter[str]] = {}
    for report in reports:
        kind = next((kind for kind in KINDS if f"kind_{kind}" in report.keywords), PURE)
        seconds.setdefault(kind, Counter())[report.when or ""] += report.duration
        tests[kind] += report.when == "call"
    rows = sorted(seconds.items(), key=lambda row: -row[1].total())
    lines = [f"{'':10}{'tests':>7}{'setup':>9}{'call':>9}{'teardown':>9}{'seconds':>9}"]
    for kind, cost in [*rows, ("together", sum((cost for _, cost in rows), Counter()))]:
        parts = [cost["setup"], cost["call"], cost["teardown"], cost.total()]
        count = tests[kind] if kind in tests else tests.total()
        lines.append(f"{kind:10}{count:7}" + "".join(f"{part:9.1f}" for part in parts))
    return lines
