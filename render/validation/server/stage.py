"""Add the findings of a server to those of validation."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from render.cluster import ClusterError
from render.manifests.finding import Finding, to_problem
from render.manifests.objects import Object
from render.problem import Problem, Severity
from render.schema_errors.error import existing_ancestor, json_pointer
from render.source import Document
from render.spec import ReleaseSpec
from render.spec.check_spec import check
from render.validation.check_spec import load_rendered, locate_in_spec
from render.validation.filters import apply_ignores
from render.validation.inputs import Settings
from render.validation.positions import reload_positions
from render.validation.result import Result
from render.validation.server.dry_run import ServerCheck


@dataclass(slots=True)
class Stage:
    """Checks by one server, until a request fails."""

    server: ServerCheck
    settings: Settings
    failure: ClusterError | None = None
    """Error that ended the checks; None if there is none."""

    def add_findings(self, results: Iterable[Result]) -> Iterator[Result]:
        """Yield results in order, with the server's findings for their objects. Raises EngineError."""
        for result in results:
            if self.failure is None:
                try:
                    result = self._with_findings(result)  # noqa: PLW2901 - the same result with more findings
                except ClusterError as error:
                    self.failure = error
            yield result._replace(sent=())

    def _with_findings(self, result: Result) -> Result:
        problems: list[Problem] = []
        texts: list[Document] = []
        for release in result.sent:
            if isinstance(release, ReleaseSpec):
                checked = check(release.spec, release.request._replace(scripts=True))
                items = [one for one in load_rendered(checked.files, release.request) if isinstance(one, Object)]
                problems += (
                    locate_in_spec(one, release.texts) for one in self._new_findings(items, result, checked.trainer)
                )
                texts += release.texts
        objects = [one for one in result.sent if isinstance(one, Object)]
        for found in self._new_findings(objects, result):
            problems.append(to_problem(found._replace(object=reload_positions(found.object))))
        texts += (one.document for one in objects[:1])
        contents = {text.file: text.content for text in texts}
        kept = apply_ignores(dict.fromkeys(problems), contents, self.settings.config)
        if not kept:
            return result
        merged = Result.of(result.file, result.objects, [*result.problems, *kept], contents)
        return result._replace(problems=merged.problems, rows={**result.rows, **merged.rows})

    def _new_findings(self, items: Sequence[Object], result: Result, trainer: str | None = None) -> Iterator[Finding]:
        """Yield the server's findings at places where validation has not reported an error."""
        known = [problem for problem in result.problems if problem.severity is Severity.ERROR]
        for found in self.server.check(items, trainer or self.settings.schemas.trainer):
            if not any(_is_reported(found, problem) for problem in known):
                yield found


def _is_reported(found: Finding, problem: Problem) -> bool:
    """Return True if a problem is about the same field of the same object, a parent of it or a field inside it."""
    if found.object.label != problem.object or problem.pointer is None:
        return False
    place = found.object.pointer + json_pointer(existing_ancestor(found.object.data, found.path))
    if found.object.pointer in (place, problem.pointer):  # the whole object
        return place == problem.pointer
    return f"{place}/".startswith(f"{problem.pointer}/") or f"{problem.pointer}/".startswith(f"{place}/")
