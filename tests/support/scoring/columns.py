"""The columns of all tables: which the database refuses to change, which are found, which are named."""

import tomllib
from pathlib import Path

from django.apps import apps
from django.db.models import Field

from scoring import protection

LISTED = tomllib.loads(Path(__file__).with_name("columns.toml").read_text(encoding="utf-8"))


def columns() -> dict[str, Field]:
    """Return every column by its name; the number of a row belongs to it, and another one is another row."""
    models = [model for model in apps.get_models() if model._meta.app_label in ("scoring", "tournaments")]
    return {
        f"{model._meta.label_lower}.{field.name}": field
        for model in models
        for field in model._meta.concrete_fields
        if not field.primary_key or field.is_relation
    }


def refused() -> set[str]:
    """Return the columns that a trigger keeps as they are."""
    protected = protection.protected()
    return {
        name
        for name, field in columns().items()
        if (kept := protected.get(field.model._meta.db_table)) is not None
        and (not kept or field.column in kept)
    }


def named() -> dict[str, str]:
    """Return the columns of whose changes SECURITY.md says that nothing finds them, with its words."""
    return {
        name: words
        for words, of_words in LISTED["named"].items()
        for name in columns()
        if {name, name.rpartition(".")[0]} & {*of_words.split()}
    }


def found() -> set[str]:
    """Return the columns whose changes `verify` finds, as it is listed."""
    return {f"{model}.{column}" for model, of_model in LISTED["found"].items() for column in of_model.split()}
