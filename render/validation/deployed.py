"""Check specs as the GitOps objects of a command deploy them."""

from collections.abc import Iterable, Iterator, Sequence

from render.engine import EngineError
from render.validation.crash import crashed
from render.validation.file import Settings
from render.validation.result import Result


def deployed(results: Iterable[Result], settings: Settings, paths: Sequence[str]) -> Iterator[Result]:
    """Yield results, those of specs that are deployed as what is deployed. Raises EngineError.

    `paths` are those of the command. Nothing is yielded before all is known: a spec may come before what deploys it.
    A failure of our own is a problem of the first file that deploys something.
    """
    known = tuple(results)
    first = next((position for position, result in enumerate(known) if result.deployers), None)
    if first is None:
        yield from known
        return
    from render.validation.deploying import Deploying  # few commands have any

    try:
        checked = list(Deploying.of(known, settings, paths).results())
    except EngineError:
        raise
    except Exception as error:  # noqa: BLE001 - whatever it is, what was found before is reported
        checked = crashed(error, known, first)
    yield from checked
