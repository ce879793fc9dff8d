"""Checks that the terminal has its former settings and screen in every way of leaving.

usage: signals.py PROBE
"""
import os
import random
import signal
import subprocess
import sys
import tempfile
import time

from terminal import Checks, Terminal

PROBE = os.path.abspath(sys.argv[1])
checks = Checks()


def begin(*arguments, **options):
    terminal = Terminal([PROBE, "live", "--sections", "1", *arguments], **options)
    terminal.read(5, until=b"q quit")
    return terminal


def leave(name, act, status, *arguments, seconds=4, **options):
    """Starts the program, leaves it in a way, and checks the terminal."""
    terminal = begin(*arguments, **options)
    was_raw = not terminal.has_former_settings and terminal.is_in_alternate_screen
    act(terminal)
    found = terminal.wait(seconds)
    after = terminal.output[terminal.output.rfind(b"\x1b[?1049l") + 8:]
    checks.check(f"{name}: the terminal was entered", was_raw)
    checks.check(f"{name}: the settings are the former ones", terminal.has_former_settings)
    checks.check(f"{name}: the screen is the former one", not terminal.is_in_alternate_screen)
    checks.check(f"{name}: the status is {status}", found == status, f"found {found}")
    checks.check(f"{name}: nothing else was written", not after.strip(), repr(after[:90]))
    terminal.close()


def kill(number):
    return lambda terminal: os.kill(terminal.process.pid, number)


def enter(terminal):
    terminal.type("\r")


leave("key q", lambda terminal: terminal.type("q"), 0)
leave("key ^C", lambda terminal: terminal.type("\x03"), 0)
for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT):
    leave(number.name, kill(number), -number)
for number in (signal.SIGSEGV, signal.SIGBUS, signal.SIGABRT, signal.SIGFPE):
    leave(f"{number.name} from outside", kill(number), -number)
leave("a trap in the delegate", enter, -signal.SIGILL if os.uname().machine == "x86_64" else -signal.SIGTRAP,
      "--fault", "trap")
leave("exit in the delegate", enter, 3, "--fault", "exit")
leave("abort in the delegate", enter, -signal.SIGABRT, "--fault", "abort")
leave("a second browser", lambda terminal: terminal.type("q"), 0)


def stop_while_busy(terminal):
    terminal.type("\r")
    time.sleep(0.3)
    os.kill(terminal.process.pid, signal.SIGTERM)


start = time.time()
leave("TERM while the actor is busy", stop_while_busy, -signal.SIGTERM, "--fault", "busy", seconds=3)

# A terminal that reads nothing must hold neither the signal nor the actor.
terminal = begin("--rows", "20000", "--rate", "100")
end = time.time() + 3
while time.time() < end:
    try:
        os.set_blocking(terminal.master, False)
        terminal.type("\x1b[6~")
    except OSError:
        break
    time.sleep(0.002)
os.set_blocking(terminal.master, True)
before = terminal.cpu()
time.sleep(1)
checks.check("a terminal that reads nothing: the program does not spin", terminal.cpu() - before < 0.7)
start = time.time()
os.kill(terminal.process.pid, signal.SIGTERM)
while terminal.process.poll() is None and time.time() - start < 5:
    time.sleep(0.01)
checks.check(
    "a terminal that reads nothing: TERM ends the program", terminal.process.poll() == -signal.SIGTERM and time.time() - start < 1,
    f"{terminal.process.poll()} after {time.time() - start:.2f} s")
checks.check("a terminal that reads nothing: the settings are the former ones", terminal.has_former_settings)
terminal.close()

# The program goes on when the terminal reads again.
terminal = begin("--rows", "20000", "--rate", "500")
time.sleep(2)
terminal.read(1)
terminal.type("\x1bOP")
checks.check("a terminal that reads again is drawn again", b"Any key returns" in terminal.read(2, until=b"Any key returns"))
terminal.type("qq")
checks.check("a terminal that reads again: q leaves", terminal.wait(2) == 0)
terminal.close()

# A closed terminal ends the program, which must not spin.
terminal = begin()
os.close(terminal.master)
os.close(terminal.slave)
start = time.time()
while terminal.process.poll() is None and time.time() - start < 3:
    time.sleep(0.02)
checks.check("a closed terminal ends the program", terminal.process.poll() is not None)
terminal.process.poll() is None and terminal.process.kill()

