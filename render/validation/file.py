"""Validate files, whatever they are."""

from collections.abc import Iterator, Sequence
from itertools import chain
from pathlib import PurePath, PurePosixPath
from typing import TYPE_CHECKING, NamedTuple

from render.gitops.kinds import is_deployer
from render.kube.schemas import Schemas
from render.manifests.checking import mistakes
from render.manifests.objects import Object, objects
from render.manifests.placed import placed, refused
from render.problem import MAX_PROBLEMS, Problem, Severity
from render.rules.config import ALL, Config
from render.rules.findings import in_each
from render.source import Document, Part, Text, documents, only, read, several
from render.source.codes import EMPTY, TOO_MANY_PROBLEMS, TOO_MANY_VALUES
from render.spec import Request, Spec
from render.spec.checking import Checked, check_all
from render.spec.codes import NOT_A_SPEC
from render.spec.words import WORDS
from render.validation.folded import folded, limited
from render.validation.inputs import Input
from render.validation.policies import broken
from render.validation.rendered import rendered
from render.validation.result import Result
from render.validation.sort import Sort, sort
from render.validation.suppression import useless, wanted
from render.validation.typed import typed
from render.validation.values import wrong_values

if TYPE_CHECKING:  # few commands have any
    from render.kube.policy import Policy

MAX_OBJECTS = 10_000
"""Objects of one file, those of lists counted one by one: as many as its documents (`render.source.walk`)."""

_MOST = 0.5
"""Share of keys above which a file is taken for an overlay: programs' own settings share a key or two with us."""


class Settings(NamedTuple):
    """What one command asks for, the same for each of its files."""

    request: Request
    schemas: Schemas
    config: Config = ALL
    policies: "tuple[Policy, ...]" = ()
    asks_server: bool = False
    """Whether a server is asked afterwards, so that results keep what it is asked about."""


def validate(files: Sequence[Input | Problem], settings: Settings) -> Iterator[Result]:
    """Yield everything that is wrong with each of a few files; the specs among them are rendered together.

    A file that the user has named is a spec where it could be one; one that was found in a folder only if it says so.
    Of what was found there only what looks like a spec's overlay is worth a word. Raises EngineError, OSError,
    ValueError.
    """
    opened = [_opened(file, settings) for file in files]
    specs = [one for one in opened if isinstance(one, Spec)]
    found = judged(specs, settings)
    for one in opened:
        yield _result(one, *next(found), settings) if isinstance(one, Spec) else one


def _opened(file: Input | Problem, settings: Settings) -> Spec | Result:
    """Return the spec in a file, or the findings of what is none."""
    if isinstance(file, Problem):
        return Result(file.file or "", problems=(file,))
    text = read(file.path)
    if isinstance(text, Problem):
        return Result(text.file or file.path, problems=(text,))
    parts = documents(text)
    first = next(parts)
    found = sort(first[0])
    is_ours = found is Sort.OVERLAY and _share(first[0], settings) > (0 if file.is_named else _MOST)
    if found is Sort.SPEC or (is_ours and file.is_named):
        document, problems = only(chain([first], parts))
        return Spec(text.file, PurePosixPath(PurePath(text.file).name).with_suffix(".yaml"), document, problems)
    if found is Sort.OVERLAY:
        why = "an overlay, which is checked over its spec (`-f`)" if is_ours else "values of another chart"
        skipped = NOT_A_SPEC.problem(f"has no `kind`, so it is {why}: skipped", file=text.file)
        return Result(text.file, problems=(skipped,) if is_ours or file.is_named else ())
    return _manifests(text, chain([first], parts), settings, is_named=file.is_named)


def _share(document: Document, settings: Settings) -> float:
    """Return which part of a document's keys could be a spec's."""
    known = settings.request.chart.schema().get("properties", {}).keys() | WORDS
    keys = document.root.children if document.root is not None else {}
    return sum(key in known for key in keys) / max(len(keys), 1)


def judged(specs: Sequence[Spec], settings: Settings) -> Iterator[tuple[int, list[Problem]]]:
    """Yield the number of objects that each spec renders, and everything that is wrong with it.

    Nothing is left out. Raises EngineError, OSError, ValueError.
    """
    for spec, checked in zip(specs, check_all(specs, settings.request), strict=True):
        yield found_in(checked, _texts(spec, settings.request), settings)


def found_in(
    checked: Checked, texts: Sequence[Document], settings: Settings, engine: str | None = None
) -> tuple[int, list[Problem]]:
    """Return the number of objects that a checked spec renders, and everything that is wrong with it.

    `texts` are the spec and its overlays, `engine` the GitOps engine that deploys it. Raises OSError, ValueError,
    EngineError.
    """
    schemas = settings.schemas._replace(trainer=checked.trainer or settings.schemas.trainer)
    count, problems = rendered(checked.files, settings.request, texts, schemas, settings.policies)
    return count, [*checked.problems, *wrong_values(checked, engine), *problems]


def _result(spec: Spec, count: int, problems: Sequence[Problem], settings: Settings) -> Result:
    texts = _texts(spec, settings.request)
    contents = {document.file: document.content for document in texts}
    noted = useless(Text(texts[0].file, texts[0].content))
    found = Result.of(spec.file, count, wanted((*problems, *noted), contents, settings.config), contents)
    return found._replace(sent=spec) if settings.asks_server else found


def _texts(spec: Spec, request: Request) -> list[Document]:
    return [document for document in (spec.document, *request.overlays) if document is not None]


def _manifests(text: Text, parts: Iterator[Part], settings: Settings, *, is_named: bool) -> Result:
    problems: list[Problem] = []
    members: list[Object] = []
    sent: list[Object] = []
    deployers: list[Object] = []
    count, look_at = 0, MAX_PROBLEMS
    for item in _items(parts):
        if count == MAX_OBJECTS:
            message = f"exceeds the limit of {MAX_OBJECTS} objects: what follows is not checked"
            problems.append(TOO_MANY_VALUES.problem(message, file=text.file))
            break
        if isinstance(item, Problem):
            problems.append(item)
        else:
            count += 1
            if settings.asks_server:
                sent.append(item.detached)
            if is_deployer(item.kind):
                deployers.append(item.detached)
            found = mistakes(item, settings.schemas)
            problems += refused(item, found)
            for member, known in typed(item, found):
                wrong = chain(in_each(member, known), broken(member, settings.policies))
                problems += (placed(*one) for one in wrong)
                members.append(member.detached)
        if len(problems) > look_at:
            look_at *= 2
            if sum(1 for _ in folded(problems)) > MAX_PROBLEMS:
                message = f"exceeds the limit of {MAX_PROBLEMS} findings: what follows is not checked"
                problems.insert(0, TOO_MANY_PROBLEMS.problem(message, file=text.file))
                break
    if not count and not problems:
        empty = EMPTY.problem("holds nothing", file=text.file)
        problems.append(empty._replace(severity=Severity.ERROR) if is_named else empty)
    problems += useless(text)
    contents = {text.file: text.content}
    shown = limited(tuple(folded(wanted(problems, contents, settings.config))), text.file)
    result = Result.of(text.file, count, shown, contents, tuple(members))
    return result._replace(sent=tuple(sent), deployers=tuple(deployers))


def _items(parts: Iterator[Part]) -> Iterator[Object | Problem]:
    """Yield the objects of documents, and what is wrong with those that are none."""
    for document, found in parts:
        yield from found
        if sort(document) is Sort.SPEC:
            yield several(document)
        else:
            yield from objects(document)
