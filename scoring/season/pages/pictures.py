"""Charts of figures, shown beside their tables, and the parts of a club's statistics by subject."""

from collections.abc import Iterable, Sequence
from typing import Any

from django.utils.translation import gettext as _

from scoring.charts import BarFigure, Pictures, bars_of, columns_of
from scoring.engine.amounts import noted
from scoring.engine.result import Amount
from scoring.season.pages.career import Career
from scoring.season.pages.statistics import (
    ClubStatistics,
    KontraTally,
    PersonTally,
    PlayedUnder,
    PremiumTally,
    Tally,
    TrischakenRecord,
)
from scoring.web.language import on_average

MOST_BARS = 12


def course_pictures(career: Career) -> dict[str, Pictures]:
    """Return the pictures of a player's evenings, years and streaks."""
    evenings = [evening.score.points for evening in career.evenings]
    years = [_signed(year.name, year.score.points) for year in career.years]
    streaks = {_("Games as declarer"): career.declared_in_a_row, _("Evenings"): career.evenings_in_a_row}
    return {
        "evenings": columns_of(
            "by-evening",
            _("Points by evening"),
            _(
                "A column for every evening: points that were won go up, those that were lost go down, "
                "striped."
            ),
            evenings,
        )
        if len(evenings) > 1
        else (),
        "years": bars_of(
            "years",
            _("Points by season"),
            _("A bar for every season."),
            years if len(years) > 1 else [],
        ),
        "streaks": bars_of(
            "streaks",
            _("Longest streaks"),
            _("A bar for every streak: the longer it lasted, the longer the bar."),
            [
                BarFigure(label, str(streak.length), (streak.length,))
                for label, streak in streaks.items()
                if streak
            ],
        ),
    }


def games_pictures(career: Career) -> dict[str, Pictures]:
    """Return the pictures of the games that a player declared, helped in, played against and paid for."""
    return {
        "declared": games_picture("declared", _("Contracts played as declarer"), career.contracts),
        "partnered": games_picture("partnered", _("As partner"), career.partnered),
        "opposed": games_picture("opposed", _("As opponent"), career.opposed),
        "trischaken": _trischaken(
            _(
                "The first bar counts every Trischaken, the striped part was lost; "
                "below it, how often there was a Jungfrau or a Bürgermeister."
            ),
            career.trischaken,
            f"{career.trischaken.won} : {career.trischaken.lost}",
            (career.trischaken.won, career.trischaken.lost, career.trischaken.revoked),
        ),
    }


def people_pictures(career: Career, language: str) -> dict[str, Pictures]:
    """Return the pictures of those with whom and against whom a player plays."""
    return {
        "partners": _people_picture(
            "partners",
            _("Best results with"),
            _("A bar for every partner: points per hand, striped where they were lost."),
            career.best_partners,
            language,
        ),
        "opponents": _people_picture(
            "opponents",
            _("Best results against"),
            _("A bar for every opponent: points per hand, striped where they were lost."),
            career.best_opponents,
            language,
        ),
    }


def clubs_pictures(statistics: ClubStatistics, language: str) -> dict[str, Any]:
    """Return the pictures of what a club has played."""
    return {
        "rules": [_under_rules(number, under, language) for number, under in enumerate(statistics.sheets, 1)],
        "premiums": premiums_picture("premiums", statistics.premiums),
        "kontras": kontras_picture("kontras", statistics.kontras),
        "trischaken": _trischaken(
            _(
                "The first bar counts every Trischaken; "
                "below it, how often there was a Jungfrau or a Bürgermeister."
            ),
            statistics.trischaken,
            str(statistics.trischaken.played),
            (statistics.trischaken.played,),
        ),
    }


def _under_rules(number: int, played: PlayedUnder, language: str) -> dict[str, Any]:
    """Return one rule sheet with its pictures."""
    earned = [
        BarFigure(game.label, on_average(game.average, language), (game.average,)) for game in played.games
    ]
    often = _("%(sheet)s: how often it is played") % {"sheet": played.label}
    title = _("%(sheet)s: what it earns the declarer") % {"sheet": played.label}
    caption = _most(
        len(earned),
        _("A bar for every contract: points per hand, striped where they were lost."),
        _(
            "A bar for each of the %(number)d most frequent contracts: "
            "points per hand, striped where they were lost."
        ),
    )
    return {
        "played": played,
        "often": games_picture(f"often-{number}", often, played.games),
        "earned": bars_of(f"earned-{number}", title, caption, earned[:MOST_BARS]),
    }


def _signed(label: str, points: Amount) -> BarFigure:
    return BarFigure(label, noted(points), (points,))


def _most(there_are: int, all_of_them: str, only_some: str) -> str:
    """Return the figures to draw, where there may be more than a picture has room for."""
    return all_of_them if there_are <= MOST_BARS else only_some % {"number": MOST_BARS}


def kontras_picture(name: str, tallies: Iterable[KontraTally]) -> Pictures:
    """Return a bar for every step: those that gained something, and those that cost something."""
    figures = [
        BarFigure(tally.label, f"{tally.good} : {tally.bad}", (tally.good, tally.bad)) for tally in tallies
    ]
    caption = _(
        "A bar for every step: the more often it was given, the longer; the striped part cost something."
    )
    return bars_of(name, _("Kontras given"), caption, figures)


