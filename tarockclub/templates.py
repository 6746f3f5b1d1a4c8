"""Templates are indented for whoever reads them; a page is sent without. What is the same on every page of a
language is put together once.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import groupby
from typing import Any

from django.template.base import (
    FilterExpression,
    Node,
    NodeList,
    Origin,
    Template,
    TextNode,
    TokenType,
    Variable,
)
from django.template.context import Context
from django.template.defaulttags import URLNode
from django.template.loaders import base, cached
from django.template.loaders.filesystem import Loader
from django.templatetags.i18n import BlockTranslateNode, TranslateNode
from django.templatetags.static import StaticNode
from django.urls import get_script_prefix
from django.utils.safestring import SafeString
from django.utils.translation import get_language

INDENTATION = re.compile(r"\n[ \t]+")


class Unindented(Loader):
    """Read the templates of the project without the spaces at the beginnings of their lines."""

    def get_contents(self, origin: Origin) -> str:
        return INDENTATION.sub("\n", super().get_contents(origin))


class Fixed(Node):
    """Text, sentences and addresses beside one another that ask nothing of the page they stand on."""

    child_nodelists = ()  # nothing in it that a page could replace

    def __init__(self, nodes: list[Node]) -> None:
        self.nodes = NodeList(nodes)
        self.token, self.origin = nodes[0].token, nodes[0].origin
        self.known: dict[tuple[str | None, str, bool], SafeString] = {}

    def render(self, context: Context) -> SafeString:
        key = (get_language(), get_script_prefix(), context.autoescape)
        found = self.known.get(key)
        if found is None:
            found = self.known[key] = self.nodes.render(context)
        return found


class _Fixing(base.Loader):
    def get_template(self, template_name: str, skip: list[Origin] | None = None) -> Template:
        template = super().get_template(template_name, skip)
        _fix(template.nodelist)
        return template


class ReadOnce(cached.Loader, _Fixing):
    """Each template is read once, and what is fixed in it found before anybody shows it."""


def _fix(nodes: NodeList) -> None:
    """Where nodes that are always the same stand beside one another, there is one in their place."""
    fixed: list[Node] = []
    for same, several in groupby(list(nodes), _is_fixed):
        run = list(several)
        if same and not all(isinstance(node, TextNode) for node in run):
            fixed.append(Fixed(run))
            continue
        fixed += run
        for node in run:
            for inner in _lists_in(vars(node).values()):
                _fix(inner)
    nodes[:] = fixed


def _lists_in(values: Any) -> Iterator[NodeList]:
    for value in values:
        if isinstance(value, NodeList):
            yield value
        elif isinstance(value, list | tuple):
            yield from _lists_in(value)


def _is_fixed(node: Node) -> bool:
    match node:
        case TextNode():
            return True
        case TranslateNode(asvar=None):
            return _is_literal(node.filter_expression) and _is_literal(node.message_context)
        case BlockTranslateNode(asvar=None, countervar=None):
            text = all(token.token_type == TokenType.TEXT for token in node.singular)
            return text and not node.extra_context and _is_literal(node.message_context)
        case URLNode(asvar=None, args=[]):
            return not node.kwargs and _is_literal(node.view_name)
        case StaticNode(varname=None):
            return _is_literal(node.path)
    return False


def _is_literal(expression: FilterExpression | None) -> bool:
    if expression is None:
        return True
    variable = expression.var
    literal = isinstance(variable, str) or (isinstance(variable, Variable) and variable.lookups is None)
    return literal and not expression.filters
