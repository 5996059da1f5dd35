"""The tables of `ci/mutate` fit the code: every text is there once, every module and test exists."""

import pytest
import yaml

from ci.mutation.lines import Line, table
from tests.conftest import CHECKOUT

PARTS = yaml.safe_load((CHECKOUT / "ci/mutation/parts.yaml").read_text(encoding="utf-8"))


@pytest.mark.parametrize("line", table(), ids=lambda line: f"{line.file}-{line.new}")
def test_a_listed_mutant_can_be_made(line: Line) -> None:
    assert (CHECKOUT / line.file).read_text(encoding="utf-8").count(line.old) == 1
    assert line.new != line.old
    assert [test for test in line.tests if not (CHECKOUT / test).exists()] == []


@pytest.mark.parametrize("name", PARTS)
def test_a_part_has_modules_and_tests(name: str) -> None:
    assert all(list(CHECKOUT.glob(pattern)) for pattern in PARTS[name]["modules"].split())
    assert [test for test in PARTS[name]["tests"].split() if not (CHECKOUT / test).exists()] == []
