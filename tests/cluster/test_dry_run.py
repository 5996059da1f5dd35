"""The API server takes what is rendered, and has nothing to remark."""

from tests.chart.helm import Helm
from tests.cluster.server import Server
from tests.cluster.specs import Spec, each_spec
from tests.golden.controllers import all_pods, jobs


@each_spec
def test_objects_are_accepted(spec: Spec, helm4: Helm, server: Server) -> None:
    for resource in spec.render(helm4):
        answer = server.create(resource, dry_run=True)
        assert (answer.refusal, answer.warnings) == ("", ())


@each_spec
def test_jobs_and_pods_are_accepted(spec: Spec, helm4: Helm, server: Server) -> None:
    """A JobSet's pod template is opaque to the server, which sees it when controllers make Jobs and pods of it."""
    [jobset] = [found for found in spec.render(helm4) if found["kind"] == "JobSet"]
    for resource in [*jobs(jobset), *all_pods(jobset)]:
        answer = server.create(resource, dry_run=True)
        assert (answer.refusal, answer.warnings) == ("", ())
