"""Rules from their stored text, and the text of the published sheets as they are now."""

from __future__ import annotations

import tomllib
from functools import lru_cache
from hashlib import sha256
from typing import NamedTuple

from django.db.models import Max
from django.utils import timezone

from scoring.engine.loading import resolved, rules_from
from scoring.engine.rules import Rules
from scoring.models import RulesetVersion
from scoring.rulesets import SLUGS, read
from scoring.rulesets.writing import toml_of


class Edition(NamedTuple):
    """A published sheet as its file says it today."""

    slug: str
    text: str
    digest: str


def current_edition(slug: str) -> Edition:
    text = toml_of(resolved(slug, read))
    return Edition(slug, text, digest_of(text))


def digest_of(text: str) -> str:
    return sha256(text.encode("utf-8")).hexdigest()


def rules_of(version: RulesetVersion) -> Rules:
    """The rules that were agreed, whatever the files say by now."""
    return _rules(version.slug, version.text)


@lru_cache(maxsize=200)
def _rules(slug: str, text: str) -> Rules:
    return rules_from(tomllib.loads(text), slug)


def in_use(slug: str) -> RulesetVersion:
    """The version of the published sheet as it is now; stored with its first use."""
    edition = current_edition(slug)
    versions = RulesetVersion.objects.filter(slug=slug)
    found = versions.filter(digest=edition.digest).first()
    if found is not None:
        return found
    last = versions.aggregate(last=Max("edition"))["last"] or 0
    return RulesetVersion.objects.create(
        slug=slug,
        edition=last + 1,
        text=edition.text,
        digest=edition.digest,
        stored_at=timezone.now(),
    )


def newer_edition(version: RulesetVersion) -> bool:
    """Has the published sheet another text by now?"""
    return version.slug in SLUGS and current_edition(version.slug).digest != version.digest
