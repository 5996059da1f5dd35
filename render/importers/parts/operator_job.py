"""Jobs of the Training Operator (v1) whose program starts its processes itself: masters and workers as nodes.

Source: https://github.com/kubeflow/trainer/tree/release-1.9/pkg/controller.v1
"""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from render.importers.parts.gang import consume_operator_gang
from render.importers.parts.host_names import node_host
from render.importers.parts.importer import ImportNotes, ImportResult, ImportSource, RemainingFields, drop_empty
from render.importers.parts.nodes import NodePods, consume_nodes
from render.importers.parts.run import consume_marks, consume_metadata, consume_run_policy
from render.importers.pytorchjob import report_differences
from render.spec.codes import NOT_IMPORTED


class OperatorKind(NamedTuple):
    """A kind of the Training Operator."""

    specs: str
    """The field with its roles."""
    roles: tuple[str, ...]
    """Roles whose pods are nodes, in the order of their ranks, in lower case."""
    env: Callable[[str, int], Mapping[str, str]]
    """The variables that the operator sets, for a run's name and number of nodes, in the words of `launcher: plain`."""
    refusal: str
    """The reason why other roles can not be nodes."""


def convert_operator_job(source: ImportSource, kind: OperatorKind) -> ImportResult:
    """Return the spec of a job, or no spec and a finding with the reason."""
    whole = source.item.data
    rest, notes = RemainingFields.of(whole), ImportNotes(lambda path: (source.item, path))
    name, namespace = consume_metadata(rest, notes)
    spec = rest.section("spec")
    specs = spec.section(kind.specs)
    written = {str(key).lower(): key for key in specs.data}
    roles = [specs.section(written[role]) for role in kind.roles if role in written]
    others = [str(key) for role, key in written.items() if role not in kind.roles]
    if others or not roles:
        names = ", ".join(f"`{key}`" for key in others)
        message = f"has {names}: {kind.refusal}" if others else "has no role with pods"
        notes.add(NOT_IMPORTED, specs.path, message, "keep the job, or import it without that role")
        return ImportResult({}, tuple(notes.problems))
    sizes = [int(role.consume("replicas", 1)) for role in roles]
    templates = [role.section("template") for role in roles]
    start = consume_operator_gang(rest, [template.section("spec") for template in templates], sum(sizes))
    for template in templates[1:]:
        report_differences(template, templates[0], str(roles[0].path[-1]), notes)
    starts = [sum(sizes[:place]) for place in range(len(sizes))]
    hosts = {
        str(role.path[-1]).lower(): (lambda index, first=first: node_host(name, first + index))
        for role, first in zip(roles, starts, strict=True)
    }
    values: dict[str, Any] = {"name": name, **start}
    values |= consume_nodes(NodePods(name, templates[0], sum(sizes), hosts), notes)
    values["env"] = {**kind.env(name, sum(sizes)), **values["env"]}
    values |= consume_run_policy(spec.section("runPolicy"), roles, notes)
    values["metadata"] = consume_marks(rest)
    notes.report_remaining(rest, whole)
    return ImportResult(drop_empty(values), tuple(notes.problems), namespace, "the Training Operator")
