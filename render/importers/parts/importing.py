"""Import what files hold, whatever its kind."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pathlib import Path

from render.importers.parts.result import Imported
from render.importers.parts.source import Source
from render.kube.kind import Kind
from render.kube.schemas import Schemas
from render.manifests.checking import mistakes
from render.manifests.objects import Object, objects
from render.manifests.placed import refused
from render.problem import Problem, has_error
from render.source import Text, documents, read
from render.spec.codes import NOT_IMPORTED
from render.validation.typed import typed

_HINT = "it takes a TrainJob with its runtime, a PyTorchJob (v1) or an MPIJob (v2beta1)"

Importer = Callable[[Source], Imported]


@dataclass(frozen=True, slots=True)
class Outcome:
    """What comes of files."""

    item: Object | None
    """What was imported; None where there is no telling what to import."""
    imported: Imported
    sources: Mapping[str, str]
    """The text of each file, for the problems."""


@cache
def importers() -> Mapping[Kind, Importer]:
    """Return the importers by the kind that they read: the files beside this folder."""
    folder = Path(__file__).parents[1]
    modules = [import_module(f"render.importers.{file.stem}") for file in sorted(folder.glob("[!_]*.py"))]
    return {module.KIND: module.imported for module in modules}


def importing(paths: Sequence[str], release: str) -> Outcome:
    """Import the only thing that can be imported in files. Raises OSError, ValueError."""
    texts = [read(path) for path in dict.fromkeys(paths)]
    sources = {text.file: text.content for text in texts if isinstance(text, Text)}
    items: list[Object] = []
    problems: list[Problem] = []
    for found in _found(texts, Schemas(trainer=release)):
        if isinstance(found, Problem):
            problems.append(found)
        else:
            items.append(found)
    ready = [item for item in items if item.kind in importers()]
    if not has_error(problems) and len(ready) != 1:
        problems += _not_one(ready, next(iter(sources)))
    if has_error(problems):
        return Outcome(None, Imported({}, tuple(problems)), sources)
    [item] = ready
    others = tuple(other for other in items if other is not item)
    imported = importers()[item.kind](Source(item, others, release))
    told = (*problems, *imported.problems)
    return Outcome(item, Imported(imported.values, told, imported.namespace, imported.by), sources)


def _found(texts: Iterable[Text | Problem], schemas: Schemas) -> Iterator[Object | Problem]:
    """Yield the objects of texts that have the shape that their schemas ask for, and what is wrong with the others."""
    for text in texts:
        if isinstance(text, Problem):
            yield text
            continue
        for document, misread in documents(text):
            yield from misread
            for item in objects(document):
                if isinstance(item, Problem):
                    yield item
                    continue
                found = mistakes(item, schemas)
                yield from refused(item, found)
                yield from (member for member, _ in typed(item, found))


def _not_one(ready: Sequence[Object], file: str) -> Iterator[Problem]:
    if not ready:
        yield NOT_IMPORTED.problem("the files hold nothing that can be imported", hint=_HINT, file=file)
    for item in ready[1:]:
        message = f"`{item.label}` stands beside `{ready[0].label}`, and one import gives one spec"
        span = node.span if (node := item.document.find(f"{item.pointer}/kind")) else None
        yield NOT_IMPORTED.problem(
            message, hint="give the files of one of them", file=item.document.file, span=span, object=item.label
        )
