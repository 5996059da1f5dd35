"""For a browser: one page, which needs no network and no program."""

from collections.abc import Sequence

from render.smoke.page.page import page
from render.smoke.result import Result


def text(run: Result, earlier: Sequence[Result]) -> str:
    """Return the page."""
    return page(run, earlier)
