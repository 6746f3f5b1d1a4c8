"""The German catalogue: collected from templates and code, compiled without gettext.

Any further language has a catalogue beside it; what nobody has translated yet is English there.

`python -m tarockclub.translations compile` writes what Django reads, where a catalogue is newer;
`python -m tarockclub.translations update` takes up new messages and drops vanished ones.
"""

import ast
import io
import os
import re
import sys
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

import django
from babel.messages.catalog import Catalog
from babel.messages.catalog import Message as Entry
from babel.messages.extract import extract
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po
from django.apps import apps
from django.utils.translation import templatize

ROOT = Path(__file__).resolve().parent.parent
CATALOGUE = ROOT / "tarockclub" / "locale" / "de" / "LC_MESSAGES" / "django.po"
# Babel's own header carries the time of day: a catalogue would change without a change.
HEADER = r"""# What Tarockclub says in German. `make messages` takes up new messages.
msgid ""
msgstr ""
"Content-Type: text/plain; charset=utf-8\n"
"Content-Transfer-Encoding: 8bit\n"
"Language: de\n"
"MIME-Version: 1.0\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\n"

"""
# Position of context, message and plural among the arguments of each function.
FUNCTIONS = {
    "_": (None, 0, None),
    "gettext": (None, 0, None),
    "ngettext": (None, 0, 1),
    "pgettext": (0, 1, None),
    "npgettext": (0, 1, 2),
}
LOOKED_UP = re.compile(r"gettext|\b_\(")  # in any file that has a message
QUOTED = re.compile("„[^„“”]*“")  # as German does it
AFTER_COMMENT = re.compile(r" #$", re.MULTILINE)  # what Django leaves of one in a template
PLACEHOLDER = re.compile(r"%\(\w+\)[a-z]|%[sd]|\{\w*\}")


class Message(NamedTuple):
    """A text to be translated, with its plural and its context if it has them."""

    singular: str
    plural: str | None = None
    context: str | None = None

    def __str__(self) -> str:
        return f"{self.singular!r}" + (f" ({self.context})" if self.context else "")


class CannotCollect(Exception):
    """Raised for a message that is put together before it is looked up, so that no catalogue can have it."""


def in_python(source: str, filename: str) -> Iterator[Message]:
    """Yield the messages handed to gettext and its relatives as literals.

    >>> list(in_python('ngettext("one hand", "%(n)d hands", n)', "example.py"))
    [Message(singular='one hand', plural='%(n)d hands', context=None)]
    """
    if not LOOKED_UP.search(source):
        return
    for node in ast.walk(ast.parse(source, filename)):
        if not isinstance(node, ast.Call):
            continue
        name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        positions = FUNCTIONS.get(re.sub("_(lazy|noop)$", "", name))
        if positions is None:
            continue
        context, singular, plural = (
            node.args[index] if index is not None and index < len(node.args) else None for index in positions
        )
        if isinstance(singular, ast.JoinedStr | ast.BinOp):
            raise CannotCollect(
                f"{filename}:{node.lineno}: translate the text first, then fill in the values"
            )
        if text := literal(singular):
            yield Message(text, literal(plural), literal(context))


def literal(node: ast.expr | None) -> str | None:
    """Return the text that an expression spells out; None if it is anything else."""
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else None


def in_template(source: str, filename: str) -> Iterator[Message]:
    """Yield the messages of translate, blocktranslate and _("..."), as Django's makemessages finds them.

    >>> list(in_template('{% load i18n %}{% comment %}Hands{% endcomment %}{% translate "Hand" %}', ""))
    [Message(singular='Hand', plural=None, context=None)]
    """
    code = AFTER_COMMENT.sub("", templatize(source, origin=filename)).replace("\n", " ")  # no indents
    for _line, texts, _comments, context in extract("python", io.BytesIO(f"\n\n{code}".encode())):
        singular, plural = (texts, None) if isinstance(texts, str) else texts[:2]
        yield Message(singular, plural, context)


def folders() -> list[Path]:
    """Return the folders of the wiring and of this project's apps, without installed packages."""
    installed = [Path(app.path) for app in apps.get_app_configs()]
    return [ROOT / "tarockclub", *(path for path in installed if path.parent == ROOT)]


def messages_in_use() -> dict[Message, list[str]]:
    """Return every message of the program, with the files that use it."""
    sources = folders()
    used: dict[Message, list[str]] = {}

    def note(messages: Iterable[Message], file: Path) -> None:
        for message in messages:
            files = used.setdefault(message, [])
            if str(file.relative_to(ROOT)) not in files:
                files.append(str(file.relative_to(ROOT)))

    for file in (file for folder in sources for file in sorted(folder.rglob("*.py"))):
        note(in_python(file.read_text("utf-8"), str(file)), file)
    for folder in (ROOT / "templates", *(source / "templates" for source in sources)):
        for file in sorted(path for path in folder.rglob("*") if path.is_file()):
            note(in_template(file.read_text("utf-8"), str(file)), file)
    return used


