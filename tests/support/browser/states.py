"""Every page of scoring in every state that looks different."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, timedelta

import pyotp
from django.test import override_settings
from django.urls import reverse
from playwright.sync_api import Page, expect

from scoring import clock
from scoring.accounts import verbs as people
from scoring.accounts.guests import join_guest
from scoring.coming.verbs import say_coming
from scoring.engine.loading import Data, resolved
from scoring.evenings.payments import settle_payments
from scoring.evenings.totals import Total, record_totals
from scoring.models import (
    Evening,
    OldPerson,
    Participant,
    ProgramMistake,
    Role,
    Ruleset,
    SecondFactor,
    Shared,
    Sharing,
)
from scoring.models.sharing import OF_A_CLUB
from scoring.rule_editor import verbs as house_rules
from scoring.rules import read
from scoring.server.error_reports import keep
from scoring.sharing import verbs as sharing_verbs
from scoring.table.arrivals import Person
from scoring.table.links import code_of
from tests.support.browser.looks import LONG
from tests.support.browser.scorer import Routined, Scorer
from tests.support.browser.tour import GUEST, MAX, MAXI, OWN, Tour
from tests.support.scoring.house import PASSWORD
from tests.support.scoring.house_rules import Change, begin, begun, data_of, dearer, own, save, write
from tests.support.scoring.old_papers import old_amounts, old_hands
from tests.support.scoring.payments import open_payments
from tests.support.tournaments.series import only_on_a_list

State = Callable[[Tour], object]


def all_examples(at: Tour, slug: str) -> None:
    """Return a few examples of each game, as hundreds come from one template."""
    at.go(f"/rules/{slug}/examples/").evaluate(FEWER_OF_THE_SAME)


FEWER_OF_THE_SAME = """
    document.querySelectorAll('.group > article:nth-of-type(n+4)').forEach(one => one.remove());
    document.querySelectorAll('details.card').forEach(one => { one.open = true; });
