"""HTML for a browser: one page without external resources and scripts."""

from collections.abc import Sequence
from functools import cache
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined, Template

from render.hang.report import HangReport
from render.problem import printable


def text(reports: Sequence[HangReport]) -> str:
    """Return the page of all reports. The same reports give the same bytes."""
    return _template().render(reports=reports)


_FOLDER = Path(__file__).parents[1] / "page"


@cache
def _template() -> Template:
    environment = Environment(
        loader=FileSystemLoader(_FOLDER),
        autoescape=True,
        finalize=lambda value: printable(value) if isinstance(value, str) else value,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    return environment.get_template("page.html")
