"""Say what is wrong between the objects of several files, and in what they make, at the lines that brought it."""

from collections.abc import Iterator, Sequence
from itertools import chain

from render.manifests.placed import placed
from render.problem import Problem
from render.validation.blame import Blame
from render.validation.file import Settings
from render.validation.folded import folded, limited
from render.validation.result import Result
from render.validation.rooted import rooted
from render.validation.suppression import wanted
from render.validation.whole import Whole


def blamed(results: Sequence[Result], settings: Settings) -> Iterator[Result]:
    """Yield results with what is wrong between their objects. Raises OSError, ValueError."""
    found: dict[str, list[Blame]] = {}
    for blame in _blames(results, settings):
        found.setdefault(blame.found.object.document.file, []).append(blame)
    for result in results:
        yield _added(result, found.pop(result.file, ()), settings)


def _blames(results: Sequence[Result], settings: Settings) -> Iterator[Blame]:
    whole = Whole.of(results, settings.schemas.trainer)
    yield from map(Blame, {(one.rule.code, id(one.object), one.mistake): one for one in whole.between}.values())
    if whole.trainings:
        from render.validation.made import made  # few commands have any

        told = set()
        for blame in chain.from_iterable(made(training, settings.schemas) for training in whole.sound):
            rule, item, mistake = blame.found
            place = rule.code, id(item), mistake.path
            if place not in told:  # what many TrainJobs meet in one runtime is told once
                told.add(place)
                yield blame


def _added(result: Result, blames: Sequence[Blame], settings: Settings) -> Result:
    if not blames:
        return result._replace(members=())
    problems = list(map(_placed, blames))
    # What is sure to be refused is told instead of what a runtime is warned of by itself.
    places = set(map(_place, problems))
    kept = [problem for problem in result.problems if _place(problem) not in places]
    texts = {result.file: blames[0].found.object.document.content}
    shown = limited([*kept, *folded(wanted(problems, texts, settings.config))], result.file)
    found = Result.of(result.file, result.objects, shown, texts)
    return result._replace(problems=found.problems, rows=found.rows, members=())


def _place(problem: Problem) -> tuple[str, int | None, str | None]:
    return problem.code, problem.line, problem.pointer


def _placed(blame: Blame) -> Problem:
    rule, item, mistake = blame.found
    problem = placed(rule, rooted(item), mistake)
    if blame.limit is None:
        return problem
    item, path = blame.limit
    other = placed(rule, rooted(item), mistake._replace(path=path))
    return problem._replace(message=f"{problem.message}; `{other.file}:{other.line}` has the limit")
