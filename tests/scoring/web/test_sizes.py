"""Every list, file and limit once beyond its size, which is two here: what slips through is row 31.

`sizes_in` finds in the sources where rows are cut, parted into pages or read in blocks. Each of these places
is in one of the tables below and is gone through; those in sizes.toml are not, and it says why.
"""

import ast
import re
import tomllib
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from datetime import date
from html import unescape
from importlib import import_module
from io import BytesIO, StringIO
from itertools import chain
from math import ceil
from pathlib import Path
from typing import Any, NamedTuple
from unittest.mock import patch
from zipfile import ZipFile

import pytest
from django.conf import settings
from django.core.management import call_command
from django.core.paginator import Paginator
from django.db.models import QuerySet
from django.test import Client

from scoring import clock
from scoring.chain import keys_in, today
from scoring.models import Club, Deed, Evening, Participant
from scoring.web.tables import PageTable
from tests.support.scoring import access, access_table
from tests.support.scoring.access import OLD, R, scene
from tests.support.scoring.archives import brought, emptied, exported
from tests.support.scoring.old_papers import old_amounts, old_hands
from tests.support.scoring.tables import dreier
from tests.support.sources import tree_of
from tests.support.stored_forms import forms_on
from tests.support.tournaments import access as of_tournaments
from tests.support.tournaments.access import C as TOURNAMENTS
from tests.support.tournaments.access import S, T, tournament_scene
from tests.support.tournaments.playing import Hands, watch
from tests.support.visitors import Visitors, read_out
from tournaments.models import Line, State, Tournament
from tournaments.series.lines import ListEntry, PersonLine
from tournaments.series.lists import write_lists

__all__ = ["scene", "tournament_scene", "watch"]  # the fixtures

CLUB = "clubs/<slug:slug>/"
SEASON = f"{CLUB}season/"
PLACES = tomllib.loads(Path(__file__).with_name("sizes.toml").read_text("utf-8"))


class Turned(NamedTuple):
    """A list that is turned over page by page: where it is, how a row looks, how many there are."""

    path: str
    row: str
    total: Callable[[Any], int]


def guests_by_name(scene: Visitors) -> int:
    guests = Participant.objects.filter(evening__club=scene.house.club, member=None)
    return guests.values("key").distinct().count()


def evenings_of_before(scene: Visitors) -> int:
    """Return how many there are beside those of today and those that are planned."""
    played = Evening.objects.played_in(scene.house.club)
    return played.exclude(date__gte=clock.today(), closed_at=None).count()


def tournaments_now_finished(scene: of_tournaments.Scene) -> int:
    """Finish all of the club and return how many there are: only the past is turned over."""
    of_club = Tournament.objects.filter(club=scene.house.club)
    return of_club.update(state=State.FINISHED, finished_at=clock.now())


LISTS = {
    "scoring/clubs/views/clubs.py DEEDS_ON_A_PAGE": Turned(
        f"{CLUB}log/", "<tr><td>.*?</tr>", lambda scene: scene.house.club.deeds.count()
    ),
    "scoring/clubs/views/members.py GUESTS_ON_A_PAGE": Turned(
        f"{CLUB}members/", r'<li><a href="[^"]*/guests/\d+/">.*?</li>', guests_by_name
    ),
    "scoring/evenings/pages/evenings.py EVENINGS_ON_A_PAGE": Turned(
        f"{CLUB}evenings/", r'<li><a href="[^"]*/evenings/\d+/">.*?</li>', evenings_of_before
    ),
    "scoring/rule_editor/views/house_rules.py VERSIONS_ON_A_PAGE": Turned(
        f"{R}<slug:own>/",
        r'<a href="[^"]*/versions/\d+/"(?: aria-current="true")?>.*?</a>',
        lambda scene: scene.house.club.rulesets.get(slug="sonnwendblatt").versions.count(),
    ),
    "tournaments/rounds/views.py TOURNAMENTS_ON_A_PAGE": Turned(
        TOURNAMENTS, r'<li><a href="[^"]*/tournaments/\d+/">.*?</li>', tournaments_now_finished
    ),
}
OLD_LISTS = {
    "amounts": Turned(f"{OLD}<int:pk>/", r"<small>\s*\d[^<]*", lambda _scene: 3),
    "hands": Turned(f"{OLD}<int:pk>/", r'<a href="/sheets/\d+/">.*?</a>', lambda _scene: 3),
}
OLD_PLACE = "scoring/old_sheets/views.py EVENINGS_ON_A_PAGE"

