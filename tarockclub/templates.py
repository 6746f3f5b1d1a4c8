"""Templates are indented for whoever reads them; a page is sent without."""

import re

from django.template.base import Origin
from django.template.loaders.filesystem import Loader

INDENTATION = re.compile(r"\n[ \t]+")


class Unindented(Loader):
    """Read the templates of the project without the spaces at the beginnings of their lines."""

    def get_contents(self, origin: Origin) -> str:
        return INDENTATION.sub("\n", super().get_contents(origin))
