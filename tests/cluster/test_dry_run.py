"""The API server takes what is rendered, and has nothing to remark."""

from tests.chart.helm import Helm
from tests.cluster.server import Server
from tests.cluster.specs import Spec, each_spec
from tests.golden.cases import Case, each_case
from tests.golden.controllers import all_pods, jobs
from tests.golden.trainer import jobset_of

# The PodGroup of 1.37 is newer than the server.
REFUSED = {"kubernetes": ["no scheduling.k8s.io/v1beta1 PodGroup"]}


@each_case
def test_goldens_are_accepted(case: Case, server: Server) -> None:
    refused = []
    for resource in case.objects:
        kind = (resource["apiVersion"], resource["kind"])
        if not server.serves(*kind):
            refused.append(f"no {' '.join(kind)}")
            continue
        answer = server.create(resource, dry_run=True)
        refused += filter(None, [answer.refusal, *answer.warnings])
    assert refused == REFUSED.get(case.name, [])


@each_spec
def test_objects_are_accepted(spec: Spec, helm4: Helm, server: Server) -> None:
    for resource in spec.render(helm4):
        answer = server.create(resource, dry_run=True)
        assert (answer.refusal, answer.warnings) == ("", ())


@each_spec
def test_jobs_and_pods_are_accepted(spec: Spec, helm4: Helm, server: Server) -> None:
    """A JobSet's pod template is opaque to the server, which sees it when controllers make Jobs and pods of it."""
    jobset = jobset_of(spec.render(helm4))
    for resource in [*jobs(jobset), *all_pods(jobset)]:
        answer = server.create(resource, dry_run=True)
        assert (answer.refusal, answer.warnings) == ("", ())
