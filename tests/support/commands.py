"""Every command that somebody is told to type, and the test that types it.

Read out of README, CONTRIBUTING, the Makefile, the handbook, `tarockclub --help` and the files for servers.
What is printed as code and has a blank in it is a command; so is an option, and a setting with its value.
tests/ground/test_commands.py finds one without a row here, and a row without its command or its test.
"""

import re
import shlex
import tomllib
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[2]
DEPLOY = Path("tarockclub/deploy")
DOCUMENTS = (
    "README.md",
    "CONTRIBUTING.md",
    "SCOPE.md",
    "SECURITY.md",
    "tests/browser/PICTURES.md",
)
# What stands for something of the reader's own is called otherwise in German.
IN_ENGLISH = {
    "REGELN": "SHEET",
    "ADRESSE": "ADDRESS",
    "DATEI": "FILE",
    "KLUB": "SLUG",
    "KONTO": "ACCOUNT",
    "ORDNER": "FOLDER",
    "PASSWORT": "PASSWORD",
    "SCHLÜSSEL": "KEY",
    "TAG": "DAY",
    "ZIEL": "REMOTE",
    "hausregeln.toml": "house.toml",
}
# Code with a blank in it that nobody types in a shell.
NO_COMMANDS = re.compile(r"\{\{ .* \}\}$|date format$|<h2 id=|Authorization: Bearer …$|.* × .* ms$")
A_COMMAND = re.compile(r".* |make$|--|[A-Z_]+=|\.ci/\w+$")


class Row(NamedTuple):
    """The test that types a command; where none can, why, and the one that comes nearest."""

    test: str
    why: str = ""


BEGINS = "tests/ground/test_commands.py::test_what_takes_long_would_begin"
TYPED = tomllib.loads(Path(__file__).with_suffix(".toml").read_text("utf-8"))["typed"]
ROWS = {command: Row(typed["test"], typed.get("why", "")) for typed in TYPED for command in typed["commands"]}
# One line of templates/scoring/handbook/_settle.html, as a shell reads it.
SETTLE = next(command for command in ROWS if command.startswith("echo "))


def printed(help_text: str) -> Iterator[tuple[str, str]]:
    """Yield every command with where it is printed."""
    for name in DOCUMENTS:
        yield from ((command, name) for command in of_document((ROOT / name).read_text()))
    yield from ((command, "Makefile") for command in of_makefile((ROOT / "Makefile").read_text()))
    for chapter in sorted((ROOT / "templates").glob("*/handbook/**/*.html")):
        where = str(chapter.relative_to(ROOT))
        yield from ((command, where) for command in of_chapter(chapter.read_text()))
    yield from ((command, "tarockclub --help") for command in of_help(help_text))
    for file in sorted((ROOT / DEPLOY).iterdir()):
        yield str(file.relative_to(ROOT)), "the folder for servers"
        yield from ((command, file.name) for command in of_server_file(file.read_text()))
        if file.suffix == ".yaml":
            yield from ((command, file.name) for command in of_compose_file(file.read_text()))


def of_document(text: str) -> Iterator[str]:
    """Yield the commands of a document in Markdown: between backquotes, or on lines that are set in.

    >>> list(of_document("Type `make run\\nLAN=1`, or:\\n\\n    tarockclub run\\n\\nnot `make.py`."))
    ['make run LAN=1', 'tarockclub run']
    """
    yield from commands(re.findall(r"`([^`]+)`", text))
    for block in re.findall(r"(?m)^\n((?:    .+\n)+)", text):
        if "│" not in block:  # a drawing
            yield from block.replace("    ", "").splitlines()


def of_makefile(text: str) -> Iterator[str]:
    """Yield each target as it is typed, and with what its line says of a setting.

    >>> list(of_makefile("run: setup  ## serve; PORT=8001 for another port\\n\\t@true\\nrun-2:\\nA:=1\\n"))
    ['make run', 'make run PORT=8001', 'make run-2']
    """
    for target, told in re.findall(r"^([A-Za-z][\w-]*):(?!=).*?(?:## (.*))?$", text, re.MULTILINE):
        yield f"make {target}"
        yield from (f"make {target} {setting}" for setting in re.findall(r"[A-Z]+=\w+", told))


def of_chapter(text: str) -> Iterator[str]:
    """Yield the commands of a chapter, those of a German one with the placeholders of the English.

    A whole program, which says its language, is none.

    >>> list(of_chapter("<pre>make wheel\\nls &amp;&amp; ps</pre><code>./x to DATEI</code><code>41</code>"))
    ['make wheel', 'ls && ps', './x to FILE']
    """
    for kind, code in re.findall(r"<(code|pre|kbd)\b(?! lang)[^>]*>(.*?)</\1", text, re.DOTALL):
        plain = re.sub(r"[\w.]+", lambda word: IN_ENGLISH.get(word[0], word[0]), unescape(code))
        yield from commands(of_shell(plain) if kind == "pre" else [plain])


def of_shell(text: str) -> Iterator[str]:
    """Yield the commands as a shell reads them: it goes on within quotation marks and behind a backslash."""
    begun = ""
    for line in text.splitlines():
        begun += line
        if begun.endswith("\\"):
            begun = begun[:-1]
            continue
        try:
            shlex.split(begun)
        except ValueError:
            begun += "\n"
        else:
            yield begun
            begun = ""


def of_help(text: str) -> Iterator[str]:
    """Yield the commands that `tarockclub --help` lists.

    >>> list(of_help("options:\\n  -h, --help  show this\\n\\ncommands:\\n  run        serve the program"))
    ['tarockclub run']
    """
    for name in re.findall(r"^  ([a-z-]+) +\S", text.partition("commands:")[2], re.MULTILINE):
        yield f"tarockclub {name}"


def of_compose_file(text: str) -> Iterator[str]:
    """Yield what a container is told to begin instead of what its own file says.

    >>> list(of_compose_file("services:\\n  a:\\n    command: [\\"tarockclub\\", \\"run\\"]\\n"))
    ['["tarockclub", "run"]']
    """
    yield from re.findall(r"^\s+(?:command|entrypoint): *(.+)$", text, re.MULTILINE)


def of_server_file(text: str) -> Iterator[str]:
    """Yield what a comment tells to type, between backquotes or on lines set in, and what a unit begins.

    >>> list(of_server_file("  # Then `make run`, or:\\n  #     nginx -t\\nExecStart=/bin/tarockclub run"))
    ['make run', 'nginx -t', '/bin/tarockclub run']
    """
    comments = "\n".join(re.findall(r"^[ \t]*(#.*)$", text, re.MULTILINE))
    yield from commands(re.findall(r"`([^`]+)`", comments.replace("\n#", "\n")))
    yield from re.findall(r"^# {4,}(\S.*)$", comments, re.MULTILINE)
    yield from re.findall(r"^Exec\w+=(.+)$", text, re.MULTILINE)


def commands(found: list[str]) -> Iterator[str]:
    """Yield what of this code is typed in a shell."""
    lines = (" ".join(code.split()) for code in found)
    yield from (line for line in lines if A_COMMAND.match(line) and not NO_COMMANDS.match(line))
