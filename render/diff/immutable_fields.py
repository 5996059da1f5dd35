"""Immutable fields by `GROUP/KIND`. Fields without a row are mutable.

tests/cluster/test_immutable.py asks a real API server about each row. Rows of webhooks, which do not run there,
come from their projects' code.
"""

from collections.abc import Mapping

from render.diff.immutable_field import (
    ChangeKind,
    RefusedBy,
    Rows,
    crd_rule_fields,
    delays_deadline,
    fields_under,
    fixed_fields,
    is_active,
    is_not_elastic,
    is_running,
    is_sealed,
    is_suspended,
    loses_toleration,
    shrinks,
    stays_suspended,
)

_KUBERNETES = "https://github.com/kubernetes/kubernetes/blob/v1.36.3/pkg/apis"
_BATCH = f"{_KUBERNETES}/batch/validation/validation.go"
_APPS = f"{_KUBERNETES}/apps/validation/validation.go"
_RESOURCE = f"{_KUBERNETES}/resource/validation/validation.go"
_COMPUTE_DOMAIN = "https://github.com/kubernetes-sigs/dra-driver-nvidia-gpu/blob/main/api/nvidia.com/resource/v1beta1/computedomain.go"
_CORE = f"{_KUBERNETES}/core/validation/validation.go"
_JOBSET = "https://github.com/kubernetes-sigs/jobset/blob/v0.12.0"
_JOBSET_TYPES = f"{_JOBSET}/api/jobset/v1alpha2/jobset_types.go"
_JOBSET_WEBHOOK = f"{_JOBSET}/pkg/webhooks/jobset_webhook.go"
_TRAINER = "https://github.com/kubeflow/trainer/blob/v2.3.0"
_TRAINJOB_TYPES = f"{_TRAINER}/pkg/apis/trainer/v1alpha1/trainjob_types.go"
_VOLCANO = "https://github.com/volcano-sh/volcano/blob/v1.15.1/pkg/webhooks/admission/jobs/validate/admit_job.go"
_KUBERAY = "https://github.com/ray-project/kuberay/tree/master/ray-operator/apis/ray/v1"
_KUEUE = "https://github.com/kubernetes-sigs/kueue/tree/main/apis/kueue"
_TRAINING_OPERATOR = (
    "https://github.com/kubeflow/training-operator/blob/v1.9.3/pkg/apis/kubeflow.org/v1/common_types.go"
)

_DATA = (
    *fixed_fields("data binaryData", "an object with `immutable: true` keeps its data", _CORE, applies=is_sealed),
    *fixed_fields("immutable", "what is immutable stays so", _CORE, applies=is_sealed),
)
_DIRECTIVES = "metadata.annotations metadata.labels spec.nodeSelector spec.tolerations spec.schedulingGates"
_NODE = "spec.template.spec.affinity.nodeAffinity spec.template.spec.containers[].resources"
_JOB_TEMPLATE = "the pods of a Job that has started keep their template"
_JOB_PODS = "spec.replicatedJobs[].template.spec.template"
_POD = "spec.containers[].image spec.initContainers[].image spec.activeDeadlineSeconds spec.tolerations"
_JOBSET_POLICIES = "network successPolicy failurePolicy startupPolicy volumeClaimPolicies replicatedJobs[].dependsOn"
_PATCHED_POD = "spec.runtimePatches[].trainingRuntimeSpec.template.spec.replicatedJobs[].template.spec.template.spec"
_PATCHED = (
    "serviceAccountName volumes initContainers containers imagePullSecrets securityContext "
    "terminationGracePeriodSeconds"
)
_STATEFUL = (
    "minReadySeconds ordinals persistentVolumeClaimRetentionPolicy replicas revisionHistoryLimit template "
    "updateStrategy"
)
_RUNTIME = crd_rule_fields(
    fields_under("spec.template.spec", _JOBSET_POLICIES), "a runtime keeps the policies of its JobSets", _JOBSET_TYPES
)
_RAY = "managedBy gcsFaultToleranceOptions.backend"
_SELECTOR = "what is selected by other labels are other pods"

