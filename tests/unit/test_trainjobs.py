"""What Kubeflow Trainer makes of TrainJobs, judged at the lines that brought it."""

import copy
from pathlib import Path
from typing import Any

import pytest
import yaml
from click.testing import CliRunner

from render.cli.validate import command
from render.kube.gvk import GroupVersionKind
from render.kube.schemas import Schemas
from render.manifests.objects import Object
from render.manifests.trainjob import Training
from render.source import Document
from render.trainer.runtimes import builtin_runtime
from render.validation.trainjobs import check_partner

Data = dict[str, Any]

GPU = "nvidia.com/gpu"


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def validate(*items: Data, trainer: str = "2.3") -> list[str]:
    """Return what is said of objects of a file each, which are named by their kinds."""
    names = []
    for number, item in enumerate(items):
        names.append(f"{item['kind'].lower()}{number}.yaml")
        Path(names[-1]).write_text(yaml.safe_dump(item, sort_keys=False), encoding="utf-8")
    arguments = [*names, "--trainer", trainer, "--output", "concise"]
    return CliRunner().invoke(command, arguments, standalone_mode=False, catch_exceptions=False).stdout.splitlines()


def errors(*items: Data, trainer: str = "2.3") -> list[str]:
    return [line for line in validate(*items, trainer=trainer) if ": error " in line]


def trainjob(runtime: str, name: str = "run", **trainer: Any) -> Data:
    spec = {"runtimeRef": {"name": runtime}, "trainer": trainer}
    return {"apiVersion": "trainer.kubeflow.org/v1alpha1", "kind": "TrainJob", "metadata": {"name": name}, "spec": spec}


def runtime(name: str, **spec: Any) -> Data:
    """Return a runtime like a stock one, called `ours`."""
    found = builtin_runtime(name, "2.3")
    assert found is not None
    data = copy.deepcopy(found.data)
    data["metadata"]["name"] = "ours"
    data["spec"] |= spec
    return data


def container(data: Data, job: int = 0) -> Data:
    pod = data["spec"]["template"]["spec"]["replicatedJobs"][job]["template"]["spec"]["template"]["spec"]
    found: Data = pod["containers"][0]
    return found


def test_a_contradiction_is_one_error_that_names_both_lines() -> None:
    ours = runtime("torch-distributed")
    container(ours)["resources"] = {"limits": {GPU: 4}}
    [said] = errors(trainjob("ours", resourcesPerNode={"requests": {GPU: 8}}), ours)
    field = "spec.template.spec.containers[0].resources.requests[nvidia.com/gpu]"
    reason = 'Invalid value: "8": must be equal to nvidia.com/gpu limit of 4'
    assert said.startswith(f"trainjob0.yaml:11:25: error ADM311 Job/run-node-0 is refused: {field}: {reason}; ")
    assert "`clustertrainingruntime1.yaml:27` has the limit" in said


def test_limits_that_2_1_takes_away_are_named_too() -> None:
    ours = runtime("torch-distributed")
    container(ours)["resources"] = {"limits": {GPU: 4}}
    [said] = errors(trainjob("ours", resourcesPerNode={"requests": {GPU: 4}}), ours, trainer="2.1")
    assert "trainjob0.yaml:9:5: error ADM311" in said
    assert "`clustertrainingruntime1.yaml:27` has the limit" in said


def test_names_that_jobset_refuses_are_the_trainjobs() -> None:
    assert validate(trainjob("torch-distributed", "a" * 48, numNodes=10)) == []
    [said] = validate(trainjob("torch-distributed", "a" * 48, numNodes=11))
    name = f"{'a' * 48}-node-0"
    assert said.startswith(
        f"trainjob0.yaml:4:9: error ADM705 JobSet/{'a' * 48} is refused: spec.replicatedJobs[0].name: "
    )
    assert f'Invalid value: "{name}": pod `{name}-10-abcde`: must be no more than 63 characters' in said


def test_a_stock_runtime_needs_no_file() -> None:
    assert validate(trainjob("torch-distributed", numNodes=2)) == []
    [said] = validate(trainjob("torch-distributed", resourcesPerNode={"requests": {GPU: 8}}))
    assert "trainjob0.yaml:9:5: error ADM311" in said


def test_a_stock_runtime_is_one_of_its_release() -> None:
    ours = runtime("torch-distributed")
    assert validate(trainjob("jax-distributed"), ours) == []
    [said] = validate(trainjob("jax-distributed"), ours, trainer="2.1")
    assert 'error ADM805 ClusterTrainingRuntime.trainer.kubeflow.org "jax-distributed" not found' in said


