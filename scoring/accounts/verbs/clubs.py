"""The first start, clubs, and what an account does for itself."""

from __future__ import annotations

from typing import Any, NamedTuple
from uuid import UUID

from django.conf import settings
from django.contrib.auth.hashers import make_password
from django.core.exceptions import PermissionDenied
from django.db.migrations.recorder import MigrationRecorder
from django.utils.crypto import constant_time_compare, salted_hmac
from django.utils.translation import gettext as _

from scoring.accounts.names import (
    new_account,
    problems_with_name,
    problems_with_password,
    problems_with_sign_in,
)
from scoring.accounts.rights import demand_owner, locked
from scoring.deeds import PendingDeed, Refused, atomic_with_retry, refuse, verb
from scoring.engine.texts import Text
from scoring.models import Account, Appointment, Club, Member, Role, RulesetVersion
from scoring.models.people import CURRENCIES, LONGEST_CLUB_NAME
from scoring.names import address_of, folded, spellings, tidy
from scoring.rules import SLUGS
from scoring.rules.exporting import label_of
from scoring.rules.reading import data_of

MOST_CENTS_PER_POINT = 1_000_000
# Addresses that are pages themselves.
RESERVED_SLUGS = {"new"}
# The set-up is one deed of the whole installation: two at the same moment meet here, and one is refused.
SET_UP = UUID("20e0ad90-5c1b-4f7e-9f67-3c2f6a5d0001")


class ClubTerms(NamedTuple):
    """What the settings of a club say."""

    name: str
    currency: str
    cents_per_point: int
    language: str
    default_rules: str


def _problems_with_terms(terms: ClubTerms, club: Club | None = None) -> dict[str, list[str]]:
    problems: dict[str, list[str]] = {}
    if wrong := problems_with_name(terms.name, LONGEST_CLUB_NAME):
        problems["club"] = wrong
    if terms.currency not in CURRENCIES:
        problems["currency"] = [_("Please choose a currency.")]
    if not 0 <= terms.cents_per_point <= MOST_CENTS_PER_POINT:
        problems["cents_per_point"] = [_("A whole number of cents, 0 or more.")]
    if terms.language not in dict(settings.LANGUAGES):
        problems["language"] = [_("Please choose a language.")]
    if terms.default_rules not in SLUGS and not _own_rules(terms.default_rules, club):
        problems["default_rules"] = [_("Please choose a rule sheet.")]
    return problems


def _own_rules(slug: str, club: Club | None) -> bool:
    """Is this one of the club's own sheets, saved and offered?"""
    if club is None:
        return False
    return club.rulesets.offered().filter(slug=slug, versions__isnull=False).exists()


def _own_names(club: Club, slugs: list[str]) -> dict[str, Text]:
    """Return what those of them that are its own sheets are called now; the log tells no addresses."""
    versions = RulesetVersion.objects.filter(ruleset__club=club, slug__in=slugs).order_by("edition")
    labels = {version.slug: label_of(data_of(version.text)) for version in versions}
    return {slug: label for slug, label in labels.items() if label is not None}


def free_address(name: str) -> str:
    """Return the address of a club to be called this; another club may have that of its name."""
    stem = address_of(name)
    taken = set(Club.objects.filter(slug__startswith=stem).values_list("slug", flat=True)) | RESERVED_SLUGS
    numbered = (f"{stem}-{number}" for number in range(2, len(taken) + 3))
    return next(address for address in (stem, *numbered) if address not in taken)


def new_club(terms: ClubTerms, owner: Account) -> Club:
    """Make a club with its owner."""
    club = Club.objects.create(slug=free_address(terms.name), **terms._asdict())
    me = Member.objects.create(club=club, account=owner, **spellings(owner.name))
    Appointment.objects.create(member=me, role=Role.OWNER)
    return club


def setup_code() -> str:
    """Return the code that opens the set-up page while nobody has an account.

    Known to whoever started the program, and of this database alone: one that is begun anew has another.
    """
    began = MigrationRecorder.Migration.objects.order_by("pk").values_list("applied", flat=True).first()
    words = f"first owner {began.timestamp() if began else ''}"
    return salted_hmac("scoring.setup", words, algorithm="sha256").hexdigest()[:16]


def is_set_up() -> bool:
    """Return whether anybody has an account."""
    return Account.objects.exists()


@atomic_with_retry
def set_up(*, deed: UUID, code: str, name: str, password: str, terms: ClubTerms) -> Account:
    """Make the first account, which owns the first club and may found further ones."""
    name, terms = tidy(name), terms._replace(name=tidy(terms.name))
    act = PendingDeed(SET_UP, None, "set_up", deed, folded(name), terms)
    if not constant_time_compare(code, setup_code()):
        raise PermissionDenied
    try:
        before = act.done()
    except Refused:
        raise PermissionDenied from None
    if before is not None:
        if before.account is None or not before.account.check_password(password):
            raise PermissionDenied
        return before.account
    if is_set_up():
        raise PermissionDenied
    refuse(problems_with_sign_in(name, password) | _problems_with_terms(terms))
    owner = new_account(name, make_password(password), first=True)
    club = new_club(terms, owner)
    act.record(club, account=owner, name=club.name)
    return owner


@verb("found_club", again=lambda before, about: before.club)
def found_club(act: PendingDeed, *, actor: Account, deed: UUID, terms: ClubTerms) -> Club:
    """Found a further club on this installation, owned by whoever founds it."""
    terms = terms._replace(name=tidy(terms.name))
    if not actor.is_superuser:
        raise PermissionDenied
    refuse(_problems_with_terms(terms))
    club = new_club(terms, actor)
    act.record(club, name=club.name)
    return club


@verb("change_club")
def change_club(act: PendingDeed, *, actor: Account, deed: UUID, club: Club, terms: ClubTerms) -> Club:
    """Name, money, language, default rules. The address stays."""
    terms = terms._replace(name=tidy(terms.name))
    club = locked(club)
    demand_owner(club, actor)
    act.demand_nothing_newer()
    refuse(_problems_with_terms(terms, club))
    changes = [
        [field, getattr(club, field), value]
        for field, value in terms._asdict().items()
        if getattr(club, field) != value
    ]
    for field, _before, after in changes:
        setattr(club, field, after)
    club.save()
    slugs = [slug for field, *both in changes if field == "default_rules" for slug in both]
    named = _own_names(club, slugs)
    further: dict[str, Any] = {"rules": named} if named else {}
    act.record(club, changes=changes, **further)
    return club


def change_password(*, actor: Account, deed: UUID, old: str, new: str) -> Account:
    """Change the password; the old one has to be known, and every other sign-in of the account ends."""
    # Passwords are slow on purpose, so they are looked at while nobody waits for the database.
    me = Account.objects.get(pk=actor.pk)
    seen = me.password if me.check_password(old) else ""
    hashed = make_password(new) if seen else ""  # nobody needs it where the old one is wrong
    return _change_password(actor=actor, deed=deed, seen=seen, new=new, hashed=hashed)


@verb("change_password", asked=lambda **_passwords: (), again=lambda before, about: before.account)
def _change_password(
    act: PendingDeed, *, actor: Account, deed: UUID, seen: str, new: str, hashed: str
) -> Account:
    """`seen` is the stored password that the old one fitted; another may have been quicker since."""
    account = Account.objects.select_for_update().get(pk=actor.pk)
    problems = {"password": problems_with_password(new, account)}
    if seen != account.password:
        problems["old"] = [_("This is not your current password.")]
    refuse({field: sentences for field, sentences in problems.items() if sentences})
    account.password = hashed
    account.save(update_fields=["password"])
    act.record(None)
    return account
