"""The first process that failed, as the chart's parent process describes it in a termination message."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from render.cluster.response import BodyError, parse_body
from render.manifests.fields import mapping_at, text_at

MARK = "firstFailure"
"""The key of the object, in charts/training-job/files/exit_code/first_failure.py."""
_LAST_SECOND = 1 << 34


@dataclass(frozen=True)
class FirstFailure:
    """The first process of a container that failed. A text is empty where it is not known."""

    rank: int | None
    error: str
    """The exception with its text."""
    place: str
    """`FILE:LINE in FUNCTION` of the user's program."""
    time: str
    traceback: str
    log: str
    """The last lines before the launcher's report."""

    @property
    def text(self) -> str:
        """All lines: those of the log, of the traceback, and the exception."""
        return "\n".join(part for part in (self.log, self.traceback, self.error) if part)


def parse_first_failure(message: str) -> FirstFailure | None:
    """Return the failure in a termination message; None if it has another form."""
    if not message.startswith(f'{{"{MARK}"'):
        return None
    try:
        found = mapping_at(parse_body(message.encode()), MARK)
    except BodyError:
        return None
    texts = (text_at(found, key) for key in ("traceback", "log"))
    return FirstFailure(_number(found, "rank"), text_at(found, "error"), text_at(found, "place"), _time(found), *texts)


def _number(found: Mapping[str, Any], key: str) -> int | None:
    value = found.get(key)
    return value if isinstance(value, int) and not isinstance(value, bool) and 0 <= value < _LAST_SECOND else None


def _time(found: Mapping[str, Any]) -> str:
    """Return the time as Kubernetes writes times; empty without one."""
    seconds = _number(found, "time")
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%dT%H:%M:%SZ") if seconds else ""
