"""markdown-it-py with tables: the same checks with an unrelated parser."""

from __future__ import annotations

from markdown_it import MarkdownIt

from .judge_cmarkgfm import CmarkgfmJudge


class MarkdownItJudge(CmarkgfmJudge):
    name = "markdown-it-py"

    def __init__(self) -> None:
        super().__init__()
        self.parser = MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"])
        # The address as written, without the parser's normalization, such as a host in ASCII.
        self.parser.normalizeLink = lambda address: address  # type: ignore[method-assign]

    def page(self, markdown: str) -> str:
        html: str = self.parser.render(markdown)
        return html
