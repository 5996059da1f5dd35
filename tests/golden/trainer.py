"""What Kubeflow Trainer makes of a TrainJob whose runtime asks for no plug-in, only for a number of nodes.

Sources, which agree here: Trainer v2.1.0 and v2.3.0 (`pkg/runtime/core/trainingruntime.go`, `pkg/runtime/runtime.go`,
`pkg/runtime/framework/plugins/jobset/jobset.go`).
"""

import copy
from collections.abc import Iterable
from typing import Any

Object = dict[str, Any]

STEP = "trainer.kubeflow.org/trainjob-ancestor-step"


def run_of(objects: Iterable[Object]) -> Object:
    """Return the object that is the run: its JobSet, or its TrainJob."""
    [found] = [item for item in objects if item["kind"] in ("JobSet", "TrainJob")]
    return found


def jobset_of(objects: Iterable[Object]) -> Object:
    """Return the JobSet of a run, its own or the one that Trainer creates; the input is left alone."""
    objects = list(objects)
    run = run_of(objects)
    if run["kind"] == "JobSet":
        return run
    reference = run["spec"]["runtimeRef"]
    named = (reference["kind"], reference["name"], run["metadata"]["namespace"])
    [runtime] = [
        item["spec"]
        for item in objects
        if (item["kind"], item["metadata"]["name"], item["metadata"]["namespace"]) == named
    ]
    assert runtime.keys() == {"mlPolicy", "template"}
    assert runtime["mlPolicy"].keys() == {"numNodes"}
    assert runtime["template"].keys() == {"spec"}
    spec = copy.deepcopy(runtime["template"]["spec"])
    for role in spec["replicatedJobs"]:
        template = role["template"]
        trains = template.get("metadata", {}).get("labels", {}).get(STEP) == "trainer"
        count = runtime["mlPolicy"]["numNodes"] if trains else template["spec"].get("parallelism", 1)
        template["spec"] |= {"parallelism": count, "completions": count}
    return {
        "apiVersion": "jobset.x-k8s.io/v1alpha2",
        "kind": "JobSet",
        "metadata": {key: run["metadata"][key] for key in ("name", "namespace")},
        "spec": {**spec, "suspend": run["spec"].get("suspend", False)},
    }
