"""Pages for a browser, from templates of the package."""

from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from render.problem import printable


def page_environment(folder: Path) -> Environment:
    """Return the environment of the templates in a folder, which escapes all values for HTML and terminals."""
    return Environment(
        loader=FileSystemLoader(folder),
        autoescape=True,
        finalize=lambda value: printable(value) if type(value) is str else value,  # not of HTML from a macro
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
