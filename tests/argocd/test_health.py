"""The health checks say of each state of a run what their tests, in the format of Argo CD's repository, say."""

from pathlib import Path
from typing import Any

import pytest
import yaml

from ci.generate.argocd import CUSTOMIZATIONS
from tests.argocd.argo import Argo
from tests.conftest import CHECKOUT

TREE = CHECKOUT / CUSTOMIZATIONS
KINDS = sorted(path.parent for path in TREE.glob("*/*/health.lua"))
CASES = [
    pytest.param(kind / test["inputPath"], test["healthStatus"], id=f"{kind.relative_to(TREE)}/{test['inputPath']}")
    for kind in KINDS
    for test in yaml.safe_load((kind / "health_test.yaml").read_text(encoding="utf-8"))["tests"]
]


@pytest.mark.parametrize(("path", "expected"), CASES)
def test_health(path: Path, expected: dict[str, str], health: Argo, configuration: dict[str, Any]) -> None:
    found = health.query(configuration=configuration, object=yaml.safe_load(path.read_text(encoding="utf-8")))
    assert found == expected


@pytest.mark.parametrize("kind", KINDS, ids=[str(kind.relative_to(TREE)) for kind in KINDS])
def test_every_sample_is_tested(kind: Path) -> None:
    tests = yaml.safe_load((kind / "health_test.yaml").read_text(encoding="utf-8"))["tests"]
    tested = {test["inputPath"] for test in tests}
    assert tested == {str(path.relative_to(kind)) for path in kind.glob("testdata/*.yaml")}


def test_unknown_to_argo_cd_itself(health: Argo) -> None:
    """Once Argo CD brings a check of a kind, ours can go."""
    for path, _ in (case.values for case in CASES):
        sample = yaml.safe_load(Path(str(path)).read_text(encoding="utf-8"))
        assert health.query(configuration={}, object=sample) == {"status": "", "message": ""}
