"""Rules that read command lines read tokens: each in many spellings, with the finding and without it."""

from pathlib import Path
from typing import Any

import pytest
import yaml

import render.rules.launcher
from render.programs.run import Run
from render.rules.registry import rules_in

CASES = yaml.safe_load(Path(__file__).with_name("command_lines.yaml").read_text(encoding="utf-8"))
RULES = {check.rule.code: check for check in rules_in(render.rules.launcher)}


def cases(kind: str) -> list[Any]:
    return [
        pytest.param(code, case["run"], command, id=f"{code} {command}")
        for code, case in CASES.items()
        for command in case[kind]
    ]


def codes(values: dict[str, Any], command: str | list[str]) -> set[str]:
    argv = ["bash", "-c", command] if isinstance(command, str) else command
    run = Run({"numProcPerNode": "auto", "launcher": "torchrun", **values, "command": argv}, "run")
    subjects: dict[str, Any] = {"Program": run.program, "Run": run}
    checks = [check for check in RULES.values() if check.reads in subjects]
    found = [check for check in checks if list(check.function(subjects[check.reads]))]
    assert all(check.keys & subjects[check.reads].names for check in found if check.keys)  # else it would not be asked
    return {check.rule.code for check in found}


@pytest.mark.parametrize(("code", "values", "command"), cases("found"))
def test_found(code: str, values: dict[str, Any], command: str | list[str]) -> None:
    assert code in codes(values, command)


@pytest.mark.parametrize(("code", "values", "command"), cases("none"))
def test_not_found(code: str, values: dict[str, Any], command: str | list[str]) -> None:
    assert code not in codes(values, command)


@pytest.mark.parametrize("code", CASES)
def test_three_spellings_each(code: str) -> None:
    assert min(len(CASES[code]["found"]), len(CASES[code]["none"])) >= 3
