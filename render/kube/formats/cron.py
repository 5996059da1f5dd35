"""Schedules of CronJobs: five fields, or a name such as `@daily`.

Source: https://pkg.go.dev/github.com/robfig/cron/v3#hdr-CRON_Expression_Format
"""

import re
from typing import NamedTuple

_NAMED = frozenset({"@annually", "@daily", "@hourly", "@midnight", "@monthly", "@weekly", "@yearly"})
_DURATION = re.compile(r"[+-]?(0|(([0-9]+\.?[0-9]*|\.[0-9]+)(ns|us|µs|μs|ms|s|m|h))+)")
_NUMBER = re.compile(r"\+?[0-9]+")


class _Field(NamedTuple):
    name: str
    least: int
    most: int
    words: tuple[str, ...] = ()
    """Names of the values from `least` on."""


_FIELDS = (
    _Field("minute", 0, 59),
    _Field("hour", 0, 23),
    _Field("day of month", 1, 31),
    _Field("month", 1, 12, ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")),
    _Field("day of week", 0, 6, ("sun", "mon", "tue", "wed", "thu", "fri", "sat")),
)


def schedule_error(schedule: str) -> str | None:
    """Return the error of a schedule, or None if it is valid."""
    if "TZ" in schedule:
        return "cannot use TZ or CRON_TZ in schedule, use timeZone field instead"
    if schedule.startswith("@"):
        duration = schedule.removeprefix("@every ")
        is_known = schedule in _NAMED or (duration != schedule and _DURATION.fullmatch(duration))
        return None if is_known else "unrecognized descriptor"
    parts = schedule.split()
    if len(parts) != len(_FIELDS):
        return f"expected exactly 5 fields, found {len(parts)}"
    complaints = (
        _of_field(field, part) for field, text in zip(_FIELDS, parts, strict=True) for part in text.split(",")
    )
    return next(filter(None, complaints), None)


def _of_field(field: _Field, part: str) -> str | None:
    if not part:
        return None
    span, *steps = part.split("/")
    first, *others = span.split("-")
    if len(steps) > 1 or (len(others) > 1 and first not in "*?"):
        return f"{field.name}: too many slashes or hyphens in `{part}`"
    start, end = _bounds(field, first, others, is_stepped=bool(steps))
    if steps and not (_NUMBER.fullmatch(steps[0]) and int(steps[0])):
        return f"{field.name}: step of `{part}` is not a positive number"
    if start is None or end is None:
        return f"{field.name}: `{part}` is not a number"
    if not field.least <= start <= end <= field.most:
        return f"{field.name}: `{part}` is not within {field.least} to {field.most}"
    return None


def _bounds(field: _Field, first: str, others: list[str], *, is_stepped: bool) -> tuple[int | None, int | None]:
    if first in ("*", "?"):
        return field.least, field.most
    start = _number(field, first)
    if others:
        return start, _number(field, others[0])
    return start, field.most if is_stepped else start


def _number(field: _Field, text: str) -> int | None:
    if text.lower() in field.words:
        return field.least + field.words.index(text.lower())
    return int(text) if _NUMBER.fullmatch(text) else None
