"""How high a page may be, in screens of a phone and of a desktop, with everything folded that can be."""

from __future__ import annotations

from collections.abc import Mapping

from tests.support.browser.looks import DESK, PHONE

SCREENS = {PHONE: 844, DESK: 800}
USUAL = (3.5, 3)
BOUNDS: dict[str, tuple[float, float]] = {
    "club": (2.2, 2),  # with names of forty letters, objections and all there is at once
    "booklet": (54, 34),  # all the handbook on one page, to print: as long as its text
    "rule_sheet": (31.5, 18),
    "own_sheet": (25, 12),
    "own_version": (24.5, 11),
    "sheet_rules": (24, 10.5),
    "compare_sheets": (23, 11),
    "shown_sheet": (23, 10.5),
    "edit_words": (22.5, 14.5),
    "edit_section": (17.5, 13.5),
    "compare_own_sheets": (16.5, 8),
    "stored_data": (13.5, 8),
    "edit_rows": (13, 6),
    "import_old_sheets": (13, 7.5),
    "chapter": (12, 8),
    "what_if_evening": (9.5, 7.5),
    "statistics": (8.5, 5.5),
    "season_member": (3.5, 3),
    "edit_row": (7, 5.5),
    "draw": (7, 4.5),
    "club_log": (6.5, 3.5),
    "shared": (6.5, 5),
    "edit_sheet": (6, 4),
    "new_row": (6, 4.5),
    "settle_objection": (6, 4.5),
    "privacy": (5.5, 4),
    "handbook": (5.5, 3),
    "sharings": (5, 4.5),
    "hand": (5, 4),
    "record": (5, 4),
    "series_certificates": (5, 7),
    "new_evening": (5, 4.5),
    "whole_day": (5, 3.5),
    "coming_to": (4.5, 3.5),
    "series": (4.5, 3),
    "own_sheets": (4.5, 2.5),
    "save_sheet": (4.5, 3.5),
    "round_blanks": (4.5, 4),
    "sections": (4.5, 3),
    "seating": (4.5, 3),
    "paper_hands": (4.5, 3),
    "settling": (4, 3),
    "check_in": (4, 3),
    "club_calculator": (4, 2.5),
    "evening": (4, 3),
    "copy": (4, 3),
    "take_out": (4, 3),
    "calculator": (4, 2.5),
    "correct": (4, 2.5),
    "import_own_sheet": (4, 3),
    "just_play": (4, 3),
    "series_settings": (4, 3.5),
    "edit_remark": (4, 3),
    "new_remark": (4, 3),
    "new_table": (4, 3),
    "what_if_season": (4, 3),
}


def too_high(page: str, heights: Mapping[int, int]) -> list[str]:
    """Return where a page, by the name of its address, is higher than it may be."""
    return [
        f"{width} wide: {heights[width]} px high, more than {most} screens"
        for width, most in zip((PHONE, DESK), BOUNDS.get(page, USUAL), strict=True)
        if heights[width] > most * SCREENS[width]
    ]
