"""The handbook says what is so: its buttons and links exist, and every page has its section."""

import re
from collections.abc import Iterator
from functools import cache
from html import unescape
from pathlib import Path

import pytest
from babel.messages.pofile import read_po
from django.conf import settings
from django.contrib.staticfiles.finders import find
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver

from scoring.accounts import sign_ins
from scoring.accounts.sign_ins import network_of
from scoring.handbook import (
    HandbookChapter,
    chapter_called,
    chapters,
    explanation_of,
    search,
    sections_of,
    text_of,
)
from scoring.uploads import sandbox, spreadsheets
from scoring.web import uploads
from tarockclub import worker
from tarockclub.environment import SETTINGS
from tests.support.read import as_read

LANGUAGES = ("de", "en")
# These are no pages: files, feeds, answers to scripts, and what Django brings.
FOREIGN = ("tarockclub.health", "django.", "tarockclub.registers")


def read(client: Client, address: str, **asked: str) -> str:
    return as_read(client.get(address, asked).content.decode())


def called(slug: str) -> HandbookChapter:
    chapter = chapter_called(slug)
    assert chapter is not None
    return chapter


def texts() -> Iterator[tuple[str, str, str]]:
    for language in LANGUAGES:
        for chapter in chapters():
            yield language, chapter.slug, text_of(chapter, language)


def test_both_languages_have_the_same_sections_in_the_same_order() -> None:
    assert len(chapters()) >= 5
    for chapter in chapters():
        german, english = (sections_of(chapter, language) for language in LANGUAGES)
        assert [section.anchor for section in german] == [section.anchor for section in english], chapter.slug
        assert all(section.anchor and section.heading and section.text for section in (*german, *english)), (
            chapter.slug
        )


@cache
def said_by_the_program() -> dict[str, set[str]]:
    """Return what stands anywhere but in the handbook, by language, with … for what is filled in."""
    with Path(settings.BASE_DIR, "tarockclub/locale/de/LC_MESSAGES/django.po").open("rb") as file:
        catalogue = [entry for entry in read_po(file) if entry.id]
    said: dict[str, set[str]] = {"de": set(), "en": set()}
    for entry in catalogue:
        if all(Path(source).parts[2:3] == ("handbook",) for source, _ in entry.locations):
            continue
        for language, texts in (("en", entry.id), ("de", entry.string)):
            forms = (texts,) if isinstance(texts, str) else texts
            said[language].update(
                " ".join(re.sub(r"%\(\w+\)[sd]|\{\w+\}", "…", text).split()) for text in forms
            )
    return said


def test_every_sentence_that_is_explained_is_one_of_the_program() -> None:
    for language, explained in said_by_the_program().items():
        text = text_of(called("trouble"), language)
        sentences = [_plain(sentence) for sentence in re.findall(r"<dt>(.*?)</dt>", text, re.DOTALL)]
        assert len(sentences) == 34
        assert [sentence for sentence in sentences if sentence not in explained] == [], language


def test_every_button_and_page_that_is_named_is_called_so_in_the_program() -> None:
    wrong = [
        f"{slug}/{language}: {label}"
        for language, slug, text in texts()
        for label in map(_plain, re.findall(r"<b>(.*?)</b>", text, re.DOTALL))
        if label not in said_by_the_program()[language]
    ]
    assert "\n".join(wrong) == ""


def _plain(label: str) -> str:
    return " ".join(unescape(label).split())


def test_every_setting_that_is_named_is_read() -> None:
    for language, slug, text in texts():
        for name in re.findall(r"<code>([A-Z][A-Z_]{4,})\b", text):
            assert name in SETTINGS, f"{slug}/{language}: {name}"


@pytest.mark.django_db
def test_every_link_and_picture_leads_somewhere(client: Client) -> None:
    for language, slug, text in texts():
        for address in re.findall(r'href="([^"]+)"', text):
            page = client.get(f"/handbook/{slug}/" if address.startswith("#") else address)
            assert page.status_code == 200, f"{slug}/{language}: {address}"
            _, hash_sign, anchor = address.partition("#")
            assert not hash_sign or f'id="{anchor}"' in page.content.decode(), f"{slug}/{language}: {address}"
        for picture in re.findall(r'(?:src|srcset)="([^"]+)"', text):
            assert find(picture.removeprefix(settings.STATIC_URL)), f"{slug}/{language}: {picture}"


def views(patterns: list[URLPattern | URLResolver]) -> Iterator[str]:
    for pattern in patterns:
        if isinstance(pattern, URLResolver):
            yield from views(pattern.url_patterns)
        else:
            yield pattern.callback.__module__


