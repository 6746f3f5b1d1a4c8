"""One verb, one transaction, one deed.

Every verb is told who acts and the id of the form that asked for it. Asked again with the same id, it
changes nothing and answers as before; with the same id but other contents, it refuses.
"""

import hashlib
import json
import logging
from collections.abc import Callable, Collection
from functools import update_wrapper, wraps
from inspect import signature
from types import FunctionType, ModuleType
from typing import Any, Concatenate, Generic, ParamSpec, Protocol, TypeVar, cast
from uuid import UUID

from django.core.exceptions import ObjectDoesNotExist
from django.db import DatabaseError, IntegrityError, transaction
from django.db.models import Model
from django.utils.functional import Promise
from django.utils.translation import gettext as _

from scoring import chain, clock
from scoring.capability import DeedWords, sentence
from scoring.engine.numbers import BLOCK
from scoring.models import Account, Club, Deed, Member

REFUSE_NEWER = "refuse_newer"  # what a form hands to every verb beside the verb's own arguments
DEADLOCK = "40P01"  # as PostgreSQL says it
MOST_RETRIES = 8  # as many could ask at the same moment; each time one of them is served

# Who may do what, who signs in how, what comes in and goes for good: also in the server's own records.
SECURITY = frozenset(
    {
        *("set_up", "found_club", "import_club", "remove_demonstration", "import_old_sheets"),
        *(
            "withdraw_old_batch",
            "appoint",
            "dismiss",
            "give_role",
            "invite",
            "withdraw_invitation",
            "accept_invitation",
        ),
        *("join", "renew_password", "change_password", "detach_account", "deactivate_member"),
        *("reactivate_member", "remove_member", "anonymise_member", "anonymise_guest"),
        *("change_imprint", "move_away", "come_back"),
        *("switch_on_second_factor", "switch_off_second_factor", "renew_recovery_codes"),
        "sign_in_phone",
        *("share_evening", "share_standings", "share_player", "share_feed", "withdraw_sharing"),
    }
)
security = logging.getLogger("tarockclub.security")

RefuseNewer = Callable[[str], None]  # told the verb that compares

P = ParamSpec("P")
T = TypeVar("T")


class ActsForAccount(Protocol):
    """An actor that is not an account itself: a phone at a table, a link, or a public page."""

    @property
    def account(self) -> Account | None: ...


Who = TypeVar("Who", bound=Account | ActsForAccount | None)


class Refusal(Exception):
    """A verb did nothing; `sentences` say why."""

    sentence: Any

    @property
    def sentences(self) -> list[str]:
        return [str(self.sentence)]


class Refused(Refusal):
    """A refusal that a person can mend: sentences for each field of the form; "" is the whole form."""

    def __init__(self, **problems: list[str]) -> None:
        super().__init__(problems)
        self.problems = problems

    @property
    def sentences(self) -> list[str]:
        return [sentence for sentences in self.problems.values() for sentence in sentences]


class ChangedMeanwhile(Refused):
    """The refusal of an outdated request: its row was changed by another one.

    `submit` adds who did what; `now` says it where the document itself tells how it differs.
    """

    def __init__(self, *details: str, now: str = "", field: str = "form") -> None:
        words = now or _("This has been changed in the meantime. Please look again.")
        super().__init__(**{field: [words, *details]})


def saved_with_other_contents() -> str:
    """Return the sentence for a form that was saved, gone back to and changed."""
    return _("This form was saved before with different contents. If you want the new ones, save again.")