# Pages with tables that are turned over each by itself.
WITH_TABLES = (
    f"{SEASON}?period=all&guests=on",
    f"{CLUB}members/<int:pk>/?period=all&show=course",
    f"{SEASON}statistics/?period=all",
    f"{SEASON}evenings/?period=all",
)
WITH_TOURNAMENTS_TABLES = (S, f"{T}standings/<int:number>/")
TABLES = {
    *(f"scoring/season/tables.py per_page={size}" for size in (20, 25, 40, 50)),
    "scoring/web/tables.py most_on_paper=100",
    "scoring/season/tables.py most_on_paper=20",
    "tournaments/series/export.py per_page=50",
    "tournaments/standings/tables.py ON_ONE_PAGE",
}

# What reads or writes some rows at a time; `chunk_size` and `batch_size` are Django's own blocks.
BLOCKS = {
    "scoring/archive/exporting.py ROWS_PER_READ",
    "scoring/archive/reading.py ROWS_PER_READ",
    "scoring/archive/tables.py chunk_size=2000",
    "scoring/chain.py ROWS_PER_QUERY",
    "scoring/chain.py batch_size=100",
    "scoring/clubs/privacy/anonymising.py batch_size=200",
    "scoring/export/texts.py STEP",
    "scoring/export/workbook.py MEASURED",
    "scoring/season/export.py SHEETS_PER_QUERY",
    "scoring/season/pages/rating.py TOGETHER",
    *(f"scoring/verifying.py chunk_size={size}" for size in (1, 500, 2000)),
    "tournaments/series/lists.py LINES_PER_STATEMENT",
}


class Limit(NamedTuple):
    """A form that takes so many and no more: what is typed that just fits, and what does not."""

    page: str
    fits: dict[str, str]
    too_many: dict[str, str]
    stored: Callable[[Any], int] = lambda scene: 1  # beside those that are typed first; the limit is one more


LIMITS = {
    "scoring/accounts/verbs.py MOST_MEMBERS_AT_ONCE": Limit(
        f"{CLUB}members/", {"names": "Xaver\nYlva"}, {"names": "Zita\nZeno\nZilli"}
    ),
    "scoring/rule_editor/verbs.py MOST_SHEETS": Limit(
        f"{R}new/", {"label": "Xaver"}, {"label": "Ylva"}, lambda scene: scene.house.club.rulesets.count()
    ),
    "scoring/table/verbs.py MOST_PEOPLE": Limit(
        f"{access.S}seating/",
        {"who_4": "", "name_4": "Xaver"},
        {"who_4": "", "name_4": "Ylva"},
        lambda scene: len(scene.sheet.totals),
    ),
    "tournaments/cash/verbs.py MOST_ENTRIES": Limit(
        f"{T}money/",
        {"kind": "in", "name": "Wechselgeld", "cents": "5"},
        {"kind": "in", "name": "Saalmiete", "cents": "7"},
        lambda scene: scene.playing.tournament.cash.count(),
    ),
    "tournaments/entrants/forms/people.py MOST_LINES": Limit(
        f"{T}people/register/", {"lines": "Zita\nZeno"}, {"lines": "Zita\nZeno\nZilli"}
    ),
    "tournaments/planning/verbs.py MOST_PRIZES": Limit(
        f"{T}settings/", {"prizes": "Wurst\nSpeck"}, {"prizes": "Wurst\nSpeck\nKren"}
    ),
    "tournaments/prizes/verbs.py MOST_PRIZES": Limit(
        f"{T}prizes/",
        {"name": "Wurst", "sponsor": ""},
        {"name": "Speck", "sponsor": "Post"},
        lambda scene: scene.playing.tournament.prizes.filter(round=None, removed_at=None).count(),
    ),
    "tournaments/series/lines.py MOST_LINES": Limit(
        f"{TOURNAMENTS}lists/write/",
        {"title": "Cup", "lines": "Anna; 3\nBert; 4"},
        {"title": "Cup", "lines": "Anna; 3\nBert; 4\nCilli; 5"},
    ),
    "tournaments/series/forms.py MOST_PLACES": Limit(
        f"{S}settings/", {"table": "10 6", "ladder": "places"}, {"table": "10 6 4", "ladder": "places"}
    ),
    "tournaments/series/sections.py MOST_SECTIONS": Limit(
        f"{T}sections/", {"names": "Nord\nSüd"}, {"names": "Nord\nSüd\nOst"}
    ),
}
SO_MANY = "[Hh]öchstens %d |mehr als %d |at most %d "

