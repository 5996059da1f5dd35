"""Folders that several runs write to: the specs of one command, or those of a sweep."""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from render.problem import Problem, Severity
from render.programs.run import Run
from render.rules.storage._outputs import written_folders
from render.rules.storage._persistent import Place, place_of
from render.source import Text
from render.spec.codes import SHARED_OUTPUT
from render.spec.locate import spec_problem
from render.spec.rendering import Merged
from render.validation.filters import apply_ignores
from render.validation.inputs import Settings
from render.validation.result import Result


class Output(NamedTuple):
    """A folder that a run writes to, on storage that other runs reach."""

    run: str
    place: Place
    problem: Problem
    """The problem if another run writes there too; its message lacks the other run."""
    text: Text
    """The spec, for its source lines and comments."""


def find_outputs(run: Run, merged: Merged) -> Iterator[Output]:
    """Yield the folders that a run writes to and that other runs may reach."""
    for setting in written_folders(run.program):
        folder = setting.text or ""
        place = place_of(run, folder)
        if place is not None:
            hint = "give each run its own folder, such as one with the run's name"
            finding = setting.finding(f"`{setting.name}` is `{folder}` on {place.volume}", hint)
            document = merged.documents[0]
            problem = spec_problem(finding.of_rule(SHARED_OUTPUT), merged)
            yield Output(run.name, place, problem, Text(document.file, document.content))


def check_outputs(results: Sequence[Result], settings: Settings) -> list[Result]:
    """Return results with a problem for each folder that several runs write to, in the second of their specs.

    It is a note: specs may be for several namespaces, or for one run after the other, while the runs of a sweep start
    together. Two specs with one name are versions of one run, which a namespace has once.
    """
    found: dict[str, list[Problem]] = {}
    for outputs in _by_place(output for result in results for output in result.outputs):
        if len(outputs) > 1:
            problem = _problem(*outputs)
            found.setdefault(problem.file or "", []).append(problem)
    return [_with_problems(result, found.pop(result.file, ()), settings) for result in results]


def _by_place(outputs: Iterable[Output]) -> Iterator[Sequence[Output]]:
    """Yield the first output of each run, by place."""
    found: dict[Place, dict[str, Output]] = {}
    for output in outputs:
        found.setdefault(output.place, {}).setdefault(output.run, output)
    yield from (tuple(runs.values()) for runs in found.values())


def _problem(first: Output, second: Output, *others: Output) -> Problem:
    place = f"`{first.problem.file}:{first.problem.line}` (`{first.run}`)"
    rest = "1 more run" if len(others) == 1 else f"{len(others)} more runs"
    more = f", {place} and {rest} write there" if others else f", and {place} writes there"
    message = f"{second.problem.message}{more} too: at the same time, {_RESULT}"
    return second.problem._replace(message=message, severity=Severity.INFO)


_RESULT = "they overwrite each other's checkpoints"


def _with_problems(result: Result, problems: Sequence[Problem], settings: Settings) -> Result:
    if not problems:
        return result
    texts = {output.text.file: output.text.content for output in result.outputs}
    kept = dict.fromkeys((*result.problems, *apply_ignores(problems, texts, settings.config)))
    found = Result.of(result.file, result.objects, kept, texts)
    return result._replace(problems=found.problems, rows={**result.rows, **found.rows})


def sweep_problems(outputs: Sequence[Output]) -> Iterator[Problem]:
    """Yield a problem for each folder that several specs of a sweep write to."""
    for found in _by_place(outputs):
        if len(found) > 1:
            problem = found[0].problem
            message = f"{problem.message}, and {len(found)} runs write there: {_RESULT}"
            yield problem._replace(message=message, hint="put a parameter of the sweep into it: `{{ NAME }}`")
