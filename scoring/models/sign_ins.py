"""Wrong guesses of the last hour, the sessions of accounts, and codes of phones."""

from datetime import date, timedelta

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _


class Guess(models.TextChoices):
    """What was tried; tries of one kind never count for another."""

    PASSWORD = "password", _("Password")
    CODE = "code", _("Code after the password")
    INVITATION = "invitation", _("Invitation")
    MADE_UP_INVITATION = "made_up", _("Made-up invitation")
    WORD = "word", _("Secret word of a registration")
    PHONE = "phone", _("Code that signs in another phone")


class SignInAttempt(models.Model):
    """One try, stored so that all processes of the server count alike."""

    kind = models.CharField(_("What was tried"), max_length=10, choices=Guess.choices, default=Guess.PASSWORD)
    # Of a password the folded sign-in name, known or not; of anything else, what it would have opened.
    key = models.CharField(_("For whom"), max_length=160)
    address = models.CharField(_("Address"), max_length=64)  # of IPv6 the network
    browser = models.CharField(  # one that signed in with this name before
        _("Known browser"), max_length=32, blank=True
    )
    at = models.DateTimeField(_("When"))

    class Meta:
        indexes = [
            models.Index(fields=["kind", "key", "at"], name="attempts_for_a_name"),
            models.Index(fields=["kind", "address", "at"], name="attempts_from_an_address"),
        ]

    def __str__(self) -> str:
        return f"{self.address} {self.at:%H:%M}"


class OpenSession(models.Model):
    """A browser that is signed in; the row is deleted with Django's session when that ends."""

    account = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="open_sessions", verbose_name=_("Account")
    )
    session = models.OneToOneField("sessions.Session", models.CASCADE, related_name="open_session")
    browser = models.CharField(_("Browser"), max_length=40, blank=True)  # empty: one that nobody knows
    system = models.CharField(_("Device"), max_length=40, blank=True)
    address = models.CharField(_("Address"), max_length=64, blank=True)  # coarse: of many at once
    began_at = models.DateTimeField(_("Signed in"), null=True)  # None: before this was noted

    def __str__(self) -> str:
        return f"{self.browser} {self.system}".strip() or gettext("An unknown browser")

    @property
    def used_on(self) -> date:
        """Return the day of the last visit, accurate to one day, as it is not stored more often."""
        age = timedelta(seconds=settings.SESSION_COOKIE_AGE)
        return timezone.localdate(self.session.expire_date - age)


class PhoneCode(models.Model):
    """A code on one browser to sign in another; deleted when it is used, or with the session."""

    account = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="phone_codes", verbose_name=_("Account")
    )
    session = models.OneToOneField("sessions.Session", models.CASCADE, related_name="phone_code")
    checksum = models.CharField(max_length=64, unique=True)  # the code itself is shown, and not stored
    made_at = models.DateTimeField(_("Made"))

    def __str__(self) -> str:
        return f"{self.account}"


class SecondFactor(models.Model):
    """What an account needs after the password: six digits from a phone, or a recovery code."""

    account = models.OneToOneField(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="second_factor", verbose_name=_("Account")
    )
    secret = models.CharField(max_length=64)  # shared with the phone; shown once, never told again
    codes = models.JSONField(default=list)  # checksums of the recovery codes that were not used yet
    last_step = models.BigIntegerField(default=0)  # half minutes since 1970: no digits are taken twice
    made_at = models.DateTimeField(_("Switched on"))

    def __str__(self) -> str:
        return f"{self.account}"
