"""The page of `render smoke report` in a real Chromium: what a person sees, and that nothing is asked of a network."""

import json
import os
import re
import subprocess
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from render.smoke.outputs import find
from render.smoke.result import parse_result
from render.smoke.smoke_report import SmokeReport
from tests.conftest import CHECKOUT

pytestmark = pytest.mark.browser

SAMPLE: dict[str, Any] = json.loads((CHECKOUT / "tests" / "smoke" / "result.json").read_bytes())
ATTACK = """</title></style></svg><script>document.title = "taken"</script><img src="http://127.0.0.1:9/leak">"""
WIDE, NARROW = 1100, 360
"""Pixels of a screen, and of a telephone's."""
LIGHT, DARK = (255, 255, 255), (17, 22, 29)
"""The colour of the paper."""


@dataclass(frozen=True)
class Browser:
    """Chromium, once a call."""

    program: Path
    folder: Path

    def dom(self, page: str, *options: str) -> str:
        return self._run(page, "--dump-dom", *options)

    def screenshot(self, page: str, *, width: int, is_dark: bool) -> bytes:
        """A PNG of the first 2000 rows, kept where RENDER_SCREENSHOTS names a folder for people to look at."""
        name = f"{'dark' if is_dark else 'light'}-{width}.png"
        file = Path(os.environ.get("RENDER_SCREENSHOTS", self.folder), name).absolute()
        scheme = f"--blink-settings=preferredColorScheme={0 if is_dark else 1}"
        self._run(page, scheme, "--hide-scrollbars", f"--window-size={width},2000", f"--screenshot={file}")
        return file.read_bytes()

    def requests(self, page: str) -> list[str]:
        """The addresses that the page made the browser ask for, as its own network stack noted them."""
        log = self.folder / "net.json"
        self._run(page, "--dump-dom", f"--log-net-log={log}")
        data = json.loads(log.read_bytes())
        number = data["constants"]["logEventTypes"]["URL_REQUEST_START_JOB"]
        parameters = [event.get("params", {}) for event in data["events"] if event["type"] == number]
        return [known["url"] for known in parameters if "url" in known]

    def _run(self, page: str, *options: str) -> str:
        file = self.folder / "page.html"
        file.write_text(page, encoding="utf-8")
        command = [str(self.program), "--no-sandbox", "--disable-gpu", *options, file.as_uri()]
        return subprocess.run(command, capture_output=True, text=True, timeout=120, check=True).stdout


class Seen(HTMLParser):
    """The texts of a document, and what in it could load or run something."""

    def __init__(self, dom: str) -> None:
        super().__init__()
        self.texts: list[str] = []
        self.sources: list[str] = []
        self.tags: list[str] = []
        self.feed(dom)

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.sources += [value or "" for name, value in attributes if name in ("src", "href", "xlink:href", "srcset")]

    def handle_data(self, data: str) -> None:
        self.texts.append(data.strip())


@pytest.fixture
def browser(chromium: Path, tmp_path: Path) -> Browser:
    return Browser(chromium, tmp_path)


def page(**members: Any) -> str:
    run = parse_result({**SAMPLE, **members})
    return find("html")(SmokeReport(run, (parse_result({**SAMPLE, "run": "yesterday"}),)))


def hostile(value: Any) -> Any:
    """A result that says the same everywhere, where it may say anything."""
    fixed = ("verdict", "backend", "collective", "where")
    match value:
        case dict():
            return {key: one if key in fixed else hostile(one) for key, one in value.items()}
        case list():
            return [hostile(one) for one in value]
        case str():
            return ATTACK
    return value


def test_it_says_the_verdict_first_and_shows_everything(browser: Browser) -> None:
    seen = Seen(browser.dom(page(notes=["a note"], floor={"busbw": 0.2, "source": "a table"}, ceiling=0.3)))
    texts = [text for text in seen.texts if text]
    start = texts.index("pass", 1)
    assert texts[start : start + 3] == ["pass", "laptop", SAMPLE["sentence"]]
    for text in (
        "a note",
        "a table",
        "32 MiB",
        "yesterday",
        "0.238 GB/s",
        "No node is slower than the others.",
        *SAMPLE["hosts"],
    ):
        assert text in texts
    assert seen.tags.count("svg") == 2
    assert seen.tags.count("circle") == len(SAMPLE["sizes"])


