"""Words of the table in further languages, by the English ones.

What is not translated yet stays English. To begin a language:

* pages: `tarockclub/locale/<language>/LC_MESSAGES/django.po`, with the head of the German one and the plural
  forms of the language; take the messages from the German catalogue. Dates have the context `date format`;
* the table, rule sheets and refusals: a line here, from the English words as declared to the new ones; keep
  what is in braces;
* the handbook: templates of the same names beside the English chapters;
* to offer it to people: a row in `LANGUAGES` of `tarockclub/settings.py`.

Amounts keep the comma. Sentences that `words.py` joins from parts stay English until each is one `Text`.
"""

from collections.abc import Mapping

WORDS_BY_LANGUAGE: Mapping[str, Mapping[str, str]] = {}
