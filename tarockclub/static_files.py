"""Static files carry a hash in their names; so do the names by which scripts load each other."""

from __future__ import annotations

from whitenoise.storage import CompressedManifestStaticFilesStorage


class HashedFiles(CompressedManifestStaticFilesStorage):  # type: ignore[misc]
    """The storage of static files, which also renames them where scripts load each other."""

    support_js_module_import_aggregation = True
