"""Ask whether the nodes can take the run's pods: now, beside what runs there, and ever."""

from collections.abc import Iterator

from render.cluster import DeniedError
from render.doctor.finding import Finding, unknown
from render.doctor.nodes.batch import stages
from render.doctor.nodes.fitting import now, whenever
from render.doctor.nodes.room import Load
from render.doctor.view import NODE, View
from render.doctor.wanted import Wanted


def check(wanted: Wanted, view: View) -> Iterator[Finding]:
    """Yield a finding for the pods that run at once. Without permission to list pods, every node counts as empty."""
    nodes = view.list(NODE)
    denied = None
    try:
        load = view.load
    except DeniedError as error:
        load, denied = Load.none(), error
    for stage in stages(wanted.running, wanted.least):
        never = whenever(stage, nodes, load, has_scaler=view.has_scaler)
        if never is not None:
            yield never
        elif denied is not None:
            yield unknown(stage.subject, f"empty nodes would do; whether they are is not told: {denied}", denied.hint)
        else:
            yield now(stage, nodes, load)
