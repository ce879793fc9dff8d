"""The options --browse, --pick, and --watch of the program `tables` in a pseudo terminal.

usage: tables.py TABLES
"""
import json
import os
import subprocess
import sys
import tempfile
import time

import pyte

from terminal import Checks, Terminal

TABLES = os.path.abspath(sys.argv[1])
ORDERS = "id,name,amount\n" + "".join(f"{n},name-{n},{n}.50\n" for n in range(1, 201))
checks = Checks()
check = checks.check


class Screen(pyte.Screen):
    """A screen that ignores the restoring of a private mode (CSI ? 2027 r), which pyte takes for margins."""

    def set_margins(self, *margins, private=False):
        if not private:
            super().set_margins(*margins)


class Run:
    """A run of the program, whose standard output is a pipe, and whose standard input is a pipe if it is to be written."""

    def __init__(self, *arguments, writes_input=False, writes_terminal=False, columns=100, lines=24):
        self.output_end, output = os.pipe()
        self.error_end, error = os.pipe()
        redirections, passed = f"2>&{error}", [output, error]
        if not writes_terminal:
            redirections += f" >&{output}"
        self.input = None
        if writes_input:
            end, self.input = os.pipe()
            redirections += f" <&{end}"
            passed.append(end)
        command = ["bash", "-c", f'exec "$0" "$@" {redirections}', TABLES, *arguments]
        self.terminal = Terminal(command, columns=columns, lines=lines, pass_fds=passed)
        for descriptor in passed:
            os.close(descriptor)
        self.screen = Screen(columns, lines)
        self.stream = pyte.ByteStream(self.screen)

    def read(self, seconds=0.3):
        self.stream.feed(self.terminal.read(seconds))
        return "\n".join(self.screen.display)

    def shows(self, *texts, lacks=(), seconds=10):
        """Reads until the screen shows all of some texts, and none of others. Returns whether it does."""
        end = time.time() + seconds
        while time.time() < end:
            shown = self.read(0.1).casefold()
            if all(text.casefold() in shown for text in texts) and not any(text.casefold() in shown for text in lacks):
                return True
        return False

    def write(self, text):
        os.write(self.input, text if isinstance(text, bytes) else text.encode())

    def type(self, keys):
        self.terminal.type(keys)

    def leave(self, keys="q", seconds=5):
        """Types keys and returns the exit status, standard output, standard error, and the seconds until the end."""
        start = time.time()
        if keys:
            self.type(keys)
        status = self.terminal.wait(seconds)
        duration = time.time() - start
        self.stream.feed(b"")
        if status is None:
            self.terminal.process.kill()
            self.terminal.process.wait()
        texts = []
        for end in (self.output_end, self.error_end):
            with open(end, "rb") as file:
                texts.append(file.read().decode())
        if self.input is not None:
            os.close(self.input)
        is_restored = self.terminal.has_former_settings and not self.terminal.is_in_alternate_screen
        self.terminal.close()
        return status, *texts, duration, is_restored

    @property
    def detail(self):
        return "\n" + "\n".join(line for line in self.screen.display if line.strip())


def replace(path, text):
    """Replaces a file as editors do: by a new file of the same name."""
    with open(path + ".new", "w") as file:
        file.write(text)
    os.rename(path + ".new", path)


def browse_file(path):
    run = Run(path, "--browse")
    check("a file is browsed with its titles and rows", run.shows("amount", "name-1", "1.50", "name-9"), run.detail)
    run.type("G")
    check("the last row is reached", run.shows("name-200"), run.detail)
    status, output, error, duration, is_restored = run.leave()
    check("q ends with status 0 and an empty output", (status, output, error) == (0, "", ""), (status, output, error))
    check("the terminal is as before", is_restored)
    run = Run(path, "--browse", "--where", "amount < 4", "--sort", "id:desc", "--columns", "name")
    check("conditions, an order, and columns apply", run.shows("name-3", lacks=("name-4", "amount")), run.detail)
    run.leave()
    run = Run(path, "--browse", "--count")
    check("totals are browsed", run.shows("count", "200"), run.detail)
    run.leave()


