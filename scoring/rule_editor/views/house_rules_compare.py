"""Two rule sheets beside each other: published ones for everybody, a club's own for its members."""

from typing import Any, NamedTuple
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from scoring.engine.loading import resolved
from scoring.engine.loading.places import YES_NO
from scoring.engine.rules import TABLES_OF_WORDS, Rules
from scoring.engine.texts import Text
from scoring.models import Club
from scoring.rule_editor.forms import TwoSheets
from scoring.rule_editor.pages import every_sheet, version_under
from scoring.rules import SLUGS, published, read
from scoring.rules.comparing.differences import RULEBOOK, ChangeKind, Difference, differences, grouped
from scoring.rules.exporting import exported
from scoring.rules.versions.versions import named, rules_from_text, rules_of
from scoring.web.access import open_club
from scoring.web.language import current_language

Words = tuple[str, ...]


class Side(NamedTuple):
    """One of the two: what it is called, where it is read, and what it says."""

    label: str
    address: str
    slug: str
    text: str

    @property
    def rules(self) -> Rules:
        return rules_from_text(self.slug, self.text)


ComparedRow = tuple[str, Words, Words]  # what differs, and what each of them says of it, if anything


def comparison_of(left: Side, right: Side, language: str) -> dict[str, Any]:
    """Return all that differs between two sheets, the rule book apart."""
    old, new = left.rules, right.rules
    changed = [difference for difference in differences(old, new) if difference.path != "label"]
    groups = {
        group["key"]: (
            group["label"].in_language(language),
            [_row(difference, old, new, language) for difference in group["differences"]],
        )
        for group in grouped(changed)
    }
    _title, handbook_words = groups.pop(RULEBOOK, ("", []))
    return {
        "groups": list(groups.values()),
        "count": sum(len(rows) for _title, rows in groups.values()),
        "book": handbook_words,
    }


def _row(difference: Difference, old: Rules, new: Rules, language: str) -> ComparedRow:
    what = difference.subject.in_language(language)
    if difference.matter is not None:
        what = f"{what}: {difference.matter.in_language(language)}"
    if difference.change is ChangeKind.ADDED:
        return what, (), _all_of(difference, difference.after, new, language)
    if difference.change is ChangeKind.REMOVED:
        return what, _all_of(difference, difference.before, old, language), ()
    if difference.change is ChangeKind.MOVED:
        what = _("%(what)s: place") % {"what": what}
    return what, _in_words(difference.before, language), _in_words(difference.after, language)


def _in_words(words: Text | None, language: str) -> Words:
    return () if words is None else (words.in_language(language),)


def _all_of(difference: Difference, value: Text | None, rules: Rules, language: str) -> Words:
    """Return the value and all details of what only one of them has, or at least that it has it."""
    value = value or _in_full(difference.path, rules)
    words_of_row = [
        words.in_language(language) for words in (value, *difference.details) if words is not None
    ]
    return tuple(words_of_row) or (YES_NO[True].in_language(language),)


def _in_full(path: str, rules: Rules) -> Text | None:
    """Return all words of a remark, or of an option without amounts, whose beginning the subject quotes."""
    table, _dot, key = path.partition(".")
    if table == "options":
        return next((note.words for note in rules.option_notes if note.key == key), None)
    return rules.words_in(table).get(key) if table in TABLES_OF_WORDS else None


@require_safe
def compare_sheets(request: HttpRequest, slug: str = "") -> HttpResponse:
    """Compare two published sheets, or two sheets of a club or published."""
    club = open_club(request, slug) if slug else None
    address, language = request.path, current_language()
    groups = every_sheet(club, language)
    keys = {name: request.GET.get(name, "") for name in ("a", "b")}
    sides = {name: _side(key, club, language) for name, key in keys.items() if key}
    every = [key for _title, sheets in groups for key, _label in sheets]
    a = keys["a"] or next(key for key in every if key != keys["b"])
    b = keys["b"] or next(key for key in every if key != a)
    form = TwoSheets(initial={"a": a, "b": b}, groups=groups)
    page: dict[str, object] = {"club": club, "form": form, "address": address}
    if len(sides) == 2:
        page |= {
            "a": sides["a"],
            "b": sides["b"],
            "found": comparison_of(sides["a"], sides["b"], language),
            "swapped": f"{address}?{urlencode({'a': keys['b'], 'b': keys['a']})}",
        }
    return render(request, "scoring/rule_editor/compare.html", page)


def _side(key: str, club: Club | None, language: str) -> Side:
    if key in SLUGS:
        label = published()[key].label.in_language(language)
        address = reverse("scoring:rule_sheet", args=[key])
        return Side(label, address, key, exported(resolved(key, read)))
    version = None if club is None else version_under(key, club)
    if version is None or club is None:
        raise Http404(key)
    label = named(rules_of(version), version, language)
    address = reverse("scoring:own_version", args=[club.slug, version.slug, version.edition])
    return Side(label, address, version.slug, version.text)
