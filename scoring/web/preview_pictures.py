"""Draw the pictures that chats show beside a link: of the program, of an evening, of a tournament."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from io import BytesIO
from itertools import groupby

from django.contrib.staticfiles import finders
from django.contrib.staticfiles.storage import staticfiles_storage
from PIL import Image, ImageDraw, ImageFont, features

SIZE = WIDTH, HEIGHT = 1200, 630
EDGE = 64
TWICE = 2  # cards are drawn so much larger and made smaller, so that slanting edges are smooth
FELT, FELT_UP, ON_FELT, QUIET, GOLD = "#123f32", "#23594a", "#f4efe1", "#d2dfd7", "#e3bf6b"
PAPER, FRAME, RED = "#fffaf0", "#33261a", "#8e2a1e"
# Everybody's colour, as at night: the ground is dark. dark.css has the same.
OF_PEOPLE = (
    *("#9cc8ff", "#ff9a57", "#d9b8ff", "#c3de6a", "#ff86c0", "#8fe0ee"),
    *("#ffd27a", "#5cc4ff", "#d8d8d8", "#e59ad6", "#6fe0b0", "#b0b4ff"),
)
MOST_ROWS = 6
SERIF, SANS = "alegreya", "atkinson"
FIGURES = ["lnum"] if features.check("raqm") else None  # all of one height, where the library can do that


@dataclass(frozen=True, slots=True)
class LandingPicture:
    """What the picture of the program says."""

    title: str
    sentence: str


@dataclass(frozen=True, slots=True)
class EveningPicture:
    """What the picture of an evening says: who won how much, and what everybody has."""

    title: str
    below: str
    headline: str
    winner: str
    figure: str
    rows: tuple[tuple[str, str], ...]
    colours: tuple[int, ...]  # of those in the rows


@dataclass(frozen=True, slots=True)
class TournamentPicture:
    """What the picture of a tournament says: its clock, and who is in front."""

    title: str
    below: str
    clock: tuple[str, str]
    rows: tuple[tuple[str, str], ...]


PreviewPicture = LandingPicture | EveningPicture | TournamentPicture


def drawn(content: PreviewPicture) -> bytes:
    """Return the picture as a PNG, the same bytes for the same content."""
    image = Image.new("RGB", SIZE, FELT)
    match content:
        case LandingPicture():
            _draw_landing(image, content)
        case EveningPicture():
            _draw_evening(image, content)
        case TournamentPicture():
            _draw_tournament(image, content)
    file = BytesIO()
    image.quantize(64, dither=Image.Dither.NONE).save(file, "PNG", optimize=True)
    return file.getvalue()


def _draw_landing(image: Image.Image, content: LandingPicture) -> None:
    _card(image, "", (1010, 335), 15, GOLD, 0.9)
    _card(image, "I", (700, 335), -11, scale=0.9)
    _card(image, "XXI", (876, 320), 2, scale=0.9)
    _write(image, "Tarockclub", (EDGE, 84), SANS, 42, GOLD, 480)
    top = 172
    for line in _wrapped(content.title, SERIF, 76, 480):
        _write(image, line, (EDGE, top), SERIF, 76, ON_FELT, 500)
        top += 80
    top += 16
    for line in _wrapped(content.sentence, SANS, 36, 480):
        _write(image, line, (EDGE, top), SANS, 36, QUIET, 490)
        top += 48


def _draw_evening(image: Image.Image, content: EveningPicture) -> None:
    _head(image, content.title, content.below)
    _write(image, content.headline, (EDGE, 288), SANS, 44, QUIET, 480)
    _write(image, content.winner, (EDGE, 370), SERIF, 92, ON_FELT, 520)
    _write(image, content.figure, (EDGE, 480), SANS, 84, GOLD, 520)
    _rows(image, content.rows, content.colours)


def _draw_tournament(image: Image.Image, content: TournamentPicture) -> None:
    _head(image, content.title, content.below)
    large, small = content.clock
    _write(image, large, (EDGE, 360), SERIF, 104, GOLD, 520)
    _write(image, small, (EDGE, 470), SANS, 48, ON_FELT, 520)
    _rows(image, content.rows)


def _head(image: Image.Image, title: str, below: str) -> None:
    _card(image, "I", (1090, 110), 8, scale=0.36)
    _write(image, title, (EDGE, 96), SERIF, 68, ON_FELT, 920)
    _write(image, below, (EDGE, 170), SANS, 42, QUIET, 920)


def _rows(image: Image.Image, rows: tuple[tuple[str, str], ...], colours: tuple[int, ...] = ()) -> None:
    """Draw names in their colours with their figures on the right, on a lighter ground."""
    if not rows:
        return
    left, right, top = 640, WIDTH - EDGE, 220
    line = min(80, 350 // len(rows[:MOST_ROWS]))
    size, within = line * 5 // 8, 28
    bottom = top + 36 + line * len(rows[:MOST_ROWS])
    ImageDraw.Draw(image).rounded_rectangle((left, top, right, bottom), 24, FELT_UP)
    for number, (name, figure) in enumerate(rows[:MOST_ROWS]):
        middle = top + 18 + line * number + line // 2
        wide = _width(figure, SANS, size)
        if colours:
            stripe = (left + 9, middle - line // 3, left + 15, middle + line // 3)
            ImageDraw.Draw(image).rectangle(stripe, OF_PEOPLE[colours[number]])
        _write(image, figure, (right - within - wide, middle), SANS, size, ON_FELT, wide + 1)
        _write(image, name, (left + within, middle), SANS, size, ON_FELT, right - left - 3 * within - wide)


def _card(
    image: Image.Image,
    letters: str,
    centre: tuple[int, int],
    angle: float,
    colour: str = PAPER,
    scale: float = 1,
) -> None:
    """Draw a card of the pack with its number, as the sign of the program has it."""
    wide, high = round(250 * scale * TWICE), round(400 * scale * TWICE)
    card = Image.new("RGBA", (wide, high))
    pen = ImageDraw.Draw(card)
    pen.rounded_rectangle((0, 0, wide - 1, high - 1), wide // 9, colour)
    if letters:
        inner = wide // 12
        pen.rounded_rectangle(
            (inner, inner, wide - inner, high - inner), wide // 14, outline=FRAME, width=wide // 50
        )
        font = _font(SERIF, wide * (10 if len(letters) == 1 else 5) // 13, extended=False)
        pen.text((wide / 2, high / 2), letters, RED, font, "mm")
    card = card.rotate(-angle, Image.Resampling.BICUBIC, expand=True)
    card = card.resize((card.width // TWICE, card.height // TWICE), Image.Resampling.LANCZOS)
    image.paste(card, (centre[0] - card.width // 2, centre[1] - card.height // 2), card)


def _write(
    image: Image.Image, text: str, at: tuple[float, float], family: str, size: int, colour: str, room: float
) -> None:
    """Write a line from its left and middle; what is too long for its room becomes smaller, then ends in …"""
    while size > 28 and _width(text, family, size) > room:
        size -= 2
    if _width(text, family, size) > room:
        while text and _width(f"{text}…", family, size) > room:
            text = text[:-1].rstrip()
        text = f"{text}…"
    pen, (left, middle) = ImageDraw.Draw(image), at
    for font, part in _parts(text, family, size):
        pen.text((left, middle + size * 0.34), part, colour, font, "ls", features=FIGURES)
        left += font.getlength(part, features=FIGURES)


def _width(text: str, family: str, size: int) -> float:
    return sum(font.getlength(part, features=FIGURES) for font, part in _parts(text, family, size))


def _wrapped(text: str, family: str, size: int, room: float) -> list[str]:
    lines = [""]
    for word in text.split():
        longer = f"{lines[-1]} {word}".strip()
        if _width(longer, family, size) > room and lines[-1]:
            lines.append(word)
        else:
            lines[-1] = longer
    return lines


def _parts(text: str, family: str, size: int) -> Iterator[tuple[ImageFont.FreeTypeFont, str]]:
    """Yield the text in the fonts that have its letters: those of other languages are in a second file."""
    for extended, letters in groupby(text, lambda letter: "\u0100" <= letter <= "\u017f" or letter == "ẞ"):
        yield _font(family, size, extended=extended), "".join(letters)


@cache
def _font(family: str, size: int, *, extended: bool) -> ImageFont.FreeTypeFont:
    name = f"scoring/fonts/{family}{'-ext' if extended else ''}.woff2"
    font = ImageFont.truetype(finders.find(name) or staticfiles_storage.path(_collected(name)), size)
    if family == SANS:
        font.set_variation_by_axes([700])
    return font


def _collected(name: str) -> str:
    """Return how a static file is called in an installation, which has no other copy of it."""
    return str(getattr(staticfiles_storage, "stored_name", str)(name))