# Finding the places

# Letters, amounts of a game, and other measures that are no number of rows.
MEASURES = re.compile(
    "LETTERS|LONG|LENGTH|DIGITS|CODE|SIGNATURE|CHECK|NONCE|BEGINS_WITH|BYTES|SMALLEST|BIGGEST|LARGEST|SHORTEST"
    "|FEWEST|LEAST|FEW_|UPRIGHT|WHOLE|HIGHEST|DEEPEST|WIDEST|EDGE|SEATS|_PLAY|ROOM_AT|MARKED_AT|OF_NAMES"
    "|MOST_OF_|UNPACKED|TRIED_UP|LOOK_AHEAD|GROUPS|ENOUGH|HEIGHTS|^LAST$"
)
CONSTANT = re.compile("_?[A-Z][A-Z_]+")
IN_CLASSES = ("per_page", "list_per_page", "most_on_paper")


def name_of(node: ast.AST) -> str:
    match node:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
        case ast.UnaryOp(operand=inner):
            return name_of(inner)
        case ast.BinOp(left=left, right=right):
            return next(filter(CONSTANT.fullmatch, map(name_of, (left, right))), "")
    return ""


def sizes_in(tree: ast.AST) -> Iterator[str]:
    """Yield the constants that say how many rows are read, shown or taken; or the number itself."""
    for node in ast.walk(tree):
        match node:
            case ast.Slice(lower=lower, upper=upper):
                yield from (name_of(bound) for bound in (lower, upper) if bound)
            case ast.Call(func=called, args=[_, size, *_]) if name_of(called) in ("Paginator", "islice"):
                yield name_of(size) or ast.unparse(size)
            case ast.Call(func=called, args=[_, _, step]) if name_of(called) == "range":
                yield name_of(step)
            case ast.Compare(left=left, comparators=others):
                calls = [part for part in ast.walk(node) if isinstance(part, ast.Call)]
                if {"len", "count"} & {name_of(call.func) for call in calls}:
                    yield from map(name_of, (left, *others))
            case ast.keyword(arg="chunk_size" | "batch_size" | "per_page" as what, value=size):
                yield name_of(size) or f"{what}={ast.unparse(size)}"
            case ast.Assign(targets=[ast.Name(id=what)], value=size) if what in IN_CLASSES:
                yield name_of(size) or f"{what}={ast.unparse(size)}"


def places() -> Iterator[str]:
    """Yield every such place of the program, as its file and what says how many."""
    root = Path(settings.BASE_DIR)
    folders = [root / app for app in ("scoring", "tournaments", "tarockclub")]
    for path in chain.from_iterable(folder.rglob("*.py") for folder in folders):
        if "migrations" not in path.parts:
            for size in sizes_in(tree_of(path.read_text("utf-8"))):
                if "=" in size or (CONSTANT.fullmatch(size) and not MEASURES.search(size)):
                    yield f"{path.relative_to(root).as_posix()} {size}"


