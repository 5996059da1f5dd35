"""Draw the pictures of the documentation, each for light and for dark pages."""

from collections.abc import Iterator
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined

_TEMPLATES = Path(__file__).resolve().parents[1] / "templates" / "images"
_COLOURS = {
    "light": {
        "ink": "#1b1f24",
        "soft": "#57606a",
        "line": "#6e7781",
        "accent": "#3949ab",
        "band": "#eef1f6",
        "paper": "#ffffff",
    },
    "dark": {
        "ink": "#e6edf3",
        "soft": "#9aa4b0",
        "line": "#8b949e",
        "accent": "#9fa8ff",
        "band": "#21262f",
        "paper": "#0d1117",
    },
}


def images() -> Iterator[tuple[Path, str]]:
    """Yield each picture's path and its SVG."""
    environment = Environment(  # noqa: S701 - our own text
        loader=FileSystemLoader(_TEMPLATES), undefined=StrictUndefined, trim_blocks=True, keep_trailing_newline=True
    )
    for template in sorted(_TEMPLATES.glob("*.svg.j2")):
        for scheme, colours in _COLOURS.items():
            name = template.name.removesuffix(".svg.j2")
            yield Path(f"docs/images/{name}-{scheme}.svg"), environment.get_template(template.name).render(colours)
