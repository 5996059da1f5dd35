"""JSON for programs: a list of reports, each in the format of `schemas/hang.json`."""

import json
from collections.abc import Sequence

from render.hang.report import HangReport


def text(reports: Sequence[HangReport]) -> str:
    """Return one list, in ASCII so that it doesn't depend on an encoding."""
    return json.dumps([report.data for report in reports], indent=2) + "\n"