IMMUTABLE: Mapping[str, Rows] = {
    "/ConfigMap": _DATA,
    "/Secret": (*_DATA, *fixed_fields("type", "a Secret keeps its type", _CORE)),
    "/Service": fixed_fields("spec.clusterIP", "a Service keeps its address", _CORE, change=ChangeKind.OF_VALUE),
    "/Pod": (
        *fixed_fields("spec", "a pod keeps what it was started with", _CORE, free=_POD),
        *fixed_fields(
            "spec.activeDeadlineSeconds", "a pod's deadline can only come nearer", _CORE, applies=delays_deadline
        ),
        *fixed_fields(
            "spec.tolerations", "a pod keeps its tolerations, and can get more", _CORE, applies=loses_toleration
        ),
    ),
    "/PersistentVolumeClaim": (
        *fixed_fields(
            "spec",
            "a claim keeps all but its size",
            _CORE,
            free="spec.resources.requests.storage spec.volumeAttributesClassName",
        ),
        *fixed_fields("spec.resources.requests.storage", "a claim can't become smaller", _CORE, applies=shrinks),
    ),
    "apps/DaemonSet": fixed_fields("spec.selector", _SELECTOR, _APPS),
    "apps/Deployment": fixed_fields("spec.selector", _SELECTOR, _APPS),
    "apps/ReplicaSet": fixed_fields("spec.selector", _SELECTOR, _APPS),
    "apps/StatefulSet": fixed_fields(
        "spec",
        "a StatefulSet keeps its service, its selector and its claims",
        _APPS,
        free=fields_under("spec", _STATEFUL),
    ),
    "batch/Job": (
        *fixed_fields(
            fields_under(
                "spec", "selector completionMode podFailurePolicy successPolicy backoffLimitPerIndex managedBy"
            ),
            "a Job keeps what its pods are counted by",
            _BATCH,
        ),
        *fixed_fields(
            "spec.completions",
            "the completions of a Job change only with its parallelism, and where it is `Indexed`",
            _BATCH,
            applies=is_not_elastic,
        ),
        *fixed_fields("spec.template", _JOB_TEMPLATE, _BATCH, applies=is_running),
        *fixed_fields(
            "spec.template",
            "a suspended Job keeps all but where its pods are placed",
            _BATCH,
            free=f"{fields_under('spec.template', _DIRECTIVES)} {_NODE}",
            applies=stays_suspended,
        ),
    ),
    "rbac.authorization.k8s.io/ClusterRoleBinding": fixed_fields(
        "roleRef", "a binding keeps its role", f"{_KUBERNETES}/rbac"
    ),
    "rbac.authorization.k8s.io/RoleBinding": fixed_fields("roleRef", "a binding keeps its role", f"{_KUBERNETES}/rbac"),
    "resource.k8s.io/ResourceClaim": fixed_fields("spec", "a claim keeps its devices", _RESOURCE),
    "resource.k8s.io/ResourceClaimTemplate": fixed_fields("spec", "a template of claims keeps its devices", _RESOURCE),
    "resource.nvidia.com/ComputeDomain": crd_rule_fields("spec", "a ComputeDomain keeps its spec", _COMPUTE_DOMAIN),
    "scheduling.k8s.io/PodGroup": fixed_fields(
        "spec", "a PodGroup keeps what its gang is", f"{_KUBERNETES}/scheduling/validation/validation.go"
    ),
    "scheduling.k8s.io/PriorityClass": fixed_fields(
        "value preemptionPolicy",
        "a priority class keeps its value",
        f"{_KUBERNETES}/scheduling/validation/validation.go",
    ),
    "storage.k8s.io/StorageClass": fixed_fields(
        "provisioner parameters reclaimPolicy volumeBindingMode",
        "a storage class keeps what volumes are made by",
        f"{_KUBERNETES}/storage/validation/validation.go",
    ),
    "scheduling.x-k8s.io/PodGroup": (),
    "scheduling.volcano.sh/PodGroup": (),
    "jobset.x-k8s.io/JobSet": (
        *crd_rule_fields(fields_under("spec", _JOBSET_POLICIES), "a JobSet keeps its policies", _JOBSET_TYPES),
        *fixed_fields(
            "spec.replicatedJobs",
            "a JobSet keeps its jobs and their pods",
            _JOBSET_WEBHOOK,
            by=RefusedBy.WEBHOOK,
            applies=is_active,
        ),
        *fixed_fields(
            "spec.replicatedJobs",
            "a suspended JobSet keeps all but where its pods are placed",
            _JOBSET_WEBHOOK,
            by=RefusedBy.WEBHOOK,
            free=fields_under(_JOB_PODS, _DIRECTIVES),
            applies=is_suspended,
        ),
        *fixed_fields("spec.managedBy", "a JobSet keeps its controller", _JOBSET_WEBHOOK, by=RefusedBy.WEBHOOK),
    ),
    "trainer.kubeflow.org/TrainJob": (
        *crd_rule_fields(
            fields_under("spec", "runtimeRef initializer trainer activeDeadlineSeconds managedBy"),
            "a TrainJob keeps its training",
            _TRAINJOB_TYPES,
        ),
        *crd_rule_fields(
            fields_under(_PATCHED_POD, _PATCHED),
            "a TrainJob keeps what its patches write into pods",
            _TRAINJOB_TYPES,
        ),
        *fixed_fields(
            "spec.runtimePatches",
            "the patches of a TrainJob change only while it is suspended",
            f"{_TRAINER}/pkg/runtime/framework/plugins/jobset/jobset.go",
            by=RefusedBy.WEBHOOK,
            applies=is_active,
        ),
    ),
    "trainer.kubeflow.org/ClusterTrainingRuntime": _RUNTIME,
    "trainer.kubeflow.org/TrainingRuntime": _RUNTIME,
    **{
        f"kubeflow.org/{kind}": crd_rule_fields(
            "spec.runPolicy.schedulingPolicy.queue", "a job keeps its queue", _TRAINING_OPERATOR
        )
        for kind in ("JAXJob", "MPIJob", "PaddleJob", "PyTorchJob", "TFJob", "XGBoostJob")
    },
    "ray.io/RayCluster": crd_rule_fields(
        fields_under("spec", _RAY), "a cluster keeps its controller and its store", _KUBERAY
    ),
    "ray.io/RayJob": crd_rule_fields(
        f"spec.managedBy {fields_under('spec.rayClusterSpec', _RAY)}",
        "a job keeps its controller and its store",
        _KUBERAY,
    ),
    "ray.io/RayService": crd_rule_fields(
        f"spec.managedBy {fields_under('spec.rayClusterConfig', _RAY)}",
        "a service keeps its controller and its store",
        _KUBERAY,
    ),
    "kueue.x-k8s.io/AdmissionCheck": crd_rule_fields("spec.controllerName", "a check keeps its controller", _KUEUE),
    "kueue.x-k8s.io/LocalQueue": crd_rule_fields("spec.clusterQueue", "a queue keeps what it leads to", _KUEUE),
    "kueue.x-k8s.io/Topology": crd_rule_fields("spec.levels", "a topology keeps its levels", _KUEUE),
    "batch.volcano.sh/Job": fixed_fields(
        "spec",
        "a Volcano Job keeps all but its numbers of pods and its priority",
        _VOLCANO,
        by=RefusedBy.WEBHOOK,
        free="spec.minAvailable spec.priorityClassName spec.tasks[].minAvailable spec.tasks[].replicas",
    ),
}
"""`GROUP/KIND` with an empty group for the core one."""
