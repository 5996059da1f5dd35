"""Kueue, for Jobs, JobSets and TrainJobs."""

from collections.abc import Mapping
from typing import Any

from tests.lab.controllers.installation import Installation, manager_configuration

_PORT = 9463
_FRAMEWORKS = ("batch/job", "jobset.x-k8s.io/jobset", "trainer.kubeflow.org/trainjob")
_GROUPS = {"kueue.x-k8s.io", *(name.partition("/")[0] for name in _FRAMEWORKS)}
_MOUNT = 'mount -t overlay lab -o "lowerdir=$1:/etc" /etc; shift; exec "$@"'


def start(installation: Installation) -> None:
    """Start its manager. The path of its metrics' certificate is fixed: it has an /etc of its own."""
    settings = {
        "webhook": {"port": _PORT, "certDir": str(installation.lab)},
        "internalCertManagement": {"enable": False},
        "integrations": {"frameworks": list(_FRAMEWORKS)},
        "featureGates": {"VisibilityOnDemand": False},
    }
    installation.write("kueue.yaml", manager_configuration("config.kueue.x-k8s.io/v1beta2", _PORT, **settings))
    installation.create_definitions()
    etc = installation.home / "etc"
    (etc / "kueue" / "metrics" / "certs").mkdir(parents=True)
    for name in ("tls.crt", "tls.key"):
        (etc / "kueue" / "metrics" / "certs" / name).symlink_to(installation.lab / name)
    prefix = ("unshare", "--mount", "sh", "-c", _MOUNT, "sh", str(etc))
    installation.start("kueue", "--config=kueue.yaml", prefix=prefix)
    installation.wait_for_port(_PORT)
    installation.create_webhooks(_PORT, _is_ours)


def _is_ours(webhook: Mapping[str, Any]) -> bool:
    return all(group in _GROUPS for rule in webhook["rules"] for group in rule["apiGroups"])
