"""The tables of the database; only verbs write them, and the modules that they call."""

from scoring.models.entries import Act, Entry, OtherVersion, Reason, Row
from scoring.models.evenings import (
    CLUB_EVENING,
    TAKEN_BACK,
    Coming,
    Evening,
    Participant,
    PaymentWay,
    Points,
    Reply,
    Seal,
    SettledPayment,
    Sheet,
    TableScore,
)
from scoring.models.mistakes import ProgramMistake
from scoring.models.old_sheets import (
    ComparedWith,
    OldAmount,
    OldBatch,
    OldDifference,
    OldKind,
    OldLine,
    OldPerson,
    OldSheet,
)
from scoring.models.people import (
    Account,
    Appointment,
    Club,
    ClubLog,
    Deed,
    Invitation,
    Member,
    OtherName,
    Role,
    StoredImprint,
    Visitor,
)
from scoring.models.played import PlayedGame, PlayedKontra, PlayedPremium, PlayedSeat
from scoring.models.rulesets import Ruleset, RulesetVersion
from scoring.models.seasons import NamedPeriod, NamedSeason
from scoring.models.sharing import Shared, Sharing
from scoring.models.sign_ins import Guess, OpenSession, PhoneCode, SecondFactor, SignInAttempt
from scoring.models.stored_state import StoredState
from scoring.models.voices import ObjectionOutcome, Saying, Voice
