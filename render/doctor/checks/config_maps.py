"""Ask whether the ConfigMaps that pods name, and the run does not bring, are there with the keys that they read."""

from collections.abc import Iterator

from render.doctor.finding import Finding
from render.doctor.named import named
from render.doctor.view import View
from render.doctor.wanted import Wanted
from render.rules.references import CONFIG_MAP


def check(wanted: Wanted, view: View) -> Iterator[Finding]:
    """Yield a finding a ConfigMap."""
    return named(wanted, view, CONFIG_MAP)
