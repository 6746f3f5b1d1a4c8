"""Doctests are looked for where there are any: that is one file in a dozen, and looking takes long."""

from collections.abc import Generator
from pathlib import Path

import pytest
from _pytest.doctest import DoctestModule

Found = list[pytest.Collector]


@pytest.hookimpl(wrapper=True)
def pytest_collect_file(file_path: Path) -> Generator[None, Found, Found]:
    found = yield
    if b">>>" in file_path.read_bytes():
        return found
    return [part for part in found if not isinstance(part, DoctestModule)]