def test_every_size_is_gone_through_or_says_why_not() -> None:
    left = {f"{file} {size}" for why in PLACES.values() for file, sizes in why.items() for size in sizes}
    gone_through = {*LISTS, OLD_PLACE, *TABLES, *BLOCKS, *LIMITS}
    assert not left & gone_through
    found = set(places())
    assert found - left - gone_through == set(), "go through them, or say in sizes.toml why not"
    known = set(filter(is_there, left | gone_through))
    assert known - found == set(), "there is nothing like that any more"


def is_there(place: str) -> bool:
    """Return whether the file of a place is there; a capability can be taken away."""
    return (Path(settings.BASE_DIR) / place.split(maxsplit=1)[0]).exists()


# Lists page by page


def where(place: str) -> tuple[Any, str]:
    """Return the module of a place, and the constant in it."""
    file, _space, constant = place.partition(" ")
    return import_module(file.removesuffix(".py").replace("/", ".")), constant


def main_of(client: Client, path: str) -> str:
    answer = client.get(path)
    assert answer.status_code == 200, path
    text = answer.content.decode().partition("<main")[2].partition("</main>")[0]
    return re.sub('(name="(?:deed|csrfmiddlewaretoken)" value=)"[^"]*"', r"\1", text)


def next_in(text: str, path: str) -> str:
    """Return the address behind the link to the next page; empty where there is none."""
    link = re.search('rel="next" href="([^"#]*)', text)
    return path.partition("?")[0] + "?" + unescape(link[1]).partition("?")[2] if link else ""


def walked(client: Client, path: str) -> list[str]:
    """Return all pages of a list, each reached by the link of the one before."""
    pages = [main_of(client, path)]
    while path := next_in(pages[-1], path):
        pages.append(main_of(client, path))
        assert len(pages) < 200, "it never ends"
    return pages


UNIQUE = {"pk", "id", "F(pk)", "edition"}  # a rule sheet has one version of each edition


class Ordered(Paginator):
    """A paginator that refuses rows among which equals could change places between two pages."""

    def page(self, number: Any) -> Any:
        if isinstance(self.object_list, QuerySet):
            query = self.object_list.query
            by = [
                str(getattr(term, "expression", term)) for term in query.order_by or query.get_meta().ordering
            ]
            assert UNIQUE & {term.lstrip("-") for term in by}, f"{by} may be equal"
        return super().page(number)


def turn_over(client: Client, path: str, listed: Turned, place: str, total: int) -> None:
    """Go through a list: all in one, then one and two rows at a time."""
    module, constant = where(place)
    with patch.object(module, constant, 10_000):
        [whole] = walked(client, path)
    rows = re.findall(listed.row, whole)
    assert len(rows) == total, f"{path} has {len(rows)} rows"
    assert total >= 2, "nothing is turned over"
    for size in (1, 2):
        with patch.object(module, constant, size), patch.object(module, "Paginator", Ordered):
            pages = walked(client, path)
        parts = [re.findall(listed.row, page) for page in pages]
        assert len(pages) == ceil(total / size), path
        assert [len(part) for part in parts[:-1]] == [size] * (len(pages) - 1), path
        assert [told(row) for part in parts for row in part] == list(map(told, rows)), path
        for number, page in enumerate(pages, 1):
            assert len(pages) == 1 or f"Seite {number} von {len(pages)}" in page
            assert ('rel="prev"' in page) == (number > 1)


def told(row: str) -> str:
    return re.sub(' aria-current="[^"]*"', "", row)


def at(scene: Any, address: str) -> str:
    """Return the path of an address in either scene."""
    address, mark, query = address.partition("?")
    known = getattr(scene, "playing", None) and of_tournaments.TABLE[address]
    return (scene.path(address, known) if known else scene.path(address)) + mark + query