class PendingDeed(Generic[Who]):
    """A verb requested with the id of its form: still to be run, or run already."""

    refuse_newer: RefuseNewer | None = None  # given with a form that began with what was stored
    compared = False

    def __init__(self, deed: UUID, actor: Who, verb: str, *contents: object) -> None:
        self.id, self.actor, self.verb = deed, actor, verb
        self.account: Account | None = actor if actor is None or isinstance(actor, Account) else actor.account
        words = json.dumps([verb, self.account and self.account.pk, *contents], default=_plain)
        self.fingerprint = hashlib.sha256(words.encode("utf-8", "surrogatepass")).hexdigest()

    def demand_nothing_newer(self) -> None:
        """Refuse where something newer is stored than the form showed; asked under the lock of the verb."""
        self.compared = True
        if self.refuse_newer is not None:
            self.refuse_newer(self.verb)

    def existing_deed(self) -> Deed | None:
        """Return the deed that this form made before; refuse where it had other contents."""
        deed = Deed.objects.filter(pk=self.id).first()
        if deed is not None and deed.asked != self.fingerprint:
            raise Refused(form=[saved_with_other_contents()])
        return deed

    def existing_deed_for(self, error: Exception) -> Deed | None:
        """Return the deed of an earlier request, where that may have caused the error."""
        if isinstance(error, IntegrityError | Refusal):
            return self.existing_deed()
        if isinstance(error, DatabaseError):
            return None
        return Deed.objects.filter(pk=self.id, asked=self.fingerprint).first()

    def record(
        self,
        club: Club | None,
        *,
        account: Account | None = None,
        actor: str = "",
        covers: Collection[str] = (),
        **details: Any,
    ) -> None:
        """Store the deed; `actor` names a person without an account who types commands on the server.

        The log vouches for the evening and the table it names, and for what it `covers`, as they are now.
        """
        who = account or self.account
        name = who.name if who else actor
        assert name
        if club and who:
            names = Member.objects.filter(club=club, account=who).order_by().values_list("name", flat=True)
            name = names.first() or name
        deed = Deed(
            id=self.id,
            club=club,
            account=who,
            actor=name,
            verb=self.verb,
            details=details,
            asked=self.fingerprint,
            at=clock.now(),
        )
        chain.put_in_log(deed, covers)
        deed.save(force_insert=True)
        if self.verb in SECURITY:
            fields = {key: details[key] for key in ("member", "role", "purpose") if key in details}
            words = "".join(f" {key} {value}" for key, value in fields.items())
            line = (
                f"{self.verb}: account {who.pk if who else 'none'} club {club.pk if club else 'none'}{words}"
            )
            transaction.on_commit(lambda: security.info("%s", line))


def _plain(value: object) -> object:
    """Return a value as the digest of a request contains it."""
    if isinstance(value, Model):
        return value.pk
    if isinstance(value, set | frozenset):
        return sorted(value)
    as_json = getattr(value, "as_json", None)
    return str(value) if as_json is None else as_json()


def atomic_with_retry(function: Callable[P, T]) -> Callable[P, T]:
    """Run the function in one transaction; where another was quicker, everything is looked at anew."""

    @wraps(function)
    def in_one_transaction(*args: P.args, **kwargs: P.kwargs) -> T:
        for _again in range(MOST_RETRIES):
            try:
                with transaction.atomic():
                    return function(*args, **kwargs)
            except DatabaseError as why:
                if not _was_another_quicker(why):
                    raise
        with transaction.atomic():
            return function(*args, **kwargs)

    return in_one_transaction


def _was_another_quicker(why: Exception) -> bool:
    """Return whether to begin anew: an id is taken, or a deadlock ended this transaction."""
    return isinstance(why, IntegrityError) or getattr(why.__cause__, "sqlstate", "") == DEADLOCK


RepeatResult = Callable[[Deed, dict[str, Any]], Any]  # to what was done before, from the arguments


