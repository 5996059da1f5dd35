"""The work of `render simulate`."""

import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import click

from render.cli import CLEAN, PROBLEMS
from render.cli._options import SpecOptions
from render.cli._output import print_all, report, write_file
from render.cli._request import build_request, command_errors, load_overlays, reject_repeated_stdin
from render.cli._snapshot import load_cluster
from render.cluster import ClusterError
from render.doctor.requirements import requirements_of
from render.engine import EngineError
from render.problem import Problem, has_error
from render.simulation.cluster_changes import change_cluster
from render.simulation.control_plane import PROGRAMS, ControlPlane
from render.simulation.controllers import CONTROLLERS, RunningControllers, needed_controllers
from render.simulation.native_gangs import features_for
from render.simulation.outputs import find
from render.simulation.programs import SimulationError, find_tools, run_programs
from render.simulation.result import SimulationResult
from render.simulation.run_times import RunTimes, load_run_times, times_of
from render.simulation.simulate import Simulation
from render.simulation.submission import Submission, submission_of
from render.simulation.timeline import Timeline
from render.snapshot.view import SnapshotView
from render.source import FileReader, Read
from render.spec import Request, collect

MAX_SPECS = 1000
"""Maximum specs of a simulation."""


def run(
    *,
    paths: Sequence[str],
    spec_options: SpecOptions,
    cluster: str,
    arrivals: str | None,
    durations: str | None,
    quotas: Sequence[str],
    nodes: Sequence[str],
    tools: Sequence[str],
    format_: str,
    output_file: Path | None,
) -> int:
    """Simulate runs and return the exit status. Raises click.ClickException if that is not possible."""
    reject_repeated_stdin(*paths, *spec_options.files, cluster, arrivals, durations)
    read = FileReader().read
    over = load_overlays(spec_options.files, read)
    with command_errors(SimulationError, ClusterError, EngineError, OSError):
        cluster_view = load_cluster(cluster, read)
        submissions = None if over is None else _submissions(paths, build_request(over, spec_options), read)
        if cluster_view is None or submissions is None:
            return PROBLEMS
        times = _times(arrivals, durations, [one.name for one in submissions], read)
        if times is None:
            return PROBLEMS
        data = cluster_view.data
        changed = change_cluster(data, quotas, nodes)
        folders = [Path(folder) for one in tools for folder in one.split(os.pathsep) if folder]
        own = {name: CONTROLLERS[name].PROGRAMS for name in needed_controllers(submissions)}
        found = find_tools(PROGRAMS, own, folders)
        features = features_for(submissions, found.programs["kube-apiserver"])

        def simulate(content: Mapping[str, Any]) -> Timeline:
            with TemporaryDirectory(prefix="render-") as folder, run_programs(Path(folder)) as programs:
                plane = ControlPlane(programs, found.programs, features)
                controllers = RunningControllers(plane, found.controllers, submissions)
                view = SnapshotView(content)
                return Simulation(plane, controllers, view, spec_options.namespace, times).run(submissions)

        changes = (*(f"--set-quota {one}" for one in quotas), *(f"--add-nodes {one}" for one in nodes))
        before = simulate(data) if changes else None
        return _print(SimulationResult(simulate(changed), changes, before), format_, output_file)


def _submissions(paths: Sequence[str], request: Request, read: Read) -> list[Submission] | None:
    """Return the runs of specs in order, and report problems; None if a spec has errors. Raises SimulationError."""
    specs, notes = collect(list(paths), read)
    report(notes, {})
    if has_error(notes):
        return None
    if not specs:
        raise SimulationError("no spec is given")
    if len(specs) > MAX_SPECS:
        raise SimulationError(f"{len(specs)} specs are more than the limit of {MAX_SPECS}")
    if request.name is not None and len(specs) > 1:
        raise click.UsageError("`--name` names the run of one spec")
    found: dict[str, Submission] = {}
    is_broken = False
    for spec in specs:
        wanted, problems = requirements_of(spec, request)
        report(problems, {} if spec.document is None else {spec.document.file: spec.document.content})
        is_broken = is_broken or has_error(problems)
        if not has_error(problems):
            one = submission_of(spec.file, wanted)
            if one.name in found:
                raise SimulationError(f"`{spec.file}`: another spec has the name `{one.name}`", "give each run a name")
            found[one.name] = one
    return None if is_broken else [*found.values()]


def _times(arrivals: str | None, durations: str | None, names: Sequence[str], read: Read) -> RunTimes | None:
    """Return the times of runs, and report problems of the files; None if one has errors. Raises SimulationError."""
    contents: dict[str, dict[str, Any] | None] = {}
    for kind, path in (("arrivals", arrivals), ("durations", durations)):
        if path is not None:
            text = read(path)
            if isinstance(text, Problem):
                report([text], {})
                return None
            contents[kind], problems = load_run_times(kind, text)
            report(problems, {text.file: text.content})
            if contents[kind] is None:
                return None
    return times_of(contents.get("arrivals"), contents.get("durations"), names)


def _print(result: SimulationResult, format_: str, output_file: Path | None) -> int:
    text = find(format_)(result)
    if output_file is not None:
        write_file(output_file, [text])
        status = CLEAN
    else:
        status = print_all([text])
    return status or (CLEAN if result.is_complete else PROBLEMS)
