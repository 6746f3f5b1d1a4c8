"""Rules from their stored text, versions by name, and the published sheets as they are now."""

from functools import lru_cache
from hashlib import sha256

from django.db.models import Exists, Max, OuterRef
from django.utils.translation import gettext as _

from scoring import clock
from scoring.engine.loading import resolved, rules_from
from scoring.engine.rules import Rules
from scoring.models import Club, RulesetVersion
from scoring.rules import SLUGS, data_of, published, read
from scoring.rules.comparing import differences, note_of
from scoring.rules.exporting import toml_of
from scoring.rules.words import substance_of


def current_text(slug: str) -> str:
    """Return a published sheet as it is now, with its complete text."""
    return toml_of(resolved(slug, read))


def digest_of(text: str) -> str:
    """Return the checksum of a rule sheet's text."""
    return sha256(text.encode("utf-8")).hexdigest()


def rules_of(version: RulesetVersion) -> Rules:
    """Return the rules that were agreed, whatever the files say by now."""
    return rules_from_text(version.slug, version.text)


@lru_cache(maxsize=200)
def rules_from_text(slug: str, text: str) -> Rules:
    """Return the rules that a sheet's text says."""
    return rules_from(data_of(text), slug)


def offered(club: Club) -> dict[str, Rules]:
    """Return the sheets that a club can play by: its own, as last saved, and the published ones."""
    own = {version.slug: rules_of(version) for version in newest_of(club)}
    return {**own, **published()}


def newest_of(club: Club) -> list[RulesetVersion]:
    """Return the newest version of each of the club's own sheets still offered; one query."""
    versions = RulesetVersion.objects.filter(NEWEST, ruleset__club=club, ruleset__retired_at=None)
    return list(versions.order_by("slug"))


NEWEST = ~Exists(RulesetVersion.objects.filter(ruleset=OuterRef("ruleset"), edition__gt=OuterRef("edition")))


def in_use(slug: str, club: Club) -> RulesetVersion:
    """Return the stored version of a sheet as it is now; a published one is stored when first used."""
    if slug not in SLUGS:
        return next(version for version in newest_of(club) if version.slug == slug)
    text = current_text(slug)
    digest = digest_of(text)
    published = RulesetVersion.objects.filter(slug=slug, ruleset=None)
    stored = published.filter(digest=digest).first()
    if stored is not None:
        return stored
    last = published.aggregate(last=Max("edition"))["last"] or 0
    return RulesetVersion.objects.create(
        slug=slug,
        edition=last + 1,
        text=text,
        digest=digest,
        substance=substance_of(text),
        stored_at=clock.now(),
    )


def newer_edition(version: RulesetVersion) -> bool:
    """Return whether the sheet has another text by now."""
    if version.ruleset_id is not None:
        return newest_edition(version).pk != version.pk
    return version.slug in SLUGS and digest_of(current_text(version.slug)) != version.digest


def newest_edition(version: RulesetVersion) -> RulesetVersion:
    """Return the newest version of a club's own sheet."""
    versions = RulesetVersion.objects.filter(ruleset=version.ruleset_id)
    return versions.latest("edition")


def key_of(version: RulesetVersion) -> str:
    """Return how an address names a version: "freitag.2"."""
    return f"{version.slug}.{version.edition}"


def named(rules: Rules, version: RulesetVersion, language: str) -> str:
    """Return a version's name: the label of its rule sheet and its number."""
    template = _("%(sheet)s, version %(number)d")
    return template % {"sheet": rules.label.in_language(language), "number": version.edition}


def changes_between(old: str, new: str, language: str) -> str:
    """Return the differences between two texts of a rule sheet, in words."""
    return note_of(differences(data_of(old), data_of(new)), language)
