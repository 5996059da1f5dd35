"""Validate files, whatever they are."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from render.engine import EngineError
from render.kube.schemas import Schemas
from render.problem import Problem, Severity
from render.rules.config import ALL, Config
from render.source import Document, Text, read
from render.source.codes import CHART, EMPTY, LINK_OUT
from render.spec import Request, Spec
from render.spec.checking import Checked, check_all
from render.validation.content import Content
from render.validation.crash import crash
from render.validation.folded import folded, limited
from render.validation.inputs import Input
from render.validation.manifest import NO_SCHEMA, Manifest
from render.validation.rendered import rendered
from render.validation.result import Result
from render.validation.suppression import useless, wanted
from render.validation.values import wrong_values

if TYPE_CHECKING:  # few commands have any
    from render.kube.policy import Policy

_REASONS = {CHART.code: "Helm chart", LINK_OUT.code: "link out of the folder"}
"""Why something in a folder is not read, by the code that says so."""

_Judgement = tuple[int, list[Problem]]
"""The number of objects that a spec renders, and everything that is wrong with it."""


class Settings(NamedTuple):
    """What one command asks for, the same for each of its files."""

    request: Request
    schemas: Schemas
    config: Config = ALL
    policies: "tuple[Policy, ...]" = ()
    asks_server: bool = False
    """Whether a server is asked afterwards, so that results keep what it is asked about."""


class _Opened(NamedTuple):
    """A file whose objects are checked, and whose specs are still to be rendered."""

    text: Text
    content: Content
    is_named: bool


def validate(files: Sequence[Input | Problem], settings: Settings) -> Iterator[Result]:
    """Yield everything that is wrong with each of a few files; the specs among them are rendered together.

    A file that the user has named is a spec where it could be one; one that was found in a folder only if it says so.
    An exception while a file is checked is a problem of that file. Raises EngineError.
    """
    opened = [_opened_safely(file, settings) for file in files]
    specs = [spec for one in opened if isinstance(one, _Opened) for spec in one.content.specs]
    found = iter(_judged_safely(specs, settings))
    for one in opened:
        if isinstance(one, Result):
            yield one
            continue
        judgements = [next(found) for _ in one.content.specs]
        try:
            yield _result(one, judgements, settings)
        except Exception as error:  # noqa: BLE001 - whatever it is, the other files are checked
            yield _crashed(one.text.file, error)


def _opened_safely(file: Input | Problem, settings: Settings) -> _Opened | Result:
    try:
        return _opened(file, settings)
    except EngineError:
        raise
    except Exception as error:  # noqa: BLE001 - as above
        return _crashed(file.file or "" if isinstance(file, Problem) else file.path, error)


def _opened(file: Input | Problem, settings: Settings) -> _Opened | Result:
    """Read a file and check its objects; the result of what can't be read is all there is to say."""
    if isinstance(file, Problem):
        reason = _REASONS.get(file.code)
        return Result(file.file or "", problems=(file,), skipped={reason: 1} if reason else {})
    text = read(file.path)
    if isinstance(text, Problem):
        return Result(text.file or file.path, problems=(text,))
    manifest = Manifest(settings.schemas, settings.policies, settings.asks_server)
    return _Opened(text, Content.of(text, settings.request, manifest, is_named=file.is_named), file.is_named)


def _judged_safely(specs: Sequence[Spec], settings: Settings) -> list[_Judgement | Exception]:
    """Judge specs together; where that fails, one by one, so that each failure is that of its own spec."""
    try:
        return list(judged(specs, settings))
    except EngineError:
        raise
    except Exception as error:  # noqa: BLE001 - as above
        return [error] if len(specs) == 1 else [one for spec in specs for one in _judged_safely([spec], settings)]


def judged(specs: Sequence[Spec], settings: Settings) -> Iterator[_Judgement]:
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


def _result(opened: _Opened, judgements: Sequence[_Judgement | Exception], settings: Settings) -> Result:
    text, content, manifest = opened.text, opened.content, opened.content.manifest
    problems = [*content.problems, *manifest.problems]
    crashes = [crash(one, text.file) for one in judgements if isinstance(one, Exception)]
    count = manifest.count
    for one in judgements:
        if not isinstance(one, Exception):
            count += one[0]
            problems += one[1]
    if content.is_empty:
        empty = EMPTY.problem("holds nothing", file=text.file)
        problems.append(empty._replace(severity=Severity.ERROR) if opened.is_named else empty)
    problems += useless(text)
    contents = {text.file: text.content} | {over.file: over.content for over in settings.request.overlays}
    # What can't be read is not judged either: to ignore it would be to let it pass.
    unread = dict.fromkeys(content.unread)
    kept = tuple(folded(wanted((one for one in problems if one not in unread), contents, settings.config)))
    found = Result.of(
        text.file, count, [*limited(kept, text.file), *unread, *crashes], contents, tuple(manifest.members)
    )
    skipped = content.skipped + Counter({NO_SCHEMA: manifest.unchecked})
    alone = content.specs[0] if len(content.specs) == 1 and not manifest.count else None
    sent = (alone or tuple(manifest.sent)) if settings.asks_server else ()
    return found._replace(sent=sent, deployers=tuple(manifest.deployers), skipped=skipped)


def _crashed(file: str, error: Exception) -> Result:
    return Result(file, problems=(crash(error, file),))


def _texts(spec: Spec, request: Request) -> list[Document]:
    return [document for document in (spec.document, *request.overlays) if document is not None]