def browse_pipe(folder):
    run = Run("--browse", writes_input=True)
    run.write("id,name\n1,first\n")
    check("the first row of a pipe appears while it is open", run.shows("first", "id"), run.detail)
    run.write("2,second\n3,th")
    check("a complete row appears, and an incomplete one does not", run.shows("second", lacks=("th ",)), run.detail)
    run.write("ird\nx,text\n")
    check("a text appears in a column of numbers", run.shows("third", "text"), run.detail)
    run.type("&id > 2\r")
    check("a text of a pipe is not compared with a number", run.shows("can't be compared", "--null 'x'"), run.detail)
    status, output, error, duration, _ = run.leave()
    check("q ends while the pipe is open", status == 0 and duration < 1.5, (status, duration))
    check("nothing is written", (output, error) == ("", ""), (output, error))

    run = Run("--browse", writes_input=True)
    run.write("id,name\n1,first\n7,second\n")
    run.shows("second")
    run.type("&id > 2\r")
    check("a number of a pipe is compared", run.shows("1 of 2 rows", "second", lacks=("first",)), run.detail)
    run.write("x,text\n")
    check("a filter says why it shows nothing any more", run.shows("nothing matches", "id has texts now"), run.detail)
    run.leave()

    run = Run("-", "--browse", "--sort", "id:desc", writes_input=True)
    run.write("id,name\n1,first\n")
    check("all rows are read before they are sorted", run.shows("reading", lacks=("first",)), run.detail)
    status, _, _, duration, _ = run.leave()
    check("q ends while rows that are to be sorted are read", status == 0 and duration < 1.5, (status, duration))

    run = Run("-", "--browse", writes_input=True)
    for number in range(100):
        run.write("".join(f"{{\"id\":{number * 1000 + n}}}\n" for n in range(1000)))
    run.write('{"id":100000,"late":"key"}\n')
    os.close(run.input)
    run.input = None
    check("the number of rows is a message at the end", run.shows("100,001 rows", "late"), run.detail)
    run.type("G")
    check("the last row of JSON Lines is shown", run.shows("99999", "key"), run.detail)
    run.leave()

    for name, bad, message in [
        ("a row of another length", b"3\n", "1 field"), ("bytes that are not UTF-8", b"3,\xff\n", "UTF-8"),
        ("a quote that is never closed", b"\"3,x\n", "never closed"),
    ]:
        run = Run("--browse", writes_input=True, columns=200)
        run.write("id,name\n1,first\n2,second\n")
        run.shows("second")
        run.write(bad)
        os.close(run.input)
        run.input = None
        check(f"after {name}, the rows stay and the message names the line", run.shows(message, ":4", "first"), run.detail)
        run.type("w")
        run.shows("Write 2 rows to the file:")
        run.type(os.path.join(folder, f"{message}.csv") + "\r")
        check(f"after {name}, w says that the file has more", run.shows("has more, which can't be read"), run.detail)
        status, output, error, _, _ = run.leave()
        check(f"after {name}, the status is 1 with the message", status == 1 and message in error and output == "",
              (status, error))


