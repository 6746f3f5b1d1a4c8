"""What the database keeps. Only the modules of verbs write it: `people`, `sign_ins`."""

from scoring.models.deeds import Deed
from scoring.models.people import Account, Appointment, Club, Invitation, Member, Role
from scoring.models.sign_ins import SignInAttempt

__all__ = ["Account", "Appointment", "Club", "Deed", "Invitation", "Member", "Role", "SignInAttempt"]
