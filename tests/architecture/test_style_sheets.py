"""A class means one thing: one style sheet defines it, and what several pages share has it on all of them."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import partial

from tests.support.checkout import ROOT

FOLDERS = [ROOT / app / "static" / app for app in ("scoring", "tournaments")]
PARTS = FOLDERS[0] / "parts"  # a component each, on every page
TEMPLATES = ROOT / "templates"
COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
NEGATED = re.compile(r":not\((?:[^()]|\([^()]*\))*\)")
ANY_OF = re.compile(r":(?:is|where)\(((?:[^()]|\([^()]*\))*)\)")
NAME = re.compile(r"[.#]([a-z][\w-]*)")
CLASSES = re.compile(r'class="([^"]*)"')
LINKED = re.compile(r"static '[\w/]+/(\w+\.css)'")
TAG = re.compile(r"\{[%{].*?[%}]\}", re.DOTALL)
COMPONENTS = {f"parts/{file.name}" for file in PARTS.glob("*.css")}
HOUSE = {"tokens.css", "dark.css", "base.css", "parts.css"} | COMPONENTS  # on every page, taken as one
ALONE = "projector.css"  # of a page that has no other one
NOT_COMPARED = {"paper.css", ALONE}  # the first says how everything prints
# Sheets that are sent as one, and a part of a page that a script fetches for another one.
SENT_AS_ONE = {"recording.css": {"record.css", "waiting.css", "hands.css"}}
DRAWN_ELSEWHERE = {
    "scoring/table/record.html": {"scoring/table/_paper.html"},
    "scoring/table/_paper.html": {"scoring/web/_line.html"},
}
# Written only for pages that have their style sheet: a condition around them says so.
CONDITIONAL = {"at-length", "briefly", "effects"}


def listed(text: str) -> list[str]:
    """Return what commas outside all brackets divide."""
    depth, parts = 0, [""]
    for sign in text:
        depth += (sign == "(") - (sign == ")")
        if sign == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += sign
    return [part.strip() for part in parts]


def selectors(text: str) -> Iterator[tuple[bool, str]]:
    """Yield every selector of a style sheet, and whether it is for print alone."""
    open_: list[str] = []
    for part in re.findall(r"[^{};]+\{|\}|[^{};]+;?", COMMENT.sub("", text)):
        if part == "}":
            open_.pop()
        elif part.endswith("{"):
            head = part[:-1].strip()
            if not head.startswith("@") and not any(one.startswith("@keyframes") for one in open_):
                for one in listed(head):
                    yield any("print" in at for at in open_), one
            open_.append(head)


def alternatives(selector: str) -> Iterator[str]:
    """Yield what a selector with `:is(…)` stands for, one by one."""
    if (found := ANY_OF.search(selector)) is None:
        yield selector
        return
    for one in listed(found[1]):
        yield from alternatives(selector[: found.start()] + one + selector[found.end() :])


def defined(text: str) -> dict[str, bool]:
    """Return the classes that alone decide about some rule, and whether all of these are for print."""
    found: dict[str, bool] = {}
    for prints, selector in selectors(text):
        for one in alternatives(NEGATED.sub("", selector)):
            names = set(NAME.findall(one))
            if len(names) == 1 and f".{min(names)}" in one:
                [name] = names
                found[name] = found.get(name, True) and prints
    return found


def defining(sheets: dict[str, str]) -> dict[str, set[str]]:
    """Return the style sheets that define each class; a page may print what is everywhere in its own way."""
    found: dict[str, set[str]] = defaultdict(set)
    everywhere = {name for sheet in HOUSE & sheets.keys() for name in defined(sheets[sheet])}
    for sheet in sheets.keys() - NOT_COMPARED:
        for name, prints in defined(sheets[sheet]).items():
            if sheet in HOUSE:
                found[name].add("everywhere")
            elif not (prints and name in everywhere):
                found[name].add(sheet)
    return found


SHEETS = {
    file.name: file.read_text(encoding="utf-8") for folder in FOLDERS for file in folder.glob("*.css")
} | {f"parts/{file.name}": file.read_text(encoding="utf-8") for file in PARTS.glob("*.css")}
DEFINING = defining(SHEETS)


def test_a_class_is_defined_in_one_style_sheet() -> None:
    found = DEFINING
    assert found["card"] == {"everywhere"}
    assert found["paper"] == {"hands.css"}
    assert {name: sheets for name, sheets in found.items() if len(sheets) > 1} == {}


def test_rows_for_paper_alone_are_hidden_on_every_page_with_a_table() -> None:
    assert {name: DEFINING[name] for name in ("beyond", "not-all")} == {
        "beyond": {"everywhere"},
        "not-all": {"everywhere"},
    }


def test_a_component_is_defined_in_its_own_file() -> None:
    homes: dict[str, set[str]] = defaultdict(set)
    for sheet in COMPONENTS | {"base.css", "parts.css"}:
        for name in defined(SHEETS[sheet]):
            homes[name].add(sheet)
    assert homes["card"] == {"parts/card.css"}
    assert {name: sheets for name, sheets in homes.items() if len(sheets) > 1} == {}


# What several pages share

PAGES = {
    str(path.relative_to(TEMPLATES)): path.read_text(encoding="utf-8") for path in TEMPLATES.rglob("*.html")
}


def parts_of(name: str, met: set[str]) -> set[str]:
    """Return a template with all that it includes or extends."""
    if name in PAGES and name not in met:
        met.add(name)
        written = set(re.findall(r'\{% (?:include|extends) "([^"]+)"', PAGES[name]))
        for part in written | DRAWN_ELSEWHERE.get(name, set()):
            parts_of(part, met)
    return met


def style_sheets_of(parts: set[str]) -> set[str]:
    linked = {name for part in parts for name in LINKED.findall(PAGES[part])}
    return linked.union(*(SENT_AS_ONE.get(name, set()) for name in linked))


def test_what_several_pages_share_has_its_styles_on_all_of_them_or_on_none() -> None:
    """Else what is a plain word here is a button there, as a sheet's rows were beside the form."""
    pages = [
        parts_of(name, set())
        for name, text in PAGES.items()
        if name != "base.html" and ("{% extends" in text or "<html" in text)
    ]
    loaded: dict[str, list[set[str]]] = defaultdict(list)
    for parts in pages:
        for part in parts:
            if ALONE not in (sheets := style_sheets_of(parts)):
                loaded[part].append(sheets)
    assert len(loaded["scoring/table/_paper.html"]) == 2
    found = set()
    for part, sheets in loaded.items():
        used = {name for names in CLASSES.findall(TAG.sub(" ", PAGES[part])) for name in names.split()}
        for name, homes in DEFINING.items():
            is_on_some = len({bool(homes & one) for one in sheets}) > 1
            if is_on_some and name in used - CONDITIONAL and homes != {"everywhere"}:
                found.add((name, part, *homes))
    assert found == set()


