"""For programs: the result of the run, as `schemas/smoke.json` describes it."""

import json
from collections.abc import Sequence

from render.smoke.result import Result


def text(run: Result, earlier: Sequence[Result]) -> str:  # noqa: ARG001 - a program compares as it likes
    """Return one object; the text is ASCII, so that no encoding can spoil it."""
    return json.dumps(run.data, indent=2) + "\n"
