"""Pages for a browser, from templates of the package: `base.html` is the frame of each."""

from collections.abc import Callable
from functools import cache
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined, Template

from render.problem import printable


@cache
def load_page(folder: Path, **filters: Callable[..., str]) -> Template:
    """Return the template `page.html` of a folder, with its filters; it escapes all values."""
    environment = Environment(
        loader=FileSystemLoader([folder, Path(__file__).parent]),
        autoescape=True,
        finalize=lambda value: printable(value) if type(value) is str else value,  # not of HTML from a macro
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    environment.filters.update(filters)
    return environment.get_template("page.html")
