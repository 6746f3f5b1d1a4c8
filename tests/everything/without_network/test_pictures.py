"""Results by picture: the codec of the phone, and a hall where one table has no network."""

from __future__ import annotations

import json
import re
import zlib
from collections.abc import Sequence
from contextlib import closing
from datetime import timedelta
from hashlib import sha256
from hmac import digest
from pathlib import Path
from typing import Any

from django.urls import reverse
from playwright.sync_api import Browser, expect
from pytest_django.live_server_helper import LiveServer
from segno import encoder

from scoring import clock
from scoring.models import Deed, Sheet
from scoring.table.pictures import LONGEST_CODE, id_of, picture_of, waiting_records_of
from tests.support.browser.chromium import ARGUMENTS, find_chromium
from tests.support.browser.looks import complaints_by_day_and_night
from tests.support.browser.no_network import (
    WORDS,
    NewContext,
    all_sent,
    declarers,
    house,
    keep,
    keep_hands,
    lose_hands,
    nothing_is_lost_any_more,
    phone,
    scorer_on,
    send_all,
    tap,
    tarockrunde,
)
from tests.support.browser.pages import OpenPage, in_time
from tests.support.browser.recording_form import table_of
from tests.support.browser.scorer import Scorer
from tests.support.browser.tournament_table import Watch, at_the_table, seated, watch
from tests.support.scoring.house import House
from tests.support.scoring.pictures import SEED, Waiting, codes_of, delivered, letters_of
from tests.support.scoring.tables import FOUR, exchanged
from tests.support.scripts import under_node
from tests.support.tournaments.playing import Playing

WIDTH, HEIGHT = 1280, 720
PAPER, INK, WALL = 235, 16, 90  # brightness