def verb(
    name: str = "",
    *,
    log: Promise | DeedWords | None = None,
    fingerprint: Callable[..., Collection[object]] | None = None,
    repeat_result: RepeatResult | type[Model] | None = None,
) -> Callable[[Callable[Concatenate[PendingDeed[Who], P], T]], Callable[Concatenate[Who, UUID, P], T]]:
    """Run the function in one transaction, only once for a form, and record its deed.

    Whoever calls it says who acts and the id of the form; the function finds both in its `PendingDeed`.
    The deed is stored under `name`, or else that of the function, which then stays as it is for good.

    `log` is its sentence in the club's log, without the subject: a template for the details of the deed, or
    a function of them.

    The form's id stands for all arguments in the order of the signature, or for what `fingerprint` makes of
    them; with others it is refused. A form sent again gets `repeat_result`: what a function makes of the deed
    and the arguments, or the row of that model that was made, named in the deed's details or by its id; else
    the first row among the arguments as it is now. Refused where that row has been removed since. Nobody
    looks beforehand whether it was done: if it was, the function fails, at the latest at its deed that is
    there.

    A form that began with what was stored hands `refuse_newer` along, which the function asks by
    `act.demand_nothing_newer` once it holds its lock.
    """

    answer = repeat_result
    if answer is None:
        answer = _as_it_is_now
    elif isinstance(answer, type):
        answer = _row_made(answer)

    def decorate(
        function: Callable[Concatenate[PendingDeed[Who], P], T],
    ) -> Callable[Concatenate[Who, UUID, P], T]:
        stored_name = name or function.__name__
        parameters = signature(function)
        parameters = parameters.replace(parameters=list(parameters.parameters.values())[1:])

        def run(actor: Who, deed: UUID, *args: P.args, **kwargs: P.kwargs) -> T:
            refuse_newer = cast("RefuseNewer | None", kwargs.pop(REFUSE_NEWER, None))
            bound = parameters.bind(*args, **kwargs)
            bound.apply_defaults()
            arguments = dict(bound.arguments)
            pending = PendingDeed(
                deed, actor, stored_name, *(fingerprint(**arguments) if fingerprint else arguments.values())
            )
            pending.refuse_newer = refuse_newer
            retries = MOST_RETRIES
            while True:
                try:
                    with transaction.atomic():
                        result = function(pending, *args, **kwargs)
                        assert refuse_newer is None or pending.compared, f"{stored_name} does not compare"
                        return result
                except Exception as why:
                    earlier = pending.existing_deed_for(why)
                    if earlier is not None:
                        return cast(T, _answered(answer, earlier, arguments))
                    if not _was_another_quicker(why) or not retries:
                        raise
                    retries -= 1

        done_once: Callable[Concatenate[Who, UUID, P], T] = cast(Any, run)  # called with keywords, too
        update_wrapper(done_once, function)
        return done_once if log is None else logged(stored_name, log)(done_once)

    return decorate


def logged(name: str, log: Promise | DeedWords) -> Callable[[Callable[P, T]], Callable[P, T]]:
    """Put the sentence of a deed beside a function that records it without `verb`, as it takes long."""

    def decorate(function: Callable[P, T]) -> Callable[P, T]:
        function.__dict__["log"] = {name: sentence(log) if isinstance(log, Promise) else log}
        return function

    return decorate


def log_of(*sources: ModuleType | Callable[..., Any]) -> dict[str, DeedWords]:
    """Return the log's sentences by verb: of these functions, and of all verbs of these modules."""
    sentences: dict[str, DeedWords] = {}
    for source in sources:
        own = vars(source).values() if isinstance(source, ModuleType) else (source,)
        for function in (item for item in own if isinstance(item, FunctionType)):
            if function is source or function.__module__ == source.__name__:
                sentences |= getattr(function, "log", {})
    return sentences


def _answered(repeat_result: RepeatResult, earlier: Deed, arguments: dict[str, Any]) -> Any:
    """Return the result of an earlier deed; refuse if it is gone, or belongs to another club."""
    try:
        result = repeat_result(earlier, arguments)
    except ObjectDoesNotExist:
        result = None
        is_there = False
    else:
        first = (earlier.club_id or 0) // BLOCK * BLOCK  # of the numbers that a club from elsewhere came with
        is_there = not (isinstance(result, Model) and isinstance(result.pk, int) and result.pk < first)
    if not is_there:
        raise Refused(form=[_("This was saved before, and has been removed since.")])
    return result


def _row_made(model: type[Model]) -> RepeatResult:
    name = str(model._meta.model_name)
    return lambda deed, _arguments: model._default_manager.get(pk=deed.details.get(name, deed.pk))


def _as_it_is_now(_earlier: Deed, arguments: dict[str, Any]) -> object:
    row = next((value for value in arguments.values() if isinstance(value, Model)), None)
    return None if row is None else type(row)._default_manager.get(pk=row.pk)


def store(row: Model, **values: Any) -> None:
    """Set these columns of a row, and write only them."""
    for name, value in values.items():
        setattr(row, name, value)
    row.save(update_fields=list(values))


def rehearsed(act: Callable[[], T]) -> T:
    """Return the result of an act that is then rolled back.

    Raises what doing it would raise.
    """
    with transaction.atomic():
        result = act()
        transaction.set_rollback(True)
    return result


def refuse(problems: dict[str, list[str]]) -> None:
    """Raise Refused if there are any problems."""
    if problems:
        raise Refused(**problems)
