"""All amounts of a club by who has them, never by name; and the verbs that may change some of them."""

from collections.abc import Iterator
from typing import Any

from scoring.evenings.pages.settling import settling_of, sheets_of
from scoring.models import Club, Deed, Entry, Evening, Row, SettledPayment
from scoring.season.pages.season import Period, Season, standings_of
from tests.support.stored_forms import FormOnPage
from tests.support.visitors import Visitors, asking
from tournaments.cash.pages import money_of
from tournaments.models import Series, Tournament
from tournaments.series.pages import shown_together
from tournaments.standings.derived import ranked

# Who plays, pays, comes in or leaves, what counts, by which rules, and what is won. All other verbs leave
# every amount as it was; a new one is looked at until it stands here.
MAY_CHANGE = {
    *("admit_guest", "anonymise_guest", "anonymise_member", "join_guest", "separate_guest"),
    *("change_club", "found_club", "import_club", "set_up", "found_demonstration"),
    *("remove_demonstration", "deliver_by_picture", "move_hands", "put_names_right"),
    *("settle_objection", "agree_pagatkassa", "change_evening", "count_evening", "just_play"),
    *("open_evening", "open_sheet", "pay_later", "remove_sheet", "settle_payments"),
    *("take_newer_edition", "untick_payment", "import_old_sheets", "withdraw_old_batch"),
    *("change_tournament", "copy_tournament", "finish_tournament", "open_tournament"),
    *("reopen_tournament", "count_till", "note_cash", "pay", "sell_tickets", "strike_cash"),
    *("take_back_payment", "take_back_tickets", "arrive", "check", "mark_house", "readmit_entrant"),
    *("register", "remove_final", "set_final", "come_in", "connect_signups", "accept_final"),
    *("remove_entrant", "withdraw_entrant", "divide_people", "set_sections", "undo_dividing"),
    *("start_round", "take_back_start", "close_round", "close_table", "reopen_table", "double_round"),
    *("take_back_double", "draw_round", "draw_rounds", "hand_in", "rule", "rule_on_result"),
    *("all_on_paper", "enter_result", "exchange_people", "fill_with_house_players", "give_up_seat"),
    *("join_table", "leave_table", "move_to_rules", "open_further_table", "play_on_paper"),
    *("reopen_round", "take_back_result", "type_hands", "type_second_time", "undo_joining"),
    *("undo_leaving", "add_prize", "change_prize", "choose_prize", "draw_lot", "give_prize", "pay_out"),
    *("remove_prize", "share_out_fund", "take_back_payout", "take_back_prize", "withdraw_lot"),
    *("change_group", "remove_group", "remove_end_table", "write_end_tables", "accept_joint_series"),
    *("agree_same_person", "bring_old_results", "bring_points", "change_series", "choose_events"),
    *("draw_series_lot", "end_joint_series", "end_part_of_series", "leave_joint_series", "open_series"),
    *("part_same_person", "remove_series", "withdraw_club", "withdraw_series_lot", "decline_final"),
}


def amounts_of(club: Club) -> dict[str, object]:
    """Return every amount, rank and price of a club, as the pages and files get them."""
    return dict(_amounts_of(Club.objects.get(pk=club.pk)))


def _amounts_of(club: Club) -> Iterator[tuple[str, object]]:
    yield "terms", (club.cents_per_point, club.currency)
    rows = Row.objects.filter(sheet__evening__club=club).order_by("pk")
    yield "hands", list(rows.values_list("pk", "number", "radl", "times", "twelfths", "schrift_twelfths"))
    ticked = SettledPayment.objects.filter(evening__club=club).order_by("pk")
    yield "ticked", list(ticked.values())
    for evening in Evening.objects.filter(club=club).select_related("club").order_by("pk"):
        settling = settling_of(evening, sheets_of(evening), "en")
        shares = {
            share.id: (share.hands, share.points, share.schrift, share.cents) for share in settling.people
        }
        payments = sorted((one.payer_id, one.payee_id, one.cents) for one in settling.payments)
        price = (settling.cents_per_point, settling.currency)
        yield f"evening {evening.pk}", (price, shares, payments)
    season = standings_of(Season(club, Period(None, None), tables=True))
    yield "season", {player.member: (player.rank, player.score) for player in season.members}
    yield "guests", [(player.rank, player.score) for player in season.guests]
    for tournament in Tournament.objects.filter(club=club).select_related("evening__club").order_by("pk"):
        whole = ranked(tournament)
        yield f"tournament {tournament.pk}", [repr(round_.places) for round_ in whole.rounds]
        money = money_of(tournament).sum
        yield f"cash {tournament.pk}", (money.all_in, money.all_out, money.open, money.still_there)
        prizes = tournament.prizes.order_by("pk")
        yield f"prizes {tournament.pk}", list(prizes.values_list("pk", "cents", "taken_by", "removed_at"))
    for shown in shown_together(list(Series.objects.filter(club=club).with_uses().order_by("pk"))):
        places = {str(row.place.person): (row.rank, row.points) for row in shown.rows}
        yield f"series {shown.series.pk}", places


class Amounts:
    """What is sent to a scene, and whether an amount is another one afterwards; all of it is taken back."""

    def __init__(self, scene: Visitors) -> None:
        self.scene, self.club = scene, scene.house.club
        self.before = amounts_of(self.club)
        self.deeds = set(Deed.objects.values_list("pk", flat=True))
        self.entries = Entry.objects.count()
        self.sent: set[tuple[object, ...]] = set()

    def moved_by(self, path: str, posted: Any, *, untouched: bool = False, **how: str) -> list[str]:
        """Send this as the owner; return the amounts that must not be others, and are.

        A form that shows what is stored leaves all of them as they were if it is sent untouched.
        """
        with asking(self.scene.browser("owner"), "post", path, posted, **how):
            return self.moved(path, untouched=untouched)

    def moved(self, path: str, *, untouched: bool = False) -> list[str]:
        """Return the same while what was sent stands."""
        verbs = set(Deed.objects.exclude(pk__in=self.deeds).values_list("verb", flat=True))
        if not verbs or not (untouched or (verbs.isdisjoint(MAY_CHANGE) and self._nothing_entered())):
            return []
        after = amounts_of(self.club)
        return [
            f"{path}, {', '.join(sorted(verbs))}: {what} is another one"
            for what, amounts in self.before.items()
            if after.get(what) != amounts
        ]

    def _nothing_entered(self) -> bool:
        return Entry.objects.count() == self.entries

    def moved_untouched(self, address: str, path: str, form: FormOnPage) -> list[str]:
        """Send a form of a page as it is shown, with its first button; each kind of form once."""
        kind = (address, frozenset(form.names), *form.buttons[:1])
        if kind not in self.sent and form.action != "/sign-out/":
            self.sent.add(kind)
            button = {name: value for name, value in form.buttons[:1] if name}
            return self.moved_by(form.action or path, form.with_(button), untouched=form.is_compared)
        return []
