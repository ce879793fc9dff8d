"""A Chromium without a window, controlled by the DevTools protocol."""

from __future__ import annotations

import base64
import json
import shutil
import subprocess
import tempfile
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

NAMES = ("chromium", "chromium-browser", "google-chrome")


class Server(ThreadingHTTPServer):
    """Serves one page with its policy."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.page, self.policy = b"", ""
        threading.Thread(target=self.serve_forever, daemon=True).start()

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.server_port}/"


class Handler(BaseHTTPRequestHandler):
    server: Server

    def do_GET(self) -> None:
        self.send_response(200 if self.path == "/" else 404)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Security-Policy", self.server.policy)
        self.end_headers()
        self.wfile.write(self.server.page if self.path == "/" else b"")

    def log_message(self, *arguments: Any) -> None:
        pass


class Browser:
    """One browser with one tab, which collects the complaints of the console."""

    def __init__(self) -> None:
        program = next(filter(None, map(shutil.which, NAMES)))
        self.profile = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        # The protocol uses the descriptors 3 and 4. Without the setting, a browser without a window has no pointer.
        options = [
            "--headless=new",
            "--no-sandbox",
            "--remote-debugging-pipe",
            "--no-first-run",
            "--disable-gpu",
            "--disable-dev-shm-usage",
            "--disable-background-networking",
            "--disable-component-update",
            "--hide-scrollbars",
            f"--user-data-dir={self.profile.name}",
            "--blink-settings=primaryHoverType=2,availableHoverTypes=2,primaryPointerType=4,availablePointerTypes=4",
        ]
        self.process = subprocess.Popen(
            ["/bin/sh", "-c", 'exec "$0" "$@" 3<&0 4>&1 </dev/null >/dev/null 2>&1', program, *options],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )
        self.number, self.rest, self.session = 0, b"", ""
        self.complaints: list[str] = []
        self.events: list[str] = []
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Accessibility"):
            self.call(f"{domain}.enable")

    def __enter__(self) -> Browser:
        return self

    def __exit__(self, *error: object) -> None:
        self.session = ""
        self.call("Browser.close")
        self.process.wait(timeout=20)
        self.profile.cleanup()

    def call(self, method: str, **parameters: Any) -> dict[str, Any]:
        """Sends a command and waits for its result."""
        self.number += 1
        command = {"id": self.number, "method": method, "params": parameters}
        if self.session:
            command["sessionId"] = self.session
        assert self.process.stdin is not None
        self.process.stdin.write(json.dumps(command).encode() + b"\0")
        self.process.stdin.flush()
        while (message := self.receive()).get("id") != self.number:
            pass
        if "error" in message:
            raise RuntimeError(f"{method}: {message['error']}")
        result: dict[str, Any] = message["result"]
        return result

    def receive(self) -> dict[str, Any]:
        assert self.process.stdout is not None
        while b"\0" not in self.rest:
            block = self.process.stdout.read1(1 << 16)  # type: ignore[attr-defined]
            if not block:
                raise RuntimeError("the browser has ended")
            self.rest += block
        text, self.rest = self.rest.split(b"\0", 1)
        message: dict[str, Any] = json.loads(text)
        method, parameters = message.get("method", ""), message.get("params", {})
        self.events.append(method)
        if method == "Log.entryAdded":
            self.complaints.append(parameters["entry"]["text"])
        elif method in ("Runtime.consoleAPICalled", "Runtime.exceptionThrown"):
            self.complaints.append(json.dumps(parameters)[:300])
        return message

    def open(self, address: str) -> None:
        """Opens a page and waits until it is loaded."""
        self.complaints, self.events = [], []
        self.call("Page.navigate", url=address)
        while "Page.loadEventFired" not in self.events:
            self.receive()

    def value(self, script: str) -> Any:
        result = self.call("Runtime.evaluate", expression=script, returnByValue=True)
        if "exceptionDetails" in result:
            raise RuntimeError(str(result["exceptionDetails"])[:500])
        return result["result"].get("value")

    def show(self, scheme: str, media: str = "screen") -> None:
        features = [{"name": "prefers-color-scheme", "value": scheme}]
        self.call("Emulation.setEmulatedMedia", media=media, features=features)

    def resize(self, size: tuple[int, int]) -> None:
        self.call(
            "Emulation.setDeviceMetricsOverride",
            width=size[0],
            height=size[1],
            deviceScaleFactor=1,
            mobile=False,
        )

    def point(self, x: float, y: float) -> None:
        self.call("Input.dispatchMouseEvent", type="mouseMoved", x=x, y=y)

    def screenshot(self) -> bytes:
        return base64.b64decode(self.call("Page.captureScreenshot", format="png")["data"])

    def printed(self) -> bytes:
        """The page as a PDF of one page, without backgrounds and margins."""
        margins = {f"margin{side}": 0 for side in ("Top", "Bottom", "Left", "Right")}
        size = {"paperWidth": 816 / 96, "paperHeight": 1056 / 96}
        return base64.b64decode(
            self.call("Page.printToPDF", printBackground=False, **margins, **size)["data"]
        )