"""


def dearer_with_a_remark(data: Data) -> None:
    dearer(6)(data)
    data["remarks"]["neu"] = "Wer zu spät kommt, zahlt eine Runde."


def own_sheets(at: Tour) -> None:
    """One with two versions and a draft, one that nobody chooses any more, one that was never saved."""
    ruleset = own(at.house, OWN)
    save(at.house, ruleset, dearer_with_a_remark)
    old = own(at.house, "Altes Blatt")
    begun(at.house, "Neues Blatt")
    write(at.house, ruleset, data_of(label=OWN, change=dearer(7)))
    at.do(house_rules.offer_sheet, ruleset=old, offered=False)
    at.go(f"{at.club}rules/").locator("details.fold summary").click()


def shown_sheet(at: Tour) -> None:
    """Offered to others; its own page then has the link."""
    ruleset = Ruleset.objects.get(club=at.evening.club, slug=OWN.lower())
    if ruleset.shown_at is None:
        ruleset = at.do(house_rules.show_sheet, ruleset=ruleset, shown=True)
    at.go(f"/rules/of/{house_rules.code_of(ruleset)}/")


def from_a_file(at: Tour) -> None:
    page = at.go(f"{at.club}rules/new/")
    content = 'extends = "treffpunkt"\nlabel = "Montag"\n[contracts.dreier]\nvalue = -1\n'
    page.locator("input[type=file]").set_input_files(
        {"name": "blatt.toml", "mimeType": "text/plain", "buffer": content.encode()}
    )
    page.get_by_role("button", name="Ansehen").click()
    expect(page.locator(".problems").first).to_be_visible()


def club_page(at: Tour) -> None:
    at.go(at.club)
    expect(at.visitor.locator("main .felt, main .card-head > .button")).to_have_count(3)


def new_evening_with_agreements(at: Tour) -> None:
    page = at.go(f"{at.club}play/")
    page.locator("#where").click()
    page.locator("#id_evening").select_option("")
    page.locator(".agreements > summary").click()


def new_table_warned(at: Tour) -> None:
    page = at.go(f"{at.evening.get_absolute_url()}play/")
    page.locator("[data-order=busy]").click()
    for name in ("Anna", MAX, MAXI, "Franz"):
        page.locator(".pick", has_text=name).first.click()
    page.locator("form.play").evaluate("form => form.submit()")  # as without scripts
    expect(page.locator(".problems")).to_be_visible()


def totals_typed(at: Tour) -> None:
    page = at.go(f"{at.club}play/totals/")
    for name in ("Anna", MAX, MAXI):
        page.locator(".pick", has_text=name).first.click()
    for row, total in zip(page.locator(".people li:visible").all(), ("12", "-7"), strict=False):
        row.get_by_role("textbox").fill(total)
    expect(page.locator(".felt .gold")).to_be_visible()


def totals_corrected(at: Tour, *, taking_back: bool = False) -> None:
    """Typed by themselves the first time."""
    club = at.house.club
    if not club.evenings.filter(totals=True).exists():
        totals = [Total(84, Person(name="Anna")), Total(-84, Person(name=MAX))]
        terms = {"date": date(2013, 5, 6), "venue": "", "rules": club.default_rules}
        at.house.do(record_totals, by="Anna", club=club, totals=totals, **terms)
    evening = club.evenings.get(totals=True)
    if taking_back:
        at.go(f"{evening.get_absolute_url()}take-back/")
    else:
        at.at("correct_totals", evening.sheets.get())


def a_filled_form(at: Tour) -> Scorer:
    scorer = at.recording().declarer("Anna").contract("Besserrufer").partner(MAXI).points("41/2").kontra("Re")
    scorer.bird("Pagat").bird_made("Pagat", made=False).bird_kontra("Sub")
    return scorer.premium("Uhu", "made", kontra="Kontra").premium("Trull", others=True)


def filled(at: Tour) -> None:
    expect(a_filled_form(at).settlement.locator("table")).to_be_visible()


def out_of_the_ordinary(at: Tour) -> None:
    scorer = at.recording().declarer("Anna").contract("Rufer").partner(MAXI)
    scorer.renonce(MAX, {"Dora": 2})
    expect(scorer.settlement.locator("table")).to_have_count(1)  # until then, one won and one lost
    expect(scorer.settlement.locator("table")).to_be_visible()


def with_problems(at: Tour) -> None:
    scorer = at.recording().declarer("Anna").contract("Rufer")
    scorer.tap(scorer.save_button)
    expect(scorer.page.locator(".wrong").first).to_be_visible()


def saved(at: Tour) -> None:
    scorer = at.recording(at.empty).declarer("Franz").contract("Dreier").won().save()
    expect(scorer.settlement.locator("table")).to_be_visible()


def trischaken_counted(at: Tour) -> None:
    at.recording(at.empty).declarer("Gustl").contract("Trischaken").count(["20/1", "30/0"])


def correction(at: Tour) -> Scorer:
    at.forget_the_half_filled()
    at.at("correct", at.sheet, at.entry(2))
    scorer = Routined(at.visitor, at.language)
    return scorer.contract("Rufer").partner("Dora").lost()


def review_of_a_correction(at: Tour) -> None:
    scorer = correction(at)
    scorer.tap(scorer.save_button)
    expect(at.visitor.locator("ul.later")).to_be_visible()


def review_without_a_reason(at: Tour) -> None:
    page = at.at("take_out", at.sheet, at.entry(2))
    page.locator("button[name=step][value=look]").click()
    page.locator("button[name=step][value=save]").click()
    expect(page.locator(".errorlist, .problems").first).to_be_visible()


def objecting_gone_wrong(at: Tour) -> None:
    page = at.at("hand", at.sheet, at.entry(3))
    page.locator(".objection form.stack button").first.click()
    expect(page.locator(".errorlist").first).to_be_visible()
    page.locator("details.objecting summary").click()


def links_with_codes(at: Tour) -> None:
    with override_settings(PUBLIC_URL="http://tarock.example.org"):
        page = at.go(f"{at.club}sharing/?sheet={at.sheet.pk}")
    expect(page.locator("main svg")).to_have_count(2)


def seats_turned_round(at: Tour) -> None:
    page = at.at("record", at.sheet)
    page.locator("#more").click()
    page.locator("[data-order=seats]").click()
    page.locator("[data-order=seatUp]").last.click()


def right_names_looked_at(at: Tour) -> None:
    page = at.at("right_names", at.sheet)
    page.locator("main .actions a").nth(1).click()
    page.locator("#id_name").fill("Wirt")
    page.locator("#id_name").press("Enter")
    expect(page.locator("table.new-totals")).to_be_visible()


def moving_where_they_do_not_sit(at: Tour) -> None:
    at.go(f"{reverse('scoring:move_hands', args=[at.sheet.pk])}?hand={at.entry(2).pk}")
    at.visitor.locator("button[name=to]").first.click()
    expect(at.visitor.locator(".problems")).to_be_visible()


def everybody(at: Tour) -> None:
    """Every role, somebody who has been invited, and somebody who no longer comes."""
    for name, role in ((MAXI, Role.DIRECTOR), (LONG, Role.SCORER)):
        at.do(people.appoint, member=at.house.member(name), role=role)
    at.do(people.deactivate_member, member=at.house.member("Jakob"))
    at.do(people.invite, member=at.house.member("Dora"))
    at.go(f"{at.club}members/")


def newly_invited(at: Tour) -> None:
    page = of_a_member(at, "member", LONG)
    page.locator("form[action$='/invite/'] button").click()
    expect(page.locator(".link a")).to_be_visible()


def invited(at: Tour) -> None:
    token = at.do(people.invite, member=at.house.member(LONG))
    at.go(f"/invitation/{token}/")


def invited_as_nobody(at: Tour) -> None:
    at.leave()
    invited(at)


def by_the_link_of_the_table(at: Tour) -> None:
    at.leave()
    at.go(reverse("scoring:table_link", args=[code_of(at.sheet, "record")]) + f"?language={at.language}")
    expect(at.at("sheet", at.sheet).locator(".asking form button")).to_have_count(2)


def objecting_by_the_link(at: Tour) -> None:
    page = at.at("hand", at.sheet, at.entry(2))
    page.locator("details.objecting summary").click()
    page.locator("details.objecting button").click()
    expect(page.locator(".errorlist").first).to_be_visible()


def of_a_guest(at: Tour, page: str, name: str) -> Page:
    participant = Participant.objects.get(guest=name, evening__club=at.house.club)
    return at.go(reverse(f"scoring:{page}", args=[at.house.club.slug, participant.pk]))


def guest_who_is_a_member(at: Tour, name: str) -> Page:
    """What would change if the guest were this member."""
    page = of_a_guest(at, "guest", GUEST)
    page.locator("input[value=member]").check()
    page.locator("select").select_option(label=name)
    page.locator("#admit button").click()
    expect(page.locator("input[name=step][value=save], .problems")).to_have_count(1)
    return page


def joined(at: Tour) -> None:
    mitzi = Participant.objects.get(guest="Mitzi", evening__club=at.house.club)
    at.do(join_guest, member=at.house.member("Hilda"), participants=[mitzi.pk])
    page = of_a_member(at, "separate_guest", "Hilda")
    expect(page.locator("main form")).to_have_count(1)


def of_a_member(at: Tour, page: str, name: str, asked: str = "") -> Page:
    return at.go(reverse(f"scoring:{page}", args=[at.house.club.slug, at.house.member(name).pk]) + asked)


def draft(at: Tour, of: str) -> Ruleset:
    """A sheet of the club's own, begun when it is asked for first."""
    ruleset = Ruleset.objects.filter(club=at.house.club, origin=of).first()
    if ruleset is None:
        further = "" if of == "karlsruhe" else " (2)"  # no two have one name
        label = {
            "de": f"Hausregeln der Donaudampfschifffahrt{further}",
            "en": f"House rules of the steamers{further}",
        }
        ruleset = begin(at.house, {**resolved(of, read), "label": label}, origin=of)
    return ruleset