def test_texts_stay_texts(browser: Browser) -> None:
    """Also in a browser that does not keep to the page's policy."""
    found = find("html")(SmokeReport(parse_result(hostile(SAMPLE)), (parse_result(hostile(SAMPLE)),)))
    dom = browser.dom(re.sub("<meta http-equiv[^>]*>", "", found))
    seen = Seen(dom)
    assert sum(text.count(ATTACK) for text in seen.texts) >= 5 + len(SAMPLE["hosts"]) + len(SAMPLE["machines"])
    assert not {"script", "img", "iframe", "object", "form"} & {*seen.tags}
    assert seen.sources == ["data:,"]
    assert "<title>pass: " in dom


def test_nothing_is_asked_of_a_network(browser: Browser) -> None:
    assert browser.requests(page()) == []
    assert browser.requests(find("html")(SmokeReport(parse_result(hostile(SAMPLE))))) == []


def test_a_request_would_be_seen_and_the_policy_refuses_it(browser: Browser) -> None:
    picture = '<img src="http://127.0.0.1:9/a.png"><link rel="stylesheet" href="http://127.0.0.1:9/b.css">'
    leaking = page().replace("</body>", f"{picture}</body>")
    assert browser.requests(leaking) == []
    without = re.sub("<meta http-equiv[^>]*>", "", leaking)
    assert sorted(browser.requests(without)) == ["http://127.0.0.1:9/a.png", "http://127.0.0.1:9/b.css"]


@pytest.mark.parametrize("width", [WIDE, NARROW])
@pytest.mark.parametrize(("is_dark", "paper"), [(False, LIGHT), (True, DARK)])
def test_it_is_drawn_in_the_colours_that_a_person_prefers(
    browser: Browser, *, width: int, is_dark: bool, paper: tuple[int, int, int]
) -> None:
    size, corner, colours = pixels(browser.screenshot(page(), width=width, is_dark=is_dark))
    assert (size, corner) == ((width, 2000), paper)
    assert colours > 50


@pytest.mark.parametrize("width", [WIDE, NARROW])
def test_it_is_no_wider_than_the_screen(browser: Browser, width: int) -> None:
    long = "gpu-node-0000." + "x" * 200
    told = page(hosts=[long] * 4, sentence=long, run=long)
    measured = re.sub("<meta http-equiv[^>]*>", "", told).replace(
        "</body>", "<script>document.title = document.documentElement.scrollWidth</script></body>"
    )
    assert f"<title>{width}</title>" in browser.dom(measured, f"--window-size={width},2000", "--hide-scrollbars")


def test_the_same_result_is_the_same_page(browser: Browser) -> None:
    assert page() == page()
    assert browser.dom(page()) == browser.dom(page())


def pixels(png: bytes) -> tuple[tuple[int, int], tuple[int, int, int], int]:
    """The size of a picture, its first pixel, and how many values its bytes have: few where it is plain."""
    assert png.startswith(b"\x89PNG\r\n\x1a\n")
    chunks = list(_chunks(png))
    header = chunks[0][1]
    size = int.from_bytes(header[:4]), int.from_bytes(header[4:8])
    data = zlib.decompress(b"".join(content for kind, content in chunks if kind == b"IDAT"))
    # The first byte is the row's filter; none changes the first pixel of the first row.
    return size, (data[1], data[2], data[3]), len(set(data))


def _chunks(png: bytes) -> Iterator[tuple[bytes, bytes]]:
    start = 8
    while start < len(png):
        length = int.from_bytes(png[start : start + 4])
        yield png[start + 4 : start + 8], png[start + 8 : start + 8 + length]
        start += length + 12
