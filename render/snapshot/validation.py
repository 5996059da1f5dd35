"""Compare the specs and objects of `render validate` with a cluster in a file: the checks of `render doctor`."""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from render.doctor.check_result import Verdict
from render.doctor.examine import NamedResult, examine
from render.doctor.requirements import Requirements, requirements_of
from render.manifests.cluster_codes import BY_CHECK
from render.manifests.finding import Finding, to_problem
from render.manifests.loading import reload_positions
from render.manifests.objects import Object
from render.manifests.pods import pods
from render.problem import Problem, Severity, has_error
from render.snapshot.view import ONLY_LIVE, SnapshotView
from render.source import Document, Node
from render.spec import ReleaseSpec
from render.validation.check_spec import locate_in_spec
from render.validation.filters import add_problems
from render.validation.inputs import Settings
from render.validation.result import Result

_SEVERITIES = {Verdict.FAULT: Severity.ERROR, Verdict.WARNING: Severity.WARNING, Verdict.UNKNOWN: Severity.INFO}

_PLACES = {
    "claims": ("/storage/checkpoints/claimName", "/storage/checkpoints", "/storage"),
    "device_classes": ("/devices", "/pod/resourceClaims"),
    "gang_field": ("/scheduler",),
    "kinds": ("/scheduler", "/target"),
    "kueue_queue": ("/kueue/queue", "/scheduler"),
    "limit_range": ("/resourcesPerNode",),
    "nodes": ("/numNodes", "/elastic/maxNodes", "/resourcesPerNode"),
    "priority_class": ("/pod/priorityClassName", "/volcano/priorityClass"),
    "quota": ("/numNodes", "/elastic/maxNodes", "/resourcesPerNode"),
    "resource_claims": ("/pod/resourceClaims", "/devices", "/network/computeDomain"),
    "storage_classes": ("/storage/checkpoints", "/storage"),
    "volcano_queue": ("/volcano/queue", "/scheduler"),
}
"""Values of a spec that results without a place of their own are about, by check; the first one that is written."""

_NAMED = frozenset({"claims", "config_maps", "secrets"})
"""Checks of objects that the spec names, wherever it does."""

_OF_TRAINER = frozenset({"TrainJob", "TrainingRuntime"})
"""Kinds that a spec has for its `target`."""


class SnapshotStage(NamedTuple):
    """The checks against one cluster."""

    view: SnapshotView
    settings: Settings

    def add_findings(self, results: Iterable[Result]) -> Iterator[Result]:
        """Yield results in order, with what the cluster lacks for their specs and objects.

        Files with an error are left out: their objects are not known. Raises ClusterError, EngineError.
        """
        for result in results:
            yield result if has_error(result.problems) else self._with_findings(result)

    def _with_findings(self, result: Result) -> Result:
        problems: list[Problem] = []
        texts: list[Document] = []
        for release in result.sent:
            if isinstance(release, ReleaseSpec):
                wanted, broken = requirements_of(release.spec, release.request)
                if not has_error(broken):
                    problems += (_in_spec(one, wanted, release.texts) for one in self._results(wanted))
                    texts += release.texts
        objects = tuple(reload_positions(one) for one in result.sent if isinstance(one, Object))
        if any(True for item in objects for _ in pods(item)):
            wanted = Requirements(_namespace(objects, self.settings.request.namespace), objects)
            problems += (to_problem(_finding(one, wanted)) for one in self._results(wanted))
            texts += (one.document for one in objects[:1])
        contents = {text.file: text.content for text in texts}
        return add_problems(result, dict.fromkeys(problems), contents, self.settings.config)

    def _results(self, wanted: Requirements) -> Iterator[NamedResult]:
        for one in examine(wanted, self.view):
            if one.finding.verdict is not Verdict.OK and one.check not in ONLY_LIVE:
                yield one


def _namespace(objects: Sequence[Object], default: str) -> str:
    """Return the namespace of objects: the first that is written."""
    written = (item.data.get("metadata", {}).get("namespace") for item in objects)
    return next((name for name in written if isinstance(name, str)), default)


def _finding(one: NamedResult, wanted: Requirements) -> Finding:
    """Return a result as a finding at its place, else at the first object with pods."""
    rule = BY_CHECK[one.check]._replace(severity=_SEVERITIES[one.finding.verdict])
    subject = "" if one.finding.subject == "-" else f"{one.finding.subject}: "
    item, path = one.finding.place or (next((pod.object for pod in wanted.pods), wanted.applied[0]), ())
    return Finding(path, f"{subject}{one.finding.message}", one.finding.hint, item, rule)


def _in_spec(one: NamedResult, wanted: Requirements, texts: Sequence[Document]) -> Problem:
    """Return a result as a problem at the line of the spec or overlay that it is about."""
    finding = _finding(one, wanted)
    if one.finding.place is not None:
        found = locate_in_spec(finding, texts)
        if found.line is not None:
            return found._replace(message=finding.message)
    if one.check in _NAMED:
        name = one.finding.subject.partition("/")[2]
        for text in reversed(texts):
            node = _find_name(text.root, name)
            if node is not None:
                return finding.rule.problem(finding.message, hint=finding.hint, file=text.file, span=node.span)
    pointers = ("/target",) if one.finding.subject in _OF_TRAINER else _PLACES.get(one.check, ())
    for pointer in pointers:
        for text in reversed(texts):
            node = text.find(pointer)
            if node is not None:
                span = node.span if node.scalar is not None else node.key
                return finding.rule.problem(
                    finding.message, hint=finding.hint, file=text.file, span=span, pointer=pointer
                )
    return finding.rule.problem(finding.message, hint=finding.hint, file=texts[0].file)


def _find_name(root: Node | None, name: str) -> Node | None:
    """Return the first text of a document, except for the name of the run, that is a name."""
    left = [] if root is None else [below for key, below in root.children.items() if key != "name"]
    for node in left:  # grows while it is read
        if node.scalar is not None and node.data == name:
            return node
        left += node.children.values()
    return None