def test_a_runtime_that_is_not_given_may_be_in_the_cluster() -> None:
    others = [runtime("torch-distributed"), runtime("jax-distributed")]
    others[1]["metadata"]["name"] = "theirs"
    assert validate(trainjob("yours"), *others) == validate(trainjob("yours")) == []
    [said] = validate(trainjob("yours"), others[0])
    assert "trainjob0.yaml:6:3: error ADM805" in said
    assert "the given runtimes: `ours`" in said


def test_a_gang_over_stages_never_starts() -> None:
    ours = runtime("deepspeed-distributed", podGroupPolicy={"coscheduling": {}})
    [said] = validate(trainjob("ours", numNodes=4), ours)
    assert "clustertrainingruntime1.yaml:" in said
    assert "error SCD204 the gang needs 4 pods, but only 3 are created" in said


def test_what_many_trainjobs_meet_in_a_runtime_is_reported_once() -> None:
    ours = runtime("deepspeed-distributed", podGroupPolicy={"coscheduling": {}})
    assert len(validate(trainjob("ours", "a", numNodes=4), trainjob("ours", "b", numNodes=4), ours)) == 1


def test_what_a_patch_adds_is_blamed_on_the_patch() -> None:
    ours = runtime("torch-distributed")
    pod = ours["spec"]["template"]["spec"]["replicatedJobs"][0]["template"]["spec"]["template"]["spec"]
    pod["volumes"] = [{"name": "data", "emptyDir": {}}]
    job = trainjob("ours")
    claim = {"name": "data", "persistentVolumeClaim": {"claimName": "data"}}
    template = {"spec": {"template": {"spec": {"volumes": [claim]}}}}
    patched = {"template": {"spec": {"replicatedJobs": [{"name": "node", "template": template}]}}}
    job["spec"]["runtimePatches"] = [{"manager": "acme.io/platform", "trainingRuntimeSpec": patched}]
    [said] = validate(job, ours)
    assert "trainjob0.yaml:22:" in said
    assert "Job/run-node-0 is refused: spec.template.spec.volumes[0].persistentVolumeClaim: Forbidden" in said


def test_a_job_whose_turn_comes_later_is_warned_of() -> None:
    ours = runtime("torchtune-llama3.2-1b")
    container(ours, 2)["resources"] = {"requests": {GPU: 2}}
    [said] = [line for line in validate(trainjob("ours"), ours) if "Job/run-node-0" in line]
    assert "warning ADM311" in said


def test_a_trainjob_that_is_refused_is_not_checked_further() -> None:
    job = trainjob("torch-distributed", resourcesPerNode={"requests": {GPU: 8}})
    job["metadata"]["name"] = "llama3.1"
    [said] = validate(job)
    assert "error KUB019" in said


def test_a_line_leaves_it_out() -> None:
    job = yaml.safe_dump(trainjob("torch-distributed", resourcesPerNode={"requests": {GPU: 8}}), sort_keys=False)
    text = job.replace("resourcesPerNode:", "resourcesPerNode: # render: ignore[ADM311]")
    Path("job.yaml").write_text(text, encoding="utf-8")
    done = CliRunner().invoke(command, ["job.yaml", "--output", "concise"], standalone_mode=False)
    assert done.stdout == ""


def test_an_error_of_a_trainjob_hides_none_of_its_runtime() -> None:
    ours = runtime("deepspeed-distributed", podGroupPolicy={"coscheduling": {}})
    [alone] = errors(trainjob("ours", numNodes=4), ours)
    found = errors(trainjob("ours", numNodes=4, nodes=4), ours)
    assert [line.split(" ")[2] for line in found if line.startswith("trainjob0.yaml")] == ["KUB010"]
    assert alone in found


def test_an_error_of_a_runtime_hides_none_of_its_trainjob() -> None:
    ours = runtime("torch-distributed")
    container(ours)["imagePullPolicy"] = "Sometimes"
    job = trainjob("ours", resourcesPerNode={"requests": {GPU: 8}})
    found = errors(job, ours)
    assert [line.partition(":")[0] for line in found] == ["trainjob0.yaml", "clustertrainingruntime1.yaml"]
    container(ours).pop("imagePullPolicy")
    assert errors(job, ours) == found[:1]


def test_what_may_be_in_the_wrong_part_is_not_reported_as_missing() -> None:
    """The TrainJob gives the image, and the runtime has none: without `trainer`, the container has no image."""
    ours = runtime("torch-distributed")
    container(ours).pop("image")
    job, known = (item(data) for data in (trainjob("ours", image="train:1", nodes=4), ours))
    training = Training(job, known)
    assert list(check_partner(training, job, [("spec", "trainer")], Schemas())) == []
    assert list(check_partner(training, job, [("spec", "trainer", "nodes")], Schemas())) == []


def item(data: Data) -> Object:
    """Return an object as it is in a file."""
    return Object(Document("a.yaml", "-", None), "", GroupVersionKind.of(data["apiVersion"], data["kind"]), data)
