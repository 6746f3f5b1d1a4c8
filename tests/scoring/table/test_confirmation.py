"""Hands confirmed by the other side, and objections that mark a hand for the director and block nothing."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils.translation import override

from scoring import clock
from scoring.deeds import Refused
from scoring.evenings import verbs as evening_verbs
from scoring.models import Deed, Evening, ObjectionOutcome, Sheet, Voice
from scoring.table import confirmations
from scoring.table import verbs as recording
from scoring.table.export import figures_of_sheet
from scoring.table_policy import Actor
from tests.support.pages import text_of
from tests.support.scoring.corrections import correct, redo, take_out, undo
from tests.support.scoring.house import HOUSE, House, english, ids, in_ids, now
from tests.support.scoring.recording import address, paper, with_link
from tests.support.scoring.tables import FIVE, FOUR, REDEAL, Record, dealer, dreier, hand, rufer, trischaken
from tests.support.scoring.verify import lies, unnoticed, verified
from tests.support.stages import Stage, stage

MARK = '<b class="chip bad">'  # on the row of a hand
OTHER_SIDE = "confirmed by a player on the other side"
CHANGED = "changed or taken back in the meantime"


def confirmed(house: House) -> Sheet:
    """Anna, Bert, Cilli and Dora play, Emil sits out; hands are confirmed."""
    return house.sheet(FIVE, evening=house.evening(confirmation=True))


SHEET = Stage("sheet", confirmed, on=HOUSE)
sheet = SHEET.fixture()


@contextmanager
def refused(words: str) -> Iterator[None]:
    with override("en"), pytest.raises(Refused) as found:
        yield
    assert words in " ".join(sentence for each in found.value.problems.values() for sentence in each)


def told(sheet: Sheet) -> list[str]:
    return [line.confirmed for line in paper(sheet).hands]


def withdraw(house: House, sheet: Sheet, of: Voice, *, by: str = "", voice: UUID | None = None) -> Voice:
    actor = Actor(house[by]) if by else Actor(link=now(sheet).record_link)
    return confirmations.withdraw_voice(actor=actor, deed=voice or uuid4(), sheet=sheet, of=of)


def settle(house: House, sheet: Sheet, of: Voice, *, by: str = "Bert", **further: Any) -> Voice:
    asked = {"deed": uuid4(), "outcome": "stands", "reason": "nachgezählt", **further}
    return confirmations.settle_objection(actor=house[by], sheet=sheet, of=of, **asked)


# Who confirms


@pytest.mark.parametrize(
    ("record", "by", "wanted"),
    [
        (rufer("Anna", "Cilli"), "Anna", {"Bert", "Dora"}),
        (rufer("Anna", "Cilli"), "Bert", {"Dora"}),  # nobody confirms what they wrote themselves
        (rufer("Anna", "Cilli"), "", {"Bert", "Dora"}),
        (hand("rufer", "Anna", king="talon", won=True), "Anna", {"Bert", "Cilli", "Dora"}),
        (trischaken("Anna"), "", {"Anna", "Bert", "Cilli", "Dora"}),
    ],
)
def test_the_other_side_confirms_and_nobody_what_they_wrote_themselves(
    house: House, sheet: Sheet, record: Record, by: str, wanted: set[str]
) -> None:
    actor = Actor(house[by]) if by else Actor(link=sheet.record_link)
    asked: dict[str, Any] = {"entry": uuid4(), "sheet": sheet, "known_seq": 0}
    entry = recording.add(actor=actor, record=in_ids(sheet, record), **asked).entry
    for name in FIVE:
        if name in wanted:
            voice = house.tap(confirmations.confirm, sheet, entry, name)
            assert voice.by is None
            assert house.tap(confirmations.confirm, sheet, entry, name) == voice, "nobody twice"
        else:
            with refused(OTHER_SIDE):
                house.tap(confirmations.confirm, sheet, entry, name)
    assert told(sheet) == [f"confirmed by {', '.join(name for name in FOUR if name in wanted)}"]
    assert now(sheet).voiced == sheet.voices.count() == len(wanted)


def test_whoever_is_signed_in_and_played_the_hand_speaks_for_nobody_else(house: House, sheet: Sheet) -> None:
    entry = house.play(sheet, rufer("Anna", "Cilli")).entry
    with refused(OTHER_SIDE):
        house.tap(confirmations.confirm, sheet, entry, "Dora", by="Bert")
    for partner in ("Anna", "Cilli"):
        for name in ("Bert", partner):
            with refused(OTHER_SIDE):
                house.tap(confirmations.confirm, sheet, entry, name, by=partner)
    assert house.tap(confirmations.confirm, sheet, entry, "Bert", by="Bert").by == house.member("Bert")


# What confirms


def test_the_next_hand_confirms_by_itself_and_so_does_a_void_one(house: House, sheet: Sheet) -> None:
    first = house.play(sheet, dreier("Anna")).entry
    house.play(sheet, {"event": "dealer", "dealer": "Cilli"})
    assert told(sheet) == ["not confirmed yet"], "an event confirms nothing"
    house.play(sheet, dreier("Bert"))
    assert told(sheet) == ["confirmed by the next hand", "not confirmed yet"]
    for by, who in (("Bert", "Anna has recorded the next hand"), ("", "The next hand has been recorded")):
        with refused(f"{who} in the meantime: this one counts as confirmed by it"):
            house.tap(confirmations.confirm, sheet, first, "Bert", by=by)
    void = house.play(sheet, REDEAL).entry
    assert told(sheet) == ["confirmed by the next hand", "confirmed by the next hand"]
    with refused(OTHER_SIDE):
        house.tap(confirmations.confirm, sheet, void, "Bert")
    assert Voice.objects.count() == 0
    undo(house, sheet)
    assert told(sheet)[-1] == "not confirmed yet"


def test_a_confirmation_is_taken_back_while_its_hand_is_the_last(house: House, sheet: Sheet) -> None:
    entry = house.play(sheet, dreier("Anna")).entry
    voice = house.tap(confirmations.confirm, sheet, entry, "Bert", by="Bert")
    for other in ("Dora", ""):
        with refused("Only the person who said this can take it back"):
            withdraw(house, sheet, voice, by=other)
    taken_back = withdraw(house, sheet, voice, by="Bert")
    assert told(sheet) == ["not confirmed yet"]
    assert withdraw(house, sheet, voice, by="Bert", voice=taken_back.pk) == taken_back
    with refused("changed in the meantime"):
        withdraw(house, sheet, voice, by="Bert")
    voice = house.tap(confirmations.confirm, sheet, entry, "Bert")
    house.play(sheet, dreier("Bert"))
    with refused("counts as confirmed by it"):
        withdraw(house, sheet, voice)
    assert told(sheet)[0] == "confirmed by Bert"


def test_a_corrected_hand_is_confirmed_anew(house: House, sheet: Sheet) -> None:
    entry = house.play(sheet, dreier("Anna")).entry
    house.tap(confirmations.confirm, sheet, entry, "Bert")
    corrected = correct(house, sheet, entry, dreier("Anna", won=False))
    assert told(sheet) == ["not confirmed yet"]
    with refused(CHANGED):
        house.tap(confirmations.confirm, sheet, entry, "Dora")
    house.tap(confirmations.confirm, sheet, corrected.entry, "Dora")
    undo(house, sheet)
    with refused(CHANGED):
        house.tap(confirmations.confirm, sheet, corrected.entry, "Bert")
    back = redo(house, sheet)
    assert told(sheet) == ["not confirmed yet"]
    house.play(sheet, dreier("Bert"))
    correct(house, sheet, back.entry, dreier("Anna"))
    assert told(sheet)[0] == "confirmed by the next hand"


# Objections


def test_each_of_the_four_may_object_to_any_hand_with_or_without_words(house: House, sheet: Sheet) -> None:
    first = house.play(sheet, rufer("Anna", "Cilli")).entry
    house.play(sheet, dreier("Bert"))
    own = house.tap(
        confirmations.object_to, sheet, first, "Anna", by="Anna", reason="  Es waren   zwei Stiche "
    )
    assert own.reason is not None
    assert own.reason.text == "Es waren zwei Stiche"
    tapped: dict[str, Any] = {"by": "Anna", "voice": own.pk}
    again = house.tap(confirmations.object_to, sheet, first, "Anna", reason="Es waren zwei Stiche", **tapped)
    assert again == own
    with refused("different contents"):
        house.tap(confirmations.object_to, sheet, first, "Anna", reason="Es war einer", **tapped)
    assert house.tap(confirmations.object_to, sheet, first, "Dora").reason is None
    with refused("Please say who objects"):
        house.tap(confirmations.object_to, sheet, first, "Emil")
    with refused("has already objected to this hand"):
        house.tap(confirmations.object_to, sheet, first, "Dora")
    with refused("Please say who objects"):
        house.tap(confirmations.object_to, sheet, first, "Bert", by="Anna")
    assert [line.objected for line in paper(sheet).hands] == [True, False]


def test_an_objection_blocks_nothing(house: House, sheet: Sheet) -> None:
    entry = house.play(sheet, dreier("Anna")).entry
    objection = house.tap(confirmations.object_to, sheet, entry, "Bert")
    house.play(sheet, dreier("Bert"))
    undo(house, sheet)
    correct(house, sheet, entry, dreier("Anna", won=False))
    assert [line.objected for line in paper(sheet).hands] == [True]
    take_out(house, sheet, now(sheet).entries.current().get())
    last = house.play(sheet, dreier("Anna")).entry
    anna = english(house, "Anna")
    page = text_of(anna.get(f"{sheet.evening.get_absolute_url()}close/"))
    assert "1 objection is open." in page
    assert "a hand that does not count" in page
    house.do(evening_verbs.close_evening, by="Anna", evening=sheet.evening)
    assert "1 objection is open." in text_of(anna.get(sheet.evening.get_absolute_url()))
    for verb in (confirmations.confirm, confirmations.object_to):
        with refused("This table is closed."):
            house.tap(verb, sheet, last, "Cilli")
    with refused("This table is closed."):
        withdraw(house, sheet, objection)
    digests = list(sheet.evening.seals.values_list("digest"))
    settle(house, sheet, objection)
    assert list(sheet.evening.seals.values_list("digest")) == digests
    assert "objection" not in text_of(anna.get(sheet.evening.get_absolute_url()))
    assert verified()[0] == 0


def test_an_objection_is_withdrawn_by_whoever_raised_it(house: House, sheet: Sheet) -> None:
    entry = house.play(sheet, dreier("Anna")).entry
    own = house.tap(confirmations.object_to, sheet, entry, "Bert", by="Bert")
    by_link = house.tap(confirmations.object_to, sheet, entry, "Cilli")
    house.play(sheet, dreier("Bert"))
    for voice, other in ((own, ""), (own, "Dora"), (by_link, "Dora")):
        with refused("Only the person who said this can take it back"):
            withdraw(house, sheet, voice, by=other)
    withdraw(house, sheet, own, by="Bert")
    assert paper(sheet).hands[0].objected
    withdraw(house, sheet, by_link, by="Cilli")  # it was said in her name
    assert not paper(sheet).hands[0].objected
    house.tap(confirmations.object_to, sheet, entry, "Bert")
    assert paper(sheet).hands[0].objected


def test_a_director_settles_with_words_and_the_log_tells_it(house: House, sheet: Sheet) -> None:
    entry = house.play(sheet, dreier("Anna")).entry
    objection = house.tap(confirmations.object_to, sheet, entry, "Bert")
    with refused("At most 400 characters."):
        settle(house, sheet, objection, reason="x" * 401)
    with refused("Please choose."):
        settle(house, sheet, objection, outcome="struck")
    deed = uuid4()
    settled = settle(house, sheet, objection, deed=deed, outcome="corrected")
    assert settle(house, sheet, objection, deed=deed, outcome="corrected") == settled
    with refused("different contents"):
        settle(house, sheet, objection, deed=deed, outcome="stands")
    with refused("changed in the meantime"):
        settle(house, sheet, objection)
    assert (settled.outcome, str(settled.reason)) == (ObjectionOutcome.CORRECTED, "nachgezählt")
    page = text_of(english(house, "Bert").get(f"{house.club.get_absolute_url()}log/"))
    assert "settled an objection at “1”" in page
    assert "nachgezählt" not in str(Deed.objects.get(pk=deed).details), (
        "words are kept once, where they can be blanked"
    )
    confirmation = house.tap(confirmations.confirm, sheet, entry, "Bert")
    with refused("Only an objection can be settled."):
        settle(house, sheet, confirmation)


def test_where_hands_are_not_confirmed_nobody_confirms_or_objects(house: House) -> None:
    sheet = house.sheet()
    entry = house.play(sheet, dreier("Anna")).entry
    for verb in (confirmations.confirm, confirmations.object_to):
        with refused("not confirmed by the other side"):
            house.tap(verb, sheet, entry, "Bert")


# The choice


def test_it_is_chosen_when_an_evening_is_opened_and_changed_while_it_goes_on(
    house: House,
) -> None:
    bert = english(house, "Bert")
    form = {"deed": str(uuid4()), "date": "2026-12-06", "rules": "standard", "place": "Post"}
    bert.post(f"/clubs/{house.club.slug}/play/", form | {"confirmation": "on"})
    plain = Evening.objects.get()
    assert plain.confirmation
    url = f"{plain.get_absolute_url()}change/"
    for confirmation, word in ((False, "no"), (True, "yes")):
        further = {"confirmation": "on"} if confirmation else {}
        bert.post(url, form | further | {"deed": str(uuid4())})
        plain.refresh_from_db()
        assert plain.confirmation is confirmation
        log = text_of(bert.get(f"/clubs/{house.club.slug}/log/"))
        assert f"The other side confirms each hand: {word}" in log
    sheet = house.sheet(evening=plain)
    entry = house.play(sheet, dreier("Anna")).entry
    objection = house.tap(confirmations.object_to, sheet, entry, "Bert")
    page = bert.post(url, form | {"deed": str(uuid4())})
    assert "1 objection is still open. Please settle it first." in text_of(page)
    settle(house, sheet, objection)
    house.do(evening_verbs.close_evening, by="Bert", evening=plain)
    assert "id_confirmation" not in bert.get(url).content.decode()
    bert.post(url, form | {"deed": str(uuid4()), "place": "Traube"})
    plain.refresh_from_db()
    assert (plain.confirmation, plain.venue) == (True, "Traube")
    with refused("This evening is closed."):
        house.do(
            evening_verbs.change_evening,
            by="Bert",
            evening=plain,
            date=plain.date,
            venue="",
            confirmation=False,
        )


# The pages


def test_the_sheet_offers_the_tap_to_whoever_may_confirm(house: House, sheet: Sheet) -> None:
    entry = house.play(sheet, rufer("Anna", "Cilli")).entry
    url = sheet.get_absolute_url()

    def buttons(client: Client) -> list[str]:
        page = client.get(url)
        assert "Hand 1 is not confirmed yet." in text_of(page)
        return [
            word for word in ("Confirm ", "Bert confirms", "Dora confirms") if word in f"{text_of(page)} "
        ]

    assert buttons(english(house, "Bert")) == ["Confirm "]
    assert buttons(english(house, "Anna")) == []
    assert "It can be confirmed by Bert or Dora" in text_of(english(house, "Cilli").get(url))
    assert buttons(english(house, "Emil")) == ["Bert confirms", "Dora confirms"]
    assert buttons(with_link(sheet, "record")) == ["Bert confirms", "Dora confirms"]
    assert buttons(with_link(sheet, "read")) == []
    phone = with_link(sheet, "record")
    form = {"deed": str(uuid4()), "player": ids(sheet)["Dora"]}
    answer = phone.post(address("confirm", sheet, entry.pk), form, follow=True)
    assert "Hand 1: confirmed by Dora ." in text_of(answer)
    assert "Withdraw the confirmation" in text_of(answer)
    assert "Withdraw the confirmation" not in text_of(english(house, "Bert").get(url))
    voice = Voice.objects.get()
    back = {"deed": str(uuid4()), "voice": str(voice.pk)}
    answer = phone.post(address("withdraw", sheet, entry.pk), back, follow=True)
    assert "Hand 1 is not confirmed yet." in text_of(answer)
    there = phone.post(address("confirm", sheet, entry.pk), form | {"deed": str(uuid4()), "back": "hand"})
    assert there.headers["Location"] == address("hand", sheet, entry.pk)


def test_an_objection_is_seen_by_everybody_and_settled_where_the_hand_is_explained(
    house: House, sheet: Sheet
) -> None:
    entry = house.play(sheet, dreier("Anna")).entry
    phone, bert = with_link(sheet, "record"), english(house, "Bert")
    url, club = address("hand", sheet, entry.pk), house.club.get_absolute_url()
    form = {"deed": str(uuid4()), "player": ids(sheet)["Dora"], "reason": "Es war ein Solo"}
    page = phone.post(address("object_to", sheet, entry.pk), form | {"player": ""})
    assert "Please say who objects." in text_of(page)
    page = phone.post(address("object_to", sheet, entry.pk), form, follow=True)
    assert "The objection is noted; the director sees it." in text_of(page)
    assert MARK in bert.get(sheet.get_absolute_url()).content.decode()
    told = {
        sheet.evening.get_absolute_url(): "Dora objects: “Es war ein Solo”",
        club: "Open objections 1 1 Hand 1",
    }
    for where, words in told.items():
        page = bert.get(where)
        assert words in text_of(page)
        assert f'href="{url}"' in page.content.decode()
    assert "Es war ein Solo" not in text_of(english(house, "Emil").get(club))
    assert "Es war ein Solo" not in text_of(with_link(sheet, "read").get(url))
    assert "Settle the objection" not in text_of(phone.get(url))
    voice = str(Voice.objects.get().pk)
    settle_url = address("settle_objection", sheet, entry.pk)
    page = bert.post(settle_url, {"deed": str(uuid4()), "voice": voice, "outcome": "stands"})
    assert "Please say in a few words what was found." in text_of(page)
    done = {"deed": str(uuid4()), "voice": voice, "outcome": "stands", "reason": "kein Solo"}
    page = bert.post(settle_url, done, follow=True)
    history = text_of(page)
    assert "Dora (table link) : objected Reason: Es war ein Solo" in history
    assert "Bert : objection settled: the hand stands as written Reason: kein Solo" in history
    assert MARK not in bert.get(sheet.get_absolute_url()).content.decode()
    other = house.tap(confirmations.object_to, sheet, entry, "Cilli")
    page = bert.post(settle_url, done | {"voice": str(other.pk), "reason": "noch einmal"})
    assert "This form was saved before with different contents." in text_of(page)
    assert "noch einmal" in page.content.decode(), "what was typed is still there"
    assert now(sheet).voiced == 3


@pytest.mark.own_time("a tag is signed for the hour, and the next one costs more queries")
def test_other_phones_are_told_what_was_said(house: House, sheet: Sheet) -> None:
    entry = house.play(sheet, dreier("Anna")).entry
    phone, live = with_link(sheet, "record"), address("live", sheet)
    tags = []

    def look() -> Any:
        answer = phone.get(live, headers={"If-None-Match": tags[-1]} if tags else {})
        tags.append(answer["ETag"])
        with CaptureQueriesContext(connection) as queries:
            assert phone.get(live, headers={"If-None-Match": tags[-1]}).status_code == 304
        assert len(queries) <= 3
        return answer.json()

    assert look()["table"]["voiced"] == 0
    voice = house.tap(confirmations.confirm, sheet, entry, "Bert")
    told = look()
    assert (told["after"], told["table"]["voiced"], told["voice"]) == (
        1,
        1,
        "Hand 1: Bert (table link): confirmed.",
    )
    withdraw(house, sheet, voice)
    assert look()["voice"] == "Hand 1: Bert (table link): confirmation taken back."
    objection = house.tap(confirmations.object_to, sheet, entry, "Dora", by="Dora", reason="geheim")
    assert look()["voice"] == "Hand 1: Dora: objected."
    settle(house, sheet, objection)
    assert look()["voice"] == "Hand 1: Bert: objection settled: the hand stands as written."
    house.tap(confirmations.object_to, sheet, house.play(sheet, REDEAL).entry, "Dora", by="Dora")
    assert look()["voice"] == "Dora: objected."
    assert len(set(tags)) == len(tags)
    Sheet.objects.filter(pk=sheet.pk).update(voiced=9)
    assert look()["voice"] == "", "a wrong count stops no phone"


def test_a_file_has_columns_for_it(house: House, sheet: Sheet) -> None:
    first = house.play(sheet, dreier("Anna")).entry
    house.tap(confirmations.confirm, sheet, first, "Bert")
    second = house.play(sheet, dreier("Bert")).entry
    house.play(sheet, REDEAL)
    house.tap(confirmations.object_to, sheet, second, "Dora")
    house.play(sheet, dealer("Anna"))
    with override("en"):
        figures = figures_of_sheet(paper(sheet), "1", clock.today())
    place = [column.title for column in figures.columns].index("Confirmation")
    assert figures.columns[place + 1].title == "Objection"
    assert [row[place : place + 2] for row in figures.rows] == [
        ("confirmed by Bert", None),
        ("confirmed by the next hand", "open"),
        (None, None),  # the void hand, who deals, and the total
        (None, None),
        (None, None),
    ]


# Lies, planted behind the back of the verbs


@stage(on=SHEET)
def said(house: House, sheet: Sheet) -> Sheet:
    """Hand 1 confirmed, corrected, objected to and settled; hand 2 confirmed and taken back.

    Then a void hand, objected to, and a hand that was undone; and another table.
    """
    first = house.play(sheet, rufer("Anna", "Cilli")).entry
    house.tap(confirmations.confirm, sheet, first, "Dora")
    newest = correct(house, sheet, first, rufer("Anna", "Cilli", won=False)).entry
    settle(house, sheet, house.tap(confirmations.object_to, sheet, newest, "Anna"))
    second = house.play(sheet, dreier("Bert")).entry
    withdraw(house, sheet, house.tap(confirmations.confirm, sheet, second, "Cilli"))
    house.tap(confirmations.object_to, sheet, house.play(sheet, REDEAL).entry, "Dora")
    house.play(sheet, dreier("Anna"))
    undo(house, sheet)
    house.play(house.sheet(evening=sheet.evening, name="2"), dreier("Anna"))
    return now(sheet)


def test_every_lie_about_what_was_said_is_found(said: Sheet) -> None:
    assert verified() == (0, ["2 sheets, 3 hands: no difference."])
    assert unnoticed(said, lies(__file__, "voices")) == {}