def editing(at: Tour, page: str = "", *, of: str = "karlsruhe") -> Page:
    address = reverse("scoring:edit_sheet", args=[at.house.club.slug, draft(at, of).slug])
    return at.go(address + page)


def change_draft(at: Tour, change: Change) -> None:
    ruleset = draft(at, "standard")
    data = house_rules.draft_of(ruleset).answers
    change(data)
    write(at.house, ruleset, data)


def mistaken(data: Data) -> None:
    data["premiums"]["sack1"].update(silent=1, announced=0)
    data["contracts"]["rufer"]["value"], data["contracts"]["dreier"]["value"] = 9, 5
    data["kontra"]["levels"]["re"] = 3
    data["trischaken"]["buergermeister"] = "20/0"


def draft_with_mistakes(at: Tour) -> None:
    change_draft(at, mistaken)
    page = editing(at, of="standard")
    expect(page.locator(".problems a")).to_have_count(1)


def draft_gone_wrong(at: Tour) -> None:
    page = editing(at, of="standard")
    page.locator("[name='contracts.dreier.value']").fill("fünf")
    page.locator("button[value=games]").click()
    expect(page.locator("[aria-invalid=true]").first).to_be_visible()


def old_amounts_with_questions(at: Tour) -> None:
    """In euros, of days without a year, with a name that has to be asked for, and a row that is left out."""
    page = at.go(f"{at.club}old-sheets/import/")
    lines = (
        f"Datum\tAnna\tDora\tEmil\t{LONG_AGO}\tA",
        "4.3.\t4,50 €\t-1,50\t-1,50\t-1,50\t",
        "11.3.\t6,00 €\t-2\t-2\t-2\t",
        "Summe\t10,50\t-3,50\t-3,50\t-3,50\t",
        "18.3.\t\t1\t1\t-2\tdrei",
    )
    page.locator("textarea").fill("\n".join(lines))
    page.locator(".dock button").click()
    expect(page.locator(".sheet-grid")).to_be_visible()