def read(path: Path) -> Catalog:
    """Return the catalogue of a file, in the language in its head."""
    with path.open("rb") as file:
        return read_po(file)


def key_of(entry: Entry) -> Message:
    """Return the message that an entry of the catalogue translates."""
    singular, plural = (entry.id, None) if isinstance(entry.id, str) else entry.id
    return Message(singular, plural, entry.context)


def texts_of(entry: Entry) -> tuple[str, ...]:
    """Return the translations of an entry, one for each plural form."""
    return tuple(entry.string) if isinstance(entry.string, list | tuple) else (entry.string or "",)


def problems_with(catalogue: Catalog, used: Mapping[Message, list[str]]) -> list[str]:
    """Return what is missing, superfluous or wrong in a catalogue."""
    entries = {key_of(entry): entry for entry in catalogue if entry.id}
    missing = [message for message in used if message not in entries]
    problems = [f"missing: {message} in {', '.join(used[message])}" for message in missing]
    problems += [f"superfluous: {message}" for message in entries if message not in used]
    for message, entry in entries.items():
        originals = (message.singular,) if message.plural is None else (message.singular, message.plural)
        texts = texts_of(entry)
        if entry.fuzzy:
            problems.append(f"fuzzy: {message}")
        if len(texts) != len(originals) or not all(texts):
            problems.append(f"untranslated: {message}")
        elif any(placeholders(a) != placeholders(b) for a, b in zip(originals, texts, strict=True)):
            problems.append(f"different placeholders: {message}")
        elif any(re.search("[„“”]", QUOTED.sub("", text)) for text in texts):
            problems.append(f"quotation marks: {message}")
    return problems


def placeholders(text: str) -> set[str]:
    """Return the placeholders in a text.

    >>> sorted(placeholders("%(name)s pays {amount} of %d, 100 %% sure"))
    ['%(name)s', '%d', '{amount}']
    """
    return set(PLACEHOLDER.findall(text.replace("%%", "")))


def updated(catalogue: Catalog, used: Mapping[Message, list[str]]) -> Catalog:
    """Return the catalogue with the same translations for exactly the messages in use."""
    template = Catalog(locale="de")
    for message in sorted(used, key=lambda message: (message.singular, message.context or "")):
        template.add(
            message.singular if message.plural is None else (message.singular, message.plural),
            locations=[(file, 0) for file in used[message]],
            context=message.context,
        )
    catalogue.update(template, no_fuzzy_matching=True)
    return catalogue


def completed(catalog: Catalog, german: Catalog) -> Catalog:
    """Return a further language's catalogue with English for missing texts, instead of Django's German."""
    for entry in german:
        known = catalog.get(entry.id, entry.context) if entry.id else entry
        if known is not None and all(texts_of(known)) and not known.fuzzy:
            continue
        if isinstance(entry.id, str):
            english: str | tuple[str, ...] = entry.id
        else:
            singular, plural = entry.id
            english = (singular, *[plural] * (catalog.num_plurals - 1))
        catalog.delete(entry.id, entry.context)
        catalog.add(entry.id, english, context=entry.context)
    return catalog


def compile_catalogue(source: Path = CATALOGUE) -> bool:
    """Write what Django reads; whether there was anything to do."""
    target = source.with_suffix(".mo")
    newest = max(path.stat().st_mtime for path in (source, CATALOGUE))
    if target.exists() and target.stat().st_mtime > newest:
        return False
    catalogue = read(source)
    if catalogue.locale_identifier != "de":
        catalogue = completed(catalogue, read(CATALOGUE))
    # Test processes compile at the same time: each writes its own file and puts it in place whole.
    draft = target.with_suffix(f".{os.getpid()}.mo")
    with draft.open("wb") as file:
        write_mo(file, catalogue)
    draft.replace(target)
    return True


def text_of(catalogue: Catalog) -> str:
    """Return a catalogue as its file holds it."""
    entries = io.BytesIO()
    write_po(entries, catalogue, width=100, omit_header=True, ignore_obsolete=True, include_lineno=False)
    return f"{HEADER}{entries.getvalue().decode()}".rstrip() + "\n"


def update_catalogue() -> None:
    """Bring the German catalogue in line with the messages in use, and print what is left to do."""
    used = messages_in_use()
    catalogue = updated(read(CATALOGUE), used)
    CATALOGUE.write_text(text_of(catalogue), "utf-8")
    print("\n".join(problems_with(catalogue, used)) or "Complete.")


def main(arguments: list[str]) -> None:
    """Compile all catalogues, or update the German one, as the command says."""
    match arguments:
        case ["compile"]:
            for catalogue in sorted(CATALOGUE.parents[2].glob("*/LC_MESSAGES/django.po")):
                compile_catalogue(catalogue)
        case ["update"]:
            os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tarockclub.settings")
            django.setup()
            update_catalogue()
        case _:
            sys.exit(__doc__)


if __name__ == "__main__":
    main(sys.argv[1:])
