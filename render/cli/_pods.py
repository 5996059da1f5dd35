"""The work of `render pods`."""

import json
import shlex
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from render.cli import PROBLEMS
from render.cli._options import SpecOptions
from render.cli._output import print_all, report
from render.cli._request import build_request, command_error, load_overlays, reject_repeated_stdin
from render.cli._snapshot import load_cluster
from render.cluster import ClusterError
from render.engine import EngineError
from render.kube.devices import gpu_count
from render.manifests.device_claims import Templates, device_templates, devices_by_claims, gpus_by_claims
from render.manifests.objects import Object
from render.manifests.trainjob import RUNTIMES
from render.pods.environment import EnvFrom, TooLongError, Value
from render.pods.listing import JOBSET_NAME, list_pods
from render.pods.pod import ContainerStart, RunPod
from render.pods.run_objects import find_run_objects
from render.problem import has_error
from render.source import FileReader

if TYPE_CHECKING:  # few commands have a cluster
    from render.doctor.nodes.landing import Landing
    from render.snapshot.view import SnapshotView

MAX_BYTES = 32 * 2**20
"""Maximum bytes of a list as JSON: 100,000 pods, the maximum number of indexes of a Job, of 300 bytes each."""

_NAMED = 3
"""Number of domains that a row of the table names."""

Started = Iterable[tuple[RunPod, ContainerStart]]


def run(
    *,
    path: str,
    spec_options: SpecOptions,
    runtimes: Sequence[str],
    trainer: str,
    cluster: str | None,
    format_: str,
) -> int:
    """List the pods of a spec and return the exit status. Raises click.ClickException."""
    reject_repeated_stdin(path, *spec_options.files, *runtimes, cluster)
    read = FileReader().read
    over = load_overlays(spec_options.files, read)
    if over is None:
        return PROBLEMS
    try:
        request = build_request(over, spec_options)
        found = find_run_objects(path, request, runtimes, trainer, read=read)
    except EngineError as error:
        raise command_error(error) from error
    report(found.problems, found.sources)
    if has_error(found.problems):
        return PROBLEMS
    view = None if cluster is None else load_cluster(cluster, read)
    if cluster is not None and view is None:
        return PROBLEMS
    try:
        known = _Known(device_templates(found.objects), {} if view is None else _landings(found.objects, view))
        _require_size(_started(list_pods(found.objects, spec_options.namespace, found.domain, most=1)), known)
        started = _started(list_pods(found.objects, spec_options.namespace, found.domain))
        return print_all(_FORMATS[format_](started, known))
    except (ClusterError, TooLongError) as error:
        raise command_error(error) from error


class _Known(NamedTuple):
    """Data for the rows of all pods."""

    templates: Templates
    landings: "Mapping[tuple[str, str], Landing]"
    """By names of JobSet and role; empty without a cluster."""

    def landing(self, pod: RunPod) -> "Landing | None":
        return self.landings.get((pod.fields.labels[JOBSET_NAME], pod.role.name))


def _landings(items: Sequence[Object], view: "SnapshotView") -> "Mapping[tuple[str, str], Landing]":
    from render.doctor.cluster_view import NODE  # few commands have a cluster
    from render.doctor.nodes.batch import pod_stages
    from render.doctor.nodes.landing import landings
    from render.doctor.nodes.levels import levels

    running = tuple(item for item in items if item.kind.group_kind not in RUNTIMES)
    stages = list(pod_stages(running, None))
    found = landings(stages, list(levels(running)), view.list(NODE), view.load)
    return {(batch.pod.object.data["metadata"]["name"], batch.name): landing for batch, landing in found}


def _require_size(first: Started, known: _Known) -> None:
    """Raise click.ClickException if the list exceeds MAX_BYTES.

    `first` are the first pods of all roles; the other pods of a role are as large.
    """
    sizes = [(pod.role.pods, len(json.dumps(_described(pod, start, known)))) for pod, start in first]
    if sum(count * size for count, size in sizes) > MAX_BYTES:
        count = sum(count for count, _ in sizes)
        raise click.ClickException(f"{count} pods: their list exceeds the limit of {MAX_BYTES} bytes")


def _started(found: Iterable[RunPod]) -> Iterator[tuple[RunPod, ContainerStart]]:
    """Yield each pod with its resolved command. The pods of a role share the sources of their variables."""
    sources: dict[int, EnvFrom] = {}
    for pod in found:
        container = pod.container
        shared = sources.get(id(pod.role)) or sources.setdefault(id(pod.role), EnvFrom.of(container, pod.config_maps))
        yield pod, pod.start(container, shared)


def _json(started: Started, known: _Known) -> Iterator[str]:
    """Yield a JSON list, one pod on each line. Schema: schemas/pods.json."""
    yield "["
    separator = "\n"
    for pod, start in started:
        yield separator + json.dumps(_described(pod, start, known), ensure_ascii=False)
        separator = ",\n"
    yield "\n]\n"


def _described(pod: RunPod, start: ContainerStart, known: _Known) -> Mapping[str, Any]:
    devices = devices_by_claims(pod.role.pod, pod.fields.namespace, known.templates)
    landing = known.landing(pod)
    claimed = [{"deviceClassName": one.device_class, "count": one.number} for one in devices or ()]
    return {
        "name": pod.name,
        "hostname": pod.hostname,
        "fqdn": pod.fqdn,
        "role": pod.role.name,
        "index": pod.index,
        "resources": pod.container.get("resources", {}),
        "command": start.command,
        "args": start.args,
        "env": dict(sorted(start.env.items())),
        "envFrom": start.env_from,
        **({"devices": None if devices is None else claimed} if pod.role.pod.get("resourceClaims") else {}),
        **({"nodes": landing.nodes, "domains": landing.domains} if landing else {}),
    }


def _text(started: Started, known: _Known) -> Iterator[str]:
    nodes = ("NODES",) if known.landings else ()
    rows = [("NAME", "ROLE", "INDEX", "FQDN", "GPUS", *nodes, "COMMAND"), *(_row(*one, known) for one in started)]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        yield "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() + "\n"


def _row(pod: RunPod, start: ContainerStart, known: _Known) -> tuple[str, ...]:
    index = "-" if pod.index is None else str(pod.index)
    claimed = gpus_by_claims(pod.role.pod, pod.fields.namespace, known.templates)
    wanted = "?" if claimed is None else str(gpu_count(pod.container.get("resources", {})) + claimed)
    command = shlex.join(map(_word, (*start.command, *start.args)))
    landing = known.landing(pod)
    nodes = () if landing is None else (_where(landing),)
    return pod.name, pod.role.name, index, pod.fqdn or "-", wanted, *nodes, command


def _where(landing: "Landing") -> str:
    """Return the number of nodes, and the first domains of the smallest level in which they lie."""
    names = next((names for names in reversed([*landing.domains.values()]) if names), ())
    more = ", …" if len(names) > _NAMED else ""
    inside = f" in {', '.join(names[:_NAMED])}{more}" if names else ""
    return f"{len(landing.nodes)}{inside}"


def _word(value: Value) -> str:
    return value if isinstance(value, str) else str(value["value"])


_FORMATS: Mapping[str, Callable[[Started, _Known], Iterator[str]]] = {"json": _json, "text": _text}
