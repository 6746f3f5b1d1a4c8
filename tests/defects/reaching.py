"""A plugin of pytest that notes for each test that passes its seconds, lines of the program and templates."""

import json
import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from coverage import Coverage
from django.template import Context, Template
from django.test.signals import template_rendered
from django.utils.safestring import SafeString

ROOT = Path(__file__).parents[2]
SOURCES = ("scoring", "tournaments", "tarockclub")


class Reaching:
    """Measures the tests of one process; writes what each reached when the process ends."""

    def __init__(self, folder: Path) -> None:
        worker = os.environ.get("PYTEST_XDIST_WORKER", "alone")
        self.file = folder / f"tests-{worker}.json"
        self.tests: dict[str, tuple[float, list[str]]] = {}
        self.failed: set[str] = set()
        self.templates: set[str] = set()
        self.coverage = Coverage(
            data_file=str(folder / f"lines-{worker}"),
            source=[str(ROOT / source) for source in SOURCES],
            omit=["*/migrations/*"],
            config_file=False,
        )
        self.coverage.start()
        template_rendered.connect(self.note_template)

    def pytest_collection_finish(self) -> None:
        """Note templates as well where `nothing_noted` keeps Django from telling of them."""
        from tests.support import visitors  # it needs Django's settings

        fill = visitors.as_in_life

        def noted(template: Template, context: Context) -> SafeString:
            self.note_template(template)
            return fill(template, context)

        visitors.as_in_life = noted

    def note_template(self, template: object, **about: object) -> None:
        self.templates.add(str(getattr(template, "name", "")))

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        """Whatever runs from here on, fixtures included, is this test's."""
        self.coverage.switch_context(item.nodeid)
        self.templates = set()
        return (yield)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            self.failed.add(report.nodeid)
        seconds, templates = self.tests.get(report.nodeid, (0.0, []))
        self.tests[report.nodeid] = (seconds + report.duration, sorted({*templates, *self.templates}))

    def pytest_sessionfinish(self) -> None:
        self.coverage.stop()
        self.coverage.save()
        passed = {test: reached for test, reached in self.tests.items() if test not in self.failed}
        self.file.write_text(json.dumps(passed))


def pytest_configure(config: pytest.Config) -> None:
    """Measure where tests run: in the workers, not in the process that hands them out."""
    folder = os.environ.get("DEFECTS_REACHED")
    if folder and (hasattr(config, "workerinput") or not config.getoption("numprocesses", None)):
        Path(folder).mkdir(parents=True, exist_ok=True)
        config.pluginmanager.register(Reaching(Path(folder)))
