"""What `--crds` makes of a definition refuses what a real API server with that definition refuses, and nothing else."""

from functools import partial
from pathlib import Path

import pytest
import yaml

from render.kube.schemas import Schemas
from render.manifests.crd_files import load_definitions
from tests.cluster.control_plane import until
from tests.cluster.server import Server
from tests.cluster.test_twin_crds import MINOR, Change, changed, disagreement

TABLE = yaml.safe_load((Path(__file__).parent / "definitions.yaml").read_text(encoding="utf-8"))
CHANGES = [Change(place, value) for place, values in TABLE["places"].items() for value in values]

KNOWN = {"spec.every=10s": "a text to the twin, a duration to the server: the rule is told as not checked"}
"""Changes at which the two differ, each with the reason why it stays so."""


def name(change: Change) -> str:
    return f"{change.place}={change.value}"


@pytest.fixture(scope="module")
def schemas(server: Server, tmp_path_factory: pytest.TempPathFactory) -> Schemas:
    """The schemas of the definition, which the server has too."""
    definition = TABLE["definition"]
    assert server.create(definition).refusal == ""
    until(partial(server.serves, "example.com/v1", "Run"), 30, "`Run` is not served")
    folder = tmp_path_factory.mktemp("crds")
    (folder / "crds.yaml").write_text(yaml.safe_dump(definition), encoding="utf-8")
    definitions, problems = load_definitions([folder])
    assert problems == []
    return Schemas(MINOR, definitions=definitions)


def test_the_object_itself(server: Server, schemas: Schemas) -> None:
    whole = changed(TABLE["object"], ())
    assert disagreement(server, whole, schemas) == ""
    assert server.create(whole, dry_run=True).refusal == ""


@pytest.mark.parametrize("change", CHANGES, ids=map(name, CHANGES))
def test_one_change(change: Change, server: Server, schemas: Schemas) -> None:
    told = disagreement(server, changed(TABLE["object"], [change]), schemas)
    assert bool(told) == (name(change) in KNOWN), told