def test_every_page_has_a_section_that_explains_it() -> None:
    modules = {module for module in views(get_resolver().url_patterns) if not module.startswith(FOREIGN)}
    assert len(modules) > 30
    without = ["scoring.handbook", "scoring.web.old_addresses"]  # the latter lead on to others
    assert sorted(module for module in modules if not explanation_of(module)) == without


def test_what_is_explained_are_modules_with_pages() -> None:
    modules = [f"{module}." for module in views(get_resolver().url_patterns)]
    explained = {name for chapter in chapters() for name in chapter.explains}
    gone = [name for name in explained if not any(module.startswith(f"{name}.") for module in modules)]
    assert sorted(gone) == []


def test_every_section_that_a_page_leads_to_is_there() -> None:
    for chapter in chapters():
        anchors = {section.anchor for section in sections_of(chapter, "de")}
        assert set(chapter.explains.values()) <= anchors, chapter.slug


@pytest.mark.django_db
def test_the_booklet_has_all_chapters_for_a_club_under_their_titles(client: Client) -> None:
    page = read(client, "/handbook/booklet/", language="en")
    headings = re.findall(r"<h(\d)", page)
    assert headings[0] == "1"
    printed = [chapter for chapter in chapters() if chapter.in_booklet]
    assert headings.count("2") == len(printed) == len(chapters()) - 4
    assert headings.count("3") == sum(len(sections_of(chapter, "en")) for chapter in printed)


def test_search_finds_what_has_all_words_with_what_stands_around_them() -> None:
    found = search("code SCAN", "en")
    assert found
    for hit in found:
        assert "scan" in f"{hit['section'].heading} {hit['section'].text}".lower()
    backup = search("backup", "en")[0]
    assert backup["chapter"] == chapter_called("server")
    assert backup["section"].anchor == "backup", "headings come first"
    cellar = search("cellar", "en")[0]
    assert cellar["hit"] == "cellar"
    assert cellar["before"].endswith("reception in the ")
    assert search("", "en") == search("Mehlspeisrezept", "de") == []


@pytest.mark.parametrize(
    ("words", "language", "where"),
    [
        ("fünften Spielers", "de", "start"),
        ("WhatsApp", "de", "sharing"),
        ("Akku leer", "de", "trouble-table"),
        ("dark mode", "en", "display"),
        ("undoing mistakes", "en", "correcting"),
    ],
)
def test_search_knows_everyday_words_and_other_endings(words: str, language: str, where: str) -> None:
    assert where in {hit["section"].anchor for hit in search(words, language)}


@pytest.mark.django_db
def test_what_is_looked_for_is_text_and_nothing_found_is_said(client: Client) -> None:
    page = read(client, "/handbook/", q="<script>alert(1)</script>", language="en")
    assert "<script>alert" not in page
    assert "Nothing contains all of these words" in page
    found = read(client, "/handbook/", q="Radl", language="de")
    assert "<mark>Radl</mark>" in found


def test_the_limits_that_are_named_are_those_of_the_program() -> None:
    numbers = {
        sign_ins.TRIES_FOR_A_NAME,
        sign_ins.TRIES_FROM_EVERYWHERE,
        sign_ins.TRIES_FROM_AN_ADDRESS,
        sign_ins.TRIES_FOR_A_NAME_THERE,
        sign_ins.TRIES_OF_A_CODE,
        sign_ins.TRIES_OF_A_LINK,
        sign_ins.TRIES_OF_MADE_UP_LINKS,
        sign_ins.TRIES_OF_A_WORD,
        worker.SECONDS_OF_SILENCE,
        worker.MOST_CONNECTIONS,
        worker.MOST_OF_A_HEAD // 1024,
        worker.MOST_OF_A_BODY // 1_000_000,
        uploads.MOST_OF_A_FORM // 1024,
        uploads.MOST_BYTES // 1000,
        uploads.MOST_OF_A_LIST // 1_000_000,
        uploads.MOST_OF_A_CLUB // 1_000_000,
        uploads.MOST_OF_RESULTS // 1_000_000,
        spreadsheets.MOST_CELLS,
        sandbox.MOST_SECONDS,
        sandbox.MOST_MEMORY // 1_000_000,
        network_of("2001:db8::1").rpartition("/")[2],
    }
    limits = (settings.BASE_DIR / "SECURITY.md").read_text().partition("\n## What is limited\n")[2]
    found = re.findall(r"[0-9][0-9.,]*[0-9]|[0-9]", limits.partition("\n## ")[0])
    assert {int(number.replace(",", "")) for number in found} - {6} == set(map(int, numbers))  # IPv6


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_chapter_for_servers_is_short(language: str) -> None:
    text = " ".join(section.text for section in sections_of(called("server"), language))
    assert 2000 < len(text.split()) <= 2500