def test_lists_of_a_club_are_turned_over(scene: access.Scene) -> None:
    client = scene.browser("owner")
    for place, listed in LISTS.items():
        if place.startswith("scoring"):
            turn_over(client, scene.path(listed.path), listed, place, listed.total(scene))
    with patch.object(*where("scoring/clubs/views/clubs.py DEEDS_ON_A_PAGE"), 1000):
        found = main_of(client, f"{scene.path(f'{CLUB}log/')}?who=Anna")
    with patch.object(*where("scoring/clubs/views/clubs.py DEEDS_ON_A_PAGE"), 2):
        number = re.findall(r"Gefunden: (\d+)", main_of(client, f"{scene.path(f'{CLUB}log/')}?who=Anna"))
    assert number == [str(len(re.findall("<tr><td>.*?</tr>", found)))]
    with small_blocks():
        batches = {
            "amounts": old_amounts(scene.house, date(2014, 3, 4), days=3),
            "hands": old_hands(scene.house, date(2013, 3, 4), days=3),
        }
    for kind, listed in OLD_LISTS.items():
        turn_over(client, batches[kind].get_absolute_url(), listed, OLD_PLACE, 3)


def test_lists_of_tournaments_are_turned_over(tournament_scene: of_tournaments.Scene) -> None:
    for place, listed in LISTS.items():
        if place.startswith("tournaments"):
            path = at(tournament_scene, listed.path)
            total = listed.total(tournament_scene)
            turn_over(tournament_scene.browser("owner"), path, listed, place, total)


# Tables


class OnPage(NamedTuple):
    """A table of a page: its heads, its rows on screen and on paper, and what stands below it."""

    heads: list[str]
    shown: list[str]
    printed: list[str]
    below: str


REGION = re.compile(
    r'<div class="(?:card scroll table-frame|scroll wide-only)"((?: id="[^"]*")?)'
    r' role="region" (aria-label="[^"]*")(.*?)'
    r"<tbody>(.*?)</tbody>.*?</div>((?:<p class=\"not-all\">.*?</p>)?(?:<nav class=\"actions\".*?</nav>)?)"
)


def tables_on(text: str) -> dict[tuple[str, str, int], OnPage]:
    """Return all tables of a page, by what they are called; a third word for those of one name."""
    found: dict[tuple[str, str, int], OnPage] = {}
    for mark, label, heads, rows, below in REGION.findall(text):
        every = re.findall('<tr(?: class="([^"]*)")?>(.*?)</tr>', rows)
        shown = [row for kind, row in every if "beyond" not in kind]
        alike = sum(name[:2] == (mark, label) for name in found)
        links = re.findall('href="([^"]*)"', heads)
        found[mark, label, alike] = OnPage(links, shown, [row for _kind, row in every], below)
    return found


def kinds_of(table: type[PageTable]) -> Iterator[type[PageTable]]:
    for kind in table.__subclasses__():
        yield kind
        yield from kinds_of(kind)


@contextmanager
def rows_at_once(size: int, printed: int) -> Iterator[list[int]]:
    """Every table shows so many rows at once; yields how many each one has that is made."""
    made: list[int] = []
    begin = PageTable.__init__

    def begun(table: PageTable, records: Iterable[Any], *given: Any, **further: Any) -> None:
        rows = list(records)
        made.append(len(rows))
        begin(table, rows, *given, **further)

    with ExitStack() as stack:
        stack.enter_context(patch.object(PageTable, "__init__", begun))
        for kind in {PageTable, *kinds_of(PageTable)}:
            stack.enter_context(patch.object(kind._meta, "per_page", size))
            stack.enter_context(patch.object(kind, "most_on_paper", printed))
        yield made


