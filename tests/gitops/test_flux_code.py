"""What Flux's own code says to the example."""

from pathlib import Path

import pytest
import yaml

from tests.gitops.flux import EXAMPLE, expected, flux, states

pytestmark = pytest.mark.flux


def test_objects_have_the_fields_of_its_types() -> None:
    done = flux("decode", str(EXAMPLE / "chart.yaml"), str(EXAMPLE / "release.yaml"))
    assert (done.returncode, done.stderr) == (0, "")


def test_a_field_that_it_does_not_know_is_named(tmp_path: Path) -> None:
    text = (EXAMPLE / "release.yaml").read_text(encoding="utf-8").replace("interval:", "intervall:")
    path = tmp_path / "release.yaml"
    path.write_text(text, encoding="utf-8")
    assert 'unknown field "intervall"' in flux("decode", str(path)).stderr


def test_health() -> None:
    texts = [yaml.safe_load(path.read_text(encoding="utf-8")) for path in states()]
    named = [{**data, "metadata": {"name": f"state-{number}"}} for number, data in enumerate(texts)]
    done = flux("health", str(EXAMPLE / "release.yaml"), text=yaml.safe_dump_all(named))
    seen = [f"state-{number} {expected(path)}" for number, path in enumerate(states())]
    assert done.stdout.splitlines() == seen
