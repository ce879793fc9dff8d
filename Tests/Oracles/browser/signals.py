#!/usr/bin/env python3
"""Checks that a program gives its terminal back in every way of leaving, and obeys a real shell's job control.

usage: signals.py [--only TEXT] COMMAND [ARGUMENT…]     for instance: signals.py .build/debug/BrowserProbe terminal

The program shows an alternate screen and answers keys with output. `q` leaves with status 0, `^Z` suspends, and Enter
performs the fault that the judge adds to the command as `--fault NAME`: trap, exit (with status 3), abort, busy (never
returns), open (opens a second terminal and shows the error), handler (none, but the program has a handler of SIGTERM that
writes "handled"). Each check prints a line; a failure makes the exit status 1.
"""
from __future__ import annotations

import argparse
import contextlib
import fcntl
import os
import pty
import random
import re
import resource
import select
import shlex
import signal
import struct
import subprocess
import sys
import tempfile
import termios
import time
from collections.abc import Callable

ENTER, LEAVE = b"\x1b[?1049h", b"\x1b[?1049l"
PAGE_DOWN = b"\x1b[6~"
COMMAND: list[str] = []
results: list[bool] = []


def expect(name: str, holds: bool, detail: object = "") -> None:
    """Prints and counts a named assertion."""
    results.append(holds)
    print(f"{'ok' if holds else 'FAILED'}: {name}" + ("" if holds else f": {detail}"), flush=True)