def pick(path):
    run = Run(path, "--pick", "--to", "json-rows")
    run.shows("name-2")
    status, output, error, _, is_restored = run.leave("j\r")
    rows = json.loads(output) if output else None
    check("Enter writes the row of the cursor", rows == [{"id": 2, "name": "name-2", "amount": 2.5}], (status, output))
    check("a pick ends with status 0", status == 0 and error == "" and is_restored, (status, error))
    run = Run(path, "--pick")
    run.shows("name-5")
    status, output, _, _, _ = run.leave("jjjmgm\r")
    check("marked rows are CSV in the order of the table", output.split() == ["id,name,amount", "1,name-1,1.50", "4,name-4,4.50"],
          output)
    run = Run(path, "--pick", "--group-by", "name", "--sum", "amount", "--to", "tsv")
    run.shows("name-1")
    status, output, _, _, _ = run.leave("j\r")
    check("a picked row has the column of its group", "name-" in output.split("\n")[1], output)
    run = Run(path, "--pick")
    run.shows("name-2")
    status, output, error, _, _ = run.leave("q")
    check("without a choice, the status is 130 and nothing is written", (status, output, error) == (130, "", ""),
          (status, output, error))
    with tempfile.TemporaryDirectory() as folder:
        file = os.path.join(folder, "picked.jsonl")
        run = Run(path, "--pick", "--output", file)
        run.shows("name-2")
        status, output, _, _, _ = run.leave("\r")
        written = open(file).read() if os.path.exists(file) else ""
        check("picked rows are written to a file in its format", written and json.loads(written)["id"] == 1, (status, written))
    run = Run(path, "--pick", writes_terminal=True)
    run.shows("name-2")
    run.leave("\r")
    check("picked rows are text on a terminal", b"name-1 " in run.terminal.output.split(b"\x1b[?1049l")[-1],
          run.terminal.output[-300:])
    run = Run("--pick", writes_input=True)
    run.write("id,name\n7,seven\n")
    run.shows("seven")
    status, output, _, duration, _ = run.leave("\r")
    check("a row of an open pipe is picked", output.split() == ["id,name", "7,seven"] and duration < 1.5, (output, duration))


def moves(path, folder):
    """The values of a column, groups, conditions, and files."""
    run = Run(path, "--browse", "--sum", "amount")
    run.shows("name-5")
    run.type("&amount > 150 and id != 160\r")
    check("a condition filters, and is named", run.shows("name-151", "50 of 200 rows", "amount > 150 and id != 160"), run.detail)
    total = sum(n + 0.5 for n in range(150, 201)) - 160.5
    run.type("G")
    check("the sum is that of the visible rows", run.shows(f"{total:.2f}"), run.detail)
    run.type("u")
    check("u takes the filter back", run.shows("200", lacks=("amount > 150",)), run.detail)
    run.type("&price > 3\r")
    check("an unknown column is an error", run.shows("“price”", "quotes"), run.detail)

    run.type("g|amo\r")
    run.read()
    run.type("&id < 4\r")
    run.shows("3 of 200 rows")
    run.type("V")
    check("V counts the values of the visible rows", run.shows("3 values in 3 rows", "33.3 %"), run.detail)
    run.type("mj")
    run.read()
    run.type("\r")
    check("Enter filters by the marked value", run.shows("1 of 200 rows", "amount = 1.50"), run.detail)
    run.type("\x1b")
    run.shows("3 of 200 rows")
    run.type("V")
    run.shows("3 values")
    run.type("-")
    check("- leaves the value out", run.shows("2 of 200 rows", "amount != 1.50"), run.detail)
    run.type("V")
    run.shows("2 values")
    run.type("q")
    check("q returns without a filter", run.shows("2 of 200 rows", "name-3"), run.detail)

    name = os.path.join(folder, "part.csv")
    run.type("w")
    check("w asks for a file", run.shows("Write 2 rows to the file:"), run.detail)
    run.type(name + "\r")
    check("the rows are written", run.shows("2 rows written to"), run.detail)
    with open(name) as file:
        check("the file has the visible rows", file.read() == "id,name,amount\n2,name-2,2.50\n3,name-3,3.50\n")
    run.type("-")
    run.shows("1 hidden")
    run.type("w")
    check("w names hidden columns", run.shows("Write 2 rows without the hidden columns to the file:"), run.detail)
    run.type(name + "\r")
    check("w asks before it replaces a file", run.shows("exists. Type y and Enter to replace it:"), run.detail)
    run.type("n\r")
    check("without y, nothing is written", run.shows("Nothing was written."), run.detail)
    run.type("w")
    run.shows("file:")
    run.type(name + "\r")
    run.shows("exists")
    run.type("y\r")
    check("y replaces the file", run.shows("2 rows written to"), run.detail)
    with open(name) as file:
        check("hidden columns are left out", file.read() == "id,name\n2,name-2\n3,name-3\n")
    run.type("w")
    run.shows("file:")
    run.type(path + "\r")
    check("the shown file is not replaced", run.shows("give another name"), run.detail)
    with open(path) as file:
        check("the shown file is as before", file.read() == ORDERS)
    status, output, error, _, is_restored = run.leave()
    check("q ends after the moves", (status, output, error, is_restored) == (0, "", "", True), (status, output, error))

    groups = os.path.join(folder, "groups.csv")
    with open(groups, "w") as file:
        file.write("g,n\n" + "".join(f"{'abc'[n % 3]},{n}\n" for n in range(30)))
    run = Run(groups, "--browse", "--sum", "n")
    run.shows("30 rows read")
    run.type("B")
    check("B groups by the column, with totals", run.shows("g: a (10 rows)", "135", "145", "155", "435", lacks=("a   ", )), run.detail)
    run.type("jj ")
    check("a group opens", run.shows("▾ g: c (10 rows)", "▸ g: a (10 rows)"), run.detail)
    run.type("B")
    check("B again shows the rows", run.shows("1/31", lacks=("(10 rows)",)), run.detail)
    run.leave()

    run = Run("--browse", writes_input=True)
    run.write("g,n\nx,1\ny,2\n")
    run.shows("y")
    run.type("B")
    check("groups wait for the end of a pipe", run.shows("waits until all rows are read"), run.detail)
    run.type("V")
    check("values of an open pipe are counted", run.shows("2 values in 2 rows"), run.detail)
    run.type("q")
    run.write("x,3\n")
    run.shows("3")
    os.close(run.input)
    run.input = None
    run.shows("3 rows read")
    run.type("B")
    check("a closed pipe is grouped", run.shows("g: x (2 rows)", "g: y (1 row)"), run.detail)
    run.leave()


