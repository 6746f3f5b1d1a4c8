"""Can a capability be taken away? `make removal`, or `python -m tests.removal scoring.old_sheets`.

In a copy of the checkout its folder goes, its line in `capabilities.py`, its place in the drawn directions of
imports and in CONTRIBUTING.md, its templates, its words in the German catalogue, its rows in the tables of
access, and the tests that import it. Then `make check` of the rest has to pass.
"""

import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from html import unescape
from pathlib import Path
from tempfile import TemporaryDirectory

from babel.messages.pofile import read_po

from tests.support.checkout import copied
from tests.support.imports import imported

ROOT = Path(__file__).parents[1]
# Nobody else in the program imports one of these, as pyproject.toml says of them and of more.
# With one of them its tests go, and everybody else's stay.
TAKEN_AWAY = (
    "scoring.old_sheets",
    "tournaments.series.finals",
)
# Who may do what under which address; of what is gone nobody asks any more.
TABLES_OF_ACCESS = {
    "scoring": "tests/support/scoring/access_table.py",
    "tournaments": "tests/support/tournaments/access.py",
}
LISTINGS = ("tests/scoring/web/test_queries.py",)  # what a page may ask
# How much there is of something, and how much less of a rest.
COUNTED = {
    "tests/scoring/handbook/test_handbook.py": ("(sentences) == 33", "(sentences) > 25"),
    "tests/architecture/test_public_django.py": ("> 500", "> 400"),
    "tests/tournaments/web/test_access.py": ('"clubs": 5', '"clubs": 4'),
}
# What organisers are promised, each with the test that keeps it, and where they are counted.
PROMISES = ("tournaments/results_file/promises.toml", "tests/tournaments/results_file/test_promises.py")


def take_away(root: Path, capability: str) -> list[str]:
    """Returns the tests that went with it."""
    app, name = capability.split(".", maxsplit=1)[0], capability.rsplit(".", maxsplit=1)[-1]
    room = capability.replace(".", "/")
    before = addresses(root)
    is_one_file = (root / f"{room}.py").is_file()
    if is_one_file:
        (root / f"{room}.py").unlink()
    else:
        shutil.rmtree(root / room)
    for folder in ("templates", "tests"):
        shutil.rmtree(root / folder / room, ignore_errors=True)
    _write_anew(root / app / "capabilities.py", lambda listed: _without_lines(listed, name))
    _write_anew(root / "pyproject.toml", lambda drawn: _without_directions(drawn, capability))
    for path in filter(Path.exists, (root / listing for listing in LISTINGS)):
        path.write_text(_without_lines(_without_lines(path.read_text(), name), name.replace("_", "-")))
    for listing, less in COUNTED.items():
        _write_anew(root / listing, lambda counted, less=less: counted.replace(*less))
    if capability.count(".") == 1:  # a room within another has no row of its own
        _write_anew(root / "CONTRIBUTING.md", lambda rooms: _without_room(rooms, capability))
    gone = sorted(before - addresses(root))
    table = root / TABLES_OF_ACCESS[app]
    _write_anew(table, lambda rows: f"{rows}\nfor _gone in {gone!r}:\n    TABLE.pop(_gone)\n")
    words = said(root)
    _run(root, "-m", "tarockclub.translations", "update")
    _no_buttons_any_more(root, words - said(root))
    found = sorted(_tests_gone(root, capability))
    for path in (*found, *([f"{room}.py"] if is_one_file else [])):
        rooms = root / "CONTRIBUTING.md"
        rooms.write_text(rooms.read_text().replace(f"`{path}`", "what is gone"))
    _promise_no_more(root, found)
    _run(root, "-m", "ruff", "format", "--quiet", ".")
    # 1: it tidied some
    subprocess.run([".venv/bin/djangofmt", "--quiet", "templates"], cwd=root, check=False)
    return found


def _write_anew(path: Path, otherwise: Callable[[str], str]) -> None:
    before = path.read_text()
    after = otherwise(before)
    assert after != before, f"{path.name} does not name it"
    path.write_text(after)


def _without_lines(listed: str, name: str) -> str:
    """Return it without the lines of this name; beside others in one import the name goes alone."""
    alone = re.sub(rf"(?m)(?<=[ ,]){name}, (?=\w)|, {name}$", "", listed)
    return re.sub(rf"(?m)^.*\b{name}\b.*\n", "", alone)


def _without_directions(drawn: str, capability: str) -> str:
    """Return them without this capability; a room of the other app may have the same name."""
    app, name = capability.split(".", maxsplit=1)[0], capability.rsplit(".", maxsplit=1)[-1]
    lines = drawn.replace(f'"{capability}", ', "").replace(f'"{capability}",', "")
    before, begins, layers = lines.partition(f'containers = ["{app}"]')
    return before + begins + re.sub(rf" : {name}\b|\b{name} : ", "", layers, count=1)


