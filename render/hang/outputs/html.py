"""HTML for a browser: one page without external resources and scripts."""

from collections.abc import Sequence
from functools import cache
from pathlib import Path

from jinja2 import Template

from render.hang.report import HangReport
from render.page import page_environment


def text(reports: Sequence[HangReport]) -> str:
    """Return the page of all reports. The same reports give the same bytes."""
    return _template().render(reports=reports)


_FOLDER = Path(__file__).parents[1] / "page"


@cache
def _template() -> Template:
    return page_environment(_FOLDER).get_template("page.html")