def filmed(grid: Sequence[Sequence[int]], target: Path, *, module: int = 7) -> list[str]:
    """Film a code on a bright screen before a darker wall; return Chromium's arguments."""
    size = module * (len(grid) + 8)
    left, top = (WIDTH - size) // 2, (HEIGHT - size) // 2
    frame = bytearray([WALL]) * (WIDTH * HEIGHT)
    for y in range(size):
        row = y // module - 4
        line = bytearray([PAPER]) * size
        for column, dark in enumerate(grid[row] if 0 <= row < len(grid) else ()):
            if dark:
                line[module * (column + 4) : module * (column + 5)] = bytes([INK]) * module
        begin = (top + y) * WIDTH + left
        frame[begin : begin + size] = line
    colours = bytes([128]) * (WIDTH * HEIGHT // 2)
    head = f"YUV4MPEG2 W{WIDTH} H{HEIGHT} F10:1 Ip A1:1 C420jpeg\n".encode()
    target.write_bytes(head + 2 * (b"FRAME\n" + frame + colours))
    return [
        "--use-fake-device-for-media-stream",
        "--use-fake-ui-for-media-stream",
        f"--use-file-for-fake-video-capture={target}",
    ]


__all__ = ["house", "phone", "seated", "tarockrunde", "watch"]

PICTURE = "const here = new URL('/static/scoring/picture/', location);\n"
PLAYED = Path(__file__).parents[2] / "engine" / "played_hands.jsonl"
ADDRESS = "https://tarock.example.at/p/#"


# The codec, without a page


def test_what_a_phone_works_out_by_itself_is_what_the_server_does() -> None:
    texts = ["", "abc", "a" * 55, "b" * 56, "c" * 64, "Sküs" * 100]
    script = f"""async (texts) => {{ {PICTURE}
        const {{ sha256, hmac }} = await import(new URL('sha256.js', here));
        const {{ lettersOf, bytesOf }} = await import(new URL('letters.js', here));
        const hex = bytes => [...bytes].map(byte => byte.toString(16).padStart(2, "0")).join("");
        return texts.map(text => {{
            const bytes = new TextEncoder().encode(text);
            const letters = lettersOf(sha256(bytes).slice(0, 31));
            return [hex(sha256(bytes)), hex(hmac(bytes, bytes)), letters, hex(bytesOf(letters))];
        }});
    }}"""
    for text, (hashed, signed, letters, back) in zip(texts, under_node(script, texts), strict=True):
        data = text.encode()
        assert hashed == sha256(data).hexdigest()
        assert signed == digest(data, data, "sha256").hex()
        assert letters == letters_of(sha256(data).digest()[:31])
        assert back == hashed[:62]


def test_what_is_deflated_comes_out_as_it_went_in() -> None:
    texts = ["", "a", "aaaa", "abc" * 500, PLAYED.read_text()[:20_000], "ÄÖÜ" * 9, "x" * 259 + "y" * 600]
    script = f"""async (texts) => {{ {PICTURE}
        const {{ deflated }} = await import(new URL('deflate.js', here));
        return texts.map(text => [...deflated(new TextEncoder().encode(text))]);
    }}"""
    for text, found in zip(texts, under_node(script, texts), strict=True):
        assert zlib.decompress(bytes(found), -zlib.MAX_WBITS).decode() == text


def test_the_code_on_the_screen_is_the_one_that_another_program_draws() -> None:
    alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ$*+-./:"
    lengths = (2, 9, 40, 101, 333, 500, 700, 901, 1050, 1500)
    letters = ["".join(alphabet[(7 * place + place**2) % 43] for place in range(many)) for many in lengths]
    script = f"""async ([address, letters]) => {{ {PICTURE}
        const {{ qrOf }} = await import(new URL('qr.js', here));
        return letters.map(text => qrOf(address, text).map(row => row.map(Number)));
    }}"""
    for text, grid in zip(letters, under_node(script, [ADDRESS, letters]), strict=True):
        segments = [(ADDRESS, 4, "ascii"), (text, 2, None)]
        version = (len(grid) - 17) // 4
        code = encoder.encode(segments, "l", version=version, mask=0, boost_error=False, micro=False)
        assert [list(row) for row in code.matrix] == grid


MESSAGES = f"""async (pictures) => {{ {PICTURE}
    const {{ codesOf, messageOf, recordsOf, codeOf, headOf }} = await import(new URL('message.js', here));
    return pictures.map(({{ seed, ...picture }}) => {{
        const made = id => picture.origins[id] ?? null;
        const message = messageOf({{ ...picture, made }});
        const codes = codesOf(message);
        const head = headOf(codes.map(codeOf));
        return {{ codes, size: message.length, records: [...recordsOf({{ ...picture, made }})], head }};
    }});
}}"""


def as_the_phone_has_it(waiting: Waiting, records: list[Any]) -> dict[str, Any]:
    """The queue of a phone with these records."""
    made = waiting.made
    ids = [str(waiting.id(place)) for place in range(len(records))]
    deeds = [
        {
            "id": ids[place],
            "what": "save",
            "record": record,
            "number": place + 1,
            "seen": waiting.known_seq,
            "entered": int((made - (len(records) - 1 - place) * waiting.apart).timestamp() * 1000),
        }
        for place, record in enumerate(records)
    ]
    return {
        "sheet": waiting.sheet.pk,
        "key": waiting.key,
        "title": waiting.sheet.name,
        "form": waiting.form,
        "after": waiting.known_seq,
        "deeds": deeds,
        "now": int(made.timestamp() * 1000),
        "origins": {name: {"seed": str(SEED), "count": place} for place, name in enumerate(ids)},
    }


def intricate_rounds(players: list[str]) -> list[list[Any]]:
    """Forty hands each in which everything happens that can be written down, of every published sheet."""
    hands: dict[str, list[Any]] = {}
    for line in PLAYED.read_text().splitlines():
        document = json.loads(line)
        record = {key: document[key] for key in ("options", "games", "premiums", "revoke") if key in document}
        names = dict(zip(FOUR, players, strict=True))
        hands.setdefault(document["rules"], []).append(exchanged(record, names))
    return [played[place : place + 40] for played in hands.values() for place in range(0, len(played), 40)]


def measured(waiting: Waiting, rounds: list[list[Any]]) -> list[int]:
    """The bytes of each round's picture, which comes out as it went in."""
    sizes = []
    pictures = [as_the_phone_has_it(waiting, records) for records in rounds]
    for records, found in zip(rounds, under_node(MESSAGES, pictures), strict=True):
        read = waiting_records_of(picture_of(found["codes"]))
        assert [waited.record for waited in read.records] == records
        assert [waited.id for waited in read.records] == [id_of(SEED, place) for place in range(len(records))]
        assert read.records[-1].entered == waiting.made
        assert found["head"]["count"] == len(records)
        assert all(len(code) <= LONGEST_CODE * 3 // 2 for code in found["codes"])
        sizes.append(found["size"] + 6 * len(found["codes"]))
    return sizes


def an_hour_ago(sheet: Sheet) -> Waiting:
    made = clock.now().replace(microsecond=0) - timedelta(hours=1)
    return Waiting(sheet, made=made, form="ab12")


def test_whatever_can_be_written_down_comes_out_of_a_picture(house: House) -> None:
    sheet = table_of(house)
    sizes = measured(an_hour_ago(sheet), intricate_rounds(list(sheet.players)))
    assert max(sizes) > 700  # so much that it is shown in two codes


def test_the_records_of_a_phone_are_the_bytes_of_the_server(house: House) -> None:
    sheet = table_of(house)
    odd = {"1": [True, False, -1, 64, 10**9, None, 1.5, "", "99", {"won": []}], "reason": "Bierdeckel"}
    waiting = Waiting(sheet, [odd, odd], made=clock.now().replace(microsecond=0))
    [found] = under_node(MESSAGES, [as_the_phone_has_it(waiting, [odd, odd])])
    assert bytes(found["records"]) == waiting.document


# The hall


def shown(scorer: Scorer) -> list[str]:
    """The addresses of the codes that the phone shows, one after the other."""
    tap(scorer, "show_picture")
    code = scorer.page.locator("dialog.picture div")
    expect(code.locator("svg")).to_be_visible()
    found = [str(code.get_attribute("data-address"))]
    following = scorer.page.get_by_role("button", name=scorer.words["picture_next"])
    while following.is_visible():
        following.click()
        address = str(code.get_attribute("data-address"))
        if address == found[0]:
            break
        found.append(address)
    scorer.page.get_by_role("button", name=scorer.words["picture_away"]).click()
    expect(code).to_have_count(0)
    return found


def test_in_a_hall_a_table_without_network_delivers_by_picture_through_another_phone(
    page: OpenPage, shaky_page: OpenPage, seated: Playing, watch: Watch
) -> None:
    seated.start()
    table = at_the_table(shaky_page(390, 844), seated.sheet(), "de")
    table.page.context.set_offline(True)
    for count, (name, partner) in enumerate((("Anna", "Bert"), ("Bert", "Cilli")), start=1):
        table.declarer(name).contract("Normalspiel").partner(partner).points("45")
        keep(table, count)
    [address] = shown(table)
    other = page(390, 844)
    other.goto(f"{address.partition('#')[0]}?language=de#{address.partition('#')[2]}")
    found = other.locator("#picture [role=status]")
    expect(found.first).to_contain_text("2 Einträge warten für: Runde 1, Tisch 1")
    expect(found.first).to_contain_text("Hände 1 bis 2")
    assert not seated.sheet().entries.exists()
    other.get_by_role("button", name="Abgeben").click()
    expect(found.last).to_contain_text("Abgegeben: 2 Einträge stehen jetzt auf dem Zettel")
    assert declarers(seated.sheet()) == ["Anna", "Bert"]
    send_all(table)
    table.declarer("Cilli").contract("Normalspiel").partner("Dora").points("30").save()
    assert declarers(seated.sheet()) == ["Anna", "Bert", "Cilli"]


def test_the_code_is_large_light_and_still_by_night_and_on_no_paper(phone: NewContext, house: House) -> None:
    sheet = table_of(house)
    scorer = scorer_on(phone(), sheet)
    button = scorer.page.get_by_role("button", name=WORDS["show_picture"])
    expect(button).to_have_count(0)
    scorer.page.context.set_offline(True)
    keep_hands(scorer, "Anna")
    scorer.page.emulate_media(color_scheme="dark")
    button.click()
    dialog = scorer.page.locator("dialog.picture")
    expect(dialog).to_have_css("background-color", "rgb(255, 255, 255)")
    width = scorer.page.evaluate("document.querySelector('dialog.picture svg').getBoundingClientRect().width")
    assert width > 300
    before = scorer.page.screenshot()
    assert scorer.page.evaluate("document.getAnimations().length") == 0
    assert scorer.page.screenshot() == before
    assert complaints_by_day_and_night(scorer.page) == []
    scorer.page.emulate_media(media="print")
    expect(dialog).to_be_hidden()


def test_a_long_round_is_shown_in_numbered_codes_and_a_missing_one_is_asked_for(
    page: OpenPage, phone: NewContext, house: House
) -> None:
    sheet = table_of(house)
    codes = codes_of(Waiting(sheet, [{"void": "redeal", "reason": "kein Tarock"}]).message, 60)
    assert len(codes) > 1
    other = page(390, 844)
    address = reverse("scoring:picture")
    other.goto(f"{address}?language=de#{codes[1]}")
    found = other.locator("#picture [role=status]").first
    expect(found).to_contain_text("fehlen noch diese: 1")
    for code in (codes[0], *codes[2:]):
        other.evaluate("code => { location.hash = code }", code)
    expect(found).to_contain_text("Ein Eintrag wartet")
    other.get_by_role("button", name="Abgeben").click()
    expect(other.locator("#picture [role=status]").last).to_contain_text("Abgegeben: 1 Eintrag")


def test_a_hand_that_was_shown_is_taken_back_by_a_further_entry(phone: NewContext, house: House) -> None:
    """Somebody may have delivered it by then."""
    sheet = table_of(house)
    scorer = scorer_on(phone(), sheet)
    lose_hands(scorer)
    keep_hands(scorer, "Anna")
    [address] = shown(scorer)
    scorer.tap(scorer.page.locator("#waiting-title button"))
    tap(scorer, "undo")
    assert delivered([address]).done
    assert declarers(sheet) == ["Anna"]
    nothing_is_lost_any_more(scorer)
    all_sent(scorer)
    assert declarers(sheet) == []


def test_at_the_desk_a_code_is_pasted_where_none_can_be_read(
    page: OpenPage, house: House, settings: Any
) -> None:
    settings.PHONE_ENGINE = lambda: None
    sheet = table_of(house)
    waiting = Waiting(sheet, [{"void": "redeal", "reason": "kein Tarock"}])
    desk = page()
    desk.goto(f"{reverse('scoring:picture')}?language=de")
    desk.get_by_role("button", name="Kamera verwenden").click()
    found = desk.locator("#picture [role=status]")
    expect(found.first).to_contain_text("Dieser Browser kann selbst keine Codes lesen.")
    field = desk.get_by_label(re.compile("Adresse einfügen"))
    for wrong, words in (("Küss die Hand", "kein Code"), ("https://x.at/p/#ABC%", "beschädigt")):
        field.fill(wrong)
        field.press("Enter")
        expect(found.first).to_contain_text(words)
    foreign = Waiting(sheet, key="0" * 20)
    field.fill(f"https://anderswo.example/p/#{foreign.codes[0]}")
    field.press("Enter")
    desk.get_by_role("button", name="Abgeben").click()
    expect(found.last).to_contain_text("passt zu keinem Tisch dieses Servers")
    expect(found.last).to_contain_text("anderswo.example")
    field.fill(f"https://anderswo.example/p/#{waiting.codes[0]}")
    field.press("Enter")
    desk.get_by_role("button", name="Abgeben").click()
    expect(found.last).to_contain_text("Abgegeben: 1 Eintrag")
    assert Deed.objects.filter(verb="deliver_by_picture").count() == 1
    assert complaints_by_day_and_night(desk) == []


def test_at_the_desk_the_camera_reads_a_whole_round_from_a_phone(
    browser: Browser, live_server: LiveServer, house: House, tmp_path: Path
) -> None:
    sheet = table_of(house)
    rounds = [record for record in intricate_rounds(list(sheet.players))[0] if "options" not in record]
    picture = as_the_phone_has_it(an_hour_ago(sheet), rounds[:12])
    address = f"{live_server.url}{reverse('scoring:picture')}#"
    [code] = under_node(MESSAGES, [picture])[0]["codes"]
    draw = f"""async ([address, letters]) => {{ {PICTURE}
        const {{ qrOf }} = await import(new URL('qr.js', here));
        return qrOf(address, letters).map(row => row.map(Number));
    }}"""
    film = filmed(under_node(draw, [address, code]), tmp_path / "phone.y4m")
    own = browser.browser_type.launch(executable_path=find_chromium(), args=[*ARGUMENTS, *film])
    with closing(own):
        desk = in_time(own.new_context(base_url=live_server.url)).new_page()
        desk.goto(f"{reverse('scoring:picture')}?language=de")
        desk.get_by_role("button", name="Kamera verwenden").click()
        found = desk.locator("#picture [role=status]").first
        expect(found).to_contain_text("12 Einträge warten für")
        expect(desk.locator("video")).to_be_hidden()
        desk.get_by_role("button", name="Abgeben").click()
        expect(desk.locator("#picture [role=status]").last).to_contain_text("Abgegeben:")
    assert sheet.entries.exists()