# What nothing writes any more

SHOWN_ONLY = "scoring/web/components.html"  # the page of the parts
FILLED = "\0"  # where a value is filled in
COMMENTED = re.compile(r"\{#.*?#\}|\{% (?:translate|blocktranslate|url) .*?%\}", re.DOTALL)
VALUE = re.compile(r"\{\{.*?\}\}|\$?\{[^{}%\n]*\}")
FRAME = re.compile(r"\{% block (?:frame|layout) %\}(.*?)\{% endblock", re.DOTALL)
QUOTED = [re.compile(f"{sign}([^{sign}\n]*){sign}") for sign in ('"', "'", "`")]
CLASS_LIST = re.compile(r"[\0a-z\d_\s-]+")


def written_in(text: str) -> set[str]:
    """Return what may be the names of classes in a template, a script or a module."""
    text = COMMENTED.sub(" ", text)
    lists = [VALUE.sub(FILLED, inner) for signs in QUOTED for inner in signs.findall(text)]
    text = VALUE.sub(FILLED, text)
    attributes = [TAG.sub(" ", one) for one in CLASSES.findall(text) + FRAME.findall(text)]
    return set(" ".join([*filter(CLASS_LIST.fullmatch, lists), *attributes]).split())


def is_written(name: str, written: set[str]) -> bool:
    """Return whether a class is written somewhere, perhaps as a beginning with a value behind it."""
    beginnings = {one.partition(FILLED)[0] for one in written if FILLED in one} - {""}
    return name in written or any(
        name.startswith(one) and (one.endswith("-") or name.removeprefix(one).isdigit()) for one in beginnings
    )


def test_every_class_of_a_style_sheet_is_written_somewhere() -> None:
    """What goes, goes whole: a rule of a class that no page has is sent to every phone."""
    apps = [ROOT / app for app in ("scoring", "tournaments", "tarockclub")]
    code = [path for app in apps for kind in ("*.py", "*.js") for path in app.rglob(kind)]
    texts = [*(text for name, text in PAGES.items() if name != SHOWN_ONLY)]
    texts += [path.read_text(encoding="utf-8") for path in code]
    written = set[str]().union(*map(written_in, texts))
    named = {
        name: sheet
        for sheet, text in SHEETS.items()
        for _prints, selector in selectors(text)
        for name in re.findall(r"\.([a-z][\w-]*)", re.sub(r"\[[^\]]*\]", "", selector))
    }
    assert len(named) > 500
    assert {name: sheet for name, sheet in named.items() if not is_written(name, written)} == {}


CONDITION = re.compile(r"@(?:media|container|supports)[^{]*\{(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*\}")
RULE = re.compile(r"([^{};]+)\{([^{}]*)\}")
SHOWS = re.compile(r"display: (?!none)|all: unset")


def never_shown(sheets: Iterable[str]) -> set[str]:
    """Return the classes that are always hidden, and shown by no rule."""
    hidden, shown = set[str](), set[str]()
    for text in map(partial(COMMENT.sub, ""), sheets):
        for head, body in RULE.findall(CONDITION.sub("", text)):
            if "display: none" in body:
                hidden |= {one[1:] for one in listed(head) if re.fullmatch(r"\.[\w-]+", one)}
        for head, body in RULE.findall(text):
            if SHOWS.search(body):
                shown |= set(NAME.findall(head))
    return hidden - shown


def test_what_is_hidden_is_shown_under_some_condition() -> None:
    """As the title of a table's printed card, which was renamed in one of two places."""
    assert never_shown([".title { display: none; } @media print { .head { display: block; } }"]) == {"title"}
    assert never_shown([".title { display: none; } @media print { .title { display: block; } }"]) == set()
    paper = "@media print {" + SHEETS["paper.css"] + "}"
    assert never_shown([*(text for name, text in SHEETS.items() if name != "paper.css"), paper]) == set()
