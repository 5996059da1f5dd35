"""Check the manifests of one command as one set: a Service and its pods may stand in two files."""

from collections.abc import Iterable, Iterator

from render.engine import EngineError
from render.validation.crash import crashed
from render.validation.file import Settings
from render.validation.result import Result


def together(results: Iterable[Result], settings: Settings) -> Iterator[Result]:
    """Yield results in their order, with what is wrong between the objects of all of them, and in what they make.

    What comes before the first object is yielded at once, the rest when all is known. A failure of our own is a problem
    of the first file that has objects. Raises EngineError.
    """
    waiting: list[Result] = []
    for result in results:
        if result.members or waiting:
            waiting.append(result)
        else:
            yield result
    if waiting:
        from render.validation.blamed import blamed  # a tenth of a cold start, of no use to specs

        try:
            checked = list(blamed(waiting, settings))
        except EngineError:
            raise
        except Exception as error:  # noqa: BLE001 - whatever it is, what was found before is reported
            checked = crashed(error, waiting, 0)
        yield from checked
