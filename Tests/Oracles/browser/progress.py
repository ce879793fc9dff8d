"""The line that shows the progress of the program `tables`, in a pseudo terminal.

usage: progress.py TABLES

Rows come slowly through a pipe or a FIFO, so that the line appears. Half of the rows wait until the line was drawn, since
a busy machine takes longer than the rows. The screen at the end must be that of a run with --no-progress.
"""
import fcntl
import os
import re
import signal
import sys
import tempfile
import termios
import threading
import time

import pyte

from terminal import Checks, Terminal

TABLES = os.path.abspath(sys.argv[1])
ERASE = b"\r\x1b[2K"
LIMIT = 60
"""The seconds to wait for what must come."""
checks = Checks()
check = checks.check


class Run:
    """A run of the program, whose input is written slowly into a FIFO, and whose output is seen on a screen.

    Half of the rows are written only when the line was drawn a number of times.
    """

    def __init__(self, *arguments, script='exec "$0" "$@" <"$FIFO"', seconds=2.0, rows=500, last="",
                 columns=60, environment=None, draws=4):
        self.draws = 0 if "--no-progress" in arguments else draws
        self.folder = tempfile.TemporaryDirectory()
        self.fifo = os.path.join(self.folder.name, "fifo")
        os.mkfifo(self.fifo)
        self.screen = pyte.Screen(columns, 24)
        self.stream = pyte.ByteStream(self.screen)
        self.start = time.time()
        self.terminal = Terminal(
            ["bash", "-c", script, TABLES, *arguments], columns=columns,
            environment={"FIFO": self.fifo, **(environment or {})})
        self.writer = threading.Thread(target=self.write, args=(seconds, rows, last), daemon=True)
        self.writer.start()

    def write(self, seconds, rows, last):
        """Writes a number of rows twenty times a second, and then the last row."""
        try:
            with open(self.fifo, "wb", buffering=0) as fifo:
                fifo.write(b"id,name\n")
                steps = int(seconds * 20)
                for step in range(steps):
                    if step == steps // 2:
                        self.wait_for_line()
                    fifo.write(b"".join(b"%d,name-%d\n" % (step * rows + n, n) for n in range(rows)))
                    time.sleep(0.05)
                fifo.write(last.encode())
        except BrokenPipeError:
            pass

    def wait_for_line(self):
        end = time.time() + LIMIT
        while len(self.lines) < self.draws and self.terminal.process.poll() is None and time.time() < end:
            time.sleep(0.02)

    def read(self, seconds, until=None):
        output = self.terminal.read(seconds, until)
        self.stream.feed(output)
        return output

    def has_line(self):
        """Reads until the line is drawn. Returns whether it is, and the seconds since the start."""
        output = self.read(LIMIT, ERASE + b"Reading")
        return ERASE + b"Reading" in output, time.time() - self.start

    def read_lines(self, count):
        """Reads until the line was drawn a number of times."""
        for _ in range(count):
            self.has_line()

    def end(self):
        """Reads to the end of the program. Returns its status and the text of the screen."""
        count = len(self.terminal.output)
        status = self.terminal.wait(LIMIT)
        self.seconds = time.time() - self.start
        self.stream.feed(self.terminal.output[count:])
        self.terminal.close()
        return status, self.text

    @property
    def text(self):
        return "\n".join(line.rstrip() for line in self.screen.display).rstrip()

    @property
    def lines(self):
        """The texts of the line, in the order of their drawing."""
        return [text.decode() for text in re.findall(re.escape(ERASE) + rb"([A-Z][^\r\n\x1b]*)", self.terminal.output)]

    def resize(self, columns):
        self.terminal.resize(columns, 24)
        self.screen.resize(24, columns)


def expect_same(name, arguments=(), lines=True, **options):
    """Checks that the screen and the status at the end are those of a run without the line."""
    run = Run(*arguments, **options, draws=4 if lines else 0)
    plain = Run(*arguments, "--no-progress", **options)
    result, expected = run.end(), plain.end()
    check(f"{name}: the line {'appears' if lines else 'does not appear'}", bool(run.lines) == lines, run.lines)
    check(f"{name}: nothing of it is left", result == expected, f"\n{result}\n{expected}")
    check(f"{name}: --no-progress draws no line", ERASE not in plain.terminal.output, plain.lines)
    return run