LONG_AGO = "Waltraud-Hildegard von einst"


def old_batch(at: Tour, kind: str, page: str = "") -> Page:
    """What was imported; brought in by itself the first time."""
    if not at.house.club.old_batches.exists():
        old_hands(at.house)
        old_amounts(at.house)
        old_amounts(at.house, date(2014, 5, 6), guest=LONG_AGO)
    batch = at.house.club.old_batches.filter(kind=kind).earliest("pk")
    return at.go(f"{batch.get_absolute_url()}{page}")


def anonymise_on_old_sheets(at: Tour) -> None:
    club = at.house.club
    somebody = OldPerson.objects.get(batch__club=club, guest=LONG_AGO)
    at.go(reverse("scoring:anonymise_old_guest", args=[club.slug, somebody.pk]))


def anonymise_on_lists(at: Tour) -> None:
    at.go(reverse("scoring:anonymise_name", args=[at.house.club.slug, only_on_a_list(at.house)]))


def guest_of_old_sheets(at: Tour, name: str = "") -> None:
    """Who it was; with a name: what changes then."""
    club = at.house.club
    somebody = OldPerson.objects.get(batch__club=club, guest=LONG_AGO)
    page = at.go(reverse("scoring:old_guest", args=[club.slug, somebody.pk]))
    if name:
        page.locator("input[name=who][value=member]").check()
        page.locator("select[name=member]").select_option(label=name)
        page.locator("main form button").click()
        expect(page.locator("input[name=step][value=save]")).to_have_count(1)


def sharing_of(at: Tour, what: str) -> Sharing:
    """Made when it is asked for first."""
    if what == "evening":
        return at.do(sharing_verbs.share_evening, evening=at.evening)
    if what == "player":
        return at.do(sharing_verbs.share_player, member=at.house.member("Anna"), period="all")
    if what in OF_A_CLUB:
        return at.do(sharing_verbs.share_feed, club=at.house.club, what=Shared(what))
    return at.do(sharing_verbs.share_standings, club=at.house.club, period="all")


