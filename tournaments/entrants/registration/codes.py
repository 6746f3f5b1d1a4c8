"""Links of registered people, and the code at the door, signed so that the database opens nothing."""

from scoring.signatures import is_signature_of, signature_of
from tournaments.models import Opening, Signup, Tournament

MINE, DOOR = "tournaments.signup", "tournaments.door"
CODES_ON_PHONE = (
    "registered by themselves"  # in the session of a phone: the codes of those who registered on it
)
MOST_KEPT = 40  # on one phone; the newest stay


def code_of(signup: Signup) -> str:
    """Return the code in a registration's link."""
    return f"{signup.pk}-{signature_of(MINE, signup.pk, signup.salt)}"


def signup_behind(tournament: Tournament, code: str) -> Signup | None:
    """Return the registration of this link; one query."""
    number, _dash, signature = code.partition("-")
    if not number.isascii() or not number.isdecimal() or len(number) > 18:
        return None
    signup = tournament.signups.select_related("entrant").filter(pk=int(number)).first()
    if signup is None or not is_signature_of(signature, MINE, signup.pk, signup.salt):
        return None
    return signup


def code_at_the_door(opening: Opening) -> str:
    """Return the code at the door, which changes when it is renewed."""
    return signature_of(DOOR, opening.pk, opening.door, opening.tournament.salt)


def is_at_the_door(opening: Opening, code: str) -> bool:
    """Return whether this is the current code at the door."""
    return is_signature_of(code, DOOR, opening.pk, opening.door, opening.tournament.salt)
