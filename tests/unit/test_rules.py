"""Each rule's own page is its test: its `Example:` has the finding, what to use instead has it not."""

import re

import pytest

from render.kube.schema_folders import TRAINERS
from render.problem import Severity
from render.rules.codes import of_stages
from render.rules.documentation import RuleDoc
from render.rules.registry import areas, rules_in
from render.rules.rule import Check
from tests.rules.findings import found

CHECKS = [check for area in areas() for check in rules_in(area)]
PREFIXES = {  # as CONTRIBUTING.md has them
    "admission": "ADM",
    "environment": "ENV",
    "gitops": "GIT",
    "launcher": "RUN",
    "network": "NET",
    "resources": "RES",
    "scheduler": "SCD",
    "security": "SEC",
    "storage": "STO",
}


def module(check: Check) -> list[str]:
    return check.function.__module__.split(".")


def trainer(check: Check) -> str:
    return max(check.trainers, default=TRAINERS[-1])


every_rule = pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.rule.code)


@every_rule
def test_example_has_the_finding(check: Check) -> None:
    assert check.rule.code in {problem.code for problem in found(RuleDoc.of(check).example, trainer(check))}


@every_rule
def test_what_to_use_instead_has_no_error(check: Check) -> None:
    problems = found(RuleDoc.of(check).instead, trainer(check))
    assert check.rule.code not in {problem.code for problem in problems}
    assert [problem.message for problem in problems if problem.severity is Severity.ERROR] == []


@every_rule
def test_words(check: Check) -> None:
    page = RuleDoc.of(check)
    assert re.fullmatch(r"https://\S+", check.rule.url or "")
    problem = next(problem for problem in found(page.example, trainer(check)) if problem.code == page.code)
    for text in (problem.message, problem.hint or "a"):
        assert not text.endswith("."), text
    assert problem.file, "a finding has a place"


@every_rule
def test_file_and_area_say_the_same_as_the_docstring(check: Check) -> None:
    _, _, area, *_, file = module(check)
    assert file == check.rule.name.replace("-", "_")
    assert re.fullmatch(rf"{PREFIXES[area]}[0-9]{{3}}", check.rule.code)


def test_a_code_and_a_name_are_one_rules() -> None:
    rules = [*(check.rule for check in CHECKS), *of_stages().values()]
    assert len({rule.code for rule in rules}) == len(rules)
    assert len({rule.name for rule in rules}) == len(rules)
