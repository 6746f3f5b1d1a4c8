"""The views of a season: standings, a member's own, statistics, playing strengths, certificates."""
