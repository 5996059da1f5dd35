"""Check the manifests of one command as one set: a Service and its pods may stand in two files."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from render.kube.layout import TRAINERS
from render.manifests.objects import Object
from render.manifests.placed import placed
from render.rules.config import Config
from render.rules.findings import Found, among
from render.source import Text, documents
from render.validation.result import Result
from render.validation.suppression import wanted


def together(results: Iterable[Result], config: Config, trainer: str = TRAINERS[-1]) -> Iterator[Result]:
    """Yield results in their order, with what is wrong between the objects of all of them.

    What comes before the first object is yielded at once, the rest when all is known.
    """
    waiting: list[Result] = []
    for result in results:
        if result.members or waiting:
            waiting.append(result)
        else:
            yield result
    found: dict[str, list[Found]] = {}
    for one in among(tuple(_members(waiting)), trainer=trainer):
        found.setdefault(one.object.document.file, []).append(one)
    for result in waiting:
        yield _added(result, found.pop(result.file, ()), config)


def _members(results: Sequence[Result]) -> Iterator[Object]:
    """Yield the objects of each file once, however often the command names it."""
    for result in {result.file: result for result in results}.values():
        yield from result.members


def _added(result: Result, found: Sequence[Found], config: Config) -> Result:
    if not found:
        return replace(result, members=())
    content = found[0].object.document.content
    placed_in = {document.start: document for document, _ in documents(Text(result.file, content))}
    problems = [
        placed(one.rule, one.object._replace(document=placed_in[one.object.document.start]), one.mistake)
        for one in found
    ]
    texts = {result.file: content}
    return Result.of(result.file, result.objects, [*result.problems, *wanted(problems, texts, config)], texts)
