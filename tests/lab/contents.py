"""What is in the lab's namespace `default`: to see what a run leaves behind."""

from collections.abc import Iterator

from tests.cluster.server import Server

_TRANSIENT = {"events", "endpoints", "endpointslices", "leases"}
"""They come and go without anybody's wish."""


def names_of_objects(server: Server) -> set[str]:
    """Return the objects of all kinds, as `KIND/NAME`, without Helm's own records."""
    found = {
        f"{kind}/{item['metadata']['name']}"
        for path, kind in _collections(server)
        for item in server.get(path).body.get("items", [])
    }
    return {name for name in found if not name.startswith("Secret/sh.helm.release.")}


def _collections(server: Server) -> Iterator[tuple[str, str]]:
    versions = [one["groupVersion"] for group in server.get("/apis").body["groups"] for one in group["versions"]]
    for root in ("/api/v1", *(f"/apis/{version}" for version in versions)):
        for kind in server.get(root).body.get("resources", []):
            if kind["namespaced"] and "list" in kind["verbs"] and kind["name"] not in _TRANSIENT:
                yield f"{root}/namespaces/default/{kind['name']}", kind["kind"]
