"""What `render init` does."""

from render.cli._stdout import print_all
from render.engine import Chart
from render.starter.commented import commented


def run(launcher: str) -> int:
    """Print a starter spec and return the exit status."""
    return print_all(f"{line}\n" for line in commented(launcher, Chart.bundled().schema()))
