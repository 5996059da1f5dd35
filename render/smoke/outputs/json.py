"""JSON for programs: the result of the run, in the format of `schemas/smoke.json`."""

import json
from collections.abc import Sequence

from render.smoke.result import SmokeResult


def text(run: SmokeResult, earlier: Sequence[SmokeResult]) -> str:  # noqa: ARG001 - programs compare results themselves
    """Return one object, in ASCII so that it doesn't depend on an encoding."""
    return json.dumps(run.data, indent=2) + "\n"
