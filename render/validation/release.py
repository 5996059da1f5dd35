"""Check one release as it is deployed: its values in their order, under its name, in its namespace."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import PurePosixPath

from render.gitops import codes
from render.gitops.deployment import Deployment, Fault, Parameter, Place, ValueFile, Written
from render.problem import Problem
from render.source import Document
from render.spec import Spec
from render.spec.checking import Checked, check
from render.validation.file import Settings, found_in
from render.validation.layers import Spot, document
from render.validation.sort import Sort, sort

_KEY = re.compile(r"(?P<key>(?:\\.|[^\\=\[])*)")


def problem(fault: Fault) -> Problem:
    """Return what is wrong with a deployment as a problem at its line."""
    spot = Spot.of(fault.place)
    file, label = spot.document.file, fault.place.object.label
    return fault.rule.problem(fault.message, hint=fault.hint, file=file, span=spot.span, object=label)


@dataclass(frozen=True, slots=True)
class Release:
    """A deployment, with the files of values that it names."""

    deployment: Deployment
    files: Mapping[PurePosixPath, Document]

    @property
    def spec(self) -> PurePosixPath | None:
        """The file that says what the run is: the last one that is a spec, else the first one."""
        files = [file for file in self.deployment.files if file in self.files]
        specs = [file for file in files if sort(self.files[file]) is Sort.SPEC]
        return specs[-1] if specs else next(iter(files), None)

    def found(self, settings: Settings) -> tuple[int, list[Problem]]:
        """Return the number of objects that it renders, and what is wrong. Raises EngineError, OSError, ValueError."""
        texts: list[Document] = []
        for one in self.deployment.values:
            text = self._text(one)
            if text is None:
                return 0, [problem(Fault(codes.NO_VALUES, one.place, "these values are no mapping"))]
            texts.append(text)
        first, *others = texts or [Document("", "{}", None)]
        request = settings.request._replace(
            overlays=(*others, *settings.request.overlays),
            sets=(*(one.assignment for one in self.deployment.parameters), *settings.request.sets),
            name=self.deployment.release,
            namespace=self.deployment.namespace or settings.request.namespace,
        )
        checked = check(Spec(first.file, PurePosixPath("deployed.yaml"), first, ()), request)
        asked = settings._replace(request=request)
        count, problems = found_in(checked, [first, *request.overlays], asked, self.deployment.engine)
        problems += map(problem, self._replaced(checked))
        return count, [self._at_parameter(one) for one in problems]

    def _text(self, one: ValueFile | Written) -> Document | None:
        return self.files.get(one.file) if isinstance(one, ValueFile) else document(one)

    def _replaced(self, checked: Checked) -> Iterator[Fault]:
        """Yield that a sync replaces the run, where the run asks for it and the Application applies all it has."""
        is_asked = ((checked.values or {}).get("gitops") or {}).get("onChange") == "recreate"
        if is_asked and self.deployment.engine == "argocd" and not self.deployment.is_selective:
            place = Place(self.deployment.chart_place.object, self._policy)
            message = f"every sync replaces `{self.deployment.release}`, whose spec says `onChange: recreate`"
            yield Fault(codes.REPLACED, place, message, "the option `ApplyOutOfSyncOnly=true`")

    @property
    def _policy(self) -> tuple[str | int, ...]:
        """The path of the options of the sync."""
        path = self.deployment.chart_place.path
        start = next(index for index, part in enumerate(path) if part in ("source", "sources"))
        return (*path[:start], "syncPolicy", "syncOptions")

    def _at_parameter(self, found: Problem) -> Problem:
        """Put what is wrong with a value of `--set` at the parameter that Argo CD makes it of."""
        if found.file != "--set" or not self.deployment.parameters:
            return found
        asked = (found.pointer or "").strip("/").split("/")
        named = [one for one in self.deployment.parameters if _keys(one) == asked[: len(_keys(one))]]
        place = (named or self.deployment.parameters)[-1].place
        spot = Spot.of(place)
        file, (line, column, end_line, end_column) = spot.document.file, spot.span or (None,) * 4
        moved = found._replace(file=file, object=place.object.label, line=line, column=column)
        return moved._replace(end_line=end_line, end_column=end_column)


def _keys(one: Parameter) -> list[str]:
    match = _KEY.match(one.assignment)
    return match["key"].split(".") if match else []
