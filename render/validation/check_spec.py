"""Check the values of a spec by rules and its rendered objects as manifests. Problems are at the lines of the spec."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import TYPE_CHECKING, Any, NamedTuple

from render import engine
from render.engine import Chart
from render.kube.gvk import GroupVersionKind
from render.manifests.apply_size import check_apply_size
from render.manifests.finding import Finding
from render.manifests.loading import LoadedObject, load_object, without_nulls
from render.manifests.objects import Object, Objects, objects
from render.manifests.schema_check import rule_of
from render.problem import Problem, Span
from render.programs.run import Run
from render.rules.runner import check_object, check_objects, check_spec
from render.schema_errors.error import existing_ancestor, json_pointer, parse_pointer
from render.source import Document, Node, Text, load_documents
from render.spec import Request
from render.spec.check_spec import Checked
from render.spec.locate import spec_problem
from render.spec.provenance import is_set, origins
from render.spec.rendering import PLACEHOLDER_RELEASE, Merged
from render.validation.inputs import Settings
from render.validation.policies import check_policies

if TYPE_CHECKING:  # few commands have policies
    from render.validation.shared_outputs import Output

_LIST = "\nitems:\n"
"""Text of a list. No other object contains it at this depth."""


class SpecResult(NamedTuple):
    """The problems of a spec."""

    objects: int
    """Number of rendered objects."""
    problems: list[Problem]
    """Includes those that will be ignored."""
    outputs: "tuple[Output, ...]" = ()
    """Folders that other runs may write to as well."""


def check_rendered(
    checked: Checked, texts: Sequence[Document], settings: Settings, gitops_engine: str | None = None
) -> SpecResult:
    """Check a spec that is rendered and checked by its schema. Raises OSError, ValueError, EngineError.

    `texts` are the spec and its overlays. `gitops_engine` is the tool that deploys it; None for that of the spec.
    """
    schemas = settings.schemas._replace(trainer=checked.trainer or settings.schemas.trainer)
    values = checked.merged.values if checked.merged is not None else {}
    count, problems = check_manifests(checked.files, texts, settings._replace(schemas=schemas), values)
    run = _run(checked, gitops_engine)
    if run is None or checked.merged is None:
        return SpecResult(count, [*checked.problems, *problems])
    own = [spec_problem(finding, checked.merged) for finding in check_spec(run)]
    return SpecResult(count, [*checked.problems, *own, *problems], _outputs(run, checked.merged))


def check_manifests(
    files: Mapping[str, str], texts: Sequence[Document], settings: Settings, values: Mapping[str, Any]
) -> tuple[int, list[Problem]]:
    """Return the number of objects in rendered files, and their problems.

    `texts` are the spec and its overlays, `values` what they set. Raises OSError, ValueError, EngineError.
    """
    request, schemas = settings.request, settings.schemas
    count = 0
    problems: list[Problem] = []
    members: list[Object] = []
    for item in load_rendered(files, request):
        if isinstance(item, Problem):
            problems.append(_without_position(item, texts))
            continue
        count += 1
        loaded = load_object(item, schemas)
        problems += _schema_problems(loaded, texts)
        if (member := loaded.readable) is not None:
            wrong = chain(
                check_apply_size(member),
                check_object(member, loaded.errors, is_rendered=True),
                check_policies(member, settings.policies),
            )
            problems += (locate_in_spec(one, texts) for one in wrong)
            members.append(member)
    between = _between(tuple(members), texts[0].file, settings)
    own = _of_user(between, values) if request.chart == Chart.bundled() else between
    problems += (locate_in_spec(one, texts) for one in own)
    return count, _once_per_value(problems)


def _between(members: Objects, file: str, settings: Settings) -> Iterator[Finding]:
    if not settings.namespaces:
        return check_objects(members, is_rendered=True, trainer=settings.schemas.trainer)
    from render.validation.namespaces import check_with_namespace  # few commands have manifests of namespaces

    return check_with_namespace(members, file, settings.namespaces, settings.schemas.trainer)


def _of_user(findings: Iterable[Finding], values: Any) -> Iterator[Finding]:
    """Yield the findings without those whose causes all come from the chart, each at its first cause in the values."""
    for one in findings:
        own = [path for path in one.causes if is_set(one.object.data, path, values)]
        if own:
            yield one._replace(path=own[0])
        elif not one.causes:
            yield one


def _once_per_value(problems: Sequence[Problem]) -> list[Problem]:
    """Return the problems with only the first of those that differ only in the place in the rendered object.

    The chart writes one value of the spec into several containers: that of the program and the preflight check.
    """
    found: dict[Problem, Problem] = {}
    for problem in problems:
        found.setdefault(problem._replace(pointer=None) if problem.line else problem, problem)
    return list(found.values())


def load_rendered(files: Mapping[str, str], request: Request) -> Iterator[Object | Problem]:
    """Yield the objects in rendered files, and the problems of documents that are not objects.

    A file of the bundled chart is well-formed and has at most one object, unless it is a list or the `helm` command has
    put all objects into one file. For one object Helm's parser is sufficient and twice as fast; it has no positions.
    """
    is_own = request.chart == Chart.bundled()
    for path, text in files.items():
        if not is_own or text.startswith("---") or _LIST in text:
            yield from _items(Text(path, text))
        elif text.strip():
            data = engine.merge_values([text], (), request.engine)
            yield Object(Document(path, text, None), "", GroupVersionKind.of(data["apiVersion"], data["kind"]), data)


def _items(text: Text) -> Iterator[Object | Problem]:
    for document, misread in load_documents(text):
        yield from misread
        yield from objects(document)


def _without_position(problem: Problem, texts: Sequence[Document]) -> Problem:
    """Return a problem of a rendered file without its position, since users don't see the lines of that file."""
    message = f"in the rendered `{problem.file}`: {problem.message}"
    file = texts[0].file
    return problem._replace(message=message, file=file, line=None, column=None, end_line=None, end_column=None)