def mouse(path):
    def click(column, line):
        return f"\x1b[<0;{column};{line}M\x1b[<0;{column};{line}m"

    run = Run(path, "--pick", "--mouse")
    run.shows("name-5")
    run.type(click(14, 1))
    check("a click on a title sorts", run.shows("name↑"), run.detail)
    run.type("S\x1b[<65;5;5M")
    check("the wheel scrolls", run.shows("name-25", lacks=("name-3 ",)), run.detail)
    run.type("\x1b[<64;5;5M" + click(5, 8))
    check("a click moves the cursor", run.shows("7/200") and "name-7" in run.screen.display[run.screen.cursor.y], run.detail)
    status, output, _, _, is_restored = run.leave(click(5, 9) + click(5, 9))
    check("a second click at once is Enter", (status, output.split()[-1:], is_restored) == (0, ["8,name-8,8.50"], True), (status, output))

    run = Run(path, "--browse")
    run.shows("name-5")
    status, _, _, _, is_restored = run.leave("\x03")
    check("^C ends with status 130", (status, is_restored) == (130, True), status)


def large(folder):
    """The first rows of a large file are there before the others."""
    path = os.path.join(folder, "large.csv")
    with open(path, "w") as file:
        file.write("id,text\n" + "".join(f"{n},text-{n}-{'x' * 40}\n" for n in range(1, 400_001)))
    run = Run(path, "--browse")
    run.shows("text-5-")
    run.type("jjm")
    check("all rows follow", run.shows("400,000", lacks=("so far",), seconds=60), run.detail)
    check("the cursor and the mark stay in their rows",
          "text-4-" in run.screen.display[run.screen.cursor.y] and "*" in run.screen.display[run.screen.cursor.y - 1], run.detail)
    run.type("G")
    check("the last row is reached", run.shows("text-400000-"), run.detail)
    run.type("M")
    run.type("w")
    run.shows("Write 400,000 rows to the file:")
    run.type(os.path.join(folder, "written.csv") + "\r")
    run.shows("writing…")
    run.type("w")
    check("a file that is being written is not written again", run.shows("A file is being written"), run.detail)
    check("all rows are written", run.shows("400,000 rows written to", seconds=60), run.detail)
    status, _, _, _, is_restored = run.leave()
    check("q ends after a large file", (status, is_restored) == (0, True), status)