def terminal():
    run = expect_same("a table on the terminal")
    check("the line says what is read", all(re.match(r"Reading \d", line) for line in run.lines[:1]), run.lines)
    check("the size of a pipe is unknown", not any("%" in line for line in run.lines if "Reading" in line), run.lines)
    check("the line has at most 40 columns", max(map(len, run.lines)) <= 40, run.lines)
    check("the line is drawn about ten times a second", 4 <= len(run.lines) <= 12 * run.seconds, len(run.lines))
    run = Run()
    found, seconds = run.has_line()
    check("the line appears after a second", found and seconds >= 1, seconds)
    run.end()
    for _ in range(20):
        run = Run(seconds=0.1, last="x,y\n", draws=0)
        run.end()
        if run.seconds < 1:
            break
    check("nothing is drawn in the first second", ERASE not in run.terminal.output or run.seconds >= 1, run.lines)
    expect_same("an error late in the input", last="1,2,3\n")
    expect_same("totals", ["--totals", "--sum", "id"])
    expect_same("a narrow terminal", columns=20)
    run = expect_same("a tiny terminal", columns=2, arguments=["--width", "9"])
    check("the line is narrower than the terminal", max(map(len, run.lines)) == 1, run.lines)


def resize():
    run = Run(seconds=3, draws=12)
    run.has_line()
    run.resize(20)
    run.read_lines(3)
    count = len(run.lines)
    run.read_lines(4)
    widths = [len(line) for line in run.lines[count:]]
    check("the line fits a terminal that became narrower", widths and max(widths) <= 19, run.lines)
    check("after a resize, one line is visible", run.text.count("Reading") == 1 and "\n" not in run.text, run.text)
    result = run.end()
    plain = Run("--no-progress", seconds=3)
    plain.read(1.5)
    plain.resize(20)
    expected = plain.end()
    check("after a resize, nothing of the line is left", result == expected, f"\n{result}\n{expected}")


def signals():
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT):
        run = Run(seconds=5)
        found, _ = run.has_line()
        os.kill(run.terminal.process.pid, number)
        status, text = run.end()
        check(f"{number.name} erases the line and ends the program", found and (status, text) == (-number, ""), (status, text))
    run = Run(seconds=5)
    run.has_line()
    run.terminal.type("\x03")
    status, text = run.end()
    check("^C erases the line", status == -signal.SIGINT and text in ("^C", ""), (status, text))
    run = Run(seconds=3, script='trap "" HUP; exec "$0" "$@" <"$FIFO"')
    run.has_line()
    os.kill(run.terminal.process.pid, signal.SIGHUP)
    status, text = run.end()
    check("an ignored signal stays ignored", status == 0 and "name-499" in text, (status, text))


def stop():
    run = Run(seconds=4, script='set -m; "$0" "$@" <"$FIFO"; echo STOPPED; sleep 3; fg >&-; echo END $?', draws=12)
    found, _ = run.has_line()
    run.terminal.type("\x1a")
    run.read(LIMIT, b"STOPPED")
    run.read(0.5)
    check("^Z erases the line and stops the program", found and "STOPPED" in run.text and "Reading" not in run.text, run.text)
    run.has_line()
    run.read(0.1)
    check("the line is back in the foreground", "Reading" in run.text, run.text)
    _, text = run.end()
    check("after a stop, nothing of the line is left", "Reading" not in text and "END 0" in text, text)
    run = Run("--totals", "--sum", "id", script='set -m; "$0" "$@" <"$FIFO" & wait; echo END', draws=0)
    _, text = run.end()
    check("there is no line in the background", ERASE not in run.terminal.output and "END" in text, text)


