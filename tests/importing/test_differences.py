"""The list of permitted differences is short, and every line of it is needed."""

import yaml

from render.engine import RenderRejected
from render.importers.parts.import_files import import_files
from render.problem import has_error
from tests.importing import operators
from tests.importing.comparing import Difference, differences, of_spec, permitted, spec_text
from tests.importing.members import Facts, facts
from tests.importing.test_conformance import CASES as TRAINER
from tests.importing.test_operators import CASES, PODS

MOST = 40
"""Lines, beyond which nobody reads it."""


def test_every_line_is_needed() -> None:
    seen = [*_of_trainer(), *_of_operators()]
    lines = permitted()
    idle = [line.fact for line in lines if not any(line.covers(one, was) for one, was in seen)]
    assert not idle
    assert len({line.because for line in lines}) <= MOST


def _of_trainer() -> list[tuple[Difference, Facts]]:
    found = []
    for case in TRAINER:
        imported = case.imported()
        if has_error(imported.problems):
            continue
        try:
            now = of_spec(spec_text(imported))
        except RenderRejected:
            continue
        was = case.expanded()
        found += [(one, was) for one in differences(was, now)]
    return found


def _of_operators() -> list[tuple[Difference, Facts]]:
    found = []
    for case in CASES:
        job = yaml.safe_load(case.read_text(encoding="utf-8"))
        members = PODS[job["kind"]](job)
        was = facts(members) | operators.gang(job, members)
        now = of_spec(spec_text(import_files([str(case)], "2.3").imported))
        found += [(one, was) for one in differences(was, now)]
    return found