def next_evening(at: Tour) -> Evening:
    """Planned when it is asked for first; some have said whether they come."""
    day = clock.today() + timedelta(days=9)
    found = at.house.club.evenings.filter(date=day, closed_at=None).first()
    if found is not None:
        return found
    evening = at.house.evening(date=day, venue="Gasthaus Sonne")
    members = list(at.house.club.members.filter(active=True))
    for member, says in zip(members, ["yes"] * 5 + ["perhaps", "no"], strict=False):
        at.do(say_coming, evening=evening, member=member, says=says)
    return evening


def evenings_with_one_planned(at: Tour) -> None:
    next_evening(at)
    at.go(f"{at.club}evenings/")


def who_is_coming_by_link(at: Tour) -> None:
    member = at.house.club.members.filter(active=True).latest("pk")
    shared(at, "coming", f"coming/?who={member.pk}")


def shared(at: Tour, what: str, page: str = "") -> Page:
    return at.go(f"/s/{sharing_of(at, what).code}/{page}")


def shared_no_more(at: Tour) -> None:
    sharing = sharing_of(at, "evening")
    at.do(sharing_verbs.withdraw_sharing, sharing=sharing)
    at.go(f"/s/{sharing.code}/")


def asked_to_go(at: Tour) -> None:
    page = of_a_member(at, "ask_to_go", "Anna")
    page.locator("main form button").first.click()
    of_a_member(at, "ask_to_go", "Anna")


def by_a_link_that_reads(at: Tour) -> None:
    at.leave()
    at.go(reverse("scoring:read_link", args=[code_of(at.sheet, "read")]) + f"?language={at.language}")
    expect(at.visitor.locator("#paper tr.hand")).to_have_count(5)


def by_a_dead_link(at: Tour) -> None:
    at.go("/t/1-abc/")
    expect(at.visitor.get_by_role("heading", level=1)).to_be_visible()


def mistakes_of_the_program(at: Tour) -> None:
    """One that is open, with a reference that somebody read out, and one that was ticked."""
    for number in range(3):
        long = "scoring.table.views.recording_of_hands.very_long, 1234 (record_that_hand)"
        keep(f"{number:08x}", long, "ValueError", "POST clubs/<slug:slug>/tournaments/<int:pk>/")
    keep("f" * 8, "scoring.clock, 24 (now)", "KeyError", "GET sheets/<int:pk>/")
    ProgramMistake.objects.filter(kind="KeyError").update(done_at=clock.now())
    at.go("/mistakes/")


def recovery_codes_shown(at: Tour) -> None:
    secret = at.go("/second-factor/on/").locator("code.secret").inner_text().replace(" ", "")
    at.visitor.locator("input[name=typed]").fill(pyotp.TOTP(secret).at(clock.now()))
    at.visitor.locator("main form button").click()
    expect(at.visitor.locator("ul.codes li")).to_have_count(10)


def second_factor_switched_on(at: Tour) -> None:
    """As it is after the recovery codes; then all is as before."""
    at.go("/display/")
    SecondFactor.objects.all().delete()


def code_after_the_password(at: Tour) -> None:
    anna = at.house["Anna"]
    SecondFactor.objects.create(account=anna, secret=pyotp.random_base32(), made_at=clock.now())
    at.go("/sign-in/").locator("input[name=name]").fill("Anna")
    at.visitor.locator("input[name=password]").fill(PASSWORD)
    at.visitor.locator("main form button:not([type])").click()
    expect(at.visitor.locator("input[name=typed]")).to_be_visible()


def pot_agreed_on(at: Tour) -> None:
    at.go(f"{next_evening(at).get_absolute_url()}pagatkassa/").locator("#id_pagatkassa").check()


