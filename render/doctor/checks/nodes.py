"""Check that the run's pods fit on the nodes: now, and if nothing else ran there."""

from collections.abc import Iterator

from render.cluster import DeniedError
from render.doctor.check_result import CheckResult, Verdict, unknown
from render.doctor.cluster_view import NODE, ClusterView
from render.doctor.nodes.batch import pod_stages
from render.doctor.nodes.capacity import fits_empty_cluster, fits_now
from render.doctor.nodes.claimed_resources import claimed_resources
from render.doctor.nodes.node_resources import Load
from render.doctor.present_run import present_pods
from render.doctor.requirements import Requirements


def check(wanted: Requirements, view: ClusterView) -> Iterator[CheckResult]:
    """Yield a result for the pods that run at the same time. Without permission to list pods, nodes count as empty."""
    nodes = view.list(NODE)
    denied = None
    try:
        load = view.load
    except DeniedError as error:
        load, denied = Load.none(), error
    claimed = claimed_resources(wanted, view)
    for stage in (one.without(claimed) for one in pod_stages(wanted.running, wanted.least)):
        never = fits_empty_cluster(stage, nodes, load, has_scaler=view.has_scaler)
        if never is not None:
            yield never
        elif denied is not None:
            yield unknown(
                stage.subject, f"the pods fit on empty nodes; the current load is unknown: {denied}", denied.hint
            )
        else:
            found = fits_now(stage, nodes, load)
            if found.verdict is Verdict.WARNING:
                found = fits_now(stage, nodes, load.without(present_pods(wanted, view)))
            yield found
