"""The documentation in a real Chromium: its pages ask no other host, light and dark, wide and narrow."""

import json
import os
import subprocess
from itertools import product
from pathlib import Path

import pytest

from tests.conftest import CHECKOUT

pytestmark = pytest.mark.browser

PAGES = ["index", "launchers", "validate", "reference/spec", "reference/commands", "reference/rules/ADM311"]
WIDTHS = {"narrow": 390, "wide": 1440}
SCHEMES = {"dark": 0, "light": 1}


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    subprocess.run([CHECKOUT / "ci" / "docs", folder], check=True, capture_output=True, text=True, timeout=600)
    return folder


@pytest.mark.parametrize("page", PAGES)
def test_a_page_asks_no_other_host(page: str, site: Path, chromium: Path, tmp_path: Path) -> None:
    log = tmp_path / "net.json"
    dom = browse(chromium, site / f"{page}.html", "--dump-dom", f"--log-net-log={log}")
    assert "<h1" in dom
    data = json.loads(log.read_bytes())
    number = data["constants"]["logEventTypes"]["URL_REQUEST_START_JOB"]
    parameters = [event.get("params", {}) for event in data["events"] if event["type"] == number]
    asked = [known["url"] for known in parameters if "url" in known]
    assert [url for url in asked if not url.startswith(("file:", "data:"))] == []


@pytest.mark.parametrize("look", list(product(WIDTHS, SCHEMES)), ids="-".join)
@pytest.mark.parametrize("page", PAGES)
def test_a_page_is_painted(page: str, look: tuple[str, str], site: Path, chromium: Path, tmp_path: Path) -> None:
    """The pictures are kept where RENDER_SCREENSHOTS names a folder for people to look at."""
    width, scheme = look
    name = f"{page.replace('/', '-')}-{width}-{scheme}.png"
    file = Path(os.environ.get("RENDER_SCREENSHOTS", tmp_path), name).absolute()
    size = f"--window-size={WIDTHS[width]},1400"
    browse(
        chromium,
        site / f"{page}.html",
        "--hide-scrollbars",
        size,
        f"--blink-settings=preferredColorScheme={SCHEMES[scheme]}",
        f"--screenshot={file}",
    )
    assert file.read_bytes().startswith(b"\x89PNG")
    assert file.stat().st_size > 10_000, "an empty page"


def browse(chromium: Path, page: Path, *options: str) -> str:
    command = [str(chromium), "--no-sandbox", "--disable-gpu", "--virtual-time-budget=4000", *options, page.as_uri()]
    return subprocess.run(command, capture_output=True, text=True, timeout=120, check=True).stdout