def turn_over_tables(client: Client, path: str) -> int:
    """Go through each table of a page; returns how many of them had a second page."""
    turned = 0
    with rows_at_once(10_000, 10_000) as made:
        whole = tables_on(main_of(client, path))
    assert whole, path
    assert {len(table.shown) for table in whole.values()} <= set(made), "a row is nowhere"
    with rows_at_once(1, 2):
        text = main_of(client, path)
        joined = "&" if "?" in path else "?"
        everything = tables_on(main_of(client, f"{path}{joined}all=1"))
        assert {name: table.shown for name, table in everything.items()} == {
            name: table.shown for name, table in whole.items()
        }, path
        for name, table in whole.items():
            rows, pages, there = table.shown, [tables_on(text)[name]], path
            while there := next_in(pages[-1].below, path):
                pages.append(tables_on(main_of(client, there))[name])
                assert len(pages) < 200, "it never ends"
            if len(pages) == 1 and pages[0].shown == rows:
                continue  # it is never parted
            turned += 1
            assert [row for page in pages for row in page.shown] == rows, f"{path}: {name}"
            assert len(pages) == len(rows), f"{path}: {name}"
            for number, page in enumerate(pages, 1):
                assert f"Seite {number} von {len(pages)}" in page.below
                assert "page=" not in "".join(page.heads), "another order begins on its first page"
                begins = (number - 1) // 2 * 2
                assert page.printed == rows[begins : begins + 2], f"{path}: {name} on paper"
                if len(page.printed) < len(rows):
                    last = begins + len(page.printed)
                    assert f"Zeilen {begins + 1} bis {last} von {len(rows)}" in page.below
    return turned


def test_tables_of_a_season_are_turned_over(scene: access.Scene) -> None:
    member = scene.house.member("Anna")
    scene.house.play(scene.house.sheet(("Anna", "Bert", "Kathi", "Dora")), dreier("Kathi"))
    paths = [at(scene, page).replace(f"/{scene.hilda.pk}/", f"/{member.pk}/") for page in WITH_TABLES]
    assert [turn_over_tables(scene.browser("owner"), path) > 0 for path in paths] == [True] * len(paths)


def test_tables_of_tournaments_are_turned_over(tournament_scene: of_tournaments.Scene) -> None:
    paths = [at(tournament_scene, page) for page in WITH_TOURNAMENTS_TABLES]
    turned = [turn_over_tables(tournament_scene.browser("owner"), path) > 0 for path in paths]
    assert turned == [True] * len(paths)


# Files, archives and checks, some rows at a time


@contextmanager
def small_blocks() -> Iterator[None]:
    """Everything that is read or written in blocks is two rows at a time."""
    size = 2
    read, create, update = QuerySet.iterator, QuerySet.bulk_create, QuerySet.bulk_update

    def iterator(rows: QuerySet[Any], chunk_size: int | None = None) -> Any:
        return read(rows, chunk_size=size)

    def bulk_create(rows: QuerySet[Any], new: Any, batch_size: int | None = None, **further: Any) -> Any:
        return create(rows, new, batch_size and size, **further)

    def bulk_update(rows: QuerySet[Any], changed: Any, fields: Any, batch_size: int | None = None) -> Any:
        return update(rows, changed, fields, batch_size and size)

    with ExitStack() as stack:
        for method in (iterator, bulk_create, bulk_update):
            stack.enter_context(patch.object(QuerySet, method.__name__, method))
        for place in filter(is_there, BLOCKS):
            if "=" not in place:
                stack.enter_context(patch.object(*where(place), size))
        yield


def files_of(scene: Any, addresses: Iterable[str]) -> dict[str, object]:
    """Return what all these files contain, as a workbook its worksheets."""
    client, files = scene.browser("owner"), dict[str, object]()
    for address in addresses:
        answer = read_out(client.get(at(scene, address)))
        content: object = answer.content if answer.status_code == 200 else answer.status_code
        if address.endswith("xlsx/") and answer.status_code == 200:
            with ZipFile(BytesIO(answer.content)) as book:
                sheets = [name for name in book.namelist() if "worksheets/sheet" in name]
                cells = [re.findall("<c .*?</c>|<row", book.read(name).decode()) for name in sheets]
            content = [re.sub(' s="[0-9]+"', "", cell) for sheet in cells for cell in sheet]
        files[address] = content
    return files


def verified() -> str:
    out = StringIO()
    with suppress(SystemExit):  # a scene of tournaments is made up in part
        call_command("verify", stdout=out)
    return out.getvalue()