def _schema_problems(loaded: LoadedObject, texts: Sequence[Document]) -> Iterator[Problem]:
    if loaded.unchecked is not None:
        yield _without_position(loaded.unchecked, texts)
    for error in loaded.errors:
        yield locate_in_spec(Finding.of(error, rule_of(loaded.item, error), loaded.item), texts)


def locate_in_spec(finding: Finding, texts: Sequence[Document]) -> Problem:
    """Return a finding about a rendered object as a problem of the spec, at the line that sets the value, if known."""
    item = finding.object
    values = texts[0].root.data if texts[0].root else {}
    pointers = [
        json_pointer(origin) for origin in origins(item.data, existing_ancestor(item.data, finding.path), values)
    ]
    found = ((text, pointer, text.find(pointer)) for pointer in pointers for text in reversed(texts))
    text, pointer, node = next((one for one in found if one[2]), (texts[0], "", None))
    return finding.rule.problem(
        f"{item.label}: {finding.message}",
        hint=finding.hint,
        file=text.file,
        span=_span(finding, text, pointer, node),
        pointer=item.pointer + finding.pointer,
        object=item.label,
    )


def _span(finding: Finding, text: Document, pointer: str, node: Node | None) -> Span | None:
    """Return the place of a value of the spec; for a text of several lines, that of the part that is reported."""
    if node is None:
        return None
    if finding.excerpt and node.span[0] != node.span[2]:
        return finding._replace(path=parse_pointer(pointer)).span_in(text)
    return node.span if node.key is None or node.scalar is not None else node.key


def _run(checked: Checked, gitops_engine: str | None) -> Run | None:
    """Return the run of a spec; None if values don't have the types that their schema requires."""
    if checked.merged is None or checked.values is None:
        return None
    values = without_nulls(checked.values)
    if gitops_engine is not None:
        values = {**values, "gitops": {**values.get("gitops", {}), "engine": gitops_engine}}
    root = checked.merged.documents[0].root
    written = root.data if root is not None and isinstance(root.data, dict) else {}
    return Run(values, checked.merged.name or PLACEHOLDER_RELEASE, written)


def _outputs(run: Run, merged: Merged) -> "tuple[Output, ...]":
    if run.at("storage", "checkpoints", "mode") in (None, "none") and not run.at("storage", "volumes"):
        return ()
    from render.validation.shared_outputs import find_outputs  # a spec without volumes writes nowhere else

    return tuple(find_outputs(run, merged))
