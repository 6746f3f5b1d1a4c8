"""A club's own rule sheets: begun from another, changed as a draft, saved as a version.

What a version says is played never changes; a name may go from its words.
"""

import re
from collections.abc import Collection, Mapping
from itertools import count
from secrets import token_hex
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring import clock
from scoring.accounts.club_rights import demand_director, locked
from scoring.capability import sentence_by
from scoring.deeds import PendingDeed, Refused, store, verb
from scoring.models import Account, Club, Ruleset, RulesetVersion
from scoring.models.rulesets import LONGEST_ORIGIN
from scoring.names import address_of, folded, tidy
from scoring.rule_editor.draft import SheetDraft
from scoring.rules import SLUGS, published
from scoring.rules.versions.versions import digest_of
from scoring.rules.words import substance_of
from scoring.signatures import row_behind, signature_of
from scoring.web.language import current_language

LINKS = "scoring.house_rules.shown"  # never renamed: links that were given out open by it
MOST_SHEETS = 50  # of one club
RESERVED = {*SLUGS, "new", "import", "compare", "of"}  # an address of the pages, or of a published sheet


class WrittenMeanwhile(Exception):
    """Raised where another user has changed or saved the draft since this page was made."""


def draft_of(ruleset: Ruleset) -> SheetDraft:
    """Return the draft of a sheet, or else the text of its newest version."""
    return SheetDraft.read(ruleset.draft or newest(ruleset).text)


def newest(ruleset: Ruleset) -> RulesetVersion:
    """Return the newest version of a sheet."""
    return ruleset.versions.latest("edition")


def next_edition(ruleset: Ruleset) -> int:
    """Return the number that the next version of a sheet has."""
    last = ruleset.versions.order_by("-edition").values_list("edition", flat=True).first()
    return (last or 0) + 1


def _begun(details: dict[str, Any]) -> str:
    """Describe in the reader's language which sheet was started, and from which."""
    if details["origin"] in published():
        origin = published()[details["origin"]].label.in_language(current_language())
        details = {**details, "origin": origin}
    return _("started the rule sheet “%(name)s” from “%(origin)s”") % details


@verb(log=_begun, fingerprint=lambda club, draft, origin: (club, draft.text, origin), repeat_result=Ruleset)
def begin_sheet(act: PendingDeed[Account], *, club: Club, draft: SheetDraft, origin: str) -> Ruleset:
    """Begin a sheet as a draft with an address of its own; nothing is played by it until it is saved."""
    club = locked(club)
    demand_director(club, act.actor)
    taken = set(club.rulesets.values_list("slug", flat=True))
    if len(taken) >= MOST_SHEETS:
        raise Refused(form=[_("A club can have at most %(most)d sheets of its own.") % {"most": MOST_SHEETS}])
    demand_free_name(club, draft, {"de": "label", "en": "label"})
    ruleset = Ruleset.objects.create(
        club=club,
        slug=free_address(address_of(draft.name), taken),
        origin=origin[:LONGEST_ORIGIN],
        draft=draft.text,
        draft_seq=1,
        made_at=clock.now(),
    )
    if (version := original_version(origin, club.pk)) is not None:
        origin = f"{SheetDraft.read(version.text).name} {version.edition}"
    act.record(club, ruleset=ruleset.pk, name=draft.name, origin=origin)
    return ruleset


def free_address(stem: str, taken: Collection[str]) -> str:
    """Return the first free address from this stem, which no page and no sheet uses.

    >>> free_address("freitag", {"freitag"}), free_address("cup", ())
    ('freitag-2', 'cup-2')
    """
    stem = stem[:50] or "regeln"
    slugs = (stem if number == 1 else f"{stem}-{number}" for number in count(1))
    return next(slug for slug in slugs if slug not in taken and slug not in RESERVED)