# An ignored signal stays ignored, as with nohup.
terminal = begin(before_start=lambda: signal.signal(signal.SIGHUP, signal.SIG_IGN))
os.kill(terminal.process.pid, signal.SIGHUP)
terminal.read(0.3)
checks.check("an ignored HUP stays ignored", terminal.process.poll() is None and terminal.is_in_alternate_screen)
terminal.type("q")
checks.check("an ignored HUP: q leaves", terminal.wait(2) == 0 and terminal.has_former_settings)
terminal.close()

# Stops by the key and by the signal; this program is the job control.
for name, act in (("^Z", lambda terminal: terminal.type("\x1a")), ("TSTP", kill(signal.SIGTSTP)), ("STOP", kill(signal.SIGSTOP))):
    terminal = begin()
    act(terminal)
    terminal.read(0.4)
    # The process group is an orphan, in which the kernel does not stop for TSTP. The program then goes on at once.
    if name == "STOP":
        checks.check("STOP: the program has stopped", terminal.state() == "T")
    os.kill(terminal.process.pid, signal.SIGCONT)
    after = terminal.read(0.5)
    checks.check(f"{name}: the program goes on", terminal.is_in_alternate_screen and not terminal.has_former_settings)
    terminal.type("q")
    checks.check(f"{name}: q leaves", terminal.wait(2) == 0 and terminal.has_former_settings)
    terminal.close()

# A storm of signals.
random.seed(1)
terminal = begin("--rate", "1000")
for _ in range(1500):
    os.kill(terminal.process.pid, random.choice([signal.SIGWINCH, signal.SIGTSTP, signal.SIGCONT, signal.SIGCONT]))
    if random.random() < 0.2:
        terminal.type(random.choice(["j", "k", "G", "\x1b[5~"]))
    terminal.read(0)
os.kill(terminal.process.pid, signal.SIGCONT)
terminal.read(0.5)
os.kill(terminal.process.pid, signal.SIGCONT)
terminal.read(0.3)
checks.check("a storm of signals: the program goes on", terminal.process.poll() is None and terminal.is_in_alternate_screen)
os.kill(terminal.process.pid, signal.SIGTERM)
checks.check("a storm of signals: TERM ends the program", terminal.wait(3) == -signal.SIGTERM and terminal.has_former_settings)
terminal.close()

# No terminal at all.
run = subprocess.run([PROBE, "live"], stdin=subprocess.DEVNULL, capture_output=True, start_new_session=True)
checks.check("without a terminal there is an error", run.returncode == 2 and b"no terminal" in run.stderr and not run.stdout)


# The job control of a real shell.
def shell():
    with tempfile.TemporaryDirectory() as folder:
        terminal = Terminal(["bash", "--norc", "--noprofile", "-i"], environment={"PS1": "$ "})
        terminal.read(0.6)

        def settings(name):
            terminal.type(f"stty -a > {folder}/{name}\n")
            terminal.read(0.5)
            with open(f"{folder}/{name}") as file:
                return file.read()

        before = settings("before")
        terminal.type(f"{PROBE} live\n")
        terminal.read(5, until=b"q quit")
        terminal.type("jj\x1a")
        stopped = terminal.read(1, until=b"Stopped")
        checks.check("shell, ^Z: the screen was left and the program stopped", b"1049l" in stopped and b"Stopped" in stopped)
        checks.check("shell, ^Z: the settings are the shell's", settings("stopped") == before)
        terminal.type("fg\n")
        resumed = terminal.read(1.5, until=b"q quit")
        checks.check("shell, fg: the screen is entered and painted", b"1049h" in resumed and b"Order" in resumed)
        pid = int(subprocess.run(["pgrep", "-P", str(terminal.process.pid)], capture_output=True, text=True).stdout.split()[0])
        os.kill(pid, signal.SIGTSTP)
        stopped = terminal.read(1, until=b"Stopped")
        checks.check("shell, TSTP: the program stopped", b"1049l" in stopped and b"Stopped" in stopped)
        terminal.type("bg\n")
        background = terminal.read(1)
        with open(f"/proc/{pid}/stat") as file:
            state = file.read().split(")")[1].split()[0]
        checks.check("shell, bg: the program stops again and draws nothing", state == "T" and b"1049h" not in background, state)
        checks.check("shell, bg: the settings are the shell's", settings("background") == before)
        terminal.type("fg\n")
        terminal.read(1.5, until=b"q quit")
        terminal.type("q")
        terminal.read(0.5)
        checks.check("shell, q: the settings are the shell's", settings("after") == before)
        terminal.type("exit\n")
        terminal.wait(1)
        terminal.close()


shell()
sys.exit(checks.finish())
