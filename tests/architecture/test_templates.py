"""Every template can be read, by Django and by people: none waits for its page to be asked for."""

import re
from collections.abc import Iterator, Mapping
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

from django.conf import settings
from django.template import TemplateSyntaxError
from django.template.loader import get_template

from tests.support.imports import floors

TEMPLATES = Path(settings.BASE_DIR) / "templates"
LONGEST = 120  # letters in a line
TAG_ALONE = re.compile(r"\s*{% ((?!%}).)* %}")  # Django reads a tag on one line only
# The formatter parts {% if %} from another tag before it: on the page a space is seen.
SPACE_BEFORE_PUNCTUATION = re.compile(r"\s{% (?:if|for|with)\b[^%]*%}[,.;:!?)]")
UNTRIMMED = re.compile(r"{% blocktranslate(?! trimmed)(?:(?!endblocktranslate).)*\n")


def mistake_in(name: str) -> str:
    """File, line and reason, if Django cannot read a template."""
    try:
        get_template(name)
    except TemplateSyntaxError as error:
        token = getattr(error, "token", None)
        return f"{name}:{token.lineno if token else '?'}: {error}"
    return ""


def names() -> list[str]:
    return [str(path.relative_to(TEMPLATES)) for path in sorted(TEMPLATES.rglob("*")) if path.is_file()]


def test_every_template_compiles() -> None:
    assert len(names()) > 100
    assert [mistake for name in names() if (mistake := mistake_in(name))] == []


def complaints(source: str) -> Iterator[str]:
    """What the formatter leaves, and somebody would have to scroll for or find on a page."""
    for number, line in enumerate(source.splitlines(), start=1):
        if len(line) > LONGEST and not TAG_ALONE.fullmatch(line):
            yield f"{number}: {len(line)} letters that could stand on several lines"
    for found in SPACE_BEFORE_PUNCTUATION.finditer(source):
        yield f"{line_of(found.end(), source)}: a space before the punctuation"
    for found in UNTRIMMED.finditer(source):
        yield f"{line_of(found.start(), source)}: a text on several lines has to be trimmed"


def line_of(place: int, source: str) -> int:
    return source.count("\n", 0, place) + 1


def test_no_template_has_to_be_scrolled_or_parts_what_belongs_together() -> None:
    sources = {name: (TEMPLATES / name).read_text(encoding="utf-8") for name in names()}
    found = [f"{name}:{complaint}" for name, source in sources.items() for complaint in complaints(source)]
    assert found == []


OFFERED = re.compile(
    r"""{% exports ["']([\w:]+)["']|{% url ["']([\w:]+)["'][^%]* form=["'](?:csv|json)["']"""
    r"""|{% url ["']([\w:]*(?:evening|tournament|public|series|year)_results)["']"""
)
BY_THE_LINK = {"scoring:export_shared"}  # an evening, standings or a player, each by a code of its own


def offers(sources: Mapping[str, str]) -> dict[str, list[str]]:
    """The templates that offer each file as CSV, JSON or results; several formats are one offer."""
    found: dict[str, list[str]] = {}
    for name, source in sources.items():
        for file in dict.fromkeys("".join(names) for names in OFFERED.findall(source)):
            found.setdefault(file, []).append(name)
    return found


def test_every_file_is_offered_in_one_place() -> None:
    found = offers({name: (TEMPLATES / name).read_text(encoding="utf-8") for name in names()})
    assert len(found) > 20
    assert {file: places for file, places in found.items() if len(places) > 1}.keys() == BY_THE_LINK


# Templates lean on one another as the files do


ROOT = Path(settings.BASE_DIR)
APPS = ("scoring", "tournaments")  # the lower first
TAGS = "templatetags"
TAKES_IN = re.compile(r"""{%\s*(?:include|extends)\s+["']([^"']+)["']""")
LOADS = re.compile(r"{%\s*load\s+(?:[\w ]+?\s+from\s+)?([\w ]+?)\s*%}")
RENDERED = re.compile(r"""(?:render_to_string|inclusion_tag|get_template)\(\s*["']([^"']+)["']""")


def sources(root: Path) -> dict[str, str]:
    """Return every template by its name, and every library of tags by its path."""
    folder = root / "templates"
    found = {str(file.relative_to(folder)): file for file in folder.rglob("*.html")}
    for app in APPS:
        found |= {str(file.relative_to(root)): file for file in (root / app / "templatetags").glob("*.py")}
    return {name: file.read_text(encoding="utf-8") for name, file in found.items()}


def graph_of(found: Mapping[str, str]) -> dict[str, set[str]]:
    """Return which of the files each of them needs."""
    tags = {Path(name).stem: name for name in found if name.endswith(".py")}
    needs = {}
    for name, source in found.items():
        if name.endswith(".py"):
            needed = set(RENDERED.findall(source))
        else:
            libraries = {word for loaded in LOADS.findall(source) for word in loaded.split()}
            needed = {*TAKES_IN.findall(source), *(tags[library] for library in libraries if library in tags)}
        needs[name] = needed & found.keys()
    return needs


def climbs(needs: Mapping[str, set[str]]) -> Iterator[str]:
    """Yield what leans on a room that stands higher, or beside its own; tags are for all rooms of an app."""
    heights = {app: floors(app) for app in APPS}
    for name, needed in sorted(needs.items()):
        for other in sorted(needed):
            (app, room), (their_app, theirs) = _place(name), _place(other)
            if app in APPS and their_app in APPS and app != their_app:
                climbing = APPS.index(app) < APPS.index(their_app)
            elif app in APPS and app == their_app and room != theirs and TAGS not in (room, theirs):
                climbing = heights[app].get(theirs, -1) >= heights[app].get(room, -1)
            else:
                climbing = False
            if climbing:
                yield f"{name} → {other}"


def _place(name: str) -> tuple[str, str]:
    """Return app and room of a template or a library of tags; what lies in no room is for both apps."""
    app, _, further = name.partition("/")
    return app, further.partition("/")[0]


def circle_in(needs: Mapping[str, set[str]]) -> list[str]:
    """Return files that need one another in a circle, if any do."""
    try:
        TopologicalSorter(needs).prepare()
    except CycleError as error:
        return list(error.args[1])
    return []


def test_no_template_leans_on_a_room_further_up_and_none_on_another_in_a_circle() -> None:
    needs = graph_of(sources(ROOT))
    assert sum(map(len, needs.values())) > 300
    assert list(climbs(needs)) == []
    assert circle_in(needs) == []