def who_still_owes_whom(at: Tour) -> None:
    evening = at.shut.evening
    at.house.do(settle_payments, by="Anna", evening=evening, payments=open_payments(evening)[:1])
    page = at.go(evening.get_absolute_url())
    page.evaluate("document.querySelectorAll('main details').forEach(one => { one.open = true; })")


# In this order: some leave something for the next one, and before the last ones the visitor signs out. Each
# of these leaves the visitor in front of the page.
STATES: dict[str, State] = {
    "home": lambda at: at.go("/"),
    "published sheets": lambda at: at.go("/rules/"),
    "published sheet": lambda at: at.go("/rules/treffpunkt/"),
    "published sheet, all examples": lambda at: all_examples(at, "treffpunkt"),
    "compared, published": lambda at: at.go("/rules/compare/?a=karlsruhe&b=zwanzigerrufen"),
    "chapter of the handbook": lambda at: at.go("/handbook/trouble/"),
    "mistakes of the program": mistakes_of_the_program,
    "recovery codes": recovery_codes_shown,
    "second factor, switched on": second_factor_switched_on,
    "club with running tables": club_page,
    "evening": lambda at: at.go(at.evening.get_absolute_url()),
    "closed evening": lambda at: at.go(at.shut.evening.get_absolute_url()),
    "evenings": evenings_with_one_planned,
    "evening with what is still owed": who_still_owes_whom,
    "statistics": lambda at: at.go(f"{at.club}season/statistics/?period=all&tables=on&show=all"),
    "season by strength": lambda at: at.go(f"{at.club}season/?period=all&guests=on&tables=on&sort=-strength"),
    "new evening": new_evening_with_agreements,
    "change evening": lambda at: at.go(f"{at.evening.get_absolute_url()}change/"),
    "close evening": lambda at: at.go(f"{at.evening.get_absolute_url()}close/"),
    "reopen evening": lambda at: at.go(f"{at.shut.evening.get_absolute_url()}reopen/"),
    "new table, warned": new_table_warned,
    "totals": totals_typed,
    "totals, corrected": totals_corrected,
    "totals, taking back": lambda at: totals_corrected(at, taking_back=True),
    "just play": lambda at: at.go(f"{at.club}play/"),
    "remove table": lambda at: at.at("remove_sheet", at.empty),
    "record, filled": filled,
    "record, open": lambda at: at.recording(),
    "record, out of the ordinary": out_of_the_ordinary,
    "record, with problems": with_problems,
    "record, saved": saved,
    "record, Trischaken": trischaken_counted,
    "sheet": lambda at: at.at("sheet", at.sheet),
    "closed sheet": lambda at: at.at("sheet", at.shut),
    "rules of the sheet": lambda at: at.at("sheet_rules", at.sheet),
    "score sheet to print": lambda at: at.at("blank_sheet", at.sheet),
    "score sheet without names": lambda at: at.go(f"{at.evening.get_absolute_url()}blank/?people=6"),
    "hand with history": lambda at: at.at("hand", at.sheet, at.entry(3)),
    "hand with objections, wrong": objecting_gone_wrong,
    "correct": correction,
    "insert": lambda at: at.at("insert", at.sheet, at.entry(2)),
    "review of a correction": review_of_a_correction,
    "review of a taking out, wrong": review_without_a_reason,
    "links": links_with_codes,
    "seats turned round": seats_turned_round,
    "seats without scripts": lambda at: at.at("seating", at.sheet),
    "who is wrong on the sheet": lambda at: at.at("right_names", at.sheet),
    "who it really was": right_names_looked_at,
    "hands that cannot be moved": moving_where_they_do_not_sit,
    "table to try": lambda at: at.go("/calculator/?rules=standard&table="),
    "calculator": lambda at: at.go("/calculator/?rules=standard"),
    "calculator of the club": lambda at: at.go(f"{at.club}calculator/?rules={OWN.lower()}.1"),
    "close table": lambda at: at.at("close_sheet", at.sheet),
    "reopen table": lambda at: at.at("reopen_sheet", at.shut),
    "own sheets": own_sheets,
    "sheet from a file, wrong": from_a_file,
    "own sheet": lambda at: at.go(f"{at.club}rules/{OWN.lower()}/"),
    "sheet of another club": shown_sheet,
    "own sheet, earlier version": lambda at: at.go(f"{at.club}rules/{OWN.lower()}/versions/1/"),
    "compared": lambda at: at.go(f"{at.club}rules/compare/?a=standard&b={OWN.lower()}.2"),
    "guest": lambda at: of_a_guest(at, "guest", GUEST),
    "guest who is a member": lambda at: guest_who_is_a_member(at, "Hilda"),
    "name of a guest": lambda at: of_a_guest(at, "rename_guest", GUEST),
    "anonymise a guest": lambda at: of_a_guest(at, "anonymise_guest", GUEST),
    "guests who were joined": joined,
    "anonymise a name of lists": anonymise_on_lists,
    "anonymise a member": lambda at: of_a_member(at, "anonymise_member", MAX),
    "old sheets, hands": lambda at: old_batch(at, "hands"),
    "old sheets, amounts": lambda at: old_batch(at, "amounts"),
    "old sheets": lambda at: at.go(f"{at.club}old-sheets/?year=2015"),
    "old sheets, a name that goes": anonymise_on_old_sheets,
    "old sheets, a guest who is a member": lambda at: guest_of_old_sheets(at, "Hilda"),
    "old sheets, amounts with questions": old_amounts_with_questions,
    "old sheets, taking back": lambda at: old_batch(at, "hands", "withdraw/"),
    "season": lambda at: at.go(f"{at.club}season/?period=all&guests=on&tables=on"),
    "player": lambda at: of_a_member(at, "member", "Anna", "?period=all"),
    "player, all evenings": lambda at: of_a_member(at, "member", "Anna", "?show=course"),
    "shared evening": lambda at: shared(at, "evening"),
    "shared standings": lambda at: shared(at, "standings"),
    "standings in a frame": lambda at: shared(at, "standings", "embed/"),
    "shared player": lambda at: shared(at, "player"),
    "shared calendar": lambda at: shared(at, "calendar"),
    "who is coming to an evening": lambda at: at.go(f"{next_evening(at).get_absolute_url()}coming/"),
    "the pot of an evening": pot_agreed_on,
    "who is coming, by the link of somebody": who_is_coming_by_link,
    "links to share": lambda at: at.go(f"{at.club}sharing/"),
    "share a player": lambda at: of_a_member(at, "share_player", "Anna"),
    "shared no more": shared_no_more,
    "stored data": lambda at: of_a_member(at, "stored_data", "Anna"),
    "asked to go": asked_to_go,
    "log with everything": lambda at: at.go(f"{at.club}log/"),
    "members": everybody,
    "member": lambda at: of_a_member(at, "member", LONG),
    "member with a new link": newly_invited,
    "member, what is seldom needed": lambda at: of_a_member(at, "member", LONG, "?seldom"),
    "members, what is seldom needed": lambda at: at.go(f"{at.club}members/?seldom"),
    "member without a sign-in": lambda at: of_a_member(at, "detach_account", "Anna"),
    "member to be removed": lambda at: of_a_member(at, "remove_member", "Ida"),
    "draft, games without a value": editing,
    "draft, gone wrong": draft_gone_wrong,
    "draft": lambda at: editing(at, of="standard"),
    "draft, words": lambda at: editing(at, "words/", of="standard"),
    "draft with mistakes": draft_with_mistakes,
    "sheet by the link of the table": by_the_link_of_the_table,
    "hand by the link of the table, wrong": objecting_by_the_link,
    "sheet by a link that reads": by_a_link_that_reads,
    "dead link": by_a_dead_link,
    "sign in": lambda at: at.go("/sign-in/"),
    "sign in, the code": code_after_the_password,
    "invitation": invited_as_nobody,
    "not found": lambda at: at.go("/clubs/there-is-no-such-club/"),
}
