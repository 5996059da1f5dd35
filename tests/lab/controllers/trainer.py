"""Kubeflow Trainer, which needs JobSet."""

from tests.lab.controllers.installation import Installation, manager_configuration

_PORT = 9453


def start(installation: Installation) -> None:
    """Start its manager."""
    settings = {"certManagement": {"enable": False}}
    installation.write("trainer.yaml", manager_configuration("config.trainer.kubeflow.org/v1alpha1", _PORT, **settings))
    installation.create_definitions()
    installation.start("trainer-controller-manager", "--config=trainer.yaml")
    installation.wait_for_port(_PORT)
    installation.create_webhooks(_PORT)
