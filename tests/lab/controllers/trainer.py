"""Kubeflow Trainer, which needs JobSet."""

from tests.lab.controllers.installation import Installation, manager_configuration

_PORT = 9453


def start(installation: Installation) -> None:
    """Start its manager."""
    # Release 2.1 ends with a nil pointer if the webhook has no host (pkg/config/config.go).
    settings = {"certManagement": {"enable": False}, "webhook": {"port": _PORT, "host": "127.0.0.1"}}
    installation.write("trainer.yaml", manager_configuration("config.trainer.kubeflow.org/v1alpha1", _PORT, **settings))
    installation.create_definitions()
    installation.start("trainer-controller-manager", "--config=trainer.yaml")
    installation.wait_for_port(_PORT)
    installation.create_webhooks(_PORT)