def demand_free_name(
    club: Club, draft: SheetDraft, fields: Mapping[str, str], besides: Ruleset | None = None
) -> None:
    """Refuse a name that another sheet of the club has; letter case and blanks do not count.

    That of a published one may come back with its file: those are listed apart.
    """
    if draft.label is None:
        return
    # The names of all other sheets, drafts and those no longer offered included, as they compare.
    names = []
    for ruleset in club.rulesets.all():
        if ruleset == besides:
            continue
        texts = [ruleset.draft, *ruleset.versions.order_by("-edition").values_list("text", flat=True)[:1]]
        names += [label for text in texts if text and (label := SheetDraft.read(text).label) is not None]
    taken = {compared(name): name for label in names for name in (label.de, label.en)}
    for language, field in fields.items():
        name = draft.label.in_language(language)
        if (other := taken.get(compared(name))) is not None:
            message = _("A rule sheet of your club is already called “%(other)s”. Still free is “%(free)s”.")
            raise Refused(**{field: [message % {"other": other, "free": free_name(name, taken)}]})


def compared(name: str) -> str:
    """Return the key by which two names are compared.

    >>> compared(" Unser  FREITAG ") == compared("unser Freitag")
    True
    """
    return folded(name).replace(" ", "")


def free_name(name: str, taken: Collection[str]) -> str:
    """Return the first name after this one that is not taken.

    >>> free_name("Freitag", {"freitag"}), free_name("Freitag (2)", {"freitag", "freitag(2)"})
    ('Freitag (2)', 'Freitag (3)')
    """
    stem = re.sub(r" \([0-9]+\)$", "", tidy(name))
    numbered = (f"{stem} ({number})" for number in count(2))
    return next(name for name in numbered if compared(name) not in taken)


def original_version(origin: str, club: int) -> RulesetVersion | None:
    """Return the version of another sheet from which a sheet was made; None without one."""
    slug, _space, edition = origin.rpartition(" ")
    if not slug or not edition.isascii() or not edition.isdecimal() or len(edition) > 5:
        return None
    return RulesetVersion.objects.filter(ruleset__club=club, slug=slug, edition=edition).first()


def _written(ruleset: Ruleset, actor: Account) -> Ruleset:
    """Return the sheet as it is now, locked; raise PermissionDenied unless the actor directs its club."""
    club = locked(ruleset.club)
    demand_director(club, actor)
    return Ruleset.objects.select_related("club").select_for_update(of=("self",)).get(pk=ruleset.pk)


def _demand_unchanged(ruleset: Ruleset, draft_seq: int) -> None:
    if ruleset.draft_seq != draft_seq:
        raise WrittenMeanwhile


@verb(
    log=gettext_lazy("changed the draft of the rule sheet “%(name)s”"),
    fingerprint=lambda ruleset, draft_seq, draft: (ruleset, draft_seq, draft.text),
)
def change_draft(
    act: PendingDeed[Account], *, ruleset: Ruleset, draft_seq: int, draft: SheetDraft
) -> Ruleset:
    """Store the draft, which may have mistakes until it is saved as a version."""
    ruleset = _written(ruleset, act.actor)
    _demand_unchanged(ruleset, draft_seq)
    if draft.label != draft_of(ruleset).label:  # one that has the name of another keeps it until then
        demand_free_name(ruleset.club, draft, {"de": "label_de", "en": "label_en"}, besides=ruleset)
    store(ruleset, draft=draft.text, draft_seq=ruleset.draft_seq + 1)
    act.record(ruleset.club, ruleset=ruleset.pk, name=draft.name)
    return ruleset


@verb(
    log=sentence_by(
        "stays",
        {
            True: gettext_lazy("discarded the draft of the rule sheet “%(name)s”"),
            False: gettext_lazy("discarded the new rule sheet “%(name)s”"),
        },
    ),
    repeat_result=lambda deed, fields: bool(deed.details["stays"]),
)
def discard_draft(act: PendingDeed[Account], *, ruleset: Ruleset, draft_seq: int) -> bool:
    """Discard the draft, and with it a sheet that was never saved; return whether the sheet still exists."""
    club = locked(ruleset.club)
    demand_director(club, act.actor)
    ruleset = _written(ruleset, act.actor)
    _demand_unchanged(ruleset, draft_seq)
    pk, name, stays = ruleset.pk, draft_of(ruleset).name, ruleset.versions.exists()
    if stays:
        store(ruleset, draft="", draft_seq=ruleset.draft_seq + 1)
    else:
        ruleset.delete()
    act.record(club, ruleset=pk, name=name, stays=stays)
    return stays


