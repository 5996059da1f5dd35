"""What the pod of a node has of its fabric: all that it has not without one."""

import json
from dataclasses import dataclass
from tempfile import NamedTemporaryFile
from typing import Any

from tests.chart.helm import CHART, Helm, Object, of_kind


@dataclass(frozen=True)
class FabricNode:
    """A node on a fabric, beside the same one without."""

    text: str
    """All that is rendered."""
    template: Object
    without: Object
    env: dict[str, str]
    """The variables that it has of the fabric."""

    @classmethod
    def of(cls, helm: Helm, spec: dict[str, Any]) -> "FabricNode":
        """Render a spec with its fabric, and without it."""
        made, bare = (_rendered(helm, one) for one in (spec, {**spec, "network": {}}))
        template, without = _template(made), _template(bare)
        env, own = _variables(made, template), _variables(bare, without)
        return cls(made, template, without, {name: value for name, value in env.items() if own.get(name) != value})

    @property
    def program(self) -> Object:
        """The container that trains."""
        [container] = self.template["spec"]["containers"]
        return dict(container)

    @property
    def daemons(self) -> list[Object]:
        """The containers beside it."""
        known = {container["name"] for container in self.without["spec"].get("initContainers", [])}
        every: list[Object] = self.template["spec"].get("initContainers", [])
        return [container for container in every if container["name"] not in known]

    @property
    def preflight(self) -> Object:
        """The container that compares the nodes."""
        return next(one for one in self.template["spec"]["initContainers"] if one["name"] == "preflight")

    @property
    def resources(self) -> dict[str, str]:
        """What the program asks for because of the fabric."""
        own = self.without["spec"]["containers"][0]["resources"]["limits"]
        return {name: amount for name, amount in self.program["resources"]["limits"].items() if name not in own}

    @property
    def annotations(self) -> dict[str, str]:
        """The annotations of the pod because of the fabric."""
        own = self.without["metadata"]["annotations"]
        return {key: text for key, text in self.template["metadata"]["annotations"].items() if own.get(key) != text}

    def host_folders(self, container: Object) -> dict[str, str]:
        """Return the folders of the machine that a container sees, and where."""
        volumes = self.template["spec"].get("volumes", [])
        paths = {volume["name"]: volume["hostPath"]["path"] for volume in volumes if "hostPath" in volume}
        mounts = container.get("volumeMounts", [])
        return {paths[mount["name"]]: mount["mountPath"] for mount in mounts if mount["name"] in paths}


def _rendered(helm: Helm, spec: dict[str, Any]) -> str:
    with NamedTemporaryFile("w", suffix=".yaml") as file:
        json.dump(spec, file)
        file.flush()
        return helm.template(CHART, "-f", file.name)


def _template(text: str) -> Object:
    [jobset] = of_kind(text, "JobSet")
    node = next(role for role in jobset["spec"]["replicatedJobs"] if role["name"] == "node")
    return dict(node["template"]["spec"]["template"])


def _variables(text: str, template: Object) -> dict[str, str]:
    [container] = template["spec"]["containers"]
    names = [source["configMapRef"]["name"] for source in container.get("envFrom", [])]
    maps = [item["data"] for item in of_kind(text, "ConfigMap") if item["metadata"]["name"] in names]
    own = {variable["name"]: variable["value"] for variable in container.get("env", []) if "value" in variable}
    return {name: value for data in (*maps, own) for name, value in data.items()}
