"""Products that install the kinds of a run, by API group."""

from typing import NamedTuple

JOBSET, TRAINER, VOLCANO = "jobset.x-k8s.io", "trainer.kubeflow.org", "scheduling.volcano.sh"
COSCHEDULING, KUEUE, RAY, NATIVE = "scheduling.x-k8s.io", "kueue.x-k8s.io", "ray.io", "scheduling.k8s.io"
KAI, KAI_SCHEDULING = "kai.scheduler", "scheduling.run.ai"


class Product(NamedTuple):
    """A product that is installed in a cluster."""

    name: str
    hint: str
    """Hint how to install it."""
    kind: str
    """A kind that only this product has."""
    image: str | None = None
    """End of the name of its controller's image, whose tag is its version."""


PRODUCTS = {
    JOBSET: Product("JobSet", "install it: https://jobset.sigs.k8s.io/docs/installation/", "JobSet", "jobset/jobset"),
    TRAINER: Product(
        "Kubeflow Trainer",
        "install it: https://www.kubeflow.org/docs/components/trainer/operator-guides/installation/",
        "TrainJob",
        "trainer/trainer-controller-manager",
    ),
    VOLCANO: Product(
        "Volcano", "install it: https://volcano.sh/en/docs/installation/", "PodGroup", "volcanosh/vc-scheduler"
    ),
    KUEUE: Product("Kueue", "install it: https://kueue.sigs.k8s.io/docs/installation/", "LocalQueue", "kueue/kueue"),
    COSCHEDULING: Product(
        "coscheduling",
        "install its scheduler: https://github.com/kubernetes-sigs/scheduler-plugins",
        "PodGroup",
        "scheduler-plugins/kube-scheduler",
    ),
    RAY: Product("KubeRay", "install it: https://github.com/ray-project/kuberay", "RayCluster", "kuberay/operator"),
    KAI_SCHEDULING: Product(
        "KAI Scheduler",
        "install it: https://github.com/kai-scheduler/KAI-Scheduler",
        "Queue",
        "kai-scheduler/scheduler",
    ),
    NATIVE: Product(
        "gang scheduling of Kubernetes",
        "1.36 has it behind the feature gates `GenericWorkload` and `GangScheduling` and behind "
        "`--runtime-config=scheduling.k8s.io/v1alpha2=true`, 1.37 behind `GenericWorkload` and "
        "`--runtime-config=scheduling.k8s.io/v1beta1=true`; another `scheduler` needs none of them",
        "PodGroup",
    ),
}
"""Products by API group."""

_POD_SPEC = ("spec", "replicatedJobs", "template", "spec", "template", "spec")
FIELDS = {"schedulingGroup": (JOBSET, "JobSet", (*_POD_SPEC, "schedulingGroup"))}
"""Fields that definitions of older releases lack: group, kind and path, without the items of lists, by name."""
