"""In continuous integration nothing is skipped: what a test looks for on the machine, `.ci/test` installs."""

from typing import TypeVar

import pytest

Report = TypeVar("Report", pytest.TestReport, pytest.CollectReport)


def failed_if_skipped(report: Report, *, in_ci: bool) -> Report:
    """Return the report, in continuous integration as a failure if something was missing."""
    if in_ci and report.skipped and not hasattr(report, "wasxfail"):
        why = report.longrepr[-1] if isinstance(report.longrepr, tuple) else report.longrepr
        report.outcome = "failed"
        report.longrepr = f"In continuous integration nothing is skipped. {why}"
    return report
