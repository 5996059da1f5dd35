"""The pipeline of `render validate`: every stage, in order.

The files go through `FILE_STAGES` a few at a time, in one process or in several (`render.validation.batch`); their
results go through `COMMAND_STAGES` together. Stages take and return values; they print nothing.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from render.gitops import may_deploy
from render.gitops.kustomization import KustomizePatches
from render.problem import Problem
from render.source import FileReader
from render.validation.check_file import (
    FileState,
    Stage,
    check_specs,
    classify,
    each,
    filter_findings,
    read_input,
    render_specs,
)
from render.validation.filters import drop_repeats
from render.validation.inputs import Input, Settings
from render.validation.result import Result

if TYPE_CHECKING:
    from render.validation.deployments import DeploymentCheck

FILE_STAGES: tuple[Stage, ...] = (
    each(classify),  # finds specs and objects; loads objects, checks them by their schemas and by rules
    render_specs,  # the spec's schema, then Helm
    each(check_specs),  # the rules for specs; for rendered objects: schemas, rules, cross-object rules
    each(filter_findings),  # comments, configuration, limits
)


_LEVEL = "pod-security.kubernetes.io/enforce"
"""Text of each file with a namespace that says its Pod Security level."""


class CommandState(NamedTuple):
    """Inputs of the stages of a command."""

    settings: Settings
    deployments: "DeploymentCheck | None" = None
    """Deployments in the files of the command; None if there are none."""


def check_objects_together(results: Sequence[Result], command: CommandState) -> Sequence[Result]:
    """Check the objects of all files together, and those that Kubeflow Trainer creates. Raises EngineError."""
    if not any(result.members for result in results):
        return results
    from render.validation.cross_file import check_across_files  # 10% of a cold start; not needed for specs

    return check_across_files(results, command.settings)


def check_specs_together(results: Sequence[Result], command: CommandState) -> Sequence[Result]:
    """Compare the folders that the runs of all specs write to."""
    if sum(bool(result.outputs) for result in results) < 2 and all(len(result.outputs) < 2 for result in results):
        return results
    from render.validation.shared_outputs import check_outputs  # few commands have several specs

    return check_outputs(results, command.settings)


def check_as_deployed(results: Sequence[Result], command: CommandState) -> Sequence[Result]:
    """Check the specs that Argo CD or Flux deploys, with the values, name and namespace of the deployment."""
    return results if command.deployments is None else command.deployments.add_results(results)


def filter_repeats(results: Sequence[Result], command: CommandState) -> Sequence[Result]:  # noqa: ARG001 - a stage
    """Drop problems that several results report at the same place."""
    return drop_repeats(results)


COMMAND_STAGES = (check_objects_together, check_specs_together, check_as_deployed, filter_repeats)


def read_files(
    files: Sequence[Input | Problem], settings: Settings, reader: FileReader | None = None
) -> list[FileState]:
    """Read each file, once for all stages: text limits, encoding. `reader` has the files that are read already."""
    known = reader or FileReader()
    patches = KustomizePatches(known)
    read = each(lambda state, _: read_input(state, known))
    states = read([FileState(file) for file in files], settings)
    return [
        state._replace(is_patch=state.text is not None and not state.is_named and state.name in patches)
        for state in states
    ]


def find_namespaces(states: Sequence[FileState], settings: Settings) -> Settings:
    """Return the settings with the namespaces of the files, which are compared with what specs render."""
    texts = [state.text for state in states if state.text is not None and _LEVEL in state.text.content]
    if not texts:
        return settings
    from render.validation.namespaces import load_namespaces  # few commands have manifests of namespaces

    return settings._replace(namespaces=tuple(load_namespaces(texts, settings.schemas)))


def find_deployments(
    states: Sequence[FileState], settings: Settings, paths: Sequence[str], reader: FileReader
) -> "tuple[Sequence[FileState], DeploymentCheck | None]":
    """Find what Argo CD and Flux deploy. `paths` are those of the command line.

    Files that deployments name are not checked alone, but as they are deployed: their states have an empty result.
    """
    if not any(state.text is not None and may_deploy(state.text.content) for state in states):
        return states, None
    from render.validation.deployments import DeploymentCheck  # few commands have deployments

    deployments = DeploymentCheck(list(states), settings, reader)
    deployments.find(paths)
    return deployments.states, deployments


def check_files(states: Sequence[FileState], settings: Settings) -> list[Result]:
    """Return the result of each file alone; the specs of all these files are rendered together.

    A file that the user named is a spec if it could be one; a file in a folder is a spec only by its `kind` or
    `apiVersion`. An exception while a file is checked is a problem of that file. Raises EngineError.
    """
    for stage in FILE_STAGES:
        states = stage(states, settings)
    return [state.result for state in states if state.result is not None]


def check_command(results: Sequence[Result], command: CommandState) -> list[Result]:
    """Return results with the findings between the objects of all files and of deployments. Raises EngineError."""
    for stage in COMMAND_STAGES:
        results = stage(results, command)
    return list(results)