def _trischaken(caption: str, record: TrischakenRecord, numbers: str, parts: tuple[Amount, ...]) -> Pictures:
    """Return three bars, for a club without wins and losses, which cancel out."""
    figures = [
        BarFigure(_("Trischaken"), numbers, parts),
        BarFigure(_("Jungfrau"), str(record.jungfrau), (record.jungfrau,)),
        BarFigure(_("Bürgermeister"), str(record.buergermeister), (record.buergermeister,)),
    ]
    return bars_of("trischaken", _("Trischaken"), caption, figures)


def games_picture(name: str, title: str, tallies: Sequence[Tally]) -> Pictures:
    """Return a bar for each game: won, lost, and revoked, which is neither."""
    caption = _most(
        len(tallies),
        _("A bar for every contract: the more often it was played, the longer; the striped part was lost."),
        _(
            "A bar for each of the %(number)d most frequent contracts: the more often it was played, the "
            "longer; the striped part was lost."
        ),
    )
    figures = [
        BarFigure(tally.label, f"{tally.won} : {tally.lost}", (tally.won, tally.lost, tally.revoked))
        for tally in tallies
    ]
    return bars_of(name, title, caption, figures[:MOST_BARS])


def premiums_picture(name: str, tallies: Iterable[PremiumTally]) -> Pictures:
    """Return the most frequent ones, in the order of their sheet."""
    occurring = [tally for tally in tallies if tally.times]
    often = sorted(occurring, key=lambda tally: -tally.times)[:MOST_BARS]
    figures = [
        BarFigure(
            tally.label,
            f"{tally.silent + tally.made} : {tally.missed}",
            (tally.silent + tally.made, tally.missed),
        )
        for tally in sorted(often, key=lambda tally: (tally.order, tally.label))
    ]
    caption = _most(
        len(occurring),
        _(
            "A bar for every premium: the more often it came, the longer; the striped part was announced "
            "and missed."
        ),
        _(
            "A bar for each of the %(number)d most frequent premiums: the more often it came, the "
            "longer; the striped part was announced and missed."
        ),
    )
    return bars_of(name, _("Birds and other premiums"), caption, figures)


def _people_picture(
    name: str, title: str, all_of_them: str, people: Sequence[PersonTally], language: str
) -> Pictures:
    """Return a bar for everybody; of many people, for those with whom it goes best and worst."""
    half = MOST_BARS // 2
    best_and_worst = _(
        "A bar for each of the %(half)d with the best figures and of the %(half)d with the worst: "
        "points per hand, striped where they were lost."
    )
    words = all_of_them
    if len(people) > MOST_BARS:
        words, people = best_and_worst % {"half": half}, [*people[:half], *people[-half:]]
    figures = [
        BarFigure(tally.name, on_average(tally.average, language), (tally.average,)) for tally in people
    ]
    return bars_of(name, title, words, figures)


EVERYTHING_SHOWN = "all"
# Before the slug of a rule sheet; the second for addresses of a time when its pictures had a page each.
OFTEN, EARNED = "often", "earned"


def subjects_of(statistics: ClubStatistics, chosen: str) -> dict[str, Any]:
    """Return the parts of statistics for a name from an address: one, or all.

    A name that means nothing (any more) is the first part there is. Of each subject there is the first of its
    parts; of the one that is shown all `parts`.
    """
    by_subject = {subject: parts for subject, parts in _parts_of(statistics).items() if parts}
    known = {f"{kind}-{sheet.slug}" for sheet in statistics.sheets for kind in (OFTEN, EARNED)}
    known |= {key for parts in by_subject.values() for key in parts}
    first = next(iter(next(iter(by_subject.values()), {})), "")
    shown = chosen if chosen in known or chosen == EVERYTHING_SHOWN else first
    listed = shown.replace(f"{EARNED}-", f"{OFTEN}-", 1)
    subjects = [
        {"key": next(iter(parts)), "words": words, "current": listed in parts}
        for words, parts in by_subject.items()
    ]
    parts = [
        {"key": key, "words": words, "current": key == listed}
        for parts in by_subject.values()
        if listed in parts and len(parts) > 1
        for key, words in parts.items()
    ]
    everything = chosen == EVERYTHING_SHOWN
    return {
        "subjects": subjects,
        "parts": parts,
        "shown": known if everything else {listed},
        "everything_shown": everything,
    }


def _parts_of(statistics: ClubStatistics) -> dict[str, dict[str, str]]:
    """Return all parts of statistics with their titles, by subject."""
    games = {f"{OFTEN}-{sheet.slug}": sheet.label for sheet in statistics.sheets}
    games |= {"rarest": _("The rarest games")} if statistics.rarest else {}
    games |= {"trischaken": _("Trischaken")} if statistics.trischaken.played else {}
    premiums = {"premiums": _("Birds and other premiums")} if statistics.premiums else {}
    premiums |= {"kontras": _("Kontras given")} if statistics.kontras else {}
    people = {"hands": _("The highest hands")} if statistics.best_hands else {}
    people |= {"years": _("The highest seasons")} if statistics.best_years else {}
    days = {"evenings": _("The highest evenings")} if statistics.best_evenings else {}
    return {_("Games"): games, _("Premiums"): premiums, _("People"): people, _("Days"): days}