def outputs():
    with tempfile.TemporaryDirectory() as folder:
        file = os.path.join(folder, "file.csv")
        rows = b"".join(b"%d,name-%d\n" % (step * 500 + n, n) for step in range(40) for n in range(500))
        for name, arguments, script in [
            ("--output", ["--output", file], 'exec "$0" "$@" <"$FIFO"'),
            ("standard output in a file", ["--to", "csv"], f'exec "$0" "$@" <"$FIFO" >"{file}"'),
        ]:
            run = expect_same(name, arguments, script=script)
            check(f"{name}: the screen is empty", run.text == "", run.text)
            check(f"{name}: the file is whole", open(file, "rb").read().replace(b"\r", b"") == b"id,name\n" + rows)
        for name, arguments, script in [
            ("a pipe to another program", ["--to", "csv"], '"$0" "$@" <"$FIFO" | tail -n 3'),
            ("a device", ["--output", "/dev/null", "--to", "csv"], 'exec "$0" "$@" <"$FIFO"'),
            ("standard error in a file", ["--totals", "--sum", "id"], f'exec "$0" "$@" <"$FIFO" 2>"{file}"'),
            ("a closed standard error", ["--totals", "--sum", "id"], 'exec "$0" "$@" <"$FIFO" 2>&-'),
        ]:
            expect_same(name, arguments, lines=False, script=script)
        expect_same("a terminal without a cursor", lines=False, environment={"TERM": "dumb"})
        expect_same("NO_COLOR", environment={"NO_COLOR": "1"})
        for number in (signal.SIGINT, signal.SIGTERM):
            with open(file, "w") as old:
                old.write("old\n")
            run = Run("--output", file, seconds=10, rows=5000)
            run.has_line()
            while len(os.listdir(folder)) < 2 and time.time() < run.start + LIMIT:
                run.read(0.1)
            is_begun = len(os.listdir(folder)) == 2
            os.kill(run.terminal.process.pid, number)
            status, text = run.end()
            check(f"{number.name} during a write erases the line", is_begun and (status, text) == (-number, ""), (status, text))
            check(f"{number.name} during a write keeps the old file",
                  os.listdir(folder) == ["file.csv"] and open(file).read() == "old\n", os.listdir(folder))


def comparison():
    with tempfile.TemporaryDirectory() as folder:
        file = os.path.join(folder, "old.csv")
        with open(file, "w") as old:
            old.write("id,name\n" + "".join(f"{n},name-{n}\n" for n in range(100)))
        expect_same("a comparison", [file, "--compare", "-", "--key", "id", "--summary"])
        expect_same("a warning", [file, "--compare", "-", "--key", "id", "--summary"], last="1,name-1\n")


def other_users():
    run = Run("-", script='exec "$0" "$@"')
    for number in range(15):
        run.terminal.type("id\n" if number == 0 else f"{number}\n")
        run.read(0.1)
    check("there is no line while a person types rows", ERASE not in run.terminal.output, run.lines)
    run.terminal.type("\x04")
    run.end()
    run = Run(seconds=0, script='exec "$0" "$@" < <(sleep 4; echo id; echo 1)')
    output = run.read(2)
    check("there is no line before the first byte", output == b"" and "id" in run.end()[1], output)
    run = Run(seconds=3, draws=1)
    run.has_line()
    termios.tcflow(run.terminal.slave, termios.TCOOFF)
    run.read(1)
    is_stopped = not run.terminal.read(0.2)
    run.writer.join()
    time.sleep(1)
    termios.tcflow(run.terminal.slave, termios.TCOON)
    result = run.end()
    expected = Run("--no-progress", seconds=3).end()
    check("on a terminal that was stopped, nothing of the line is left", is_stopped and result == expected,
          f"\n{result}\n{expected}")
    run = Run(seconds=3)
    flags = fcntl.fcntl(run.terminal.slave, fcntl.F_GETFL)
    fcntl.fcntl(run.terminal.slave, fcntl.F_SETFL, flags | os.O_NONBLOCK)
    result = run.end()
    check("a standard error that does not block is no failure", result == expected and run.lines, result)


for judge in (terminal, resize, signals, stop, outputs, comparison, other_users):
    judge()
sys.exit(checks.finish())
