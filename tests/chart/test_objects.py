"""What the `ci` values render to has the fields that its API has, and is admitted."""

from pathlib import Path

from tests.chart.helm import CHART, Helm, each_values, objects
from tests.golden.admission import refusals
from tests.golden.controllers import all_pods, jobs
from tests.golden.schemas import custom, kubernetes
from tests.golden.trainer import jobset_of

NEWEST = "1.37"


@each_values
def test_objects_are_accepted(values: Path, helm4: Helm, upstream: Path) -> None:
    minor = "1.36" if "1.36" in values.name else NEWEST
    known = custom(upstream / "crds")
    rendered = objects(helm4.template(CHART, "-f", values))
    jobset = jobset_of(rendered)
    for resource in [*rendered, *jobs(jobset), *all_pods(jobset)]:
        kind = (resource["apiVersion"], resource["kind"])
        validator = known[kind] if kind in known else kubernetes(minor, *kind)
        assert [f"{error.json_path}: {error.message}" for error in validator.iter_errors(resource)] == []
    assert list(refusals(jobset)) == []
