"""Foreign keys to rows that cannot be deleted, and a base for rows without a name."""

from typing import Any, ClassVar, TypeVar

from django.db import models

Row = TypeVar("Row", bound=models.Model)


class KeptRow(models.Model):
    """A row that lists show by what it is and by its number."""

    # Of a table whose rows are never deleted: the columns that are never changed; empty: none of them is.
    protected: ClassVar[tuple[str, ...] | None] = None

    class Meta:
        abstract = True

    def __str__(self) -> str:
        return f"{self._meta.verbose_name} {self.pk}"


def reference(to: type[Row], label: Any, reverse_name: str = "+") -> models.ForeignKey[Row, Row]:
    """Return a column that names a row of another table."""
    return models.ForeignKey(to, on_delete=models.PROTECT, related_name=reverse_name, verbose_name=label)


def optional_reference(
    to: type[Row] | str, label: Any, reverse_name: str = "+"
) -> models.ForeignKey[Row | None, Row | None]:
    """Return a foreign key that may stay empty."""
    return models.ForeignKey(
        to, on_delete=models.PROTECT, related_name=reverse_name, null=True, blank=True, verbose_name=label
    )


def one_to_one(
    to: type[Row], label: Any, reverse_name: str, **options: Any
) -> models.OneToOneField[Row, Row]:
    """Return a foreign key to a row that no other row refers to."""
    return models.OneToOneField(
        to, on_delete=models.PROTECT, related_name=reverse_name, verbose_name=label, **options
    )


def optional_one_to_one(
    to: type[Row], label: Any, reverse_name: str
) -> models.OneToOneField[Row | None, Row | None]:
    """Return a foreign key that may stay empty, to a row that no other refers to."""
    return models.OneToOneField(
        to, on_delete=models.PROTECT, related_name=reverse_name, null=True, blank=True, verbose_name=label
    )