class Session:
    """A program on a terminal of its own, below a session leader that plays the shell, or as an orphaned group."""

    def __init__(self, *arguments: str, command: list[str] | None = None, orphaned=False, ignored=()):
        self.master, self.slave = pty.openpty()
        fcntl.ioctl(self.slave, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        self.before = termios.tcgetattr(self.slave)
        self.output = b""
        self.status: int | None = None
        command = command or [*COMMAND, *arguments]
        pid_reader, pid_writer = os.pipe()
        self.status_reader, status_writer = os.pipe()
        self.leader = os.fork()
        if self.leader == 0:
            try:
                self._lead(command, orphaned, ignored, pid_writer, status_writer)
            finally:
                os._exit(99)
        os.close(pid_writer)
        os.close(status_writer)
        self.pid = int(os.read(pid_reader, 20))
        os.close(pid_reader)

    def _lead(self, command, orphaned, ignored, pid_writer, status_writer) -> None:
        os.close(self.master)
        os.setsid()
        fcntl.ioctl(self.slave, termios.TIOCSCTTY, 0)
        pid = os.fork() if not orphaned else 0
        if pid == 0:
            if not orphaned:
                signal.signal(signal.SIGTTOU, signal.SIG_IGN)
                os.setpgid(0, 0)
                os.tcsetpgrp(self.slave, os.getpid())
            os.write(pid_writer, str(os.getpid()).encode())
            # A shell lets its background jobs ignore some signals, and ignored signals are inherited.
            for number in set(signal.Signals) - {signal.SIGKILL, signal.SIGSTOP}:
                signal.signal(number, signal.SIG_DFL)
            for number in ignored:
                signal.signal(number, signal.SIG_IGN)
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
            for standard in (0, 1, 2):
                os.dup2(self.slave, standard)
            environment = {**os.environ, "SWIFT_BACKTRACE": "enable=no", "TERM": "xterm-256color", "PS1": "$ "}
            os.execvpe(command[0], command, environment)
        _, status = os.waitpid(pid, 0)
        os.write(status_writer, str(status).encode())

    def read(self, seconds: float) -> bytes:
        """Reads for a time."""
        start, end = len(self.output), time.monotonic() + seconds
        while (rest := end - time.monotonic()) > 0:
            if select.select([self.master], [], [], rest)[0]:
                self.output += os.read(self.master, 65536)
        return self.output[start:]

    def wait(self, condition: Callable[[], bool], seconds: float = 5) -> bool:
        """Reads until a condition is met."""
        end = time.monotonic() + seconds
        while not condition():
            if time.monotonic() > end:
                return False
            self.read(0.02)
        return True

    def wait_until_quiet(self, seconds: float = 0.5, limit: float = 60) -> None:
        """Reads until the program has written nothing for a time, because it has handled all keys."""
        end = time.monotonic() + limit
        while time.monotonic() < end and self.read(seconds):
            pass

    def wait_for(self, text: bytes, start: int = 0, seconds: float = 5) -> bool:
        return self.wait(lambda: text in self.output[start:], seconds)

    def entered(self) -> Session:
        """Waits for the first frame."""
        self.wait(lambda: ENTER in self.output and self.settings() != self.before)
        self.read(0.1)
        return self

    def key(self, key: bytes) -> None:
        os.write(self.master, key)

    def answers(self, key: bytes = PAGE_DOWN) -> bool:
        """Whether the program answers a key with output."""
        start = len(self.output)
        self.key(key)
        return self.wait(lambda: len(self.output) > start)

    def settings(self) -> list:
        return termios.tcgetattr(self.slave)

    def state(self) -> str:
        """The first letter of the process's state: T if it is stopped."""
        run = subprocess.run(["ps", "-o", "stat=", "-p", str(self.pid)], capture_output=True, text=True)
        return run.stdout[:1]

    def kill(self, number: int) -> None:
        """Sends a signal, unless an earlier one has ended the process."""
        with contextlib.suppress(ProcessLookupError):
            os.kill(self.pid, number)

    def has_ended(self) -> bool:
        if self.status is None and self.leader == self.pid:
            pid, status = os.waitpid(self.pid, os.WNOHANG)
            self.status = status if pid else None
        elif self.status is None and select.select([self.status_reader], [], [], 0)[0]:
            self.status = int(os.read(self.status_reader, 20))
        return self.status is not None

    def end(self) -> str:
        """Waits for the end, and returns its kind: the status or the name of the signal."""
        self.wait(self.has_ended)
        self.read(0.05)
        if self.status is None:
            return "still running"
        if os.WIFSIGNALED(self.status):
            return signal.Signals(os.WTERMSIG(self.status)).name
        return f"status {os.WEXITSTATUS(self.status)}"

    def close(self) -> None:
        if not self.has_ended():
            self.kill(signal.SIGKILL)
        for descriptor in (self.master, self.slave, self.status_reader):
            with contextlib.suppress(OSError):
                os.close(descriptor)
        if self.leader != self.pid or self.status is None:
            os.waitpid(self.leader, 0)

    def __enter__(self) -> Session:
        return self

    def __exit__(self, *_) -> None:
        self.close()

    # What a terminal looks like afterwards.

    def modes_left_on(self) -> list[int]:
        """The private modes that differ from those of a new terminal; `r` restores a saved mode."""
        modes = {int(number): last == b"h" for number, last in re.findall(rb"\x1b\[\?(\d+)([hlr])", self.output)}
        return [mode for mode, is_on in modes.items() if is_on != (mode in (7, 25))]

    def text_after_leaving(self) -> bytes:
        """The text, but no control sequences, after the screen was left."""
        after = self.output[self.output.rfind(LEAVE) + len(LEAVE) :]
        return re.sub(rb"\x1b\[[0-9;?]*[A-Za-z]", b"", after)

    def expect_given_back(self, name: str, text: bytes = b"") -> None:
        settings = self.settings()
        expect(f"{name}: the settings are those before", settings == self.before, settings)
        expect(f"{name}: no mode remains on", self.modes_left_on() == [], self.modes_left_on())
        expect(f"{name}: the screen is left", self.output.rfind(LEAVE) > self.output.rfind(ENTER), self.output[-200:])
        after = self.text_after_leaving()
        expect(f"{name}: {'only the handler writes' if text else 'nothing is written'} afterwards", after == text, after)


def check_leaving(
    name: str, fault: str, act: Callable[[Session], object], ends: set[str], within: float = 5, text: bytes = b""
) -> None:
    """Checks one way of leaving."""
    with Session("--fault", fault).entered() as session:
        expect(f"{name}: the terminal is raw before", session.settings() != session.before)
        act(session)
        start = time.monotonic()
        end = session.end()
        seconds = time.monotonic() - start
        expect(f"{name}: the end is {' or '.join(sorted(ends))}", end in ends, end)
        expect(f"{name}: the end comes within {within} s", seconds < within, seconds)
        session.expect_given_back(name, text)


def leaving() -> None:
    """All ways of leaving."""
    check_leaving("the key q", "none", lambda session: session.key(b"q"), {"status 0"})
    check_leaving("the key ^C", "none", lambda session: session.key(b"\x03"), {"status 0"})
    names = ["INT", "TERM", "HUP", "QUIT", "SEGV", "BUS", "ILL", "TRAP", "ABRT", "FPE"]
    for name in (f"SIG{name}" for name in names):
        number = getattr(signal, name)
        check_leaving(name, "none", lambda session, number=number: session.kill(number), {name}, 0.5)
    faults = [("trap", {"SIGILL", "SIGTRAP"}), ("exit", {"status 3"}), ("abort", {"SIGABRT"})]
    for fault, ends in faults:
        check_leaving(f"the fault {fault}", fault, lambda session: session.key(b"\r"), ends)

    def kill_busy(session: Session) -> None:
        session.key(b"\r")
        session.read(0.2)
        session.kill(signal.SIGTERM)

    check_leaving("SIGTERM while the actor is busy", "busy", kill_busy, {"SIGTERM"}, 0.5)
    check_leaving(
        "SIGTERM with a handler of the program", "handler", lambda session: session.kill(signal.SIGTERM),
        {"status 0"}, 1, b"handled\r\n")

    def kill_twice(session: Session) -> None:
        session.kill(signal.SIGTERM)
        session.kill(signal.SIGHUP)

    check_leaving("SIGTERM and SIGHUP at once", "none", kill_twice, {"SIGTERM", "SIGHUP"}, 0.5)


def second_terminal() -> None:
    """A second terminal of the process is refused."""
    with Session("--fault", "open").entered() as session:
        session.key(b"\r")
        expect("a second terminal: refused", session.wait_for(b"already open"), session.output[-200:])
        session.key(b"q")
        expect("a second terminal: the first one ends with status 0", session.end() == "status 0")
        session.expect_given_back("a second terminal")


def plain() -> None:
    """A plain terminal keeps its settings and its screen."""

    def opened() -> Session:
        session = Session("--plain")
        session.wait(lambda: bool(session.output))
        return session

    ways = [(b"q\n", "status 0"), (b"\x04", "status 0"), (b"\x03", "SIGINT"), (b"\x1c", "SIGQUIT")]
    for key, end in ways:
        with opened() as session:
            name = f"plain, the key {key!r}"
            expect(f"{name}: a line is answered", session.answers(b"x\n"))
            expect(f"{name}: the settings are kept", session.settings() == session.before)
            session.key(key)
            actual = session.end()
            expect(f"{name}: the end is {end}", actual == end, actual)
            expect(f"{name}: the settings are those before", session.settings() == session.before)
            expect(f"{name}: no mode changes", b"\x1b[?" not in session.output, session.output)


def without_terminal() -> None:
    """A process without a terminal gets an error."""
    run = subprocess.run(COMMAND, stdin=subprocess.DEVNULL, capture_output=True, start_new_session=True)
    expect("without a terminal: the program fails", run.returncode > 0, run.returncode)
    expect("without a terminal: it says so", b"terminal" in run.stdout + run.stderr, run)


def silent_terminal() -> None:
    """A terminal that reads nothing for a time, or for ever."""

    def fill(session: Session) -> bool:
        """Sends keys until the program's output no longer fits the terminal."""
        end = time.monotonic() + 10
        while time.monotonic() < end:
            if not select.select([], [session.slave], [], 0)[1]:
                # The last bytes of room, and more keys, whose frames the program must skip.
                os.set_blocking(session.slave, False)
                with contextlib.suppress(BlockingIOError):
                    while True:
                        os.write(session.slave, b"x")
                for _ in range(50):
                    os.write(session.master, PAGE_DOWN)
                    time.sleep(0.001)
                return True
            os.write(session.master, PAGE_DOWN)
            time.sleep(0.0005)
        return False

    with Session().entered() as session:
        expect("a terminal that reads nothing: full", fill(session))
        start = time.monotonic()
        session.kill(signal.SIGTERM)
        while not session.has_ended() and time.monotonic() - start < 5:
            time.sleep(0.005)
        seconds = time.monotonic() - start
        expect("a terminal that reads nothing: SIGTERM ends the program within 0.5 s", seconds < 0.5, seconds)
        expect("a terminal that reads nothing: the end is SIGTERM", session.end() == "SIGTERM")
        session.expect_given_back("a terminal that reads nothing")
    with Session().entered() as session:
        expect("a terminal that pauses: full", fill(session))
        # A terminal that is full drops keys, also a part of one. A key that follows such a part is lost.
        session.wait_until_quiet()
        expect("a terminal that pauses: answers a key afterwards", session.answers())
        session.key(b"q")
        expect("a terminal that pauses: the end is status 0", session.end() == "status 0")
        session.expect_given_back("a terminal that pauses")


def stops() -> None:
    """Stops by key and by signal, and continuations."""

    def stopped(session: Session) -> bool:
        is_stopped = session.wait(lambda: session.state() == "T")
        session.read(0.05)
        return is_stopped

    actions = {"the key ^Z": lambda session: session.key(b"\x1a"), "SIGTSTP": lambda session: session.kill(signal.SIGTSTP)}
    for name, act in actions.items():
        with Session().entered() as session:
            for turn in ("", ", again"):
                act(session)
                expect(f"{name}{turn}: the program is stopped", stopped(session), session.state())
                session.expect_given_back(name + turn)
                start = len(session.output)
                session.kill(signal.SIGCONT)
                expect(f"{name}{turn}: enters after SIGCONT", session.wait_for(ENTER, start))
                expect(f"{name}{turn}: answers a key after SIGCONT", session.answers())
                count = session.output[start:].count(ENTER)
                expect(f"{name}{turn}: enters once", count == 1, count)
            session.key(b"q")
            expect(f"{name}: then q leaves", session.end() == "status 0")
            session.expect_given_back(f"{name}, then q")
        with Session().entered() as session:
            act(session)
            stopped(session)
            session.kill(signal.SIGTERM)
            session.kill(signal.SIGCONT)
            expect(f"{name}, then SIGTERM: ends by it", session.end() == "SIGTERM")
            session.expect_given_back(f"{name}, then SIGTERM")
    with Session().entered() as session:
        session.kill(signal.SIGSTOP)
        stopped(session)
        start = len(session.output)
        session.kill(signal.SIGCONT)
        expect("SIGSTOP: enters after SIGCONT", session.wait_for(ENTER, start))
        session.key(b"q")
        expect("SIGSTOP: then q leaves", session.end() == "status 0")
        session.expect_given_back("SIGSTOP, then q")
    with Session(orphaned=True).entered() as session:
        start = len(session.output)
        session.kill(signal.SIGTSTP)
        expect("SIGTSTP in an orphaned group: enters again", session.wait_for(ENTER, start))
        expect("SIGTSTP in an orphaned group: answers a key", session.answers())
        session.key(b"q")
        expect("SIGTSTP in an orphaned group: then q leaves", session.end() == "status 0")
        session.expect_given_back("SIGTSTP in an orphaned group")


def hang_ups() -> None:
    """Programs that ignore SIGHUP, as `nohup` starts them."""
    with Session(ignored=[signal.SIGHUP]).entered() as session:
        session.kill(signal.SIGHUP)
        session.read(0.2)
        expect("an ignored SIGHUP: the program runs", not session.has_ended() and session.answers())
        session.key(b"q")
        expect("an ignored SIGHUP: then q leaves", session.end() == "status 0")
        session.expect_given_back("an ignored SIGHUP")
    with Session(orphaned=True, ignored=[signal.SIGHUP]).entered() as session:
        os.close(session.slave)
        os.close(session.master)
        end = time.monotonic() + 5
        while not session.has_ended() and time.monotonic() < end:
            time.sleep(0.01)
        expect("an ignored SIGHUP: the program ends without its terminal", session.has_ended())


def storm(seed: int) -> None:
    """1,500 signals with keys among them."""
    for name, orphaned in (("a storm", False), ("a storm in an orphaned group", True)):
        for way, end in ((b"q", "status 0"), (signal.SIGTERM, "SIGTERM")):
            generator = random.Random(seed)
            with Session(orphaned=orphaned).entered() as session:
                for _ in range(1500):
                    session.kill(generator.choice([signal.SIGWINCH, signal.SIGTSTP, signal.SIGCONT, signal.SIGCONT]))
                    if generator.random() < 0.2:
                        session.key(generator.choice([b"j", b"k", b"G", PAGE_DOWN]))
                    session.read(0.0001)
                for _ in range(5):
                    session.read(0.1)
                    session.kill(signal.SIGCONT)
                # At the end of the table, the next key would change nothing.
                session.key(b"g")
                session.read(0.1)
                expect(f"{name}, seed {seed}: answers a key", session.answers())
                session.key(way) if isinstance(way, bytes) else session.kill(way)
                actual = session.end()
                expect(f"{name}, seed {seed}: the end is {end}", actual == end, actual)
                session.expect_given_back(f"{name}, then {end}")


def shell() -> None:
    """A real shell with job control."""
    folder = tempfile.mkdtemp()
    program = shlex.join(COMMAND)
    with Session(command=["bash", "--norc", "--noprofile", "-i"], orphaned=True) as session:
        session.wait_for(b"$ ")
        stty: list[str] = []

        def run(line: str) -> int:
            """Types a line, and returns where its output starts."""
            start = len(session.output)
            session.key(line.encode() + b"\n")
            return start

        def settings(when: str) -> None:
            """Compares the settings that `stty` shows."""
            path = f"{folder}/{len(stty)}"
            run(f"stty -a > {path}; echo do''ne {len(stty)}")
            session.wait_for(b"done %d" % len(stty))
            stty.append(open(path).read() if os.path.exists(path) else "no output of stty")
            expect(f"bash: stty shows the same {when}", stty[-1] == stty[0], stty)

        def job() -> Session:
            """The shell's program, found as its child."""
            pids = subprocess.run(["pgrep", "-P", str(session.leader)], capture_output=True, text=True).stdout.split()
            session.pid = int(pids[-1])
            return session

        settings("at the start")
        start = run(program)
        expect("bash: the program enters", session.wait_for(ENTER, start))
        session.read(0.1)
        for turn in ("first", "second"):
            start = len(session.output)
            session.key(b"\x1a")
            expect(f"bash: the {turn} ^Z stops the job", session.wait_for(b"Stopped", start), session.output[start:])
            expect(f"bash: the {turn} ^Z leaves the screen first",
                   -1 < session.output.find(LEAVE, start) < session.output.find(b"Stopped", start))
            settings(f"after the {turn} ^Z")
            start = run("fg")
            expect(f"bash: fg enters after the {turn} ^Z", session.wait_for(ENTER, start))
            expect(f"bash: a key is answered after the {turn} fg", session.answers())
        start = len(session.output)
        os.kill(job().pid, signal.SIGTSTP)
        session.pid, pid = session.leader, session.pid
        expect("bash: SIGTSTP stops the job", session.wait_for(b"Stopped", start))
        start = run("bg")
        session.read(0.5)
        expect("bash: bg enters nothing", ENTER not in session.output[start:], session.output[start:])
        state = subprocess.run(["ps", "-o", "stat=", "-p", str(pid)], capture_output=True, text=True).stdout[:1]
        expect("bash: the job stops again after bg", state == "T", state)
        settings("after bg")
        start = run("fg")
        expect("bash: fg enters after bg", session.wait_for(ENTER, start))
        session.read(0.2)
        session.key(b"q")
        session.read(0.2)
        start = run("echo status $?")
        expect("bash: q ends with status 0", session.wait_for(b"status 0", start), session.output[start:])
        settings("after q")

        start = run(program + " < /dev/null > /dev/null 2>&1")
        expect("bash: /dev/tty does for redirected descriptors", session.wait_for(ENTER, start))
        session.read(0.1)
        session.key(b"q")
        session.read(0.2)
        settings("after redirected descriptors")

        start = run(program + " &")
        expect("bash: a start in the background stops", session.wait_for(b"Stopped", run("sleep 0.3; jobs"))
               and ENTER not in session.output[start:], session.output[start:])
        settings("after a start in the background")
        start = run("fg")
        expect("bash: fg enters after a start in the background", session.wait_for(ENTER, start))
        session.read(0.2)
        start = len(session.output)
        os.kill(job().pid, signal.SIGTERM)
        session.pid = session.leader
        expect("bash: reports the SIGTERM", session.wait_for(b"Terminated", start), session.output[start:])
        settings("after SIGTERM")

        start = run("sleep 1000 | " + program)
        session.wait_for(ENTER, start)
        session.read(0.1)
        start = len(session.output)
        session.key(b"\x1a")
        expect("bash: ^Z stops a whole pipeline", session.wait_for(b"Stopped", start), session.output[start:])
        settings("after a stopped pipeline")
        start = run("fg")
        session.wait_for(ENTER, start)
        session.read(0.2)
        session.key(b"q")
        session.wait_for(LEAVE, start)
        session.read(0.1)
        session.key(b"\x03")
        settings("after a pipeline")


GROUPS = {
    "leaving": leaving,
    "second": second_terminal,
    "plain": plain,
    "without": without_terminal,
    "silent": silent_terminal,
    "stops": stops,
    "hang-ups": hang_ups,
    "storm": lambda: storm(random.randrange(1000)),
    "shell": shell,
}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", choices=GROUPS, help="run one group of checks")
    parser.add_argument("command", nargs=argparse.REMAINDER)
    options = parser.parse_args()
    if not options.command:
        parser.error("name the command to run")
    COMMAND.extend([os.path.abspath(options.command[0]), *options.command[1:]])
    for name, check in GROUPS.items():
        if options.only in (None, name):
            try:
                check()
            except Exception as error:
                expect(f"{name}: the checks end", False, repr(error))
    failed = results.count(False)
    print(f"{len(results) - failed} passed, {failed} failed")
    return 1 if failed else 0


sys.exit(main())
