"""JobSet."""

from tests.lab.controllers.installation import Installation, manager_configuration

_PORT = 9443


def start(installation: Installation) -> None:
    """Start its manager."""
    settings = {"internalCertManagement": {"enable": False}}
    installation.write("jobset.yaml", manager_configuration("config.jobset.x-k8s.io/v1alpha1", _PORT, **settings))
    installation.create_definitions()
    installation.start("jobset", "--config=jobset.yaml")
    installation.wait_for_port(_PORT)
    installation.create_webhooks(_PORT)
