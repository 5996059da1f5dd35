"""Check specs as the GitOps objects of a command deploy them."""

from collections.abc import Iterable, Iterator, Sequence

from render.validation.file import Settings
from render.validation.result import Result


def deployed(results: Iterable[Result], settings: Settings, paths: Sequence[str]) -> Iterator[Result]:
    """Yield results, those of specs that are deployed as what is deployed. Raises EngineError, OSError, ValueError.

    `paths` are those of the command. Nothing is yielded before all is known: a spec may come before what deploys it.
    """
    known = tuple(results)
    if any(result.deployers for result in known):
        from render.validation.deploying import Deploying  # few commands have any

        yield from Deploying.of(known, settings, paths).results()
    else:
        yield from known
