"""A club's own rule sheets: their addresses, and what they hand to the rest of the program."""

from secrets import token_hex

from django.db.models import Q
from django.urls import URLPattern, URLResolver, include, path
from django.utils.translation import gettext_lazy

from scoring.accounts.capability import FOUNDING
from scoring.capability import Capability, CoveredRows, LogSubject
from scoring.deeds import log_of
from scoring.language import gettext_noop
from scoring.models import Ruleset, RulesetVersion
from scoring.rule_editor import verbs
from scoring.rule_editor.views import house_rules, house_rules_editor
from scoring.rule_editor.views.house_rules_compare import compare_sheets
from scoring.signatures import LinkKind
from scoring.web.access import revalidated
from scoring.web.old_addresses import old_addresses

site_urls: list[URLPattern | URLResolver] = [
    path("rules/", revalidated(house_rules.rule_sheets), name="rule_sheets"),
    path("rules/compare/", revalidated(compare_sheets), name="compare_sheets"),
    path("rules/of/<str:code>/", house_rules.shown_sheet, name="shown_sheet"),
    path("rules/of/<str:code>/file/", house_rules.shown_sheet_toml, name="shown_sheet_toml"),
    path("rules/<slug:slug>/toml/", house_rules.rule_sheet_toml, name="rule_sheet_toml"),
]

edit_urls: list[URLPattern | URLResolver] = [
    path("", house_rules_editor.edit_sheet, name="edit_sheet"),
    path("words/", house_rules_editor.edit_words, name="edit_words"),
    path("discard/", house_rules_editor.discard_draft, name="discard_draft"),
    path("undo/", house_rules_editor.undo_edit, name="undo_edit"),
    *old_addresses("rule_sheet_urls"),
]

own_sheet_urls: list[URLPattern | URLResolver] = [
    path("", house_rules.own_sheet, name="own_sheet"),
    path("offer/", house_rules.offer_own_sheet, name="offer_own_sheet"),
    path("show/", house_rules.show_own_sheet, name="show_own_sheet"),
    path("versions/<int:edition>/", house_rules.own_version, name="own_version"),
    path("versions/<int:edition>/toml/", house_rules.own_version_toml, name="own_version_toml"),
    path("edit/", include(edit_urls)),
]

club_urls: list[URLPattern | URLResolver] = [
    path("rules/", house_rules.rule_sheets, name="rule_sheets"),
    path("rules/new/", house_rules.new_own_sheet, name="new_own_sheet"),
    path("rules/compare/", compare_sheets, name="compare_sheets"),
    path("rules/<slug:own>/", include(own_sheet_urls)),
]

COVERED = (
    CoveredRows(
        "rules",
        "club",
        frozenset((*FOUNDING, "save_version")),
        RulesetVersion,
        "ruleset__club",
        ("ruleset", "edition", "digest"),
    ),
)
CAPABILITY = Capability(
    covered=COVERED,
    urls=__name__,
    words=log_of(verbs),
    log_subject=LogSubject("rules", gettext_lazy("Rules")),
    links=(
        LinkKind(
            model=Ruleset,
            open=lambda: ~Q(shown_at=None),
            renew=lambda rows: rows.update(salt=token_hex()),
            club="club",
            singular=gettext_noop("rule sheet on offer"),
            plural=gettext_noop("rule sheets on offer"),
        ),
    ),
)
