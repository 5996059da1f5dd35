"""Every example is in the lab's table: it trains there, or the table says why not."""

import yaml

from tests.conftest import CHECKOUT

TABLE = yaml.safe_load((CHECKOUT / "tests" / "lab" / "examples.yaml").read_text(encoding="utf-8"))["examples"]


def test_every_example_has_a_row() -> None:
    folders = {folder.name for folder in (CHECKOUT / "examples").iterdir() if folder.is_dir()}
    runs = folders - {"cluster-snapshot", "gitops"}
    assert set(TABLE) == runs | {"gitops/argocd", "gitops/flux"}


def test_a_row_trains_or_says_why_not() -> None:
    for row in TABLE.values():
        assert ("reason" in row) != ("overlay" in row and "says" in row)
