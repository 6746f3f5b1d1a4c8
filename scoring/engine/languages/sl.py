"""Slovenian: begun, and not offered yet."""

from collections.abc import Mapping

WORDS: Mapping[str, str] = {
    "announced": "napovedano",
    "each ": "vsak ",
    " in equal shares": ", razdeljeno na enake dele",
    "does not count beside the Valat": "ob valatu ne šteje",
    "costs nothing when silent": "brez napovedi ne stane nič",
    "{label} announced, made{between}": "{label} napovedano, uspelo{between}",
    "{label} announced, missed{between}": "{label} napovedano, ni uspelo{between}",
    "{label} silent{between}": "{label} brez napovedi{between}",
    "{payer} pays {payee} {money}.": "{payer} plača {payee} {money}.",
    "Player": "Igralec",
    "cents": "centov",
}
