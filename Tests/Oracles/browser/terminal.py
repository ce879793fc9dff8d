"""A program in a pseudo terminal, for the judges of the browser."""
import fcntl
import os
import pty
import select
import signal
import struct
import subprocess
import termios
import time


def set_size(descriptor, columns, lines):
    fcntl.ioctl(descriptor, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))


class Terminal:
    """A pseudo terminal with a program as the leader of its session."""

    def __init__(self, command, columns=80, lines=24, environment=None, pass_fds=(), before_start=None):
        self.master, self.slave = pty.openpty()
        set_size(self.slave, columns, lines)
        self.settings = termios.tcgetattr(self.slave)
        self.output = b""

        def start():
            os.setsid()
            fcntl.ioctl(self.slave, termios.TIOCSCTTY, 0)
            # A shell lets its background jobs ignore these signals, and ignored signals are inherited.
            for number in (signal.SIGINT, signal.SIGQUIT, signal.SIGHUP, signal.SIGTERM, signal.SIGTSTP):
                signal.signal(number, signal.SIG_DFL)
            if before_start:
                before_start()

        # Backtraces of Swift change the settings of a terminal themselves.
        base = {**os.environ, "TERM": "xterm-256color", "COLORTERM": "truecolor", "SWIFT_BACKTRACE": "enable=no"}
        base.pop("NO_COLOR", None)
        self.process = subprocess.Popen(
            command, stdin=self.slave, stdout=self.slave, stderr=self.slave, preexec_fn=start,
            env={**base, **(environment or {})}, pass_fds=pass_fds)

    def type(self, keys):
        os.write(self.master, keys.encode("utf-8", "surrogateescape") if isinstance(keys, str) else keys)

    def resize(self, columns, lines):
        set_size(self.slave, columns, lines)

    def read(self, seconds=0.5, until=None):
        """Reads for some seconds, or until a text has come; returns what was read."""
        end, new = time.time() + seconds, b""
        while time.time() < end and (until is None or until not in new):
            if select.select([self.master], [], [], max(0, min(0.02, end - time.time())))[0]:
                try:
                    new += os.read(self.master, 65536)
                except OSError:
                    break
        self.output += new
        return new

    def wait(self, seconds):
        """Reads until the program has ended, and returns its exit status or the negative number of its signal."""
        end = time.time() + seconds
        while time.time() < end and self.process.poll() is None:
            self.read(0.05)
        self.read(0.1)
        return self.process.poll()

    @property
    def has_former_settings(self):
        return termios.tcgetattr(self.slave) == self.settings

    @property
    def is_in_alternate_screen(self):
        return self.output.rfind(b"\x1b[?1049h") > self.output.rfind(b"\x1b[?1049l")

    def state(self):
        """The state of the process, such as T for stopped."""
        with open(f"/proc/{self.process.pid}/stat") as file:
            return file.read().split(")")[1].split()[0]

    def cpu(self):
        """The processor time in seconds."""
        with open(f"/proc/{self.process.pid}/stat") as file:
            fields = file.read().split(")")[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def close(self):
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        os.close(self.master)
        os.close(self.slave)


class Checks:
    """Named checks. A judge ends with their counts."""

    def __init__(self):
        self.passed = self.failed = 0

    def check(self, name, holds, detail=""):
        self.passed, self.failed = self.passed + bool(holds), self.failed + (not holds)
        print(f"{'ok    ' if holds else 'FAILED'} {name} {'' if holds else detail}", flush=True)

    def finish(self):
        print(f"{self.passed} passed, {self.failed} failed")
        return self.failed > 0
