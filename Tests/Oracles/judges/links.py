"""The expected links of a page."""

from __future__ import annotations

import re
from urllib.parse import unquote, urlsplit

from .judge import Refusal, expect_equal
from .nasty_texts import ADDRESSES
from .table import Cell


def is_safe(address: str) -> bool:
    """Whether an address has a safe scheme or a path of the page's own host."""
    parts = urlsplit(address)
    if parts.scheme in ("http", "https"):
        return bool(parts.netloc) and "@" not in parts.netloc
    return parts.scheme == "mailto" or not (parts.scheme or parts.netloc or address.startswith("//"))


def check_links(found: list[str], cell: Cell, may_be_value: bool) -> None:
    """Accepts only the link of the cell, or the cell's value if its role is link."""
    if not all(map(is_safe, found)):
        raise Refusal(f"there are links to {found!a:.200}")
    given = [cell.link or ""]
    if may_be_value and cell.role == "link" and cell.value:
        # An address without a cell's link must have a scheme.
        given += [cell.value] if re.match("[a-z]+:", cell.value, re.IGNORECASE) else []
    if all(address in ADDRESSES for address in given):
        safe = [ADDRESSES[address] for address in given if ADDRESSES[address] and cell.text]
        return expect_equal(found, safe[:1], "links")
    # For other texts, it is unknown whether they are an address.
    originals = {unquote(address).lower() for address in given}
    if len(found) > 1 or any(unquote(address).lower() not in originals for address in found):
        raise Refusal(f"there are links to {found!a:.200} instead of {given!a:.200}")