@verb(
    log=gettext_lazy("saved version %(edition)d of the rule sheet “%(name)s” (%(code)s)"),
    repeat_result=lambda deed, fields: fields["ruleset"].versions.get(edition=deed.details["edition"]),
)
def save_version(act: PendingDeed[Account], *, ruleset: Ruleset, draft_seq: int) -> RulesetVersion:
    """Save the draft as the newest version; evenings keep their version until they are switched to it."""
    ruleset = _written(ruleset, act.actor)
    _demand_unchanged(ruleset, draft_seq)
    draft = draft_of(ruleset)
    if draft.mistakes:
        raise Refused(form=[_("This sheet does not work yet. Please correct what is listed below first.")])
    last = ruleset.versions.order_by("-edition").first()
    if last is not None and SheetDraft.read(last.text).text == draft.text:
        message = _("Nothing has been changed since version %(number)d.")
        raise Refused(form=[message % {"number": last.edition}])
    version = RulesetVersion.objects.create(
        ruleset=ruleset,
        slug=ruleset.slug,
        edition=next_edition(ruleset),
        text=draft.text,
        digest=digest_of(draft.text),
        substance=substance_of(draft.text),
        by=ruleset.club.members.get(account=act.actor),
        stored_at=clock.now(),
    )
    store(ruleset, draft="", draft_seq=ruleset.draft_seq + 1)
    act.record(ruleset.club, ruleset=ruleset.pk, name=draft.name, edition=version.edition, code=version.code)
    return version


@verb(
    log=sentence_by(
        "offered",
        {
            True: gettext_lazy("offers the rule sheet “%(name)s” for evenings again"),
            False: gettext_lazy("no longer offers the rule sheet “%(name)s” for evenings"),
        },
    )
)
def offer_sheet(act: PendingDeed[Account], *, ruleset: Ruleset, offered: bool) -> Ruleset:
    """Let a sheet be chosen for evenings, or no longer; evenings that play by it keep it."""
    ruleset = _written(ruleset, act.actor)
    if not offered and ruleset.club.default_rules == ruleset.slug:
        raise Refused(
            form=[_("The club usually plays by this sheet. First choose another one in the settings.")]
        )
    store(ruleset, retired_at=None if offered else clock.now())
    act.record(ruleset.club, ruleset=ruleset.pk, name=draft_of(ruleset).name, offered=offered)
    return ruleset


@verb(
    log=sentence_by(
        "shown",
        {
            True: gettext_lazy("offers the rule sheet “%(name)s” to other clubs"),
            False: gettext_lazy("no longer offers the rule sheet “%(name)s” to other clubs"),
        },
    )
)
def show_sheet(act: PendingDeed[Account], *, ruleset: Ruleset, shown: bool) -> Ruleset:
    """Offer a sheet to other clubs of this server and by a link, or withdraw the offer.

    Offered anew it has another link. What was begun with it stays.
    """
    ruleset = _written(ruleset, act.actor)
    if shown == (ruleset.shown_at is not None):
        return ruleset
    if shown and not ruleset.versions.exists():
        raise Refused(form=[_("First save the sheet: others get what is saved.")])
    if shown and ruleset.club.demonstration:
        raise Refused(form=[_("A club of invented people offers nothing to other clubs.")])
    store(ruleset, shown_at=clock.now() if shown else None, salt=token_hex())
    act.record(ruleset.club, ruleset=ruleset.pk, name=draft_of(ruleset).name, shown=shown)
    return ruleset


def code_of(ruleset: Ruleset) -> str:
    """Return the signed code that stands in the link of a sheet that is offered."""
    return f"{ruleset.pk}-{signature_of(LINKS, ruleset.pk, ruleset.salt)}"


def shown_behind(code: str) -> RulesetVersion | None:
    """Return the newest version of the sheet behind a link, if it is still offered."""
    ruleset: Ruleset | None = row_behind(code, Ruleset.objects.shown().select_related("club"), LINKS)
    if ruleset is None:
        return None
    version = newest(ruleset)
    version.ruleset = ruleset
    return version
