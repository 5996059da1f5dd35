"""What an importer is given."""

from dataclasses import dataclass

from render.manifests.objects import Object


@dataclass(frozen=True, slots=True)
class Source:
    """The object to import, of a kind that the importer knows and of the shape that its schema asks for."""

    item: Object
    others: tuple[Object, ...] = ()
    """What else the files hold."""
    release: str = "2.3"
    """Of Kubeflow Trainer, where it runs the object."""
