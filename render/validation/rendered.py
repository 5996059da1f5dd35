"""Check what a spec renders, and blame the line of the spec that is behind a finding."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from typing import TYPE_CHECKING

from render import engine
from render.engine import Chart
from render.kube.kind import Kind
from render.kube.schemas import Schemas
from render.manifests.checking import mistakes, rule
from render.manifests.objects import Object, objects
from render.problem import Problem, Rule, Span
from render.rules.findings import among, in_each
from render.shape.mistake import Mistake, json_pointer, written
from render.source import Document, Node, Text, documents
from render.spec import Request
from render.spec.provenance import origins
from render.validation.policies import broken
from render.validation.typed import typed

if TYPE_CHECKING:  # few commands have any
    from render.kube.policy import Policy


_LIST = "\nitems:\n"
"""What a list has, and at this depth nothing else."""


def rendered(
    files: Mapping[str, str],
    request: Request,
    texts: Sequence[Document],
    schemas: Schemas,
    policies: "Sequence[Policy]" = (),
) -> tuple[int, list[Problem]]:
    """Return the number of objects in rendered files, and what is wrong with them.

    `texts` are the spec and its overlays. Raises OSError, ValueError, EngineError.
    """
    count = 0
    problems: list[Problem] = []
    members: list[Object] = []
    for item in objects_of(files, request):
        if isinstance(item, Problem):
            problems.append(_not_here(item, texts))
            continue
        count += 1
        found = mistakes(item, schemas)
        problems += _refused(item, found, texts)
        for member, known in typed(item, found):
            wrong = chain(in_each(member, known, is_rendered=True), broken(member, policies))
            problems += (traced(*one, texts) for one in wrong)
            members.append(member)
    between = among(tuple(members), is_rendered=True, trainer=schemas.trainer)
    return count, [*problems, *(traced(*one, texts) for one in between)]


def objects_of(files: Mapping[str, str], request: Request) -> Iterator[Object | Problem]:
    """Yield the objects in rendered files, and what is none.

    A file of our own chart is well-formed and has one object at most, unless it is a list or the command has put all in
    one: Helm's parser, which knows no places, is enough for it, and twice as fast.
    """
    is_own = request.chart == Chart.bundled()
    for path, text in files.items():
        if not is_own or text.startswith("---") or _LIST in text:
            yield from _items(Text(path, text))
        elif text.strip():
            data = engine.values([text], (), request.engine)
            yield Object(Document(path, text, None), "", Kind.of(data["apiVersion"], data["kind"]), data)


def _items(text: Text) -> Iterator[Object | Problem]:
    for document, misread in documents(text):
        yield from misread
        yield from objects(document)


def _not_here(problem: Problem, texts: Sequence[Document]) -> Problem:
    """Put a problem of a rendered file into words: nobody has seen the lines that it counts."""
    message = f"in the rendered `{problem.file}`: {problem.message}"
    file = texts[0].file
    return problem._replace(message=message, file=file, line=None, column=None, end_line=None, end_column=None)


def _refused(item: Object, found: Sequence[Mistake] | Problem, texts: Sequence[Document]) -> Iterator[Problem]:
    if isinstance(found, Problem):
        yield _not_here(found, texts)
        return
    for mistake in found:
        yield traced(rule(item, mistake), item, mistake, texts)


def traced(rule: Rule, item: Object, mistake: Mistake, texts: Sequence[Document]) -> Problem:
    """Return a mistake at the line that brought the value; without one where the chart itself did."""
    values = texts[0].root.data if texts[0].root else {}
    pointers = [json_pointer(origin) for origin in origins(item.data, written(item.data, mistake.path), values)]
    found = ((text.file, text.find(pointer)) for pointer in pointers for text in reversed(texts))
    file, node = next(((file, node) for file, node in found if node), (texts[0].file, None))
    return rule.problem(
        f"{item.label}: {mistake.message}",
        hint=mistake.hint,
        file=file,
        span=_span(node) if node else None,
        pointer=item.pointer + mistake.pointer,
        object=item.label,
    )


def _span(node: Node) -> Span:
    return node.span if node.key is None or node.scalar is not None else node.key
