"""The archives of workbooks: Python's zipfile, the program unzip, and Java's reader of streams."""

from __future__ import annotations

import io
import re
import shutil
import struct
import subprocess
import tempfile
import zipfile
import zlib
from collections.abc import Iterator, Sequence
from pathlib import Path
from xml.etree import ElementTree

from .judge import Judge, Refusal, expect_equal
from .table import Case
from .workbook import SHEET, SHEET_LINKS, STYLES, WORKBOOK, content, packed, with_content

# A program that reads a workbook as a stream needs the styles before the sheet.
ORDER = [
    "[Content_Types].xml",
    "_rels/.rels",
    "xl/_rels/workbook.xml.rels",
    STYLES,
    SHEET,
    SHEET_LINKS,
    WORKBOOK,
]
FIRST_DAY = (1980, 1, 1, 0, 0, 0)
JAVA = Path(__file__).with_name("ReadArchives.java")
TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml"
FORMS = ("workbook", "records", "summed")


class ArchiveJudge(Judge):
    name = "archive"

    def refusals(self, cases: Sequence[Case]) -> Iterator[tuple[Case, str]]:
        archives = [
            (case, form, content(case, form)) for case in cases for form in FORMS if form in case.outputs
        ]
        streamed = self.streamed([archive for _, _, archive in archives])
        unzipped = self.unzipped([archive for _, _, archive in archives])
        for index, (case, form, archive) in enumerate(archives):
            try:
                entries = self.entries(archive)
                expect_equal(streamed[index], entries, "the stream that Java reads")
                expect_equal(unzipped[index], None, "unzip")
            except Refusal as refusal:
                yield case, f"{form}: {refusal}"
            except Exception as error:  # A reader that gives up refuses, too.
                yield case, f"{form}: {type(error).__name__}: {error}"

    # MARK: Readers

    def entries(self, archive: bytes) -> list[str]:
        """The entries of an archive as Python reads it: their names, sizes, and checksums."""
        with zipfile.ZipFile(io.BytesIO(archive)) as file:
            expect_equal(file.testzip(), None, "an entry with a wrong checksum")
            expect_equal(file.comment, b"", "comment")
            infos = file.infolist()
            names = [info.filename for info in infos]
            expect_equal(names, [name for name in ORDER if name in names or name != SHEET_LINKS], "entries")
            position = 0
            for info in infos:
                place = info.filename
                expect_equal(info.header_offset, position, f"{place}: start")
                expect_equal(info.date_time, FIRST_DAY, f"{place}: date")
                expect_equal(info.compress_type, zipfile.ZIP_DEFLATED, f"{place}: compression")
                expect_equal(info.extract_version, 20, f"{place}: version needed")
                expect_equal(info.flag_bits, 8, f"{place}: flags")
                expect_equal((info.extra, info.comment), (b"", b""), f"{place}: extra fields")
                self.check_header(archive[position:], info)
                position = self.check_end(archive, position, info)
            expect_equal(file.start_dir, position, "start of the list")
            size = sum(46 + len(name) for name in names)
            expect_equal(len(archive), position + size + 22, "end of the archive")
            self.check_types(file.read("[Content_Types].xml"), names)
            return [f"{info.filename}\t{info.file_size}\t{info.CRC}" for info in infos]

    def check_types(self, types: bytes, names: list[str]) -> None:
        """Each part has a type."""
        root = ElementTree.fromstring(types)
        kinds = {
            (part.get("PartName") or f".{part.get('Extension')}").removeprefix("/"): part.get("ContentType")
            for part in root
        }
        wanted = {WORKBOOK: "sheet.main", STYLES: "styles", SHEET: "worksheet"}
        for name in wanted:
            expect_equal(kinds.get(name), f"{TYPE}.{wanted[name]}+xml", f"type of {name}")
        expect_equal(
            kinds.get(".rels"), "application/vnd.openxmlformats-package.relationships+xml", "type of links"
        )
        others = [name for name in names[1:] if name not in wanted and not name.endswith(".rels")]
        expect_equal(others, [], "parts without a type")

    def check_header(self, header: bytes, info: zipfile.ZipInfo) -> None:
        """The header before an entry must tell the same as the list, but the sizes follow the entry."""
        fields = struct.unpack("<4s5H3I2H", header[:30])
        name = header[30 : 30 + fields[9]]
        expect_equal(
            fields, (b"PK\3\4", 20, 8, 8, 0, 0x21, 0, 0, 0, len(info.filename), 0), f"{info.filename}: header"
        )
        expect_equal(name.decode(), info.filename, "name in the header")

    def check_end(self, archive: bytes, position: int, info: zipfile.ZipInfo) -> int:
        """Reads an entry up to the end of its compressed bytes and the sizes behind it; returns their end."""
        start = position + 30 + len(info.filename)
        reader = zlib.decompressobj(-15)
        text = reader.decompress(archive[start:]) + reader.flush()
        end = len(archive) - len(reader.unused_data)
        expect_equal(end - start, info.compress_size, f"{info.filename}: compressed size")
        fields = struct.unpack("<4s3I", archive[end : end + 16])
        wanted = (b"PK\7\x08", zlib.crc32(text), info.compress_size, len(text))
        expect_equal(fields, wanted, f"{info.filename}: sizes behind the entry")
        return end + 16

    def streamed(self, archives: list[bytes]) -> list[list[str]]:
        """The entries of archives as Java reads them from standard input, all in one process."""
        if shutil.which("javac") is None:
            raise Refusal("there is no javac; install a headless JDK of version 11 or later")
        given = b"".join(struct.pack(">I", len(archive)) + archive for archive in archives)
        run = subprocess.run(["java", JAVA], input=given, capture_output=True)
        if run.returncode != 0:
            raise Refusal(f"java ended with {run.returncode}: {run.stderr.decode():.500}")
        found: list[list[str]] = [[] for _ in archives]
        for line in run.stdout.decode().splitlines():
            number, entry = line.split("\t", 1)
            found[int(number)].append(entry)
        return found

    def unzipped(self, archives: list[bytes]) -> list[str | None]:
        """What the program unzip complains about, all in one process."""
        with tempfile.TemporaryDirectory() as folder:
            for index, archive in enumerate(archives):
                Path(folder, f"{index:06}.xlsx").write_bytes(archive)
            # unzip itself reads the pattern.
            run = subprocess.run(["unzip", "-tq", f"{folder}/*.xlsx"], capture_output=True, text=True)
            sound = {
                int(number)
                for number in re.findall(
                    r"^No errors detected in compressed data of .*/([0-9]+)\.xlsx\.$",
                    run.stdout,
                    re.MULTILINE,
                )
            }
            complaints = re.sub(r"^No errors detected.*\n", "", run.stdout + run.stderr, flags=re.MULTILINE)
        return [None if index in sound else complaints[:300] for index in range(len(archives))]

    # MARK: Faults

    def spoiled(self, case: Case) -> Iterator[tuple[str, Case]]:
        for form in FORMS:
            archive = content(case, form)
            with zipfile.ZipFile(io.BytesIO(archive)) as file:
                infos = file.infolist()
            last = infos[-1]

            def with_bytes(place: int, part: bytes) -> Case:
                spoiled = archive[:place] + part + archive[place + len(part) :]
                assert spoiled != archive
                return with_content(case, form, spoiled)

            yield f"an archive without its end, {form}", with_content(case, form, archive[:-1])
            yield f"half of an archive, {form}", with_content(case, form, archive[: len(archive) // 2])
            yield f"a byte before the archive, {form}", with_content(case, form, b"\0" + archive)
            yield f"a byte behind the archive, {form}", with_content(case, form, archive + b"\0")
            expect_equal(
                len(self.entries(packed(self.texts(archive)))), len(infos), "entries of a sound archive"
            )
            backwards = packed(self.texts(archive)[::-1])
            yield f"another order, {form}", with_content(case, form, backwards)
            stored = packed(self.texts(archive), zipfile.ZIP_STORED)
            yield f"stored entries, {form}", with_content(case, form, stored)
            untyped = [
                (name, re.sub('<Override PartName="/xl/worksheets[^>]*>', "", text))
                for name, text in self.texts(archive)
            ]
            yield f"no type of the sheet, {form}", with_content(case, form, packed(untyped))
            yield f"another date, {form}", with_bytes(12, b"\x22")
            yield f"another version, {form}", with_bytes(4, b"\x2d")
            yield f"no flag of the sizes, {form}", with_bytes(6, b"\0")
            yield f"a size in the header, {form}", with_bytes(22, b"\1")
            yield f"another name, {form}", with_bytes(30, b"(")
            yield f"another compressed byte, {form}", with_bytes(last.header_offset + 80, b"\xff\0\xff")
            end = last.header_offset + 30 + len(last.filename) + last.compress_size
            yield f"another checksum, {form}", with_bytes(end + 4, b"\1\2\3\4")
            yield f"another size behind an entry, {form}", with_bytes(end + 12, b"\1\2\3\4")
            yield f"no mark of the sizes, {form}", with_bytes(end, b"PK\7\7")
            listed = archive.rindex(b"PK\1\2")
            yield f"another checksum in the list, {form}", with_bytes(listed + 16, b"\1\2\3\4")
            yield f"another start in the list, {form}", with_bytes(listed + 42, b"\1")
            yield f"an entry too few, {form}", with_bytes(len(archive) - 14, b"\1\0\1\0")

    def texts(self, archive: bytes) -> list[tuple[str, str]]:
        with zipfile.ZipFile(io.BytesIO(archive)) as file:
            return [(name, file.read(name).decode()) for name in file.namelist()]
