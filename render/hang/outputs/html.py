"""HTML for a browser: one page without external resources and scripts."""

from collections.abc import Sequence
from pathlib import Path

from render.hang.report import HangReport
from render.page import load_page

_FOLDER = Path(__file__).parents[1] / "page"


def text(reports: Sequence[HangReport]) -> str:
    """Return the page of all reports. The same reports give the same bytes."""
    return load_page(_FOLDER).render(reports=reports)
