"""The plug-in coscheduling of scheduler-plugins, in a second scheduler."""

from tests.lab.controllers.installation import Installation

_NAME = "scheduler-plugins-scheduler"
"""The scheduler's name in the project's own chart."""
_PROBES = ("--metricsAddr=127.0.0.1:9475", "--probeAddr=127.0.0.1:9474")


def start(installation: Installation) -> None:
    """Start its scheduler, and its controller of PodGroups."""
    plugins = {
        "multiPoint": {"enabled": [{"name": "Coscheduling"}]},
        "queueSort": {"enabled": [{"name": "Coscheduling"}], "disabled": [{"name": "*"}]},
    }
    configuration = {
        "apiVersion": "kubescheduler.config.k8s.io/v1",
        "kind": "KubeSchedulerConfiguration",
        "clientConnection": {"kubeconfig": str(installation.lab / "kubeconfig")},
        "leaderElection": {"leaderElect": False},
        "profiles": [{"schedulerName": _NAME, "plugins": plugins}],
    }
    installation.write("scheduler.yaml", configuration)
    installation.create_definitions()
    installation.start("controller", "--enableLeaderElection=false", *_PROBES)
    installation.start("scheduler", "--config=scheduler.yaml", "--secure-port=0")