def everything_of(scene: Any, addresses: list[str]) -> dict[str, object]:
    keys = {key for deed in Deed.objects.order_by("pk") for key in keys_in(deed.details)}
    known = {"archive": exported(scene.house.club), "checksums": today(keys), "verify": verified()}
    return {**known, **files_of(scene, addresses)}


EXPORTS = {
    app: [
        address for address in table if re.search("/export/(csv|json)/|hands/export/|tables/export/", address)
    ]
    for app, table in (("scoring", access_table.TABLE), ("tournaments", of_tournaments.TABLE))
}


def files_and_checks_stay_the_same(scene: Any, addresses: list[str]) -> None:
    whole = everything_of(scene, addresses)
    with small_blocks():
        parted = everything_of(scene, addresses)
    assert sum(content == 404 for content in whole.values()) < len(whole) / 2, "hardly a file is there"
    assert [name for name in whole if parted[name] != whole[name]] == []


def test_a_club_is_the_same_some_rows_at_a_time(scene: access.Scene) -> None:
    files_and_checks_stay_the_same(scene, EXPORTS["scoring"])
    archive = exported(scene.house.club)
    emptied()
    with small_blocks():
        brought(archive)
    assert exported(Club.objects.get()) == archive


def test_a_tournament_is_the_same_some_rows_at_a_time(
    tournament_scene: of_tournaments.Scene, watch: Hands
) -> None:
    watch.moment = tournament_scene.moment
    files_and_checks_stay_the_same(tournament_scene, EXPORTS["tournaments"])


def test_a_list_gives_way_some_lines_at_a_time(tournament_scene: of_tournaments.Scene) -> None:
    house, day = tournament_scene.house, date(2019, 11, 1)
    names = ("Anna", "Bert", "Cilli", "Dora", "Emil")
    lines = tuple(PersonLine(name, place=place, event="Cup", date=day) for place, name in enumerate(names, 1))
    for some in (lines, lines[:2]):
        entry = ListEntry("Cup", day, some, replaces=True)
        with small_blocks():
            house.do(write_lists, by="Anna", club=house.club, entries=[entry])
        current = Line.objects.filter(list__title="Cup", list__date=day).order_by("place")
        assert list(current.values_list("member__name", flat=True)) == [line.name for line in some]


# Forms that take so many and no more


def limits_of(app: str) -> list[str]:
    return [place for place in LIMITS if place.startswith(app)]


@pytest.mark.parametrize("place", limits_of("scoring"))
def test_a_club_takes_so_many_and_one_more_stays_typed(place: str, scene: access.Scene) -> None:
    so_many_are_taken_and_one_more_is_refused(scene, place, LIMITS[place])


@pytest.mark.parametrize("place", limits_of("tournaments"))
def test_a_tournament_takes_so_many_and_one_more_stays_typed(
    place: str, tournament_scene: of_tournaments.Scene
) -> None:
    so_many_are_taken_and_one_more_is_refused(tournament_scene, place, LIMITS[place])


def so_many_are_taken_and_one_more_is_refused(scene: Any, place: str, limit: Limit) -> None:
    client, path = scene.browser("owner"), at(scene, limit.page)
    most = limit.stored(scene) + 1
    refusal = re.compile("|".join(part % most for part in SO_MANY.split("|")))
    with patch.object(*where(place), most):
        for typed, is_refused in ((limit.fits, False), (limit.too_many, True)):
            [form] = [form for form in forms_on(client.get(path)) if set(typed) - {"step"} <= form.names]
            answer = client.post(form.action or path, form.with_(typed))
            page = answer.content.decode()
            assert bool(refusal.search(page)) == is_refused, typed
            if is_refused:
                assert answer.status_code == 200
                [again] = [form for form in forms_on(answer) if set(typed) - {"step"} <= form.names]
                kept = {name: again.sent.get(name, [""])[0].replace("\r", "") for name in typed}
                assert {name: kept[name] for name in typed if name != "step"} == {
                    name: value for name, value in typed.items() if name != "step"
                }, "what was typed is gone"
