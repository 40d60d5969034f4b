"""A real Chromium without a window, driven over a pipe: no package is needed for that."""

import base64
import contextlib
import fcntl
import json
import os
import shutil
import subprocess
import tempfile
import time
from pathlib import Path
from typing import Any

PROGRAMS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
SIZES = {"phone": (390, 844), "laptop": (1280, 800), "wide": (1920, 1080)}
"""The sizes of a window at which the page is tested."""
ANSWER_SECONDS = 120.0
KEY_CODES = {"Enter": (13, "\r"), "Escape": (27, ""), "Tab": (9, ""), "ArrowUp": (38, ""), "ArrowDown": (40, "")}
"""Keys at which a browser does something by itself: their codes, and the text that they type."""


def find_browser() -> "str | None":
    """The path of a Chromium of this machine; on a machine where it may, it is installed first."""
    found = next((path for path in map(shutil.which, PROGRAMS) if path), None)
    if found is None and os.getuid() == 0 and shutil.which("apt-get"):
        with open(Path(tempfile.gettempdir(), "recall-test-browser.lock"), "w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)  # several processes run tests, and one of them installs
            found = next((path for path in map(shutil.which, PROGRAMS) if path), None) or _install()
    return found


def _install() -> "str | None":
    env = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    for command in (["update", "-qq"], ["install", "-y", "-qq", "--no-install-recommends", "chromium"]):
        subprocess.run(["apt-get", *command], env=env, capture_output=True, timeout=600, check=False)
    return shutil.which("chromium")


class PageLeft(Exception):
    """The browser went to another page while it was asked about the one before."""


class Browser:
    """One Chromium with one page. `with Browser(path) as browser:`."""

    def __init__(self, program: str) -> None:
        self._folder = tempfile.TemporaryDirectory(prefix="recall-browser-")
        read_commands, self._write = os.pipe()
        self._read, write_answers = os.pipe()
        flags = [
            "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run",
            "--disable-background-networking", "--disable-component-update", "--hide-scrollbars",
            "--remote-debugging-pipe", f"--user-data-dir={self._folder.name}", "about:blank",
        ]  # fmt: skip
        move = f'exec 3<&{read_commands} 4>&{write_answers}; exec "$@"'
        self._process = subprocess.Popen(
            ["/bin/bash", "-c", move, "bash", program, *flags],
            pass_fds=(read_commands, write_answers), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            start_new_session=True,
        )  # fmt: skip
        os.close(read_commands)
        os.close(write_answers)
        self._buffer, self._number, self.events = b"", 0, list[dict[str, Any]]()
        target = next(t for t in self._send("Target.getTargets")["targetInfos"] if t["type"] == "page")
        self._session = self._send("Target.attachToTarget", targetId=target["targetId"], flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Network", "Log"):
            self.command(f"{domain}.enable")

    def __enter__(self) -> "Browser":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """End the browser, and nothing else."""
        with contextlib.suppress(OSError, EOFError):
            self._send("Browser.close")
        try:
            self._process.wait(10)
        except subprocess.TimeoutExpired:
            os.killpg(self._process.pid, 9)
            self._process.wait()
        os.close(self._write)
        os.close(self._read)
        self._folder.cleanup()

    def command(self, method: str, **params: Any) -> Any:
        """Send a command of the DevTools protocol about the page; its result."""
        return self._send(method, session=self._session, **params)

    def _send(self, method: str, session: "str | None" = None, **params: Any) -> Any:
        self._number += 1
        number = self._number
        message: dict[str, Any] = {"id": number, "method": method, "params": params}
        if session is not None:
            message["sessionId"] = session
        os.write(self._write, json.dumps(message).encode() + b"\0")
        while True:
            answer = self._next_message()
            if answer.get("id") == number:
                if "navigated" in answer.get("error", {}).get("message", ""):
                    raise PageLeft
                assert "error" not in answer, (method, answer["error"])
                return answer["result"]
            self.events.append(answer)

    def _next_message(self) -> dict[str, Any]:
        while b"\0" not in self._buffer:
            part = os.read(self._read, 1 << 20)
            if not part:
                raise EOFError("the browser has ended")
            self._buffer += part
        line, _, self._buffer = self._buffer.partition(b"\0")
        message: dict[str, Any] = json.loads(line)
        return message

    def evaluate(self, script: str) -> Any:
        """The value of an expression in the page; a promise is waited for."""
        answer = self.command(
            "Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True, userGesture=True
        )
        assert "exceptionDetails" not in answer, answer["exceptionDetails"]
        return answer["result"].get("value")

    def count(self, selector: str) -> int:
        """How many elements the page has of a kind."""
        return int(self.evaluate(f"document.querySelectorAll({json.dumps(selector)}).length"))

    def text(self, selector: str) -> str:
        """The text of the first of these elements."""
        return str(self.evaluate(f"document.querySelector({json.dumps(selector)}).textContent"))

    def texts(self, selector: str) -> list[str]:
        """The text of each of these elements."""
        found: list[str] = self.evaluate(
            f"[...document.querySelectorAll({json.dumps(selector)})].map((each) => each.textContent)"
        )
        return found

    def value(self, selector: str) -> str:
        """What stands in a field."""
        return str(self.evaluate(f"document.querySelector({json.dumps(selector)}).value"))

    def fill(self, selector: str, value: "str | int", event: str = "input") -> None:
        """Give a field a value, as a person does it."""
        script = f"field.value = {json.dumps(value)}; field.dispatchEvent(new Event({json.dumps(event)}))"
        self.evaluate(f"(() => {{ const field = document.querySelector({json.dumps(selector)}); {script} }})()")
        self.settle()

    def choose(self, selector: str, number: int = 0) -> None:
        """Choose one of these elements, as a click does."""
        self.evaluate(f"document.querySelectorAll({json.dumps(selector)})[{number}].click()")
        self.settle()

    def open_row(self, number: int = 0) -> None:
        """Open a memory of the list, or a session or a write."""
        self.choose("[role=option]", number)

    def press_button(self, text: str, inside: str) -> None:
        """Press the first button with this text."""
        self.choose(f"{inside} button", self.texts(f"{inside} button").index(text))

    def open_section(self, name: str) -> None:
        """Go to a section of the page."""
        self.choose(f"[data-section={name}]")

    def violations(self, checker: str) -> list[str]:
        """What axe-core finds on the page, with the elements; `checker` is its script."""
        self.evaluate(f"typeof axe === 'object' || (() => {{ {checker} }})()")
        found: list[str] = self.evaluate(
            "axe.run({resultTypes: ['violations']}).then((all) => all.violations.map("
            "(each) => each.id + ' ' + each.nodes.map((node) => node.target + ' ' + node.failureSummary).join(' | ')))"
        )
        return found

    def show(self, size: str = "laptop", *, dark: bool = False) -> None:
        """Choose the size of the window, and light or dark."""
        width, height = SIZES[size]
        self.command(
            "Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False
        )
        features = [{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}]
        self.command("Emulation.setEmulatedMedia", media="screen", features=features)

    def open(self, url: str, until: str = "document.body?.dataset.ready === 'yes'") -> None:
        """Open an address, and wait until the page of recall is ready, or until another condition holds."""
        self.events.clear()
        self.command("Page.navigate", url=url)
        self.wait_for(until)

    def wait_for(self, condition: str, seconds: float = ANSWER_SECONDS) -> None:
        """Wait until a condition holds in the page."""
        end = time.monotonic() + seconds
        while not self._holds(condition):
            assert time.monotonic() < end, f"never: {condition}"
            time.sleep(0.05)

    def _holds(self, condition: str) -> bool:
        try:
            return bool(self.evaluate(f"Boolean({condition})"))
        except PageLeft:
            return False

    def settle(self) -> None:
        """Wait until what was asked for is drawn, or the page is left."""
        with contextlib.suppress(PageLeft):
            self.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")

    def press(self, key: str) -> None:
        """Press a key, with what the browser itself does at it."""
        code, text = KEY_CODES.get(key, (0, key if len(key) == 1 else ""))
        pressed: dict[str, Any] = {"key": key, "code": key, "windowsVirtualKeyCode": code}
        self.command("Input.dispatchKeyEvent", type="keyDown" if text else "rawKeyDown", text=text, **pressed)
        self.command("Input.dispatchKeyEvent", type="keyUp", **pressed)
        self.settle()

    def type(self, text: str) -> None:
        """Type into the field that has the focus, once one has it, and wait until the text stands there."""
        self.wait_for("document.activeElement?.matches('input, textarea')")
        self.command("Input.insertText", text=text)
        self.wait_for(f"document.activeElement.value?.includes({json.dumps(text)})")
        self.settle()

    def click(self, selector: str) -> None:
        """Press the mouse in the middle of an element, once the page is loaded and drawn."""
        self.wait_for(f"document.readyState === 'complete' && document.querySelector({json.dumps(selector)})")
        self.settle()
        box = f"document.querySelector({json.dumps(selector)}).getBoundingClientRect()"
        place = self.evaluate(f"(({{x, y, width, height}}) => ({{x: x + width / 2, y: y + height / 2}}))({box})")
        for kind in ("mousePressed", "mouseReleased"):
            self.command("Input.dispatchMouseEvent", type=kind, button="left", clickCount=1, **place)
        self.settle()

    def picture(self, path: Path) -> None:
        """Save what the window shows as a PNG."""
        self.settle()
        path.write_bytes(base64.b64decode(self.command("Page.captureScreenshot", format="png")["data"]))

    @property
    def requests(self) -> list[str]:
        """The addresses that the page asked for since it was opened; not the browser's own pictures of its controls."""
        asked = [e["params"]["request"]["url"] for e in self.events if e["method"] == "Network.requestWillBeSent"]
        return [url for url in asked if not url.startswith("data:")]

    @property
    def problems(self) -> list[str]:
        """What the page reported since it was opened: errors of scripts, violations of its policy."""
        logged = [e["params"]["entry"]["text"] for e in self.events if e["method"] == "Log.entryAdded"]
        thrown = [str(e["params"]["exceptionDetails"]) for e in self.events if e["method"] == "Runtime.exceptionThrown"]
        return logged + thrown
