"""Hosts in the options of launchers."""

import re
from collections.abc import Iterator, Sequence

from render.programs.command_line import Launch, Option

_NODE = re.compile(r".*-node-0-\d+([.].*)?|localhost|127\.0\.0\.1")
"""A node of a run, or the pod itself, which other rules report."""


def unknown_hosts(launch: Launch, names: Sequence[str], separator: str) -> Iterator[tuple[Option, list[str]]]:
    """Yield each option of a launch that lists hosts of another form than the chart's, with these hosts."""
    for option in (launch.options[name] for name in names if name in launch.options):
        hosts = [one.partition(":")[0] for one in (option.literal or "").split(separator)]
        if unknown := [host for host in hosts if host and not _NODE.fullmatch(host)]:
            yield option, unknown