def describe(path):
    run = Run(path, "--browse")
    run.shows("name-5")
    run.type("jjj")
    run.read()
    run.type("I")
    check("I describes the columns", run.shows("200 rows", "distinct", "200 · unique", "100.5", lacks=("name-5",)), run.detail)
    run.type("jj\r")
    check("Enter returns to the rows", run.shows("name-5", lacks=("distinct",)), run.detail)
    check("the cursor is in its row", "name-4" in run.screen.display[run.screen.cursor.y], run.detail)
    run.type("*")
    check("the cursor is in the column of the description's row", run.shows("4.50", lacks=("5.50",)), run.detail)
    run.type("I")
    run.shows("distinct")
    run.type("q")
    check("q returns to the rows, too", run.shows("4.50", lacks=("distinct",)), run.detail)
    run.type("\x1bOP")
    check("the help lists the key", run.shows("I ", "describe the columns"), run.detail)
    run.type("x")
    status, output, error, _, is_restored = run.leave()
    check("q ends after a description", (status, output, error, is_restored) == (0, "", "", True), (status, output, error))

    run = Run(path, "--pick", "--where", "id < 10")
    run.shows("name-5")
    run.type("I")
    check("conditions apply to the description", run.shows("9 of 200 rows", "9 · unique"), run.detail)
    run.type("\r")
    run.shows("name-5", lacks=("unique",))
    status, output, _, _, _ = run.leave("j\r")
    check("a row is picked after a description", output.split() == ["id,name,amount", "2,name-2,2.50"], (status, output))

    run = Run("--browse", writes_input=True)
    run.write("id,name,late\n1,first,\n")
    run.shows("first")
    run.write("2,second,5\n3,th")
    run.shows("second")
    run.type("I")
    check("the rows of an open pipe are described", run.shows("2 rows so far", "2 · unique", "integer"), run.detail)
    run.type("q")
    run.write("ird,6\n")
    check("rows that arrived meanwhile are shown", run.shows("third"), run.detail)
    os.close(run.input)
    run.input = None
    run.shows("3 rows")
    run.type("I")
    check("all rows of a closed pipe are described", run.shows("3 rows", "5.5", lacks=("so far",)), run.detail)
    run.type("q")
    run.shows("third")
    run.leave()

    run = Run(path, "--browse", "--describe", columns=120)
    check("a description is browsed", run.shows("200 rows", "distinct", "median"), run.detail)
    run.type("I")
    run.read()
    status, output, error, _, _ = run.leave()
    check("a description has no description", (status, output, error) == (0, "", ""), (status, output, error))

    run = Run(path, "--browse", "--plain")
    run.read(1)
    run.type("I\r")
    run.read(1)
    # The rows may have arrived after the first line, which is then read before a key counts.
    if b"Press the key again" in run.terminal.output:
        run.type("I\r")
        run.read(1)
    run.type("j\r")
    run.read(1)
    run.type("q\r")
    run.read(1)
    check("a plain browser describes the columns", b"Distinct" in run.terminal.output, run.terminal.output[-600:])
    status, _, _, _, _ = run.leave("q\r")
    check("a plain browser ends after a description", status == 0, status)