def _without_room(rooms: str, capability: str) -> str:
    """Return it without the lines that name a file of this room."""
    room = capability.replace(".", "/")
    lines = rooms.splitlines(keepends=True)
    return "".join(line for line in lines if f"{room}/" not in line and f"{room}.py" not in line)


def _promise_no_more(root: Path, tests: list[str]) -> None:
    """Take out of the promises to organisers whatever is kept by a test that went, and count the others."""
    promises, counted = (root / path for path in PROMISES)
    said_each = re.split(r"(?m)^(?=\[)", promises.read_text())
    kept = [part for part in said_each if not any(f'"{test}::' in part for test in tests)]
    promises.write_text("".join(kept))
    number = sum(".promises]]" in part for part in kept)
    counted.write_text(counted.read_text().replace("len(PROMISES) == 40", f"len(PROMISES) == {number}"))


def said(root: Path) -> set[str]:
    """Return what the program there says, in both languages, with … for what is filled in."""
    with (root / "tarockclub/locale/de/LC_MESSAGES/django.po").open("rb") as file:
        found = [text for entry in read_po(file) for text in (entry.id, entry.string)]
    texts = {form for text in found for form in ((text,) if isinstance(text, str) else text)}
    return {" ".join(re.sub(r"%\(\w+\)[sd]|\{\w+\}", "…", text).split()) for text in texts}


def _no_buttons_any_more(root: Path, words: set[str]) -> None:
    """The handbook prints what can be pressed in bold letters, and that is not there any more.

    Nor are sentences, which it explains.
    """

    def is_gone(found: re.Match[str]) -> bool:
        return " ".join(unescape(found[1]).split()) in words

    for page in (root / "templates/scoring/handbook").glob("*/*.html"):
        text = page.read_text()
        plain = re.sub(r"(?s)<b>(.*?)</b>", lambda label: label[1] if is_gone(label) else label[0], text)
        page.write_text(
            re.sub(r"(?s)<dt>(.*?)</dt>\s*<dd>.*?</dd>", lambda row: "" if is_gone(row) else row[0], plain)
        )


def addresses(root: Path) -> set[str]:
    """Return the addresses of all pages there."""
    return set(_run(root, "-m", "tests.support.addresses").split())


def _run(root: Path, *command: str) -> str:
    """Return what this program of the copy prints."""
    done = subprocess.run(
        [".venv/bin/python", *command], cwd=root, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr[-3000:]
    return done.stdout


def _tests_gone(root: Path, capability: str) -> set[str]:
    """Tests that cannot be imported without it, and what imports them in turn."""
    gone, going = set(), {capability}
    while going:
        found = {
            path
            for path in (root / "tests").rglob("*.py")
            if any(
                name == one or name.startswith(f"{one}.")
                for _, name in imported(path.read_text(), path.relative_to(root).parent.parts)
                for one in going
            )
        }
        going = {".".join(path.relative_to(root).with_suffix("").parts) for path in found}
        for path in found:
            gone.add(str(path.relative_to(root)))
            path.unlink()
    return gone


def checked(root: Path, capability: str) -> bool:
    """Say what fails."""
    whose = ["-c", "user.name=nobody", "-c", "user.email=nobody@example.org"]
    for command in (["init", "-q"], ["add", "-A"], [*whose, "commit", "-q", "-m", f"Without {capability}"]):
        subprocess.run(["git", *command], cwd=root, check=True)  # some tests ask which files belong to it
    done = subprocess.run(["bash", ".ci/check", "-q"], cwd=root, capture_output=True, text=True)
    tests = re.findall(r"(?m)^=* ?(\d+ (?:passed|failed).*?) in ", done.stdout)
    print(f"{'✗' if done.returncode else '✓'} without {capability}: {''.join(tests)}", flush=True)
    if done.returncode:
        print(done.stdout[-20_000:], done.stderr[-3000:])
    return done.returncode == 0


def main(capabilities: list[str]) -> int:
    passed = True
    for capability in capabilities or TAKEN_AWAY:
        with TemporaryDirectory() as folder:
            root = Path(folder) / "checkout"
            copied(root)
            (root / "var").mkdir()
            if (ROOT / ".mypy_cache").is_dir():  # what has not changed is not looked at again
                shutil.copytree(ROOT / ".mypy_cache", root / ".mypy_cache")
            gone = take_away(root, capability)
            print(
                f"{capability} is taken away, and with it {len(gone)} files that import it: {', '.join(gone)}"
            )
            passed &= checked(root, capability)
    return 0 if passed else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
