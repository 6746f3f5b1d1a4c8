import re
import tomllib

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name


def lines_of(text):
    """Requirement lines, each with its continuations; comments left out."""
    lines = (line for line in text.splitlines() if not line.lstrip().startswith("#"))
    return [line for line in "\n".join(lines).replace("\\\n", " ").splitlines() if line.strip()]


def pins(text):
    return {canonicalize_name(line.split("==")[0]): line.split("==")[1].split()[0] for line in lines_of(text)}


@pytest.fixture(params=["run", "dev", "node"])
def pinned(request, root):
    return (root / "requirements" / f"{request.param}.txt").read_text()


@pytest.fixture
def project(root):
    return tomllib.loads((root / "pyproject.toml").read_text())


def test_every_requirement_has_one_version_and_its_hashes(pinned):
    for line in lines_of(pinned):
        assert re.match(r"[a-z0-9-]+==\S+( ; [^\n]*?)? +--hash=sha256:[0-9a-f]{64}", line), line


def test_no_line_says_where_to_download(pinned):
    assert not [line for line in lines_of(pinned) if line.startswith("-")]


@pytest.mark.parametrize("name", ["run", "dev"])
def test_what_the_program_needs_is_pinned(project, root, name):
    assert_pinned(
        project["project"]["dependencies"], pins((root / "requirements" / f"{name}.txt").read_text())
    )


@pytest.mark.parametrize("name", ["dev", "node"])
def test_what_set_up_and_the_tests_need_is_pinned(project, root, name):
    assert_pinned(
        project["dependency-groups"][name], pins((root / "requirements" / f"{name}.txt").read_text())
    )


def test_the_tests_run_with_the_versions_that_are_served(root):
    run, dev = (pins((root / "requirements" / f"{name}.txt").read_text()) for name in ("run", "dev"))
    assert run.items() <= dev.items()


def assert_pinned(declared, versions):
    for requirement in map(Requirement, declared):
        name = canonicalize_name(requirement.name)
        assert name in versions, f"{name} is not pinned: run `make requirements`"
        assert versions[name] in requirement.specifier
