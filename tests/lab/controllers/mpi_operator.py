"""MPI operator. It has no webhook: its controller checks MPIJobs."""

from tests.lab.controllers.installation import Installation


def start(installation: Installation) -> None:
    """Start its program, and wait for the port of its probe, which is fixed."""
    installation.create_definitions()
    installation.start("mpi-operator", "--lock-namespace=default")
    installation.wait_for_port(8080)
