"""A second factor after the password: six digits that a phone shows (TOTP), or a code kept on paper.

Nobody has to have one. Digits are worked out by pyotp, which is small and does only that. django-otp brings
tables and a middleware beside those that are here, and keeps recovery codes as they are typed.
"""

import base64
import hashlib
import logging
import secrets
from datetime import datetime
from hmac import compare_digest

import pyotp
from django.db import transaction
from django.http import HttpRequest
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring import clock, encryption
from scoring.accounts.sign_ins import forget_codes, try_code
from scoring.deeds import PendingDeed, Refused, verb
from scoring.models import Account, SecondFactor

RECOVERY_CODES = 10
LETTERS = "abcdefghijkmnpqrstuvwxyz23456789"  # none that are taken for one another
GROUPS, GROUP = 4, 4  # of a recovery code: 80 bits
DIGITS = 6
PURPOSE = "second factor"  # of the key it is encrypted with
LENGTH_OF_ENCRYPTED = 64  # letters; of a plain secret there are 32
AROUND = (0, -1, 1)  # half minutes: clocks differ, and typing takes time
security = logging.getLogger("tarockclub.security")


def is_on(account: Account) -> bool:
    """Return whether an account asks for a second factor."""
    return SecondFactor.objects.filter(account=account).exists()


def new_secret() -> str:
    """Return a secret to share with a phone."""
    return pyotp.random_base32()


def address_for_phone(account: Account, secret: str) -> str:
    """Return the address in the QR code for an authenticator app."""
    return pyotp.TOTP(secret).provisioning_uri(name=account.name, issuer_name="Tarockclub")


@verb(
    "switch_on_second_factor",
    log=gettext_lazy("switched on two-step sign-in"),
    fingerprint=lambda **_arguments: (),
    repeat_result=lambda deed, arguments: [],
)
def switch_on(act: PendingDeed[Account], *, secret: str, typed: str) -> list[str]:
    """Switch on the second factor; return the recovery codes, which are stored only as checksums."""
    step = _step_of(secret, typed, clock.now())
    if step is None:
        raise Refused(typed=[_("These are not the digits the app is showing for Tarockclub right now.")])
    if is_on(act.actor):
        raise Refused(typed=[_("Two-step sign-in is already switched on.")])
    codes = _new_codes()
    SecondFactor.objects.create(
        account=act.actor,
        secret=_to_store(secret, act.actor),
        codes=list(map(checksum_of, codes)),
        last_step=step,
        made_at=clock.now(),
    )
    act.record(None)
    return codes


@verb(
    "switch_off_second_factor",
    log=gettext_lazy("switched off two-step sign-in"),
    fingerprint=lambda **_arguments: (),
    repeat_result=lambda deed, arguments: None,
)
def switch_off(act: PendingDeed[Account]) -> None:
    """Ask for the password alone from now on."""
    SecondFactor.objects.filter(account=act.actor).delete()
    act.record(None)


@verb(
    "renew_recovery_codes",
    log=gettext_lazy("made new recovery codes"),
    fingerprint=lambda **_arguments: (),
    repeat_result=lambda deed, arguments: [],
)
def renew_codes(act: PendingDeed[Account]) -> list[str]:
    """Return new recovery codes; those from before open nothing."""
    codes = _new_codes()
    if not SecondFactor.objects.filter(account=act.actor).update(codes=list(map(checksum_of, codes))):
        raise Refused(form=[_("Two-step sign-in is switched off.")])
    act.record(None)
    return codes


def code_fits(request: HttpRequest, account: Account, code: str) -> bool:
    """Return whether a code is the current one, or a recovery code; neither is accepted twice.

    A try is counted before anything is compared; raises `TooManyTries`.
    """
    at = clock.now()
    try_code(request, account, at)
    if not (_digits_fit(account, code, at) or _recovery_code_fits(account, code)):
        security.warning("second factor wrong: account %s", account.pk)
        return False
    forget_codes(account)
    return True


def _digits_fit(account: Account, code: str, at: datetime) -> bool:
    factors = SecondFactor.objects.filter(account=account)
    stored = factors.values_list("secret", flat=True).first()
    secret = _secret_of(stored, account) if stored else ""
    step = _step_of(secret, code, at) if secret else None
    if step is None:
        return False
    anew = _to_store(secret, account)  # with today's key
    return bool(factors.filter(last_step__lt=step).update(last_step=step, secret=anew))


def _to_store(secret: str, account: Account) -> str:
    """Return a secret as it is stored: encrypted, where there is a key."""
    if not encryption.has_key():
        return secret
    ciphertext = encryption.encrypted(base64.b32decode(secret), PURPOSE, str(account.pk))
    return base64.urlsafe_b64encode(ciphertext).decode()


def _secret_of(stored: str, account: Account) -> str:
    """Return the stored secret; None where the key that encrypted it is missing."""
    if len(stored) != LENGTH_OF_ENCRYPTED:
        return stored
    try:
        plain = encryption.decrypted(base64.urlsafe_b64decode(stored), PURPOSE, str(account.pk))
    except encryption.WrongKey:
        security.error("second factor cannot be read: ENCRYPTION_KEY is not that of account %s", account.pk)
        return ""
    return base64.b32encode(plain).decode()


def _step_of(secret: str, code: str, at: datetime) -> int | None:
    """Return the half minute whose digits these are."""
    digits = "".join(code.split())
    if len(digits) != DIGITS or not (digits.isascii() and digits.isdigit()):
        return None
    totp = pyotp.TOTP(secret)
    now = totp.timecode(at)
    steps = (now + around for around in AROUND if compare_digest(totp.generate_otp(now + around), digits))
    return next(steps, None)


def _recovery_code_fits(account: Account, recovery_code: str) -> bool:
    code = checksum_of(recovery_code)
    with transaction.atomic():
        factor = SecondFactor.objects.select_for_update().filter(account=account).first()
        if factor is None or code not in factor.codes:
            return False
        factor.codes.remove(code)
        factor.save(update_fields=["codes"])
    security.warning("recovery code used: account %s, %d left", account.pk, len(factor.codes))
    return True


def _new_codes() -> list[str]:
    return [readable_code() for _code in range(RECOVERY_CODES)]


def readable_code() -> str:
    """Return a random code of 80 bits that can be read out and typed."""
    groups = ("".join(secrets.choice(LETTERS) for _letter in range(GROUP)) for _group in range(GROUPS))
    return "-".join(groups)


def checksum_of(code: str) -> str:
    """Return the stored checksum of a code, the same however the code is typed."""
    plain = "".join(letter for letter in code.casefold() if letter.isalnum())
    return hashlib.sha256(plain.encode("utf-8", "surrogatepass")).hexdigest()
