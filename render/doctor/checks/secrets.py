"""Ask whether the Secrets that pods name are there with the keys that they read: of their data only the names."""

from collections.abc import Iterator

from render.doctor.finding import Finding
from render.doctor.named import named
from render.doctor.view import View
from render.doctor.wanted import Wanted
from render.rules.references import SECRET


def check(wanted: Wanted, view: View) -> Iterator[Finding]:
    """Yield a finding a Secret."""
    return named(wanted, view, SECRET)
