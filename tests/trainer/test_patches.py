"""What a TrainJob changes in the runtime's template: patches of 2.3, overrides and metadata of 2.1."""

from typing import Any

from tests.trainer.samples import TRAINER, container, expanded, jobs, replicated

A, B = replicated("a"), replicated("b", {"name": "node", "image": "train"}, labels=TRAINER)


def runtime(**metadata: Any) -> dict[str, Any]:
    template = {"spec": {"replicatedJobs": [A, B]}} | ({"metadata": metadata} if metadata else {})
    return {"mlPolicy": {}, "template": template}


def patch(*replicated_jobs: dict[str, Any], **metadata: Any) -> dict[str, Any]:
    template = {"spec": {"replicatedJobs": list(replicated_jobs)}, "metadata": metadata}
    return {"manager": "a.io/b", "trainingRuntimeSpec": {"template": template}}


def of_pod(name: str, **pod: Any) -> dict[str, Any]:
    return {"name": name, "template": {"spec": {"template": {"spec": pod}}}}


def names(found: Any) -> list[str]:
    return [job["name"] for job in jobs(found)]


def pods(found: Any) -> list[Any]:
    return [job["template"]["spec"]["template"] for job in jobs(found)]


def test_patches_come_one_after_the_other() -> None:
    patches = [patch(of_pod("b", nodeSelector={"x": "1", "y": "1"})), patch(of_pod("b", nodeSelector={"y": "2"}))]
    found = expanded({"runtimePatches": patches}, runtime())
    assert pods(found)[1]["spec"]["nodeSelector"] == {"x": "1", "y": "2"}
    assert names(found) == ["a", "b"]


def test_a_job_that_is_not_there_is_added_among_the_first() -> None:
    found = expanded({"runtimePatches": [patch(of_pod("typo", nodeSelector={"x": "1"}))]}, runtime())
    assert names(found) == ["typo", "a", "b"]
    assert jobs(found)[0] | {"template": None} == {
        "name": "typo",
        "template": None,
        "replicas": 1,
        "groupName": "default",
    }


def test_a_container_that_is_not_there_is_added_first() -> None:
    found = expanded({"runtimePatches": [patch(of_pod("b", containers=[{"name": "trainer"}]))]}, runtime())
    assert [container(found, 1, index)["name"] for index in (0, 1)] == ["trainer", "node"]


def test_a_patch_deletes_nothing() -> None:
    given = runtime()
    pod = {"tolerations": [{"key": "x"}], "hostNetwork": True, "containers": []}
    given["template"]["spec"]["replicatedJobs"] = [of_pod("b", **pod)]
    found = expanded({"runtimePatches": [patch(of_pod("b", tolerations=[], nodeSelector={}))]}, given)
    assert pods(found)[0]["spec"] == pod


def test_metadata_of_the_jobset() -> None:
    patches = [patch(labels={"x": "patch", "y": "patch"}), patch(labels={"y": "last"}, annotations={"z": "last"})]
    given = runtime(labels={"x": "runtime", "w": "runtime"})
    found = expanded({"runtimePatches": patches}, given).objects[0]["metadata"]
    assert found["labels"] == {"w": "runtime", "x": "patch", "y": "last"}
    assert found["annotations"] == {"z": "last"}


def test_2_1_metadata_of_the_jobset() -> None:
    given = {"labels": {"x": "job"}, "annotations": {"z": "job"}}
    found = expanded(given, runtime(labels={"x": "runtime", "w": "runtime"}), "2.1").objects[0]["metadata"]
    assert (found["labels"], found["annotations"]) == ({"x": "job", "w": "runtime"}, {"z": "job"})


def test_2_1_overrides() -> None:
    override = {
        "targetJobs": [{"name": "a"}, {"name": "b"}, {"name": "typo"}],
        "metadata": {"labels": {"x": "1"}},
        "spec": {"nodeSelector": {"y": "1"}, "volumes": [{"name": "v", "emptyDir": {}}]},
    }
    found = expanded({"podTemplateOverrides": [override]}, runtime(), "2.1")
    assert names(found) == ["a", "b"]
    for pod in pods(found):
        assert pod["metadata"] == {"labels": {"x": "1"}}
        assert pod["spec"]["nodeSelector"] == {"y": "1"}
        assert pod["spec"]["volumes"] == [{"name": "v", "emptyDir": {}}]


def test_2_1_overrides_of_several_jobs_share_nothing() -> None:
    override = {
        "targetJobs": [{"name": "a"}, {"name": "b"}],
        "spec": {"containers": [{"name": "node", "env": [{"name": "X", "value": "1"}]}]},
    }
    job = {"trainer": {"env": [{"name": "Y", "value": "2"}]}, "podTemplateOverrides": [override]}
    found = expanded(job, runtime(), "2.1")
    assert [[one["name"] for one in container(found, index)["env"]] for index in (0, 1)] == [["X"], ["X", "Y"]]
