"""Python's datetime: the dates of the files, in the forms that they have."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

FORMS = {
    "%Y-%m-%d": "%Y-%m-%d",
    "%Y/%m/%d": "%Y-%m-%d",
    "%Y/%m/%d %H:%M": "%Y-%m-%dT%H:%M:%S",
    "%Y/%m/%d %H:%M:%S": "%Y-%m-%dT%H:%M:%S",
    "%b %d %Y": "%Y-%m-%d",
}


def iso_dates(texts: Sequence[object]) -> list[str] | None:
    """The texts in ISO 8601 if all of them are dates of one form."""
    for form, iso in FORMS.items():
        try:
            return [datetime.strptime(text, form).strftime(iso) for text in texts] if texts else None
        except (TypeError, ValueError):
            continue
    return None
