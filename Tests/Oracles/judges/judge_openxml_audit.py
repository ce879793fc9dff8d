"""openxml-audit: the order and the validity of the elements of a workbook."""

from __future__ import annotations

import io
import re
import tempfile
import zipfile
from collections.abc import Iterator
from pathlib import Path

from openxml_audit import OpenXmlValidator
from openxml_audit.errors import ValidationError

from .judge import CaseJudge, Refusal
from .table import Case
from .workbook import SHEET, STYLES, WORKBOOK, changed, content, swapped

THEME = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/theme"
TEXT = re.compile(b"(<t(?: [^>]*)?>)[^<]*</t>")


class OpenXMLAuditJudge(CaseJudge):
    name = "openxml-audit"

    def __init__(self) -> None:
        super().__init__()
        self.validator = OpenXmlValidator()
        # The verdicts by the content without the texts of cells, because each verdict takes time.
        self.verdicts: dict[tuple[bytes, ...], str | None] = {}

    def check(self, case: Case) -> None:
        for form in ("workbook", "summed"):
            if form not in case.outputs:
                continue
            archive = content(case, form)
            shape = self.shape(archive)
            if shape not in self.verdicts:
                self.verdicts[shape] = self.verdict(archive)
            elif self.verdicts[shape] is None:
                self.left_out["workbooks that differ from an accepted one only in texts"] += 1
            if self.verdicts[shape] is not None:
                raise Refusal(f"{form}: {self.verdicts[shape]}")

    def shape(self, archive: bytes) -> tuple[bytes, ...]:
        """The content of a workbook without the texts of cells."""
        with zipfile.ZipFile(io.BytesIO(archive)) as file:
            return tuple(
                TEXT.sub(rb"\1</t>", part)
                for name in file.namelist()
                for part in (name.encode(), file.read(name))
            )

    def verdict(self, archive: bytes) -> str | None:
        with tempfile.NamedTemporaryFile(suffix=".xlsx") as file:
            Path(file.name).write_bytes(archive)
            findings = self.validator.validate(file.name).errors
        return next((str(finding)[:300] for finding in findings if not self.is_known(finding)), None)

    def is_known(self, finding: ValidationError) -> bool:
        """Whether a finding is about the optional theme, or a remark on texts in their cells."""
        if finding.id == "Sem_MissingRelationshipType":
            return finding.part_uri == "/xl/workbook.xml" and THEME in finding.description
        return (
            finding.severity.value == "warning"
            and re.match(r"Worksheet sheet1\.xml has [0-9]+ inline-string cell\(s\) ", finding.description)
            is not None
        )

    def spoiled(self, case: Case) -> Iterator[tuple[str, Case]]:
        def sheet(old: str, new: str) -> Case:
            return changed(case, "workbook", SHEET, swapped(old, new))

        yield "links behind the margins", sheet("(<hyperlinks>.*</hyperlinks>)(<pageMargins [^>]*>)", r"\2\1")
        bars = "(<conditionalFormatting .*</conditionalFormatting>)"
        end = "(<extLst><ext [^>]*><x14:conditionalFormattings>.*</extLst>)"
        yield "bars behind the links", sheet(f"{bars}(<hyperlinks>.*</hyperlinks>)", r"\2\1")
        yield "bars before the rows", sheet(f"(<sheetData>.*</sheetData>){bars}", r"\2\1")
        yield "the newer form of bars before the links", sheet(f"(<hyperlinks>.*?){end}", r"\2\1")
        yield "the newer form of bars before the errors", sheet(f"(<ignoredErrors>.*?){end}", r"\2\1")
        yield "a limit of bars without a type", sheet('<cfvo type="num"', "<cfvo")
        yield "an unknown limit of bars", sheet('<cfvo type="num"', '<cfvo type="number"')
        yield "bars of one limit", sheet("<cfvo [^>]*>", "")
        yield "columns behind the rows", sheet("(<cols>.*</cols>)(<sheetData>.*</sheetData>)", r"\2\1")
        yield "a filter before the rows", sheet("<sheetData>", '<autoFilter ref="A1:C6"/><sheetData>')
        yield "properties behind the views", sheet(
            "(<sheetPr>.*</sheetPr>)(<sheetViews>.*</sheetViews>)", r"\2\1"
        )
        yield "an unknown element", sheet("<sheetData>", "<sheetDates/><sheetData>")
        yield "an unknown type of a cell", sheet('t="inlineStr"', 't="inline"')
        yield "a level that is none", sheet('outlineLevel="1"', 'outlineLevel="one"')
        yield "a pane without a state", sheet('state="frozen"', 'state="cold"')
        yield "a link without a target", sheet('r:id="rId1"', 'r:id="rId9"')
        yield "a second list of rows", sheet("<pageMargins", "<sheetData/><pageMargins")
        yield "fonts behind the fills", changed(
            case, "workbook", STYLES, swapped("(<fonts .*</fonts>)(<fills .*</fills>)", r"\2\1")
        )
        yield "an unknown side", changed(
            case, "workbook", STYLES, swapped('horizontal="left"', 'horizontal="west"')
        )
        yield "a sheet without a name", changed(case, "workbook", WORKBOOK, swapped(' name="Sound"', ""))
        yield "names before the sheets", changed(
            case,
            "workbook",
            WORKBOOK,
            swapped("(<sheets>.*</sheets>)(<definedNames>.*</definedNames>)", r"\2\1"),
        )
        yield "no styles", changed(
            case,
            "workbook",
            "xl/_rels/workbook.xml.rels",
            swapped('Target="styles.xml"', 'Target="style.xml"'),
        )
