"""What names and passwords have to be, and the account they make."""

import re
from collections.abc import Iterable, Mapping
from functools import cache

from django.contrib.auth.password_validation import CommonPasswordValidator, validate_password
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from scoring import clock
from scoring.capability import capabilities
from scoring.deeds import ChangedMeanwhile
from scoring.engine.naming import mixed_word
from scoring.engine.record import is_readable
from scoring.models import Account, Club, Member, OtherName
from scoring.models.people import LONGEST_NAME
from scoring.names import folded, tidy

OF_EVERY_CLUB = "tarock tarot klub club verein runde freunde karten spiel österreich wien"
FEWEST_LETTERS = 4  # beside names and words that somebody would guess
SEPARATING = frozenset(',;|"')  # cells in a list; what ends a line is a blank by then


def problems_with_name(name: str, longest: int = LONGEST_NAME) -> list[str]:
    """Return what is wrong with a name."""
    if not name:
        return [_("Please give a name.")]
    if not is_readable(name):
        return [_("“%(name)s” contains characters that cannot be read.") % {"name": name[:longest]}]
    if len(name) > longest:
        return [
            _("“%(name)s…” is too long: %(longest)d characters at most.")
            % {"name": name[:longest], "longest": longest}
        ]
    if word := mixed_word(name):
        sentence = _(
            "“%(name)s”: “%(word)s” mixes letters of two scripts that look the same. Please type it again."
        )
        return [sentence % {"name": name, "word": word}]
    return []


def problems_with_person(name: str, longest: int = LONGEST_NAME) -> list[str]:
    """Return what is wrong with a member's or guest's name, as signs that separate names in lists."""
    if wrong := problems_with_name(name, longest):
        return wrong
    if SEPARATING.isdisjoint(name):
        return []
    message = _("Please write “%(name)s” without commas, semicolons, bars or quotation marks.")
    return [message % {"name": name}]


def problems_with_sign_in(name: str, password: str, club: str) -> dict[str, list[str]]:
    """Return what is wrong with the name and password of a new account in this club, by field."""
    problems = {
        "name": problems_with_name(name),
        "password": problems_with_password(password, Account(name=name), club),
    }
    if not problems["name"] and Account.objects.filter(key=folded(name)).exists():
        problems["name"] = [
            _("The sign-in name “%(name)s” is taken. Please choose another.") % {"name": name}
        ]
    return {field: sentences for field, sentences in problems.items() if sentences}


def problems_with_password(password: str, account: Account, *clubs: str) -> list[str]:
    """Return what is wrong with a password of this account, which is or will be in these clubs."""
    try:
        validate_password(password, account)
    except ValidationError as error:
        return list(error.messages)
    own_clubs = Club.objects.filter(members__account=account.pk) if account.pk else Club.objects.none()
    if is_guessable(password, [account.name, *clubs, *own_clubs.values_list("name", flat=True)]):
        return [
            _(
                "Little more than a common word, your name or the club’s: that is guessed first. Please take "
                "three or four words that have nothing to do with each other."
            )
        ]
    return []


def is_guessable(password: str, names: Iterable[str]) -> bool:
    """Return whether a password is one of these names or a common word, repeated or with digits.

    >>> [is_guessable(password, ["Anna Huber"]) for password in ("passwort1234", "Huber-Anna-1960")]
    [True, True]
    >>> [is_guessable(password, ["Anna Huber"]) for password in ("vier Worte am Tisch", "7k3-91x-m4p-q")]
    [False, False]
    """
    letters = remainder = "".join(_words_in(password))
    for word in sorted(_words_in(" ".join([OF_EVERY_CLUB, *names])), key=len, reverse=True):
        remainder = remainder.replace(word, "") if len(word) > 1 else remainder
    repeated = re.fullmatch(r"(.+?)\1*", remainder)
    return (remainder != letters and len(remainder) < FEWEST_LETTERS) or (
        repeated is not None and repeated[1] in _common_passwords()
    )


def _words_in(text: str) -> list[str]:
    return re.findall(r"[^\W\d_]+", folded(text))


@cache
def _common_passwords() -> frozenset[str]:
    """Return Django's list of common passwords, with German ones."""
    return frozenset(CommonPasswordValidator().passwords)


def already_a_member(name: str) -> str:
    """Return the message that a member's name is already taken, with advice on telling two people apart."""
    return _(
        "“%(name)s” is already a member. Are they two people? Then call one of them “%(name)s sen.” or "
        "“%(name)s jun.”, or add a town."
    ) % {"name": name}


def remember_other_names(club: Club, others: Mapping[str, int | None]) -> None:
    """Store to which member each other name belongs; None: to a person who is no member."""
    member_ids = {member for member in others.values() if member is not None}
    if club.members.filter(pk__in=member_ids, anonymised_at=None).count() < len(member_ids):
        raise ChangedMeanwhile()
    for name, member in others.items():
        OtherName.objects.update_or_create(
            club=club, key=folded(name), defaults={"name": tidy(name), "member_id": member}
        )


def members_by_name(club: Club) -> dict[str, int | None]:
    """Return the members of a club by all their names, other names included; two queries.

    None: the name of a person who is no member.
    """
    known: dict[str, int | None] = dict(
        club.members.filter(anonymised_at=None).order_by().values_list("key", "pk")
    )
    return known | dict(club.other_names.values_list("key", "member"))


def lists_with(club: Club, names: Iterable[str]) -> list[str]:
    """Return the titles of lists that contain one of these names without a member."""
    names = list(names)
    return [
        title
        for capability in capabilities()
        for lists in capability.named_on_lists
        for title in lists.titles(club, names)
    ]


def claim_on_lists(member: Member, names: Iterable[str], *, is_same: bool) -> None:
    """Give lines of lists with these names to a member, or mark them as another person's."""
    names = list(names)
    for capability in capabilities():
        for lists in capability.named_on_lists:
            lists.claim(member, names, is_same=is_same)


def release_on_lists(member: Member, names: Iterable[str]) -> None:
    """Take lines of lists with these names from a member again."""
    names = list(names)
    for capability in capabilities():
        for lists in capability.named_on_lists:
            lists.release(member, names)


def new_account(name: str, hashed: str, *, first: bool = False) -> Account:
    """Make an account with a password that is hashed already."""
    account = Account(name=name, key=folded(name), password=hashed, made_at=clock.now(), is_superuser=first)
    account.save(force_insert=True)
    return account