def watch(folder):
    path = os.path.join(folder, "watched.csv")
    replace(path, "id,name\n" + "".join(f"{n},name-{n}\n" for n in range(1, 11)))
    run = Run(path, "--browse", "--watch", "--key", "id", columns=200)
    check("a watched file is shown", run.shows("name-10"), run.detail)
    run.type("jjjj")
    run.read()
    replace(path, "id,name\n0,new\n" + "".join(f"{n},name-{n}{'-changed' * (n == 7)}\n" for n in range(1, 11)))
    check("a new row and a changed row appear", run.shows("new", "name-7-changed"), run.detail)
    check("the number of rows before is a message", run.shows("11 rows read, 10 before"), run.detail)
    check("they have signs", run.shows(" + 0", " ~ 7"), run.detail)
    check("the signs go after a while", run.shows("name-7-changed", lacks=(" + 0", " ~ 7")), run.detail)
    check("the cursor stays in its row", "name-5" in run.screen.display[run.screen.cursor.y], run.detail)
    run.type("\r")
    check("Enter shows the row", run.shows("any other key returns", "name-5", lacks=("name-7",)), run.detail)
    run.type("x")
    run.shows("name-7")
    shown = open(path).read()
    run.type("p")
    replace(path, shown.replace("0,new\n", "-1,later\n0,new\n"))
    check("an update waits during a pause", run.shows("1 update to show"), run.detail)
    name = os.path.join(folder, "paused.csv")
    run.type("s")
    run.type("w")
    run.shows("Write 11 rows to the file:")
    run.type(name + "\r")
    run.shows("written to")
    with open(name) as file:
        check("the rows that are written are those on the screen", sorted(file.read().split()) == sorted(shown.split()))
    run.type("S")
    run.type("B")
    check("groups are made during a pause", run.shows("Space opens a group"), run.detail)
    run.type("p")
    check("they have the rows of the newest file", run.shows("id: -1 (1 row)"), run.detail)
    run.type("B")
    check("the end of the pause shows the update", run.shows("later", lacks=("(1 row)",)), run.detail)
    with open(path, "a") as file:
        file.write("11,appended\n")
    check("an appended row appears", run.shows("appended"), run.detail)
    os.truncate(path, os.path.getsize(path) - 3)
    check("within a row, a truncated file keeps the rows with a message", run.shows("since", "kept", "appended"), run.detail)
    os.remove(path)
    check("a removed file keeps the rows with a message", run.shows("no such file", "since", "appended"), run.detail)
    replace(path, "id,name\n1,name-1\n2,back\n")
    check("a file that is back is shown", run.shows("back", lacks=("appended", "no such file")), run.detail)
    os.truncate(path, 0)
    check("an empty file keeps the rows with a message", run.shows("empty", "since", "back"), run.detail)
    with open(path, "wb") as file:
        file.write(b"\0\1\2\xff")
    check("a file that is no table keeps the rows with a message", run.shows("binary", "since", "back"), run.detail)
    replace(path, "id,name\n1,name-1\n1,twice\n")
    check("a duplicate key is a warning", run.shows("twice", "the key '1' is on line 2, too"), run.detail)
    status, output, error, _, is_restored = run.leave()
    check("watching ends with status 0", (status, output, error, is_restored) == (0, "", "", True), (status, output, error))


def refusals(path):
    for arguments in (["--browse"], ["--pick"], ["--browse", "--plain"]):
        run = subprocess.run(
            [TABLES, path, *arguments], stdin=subprocess.DEVNULL, capture_output=True, start_new_session=True, text=True,
            timeout=10)
        check(f"without a terminal, {' '.join(arguments)} ends with status 2 and a message",
              run.returncode == 2 and "terminal" in run.stderr and run.stdout == "", (run.returncode, run.stderr))


def plain(path):
    run = Run(path, "--browse", "--plain")
    run.read(1)
    run.type("j\r")
    run.read(1)
    check("a plain browser writes lines without addressing the cursor",
          b"name-" in run.terminal.output and b"\x1b[?1049h" not in run.terminal.output, run.terminal.output[-300:])
    status, output, _, _, _ = run.leave("q\r")
    check("a plain browser ends with q", (status, output) == (0, ""), (status, output))


with tempfile.TemporaryDirectory() as folder:
    orders = os.path.join(folder, "orders.csv")
    with open(orders, "w") as file:
        file.write(ORDERS)
    browse_file(orders)
    browse_pipe(folder)
    pick(orders)
    moves(orders, folder)
    mouse(orders)
    large(folder)
    describe(orders)
    watch(folder)
    refusals(orders)
    plain(orders)
sys.exit(checks.finish())
