"""ADM653 secret-incomplete: a Secret of a built-in type lacks the keys of that type.

The type of a Secret says which keys it needs: `.dockerconfigjson` with the JSON for an image registry, `tls.crt` and
`tls.key`, `ssh-privatekey`, `username` or `password`, or the annotation with its service account. The API server
rejects the Secret.

Source: https://kubernetes.io/docs/concepts/configuration/secret/#secret-types

Example:
    apiVersion: v1
    kind: Secret
    metadata: {name: registry}
    type: kubernetes.io/dockerconfigjson
    stringData: {config.json: "{}"}
Use instead:
    apiVersion: v1
    kind: Secret
    metadata: {name: registry}
    type: kubernetes.io/dockerconfigjson
    stringData: {.dockerconfigjson: "{}"}
"""

import json
from binascii import a2b_base64
from collections.abc import Iterator

from render.manifests.objects import Object
from render.rules.admission._field_errors import invalid, required
from render.rules.rule import Finding, rule

_KEYS = {
    "kubernetes.io/dockercfg": (".dockercfg",),
    "kubernetes.io/dockerconfigjson": (".dockerconfigjson",),
    "kubernetes.io/ssh-auth": ("ssh-privatekey",),
    "kubernetes.io/tls": ("tls.crt", "tls.key"),
}
_ONE_OF = {"kubernetes.io/basic-auth": ("username", "password")}
_TOKEN = "kubernetes.io/service-account-token"  # noqa: S105 - a type, not a token
_ACCOUNT = "kubernetes.io/service-account.name"


@rule(kinds=("/Secret",), keys=("type",))
def check(item: Object) -> Iterator[Finding]:
    """Check that each required key is there, and that registry credentials are JSON."""
    kind, data, plain = item.data.get("type", ""), item.data.get("data", {}), item.data.get("stringData", {})
    for key in _KEYS.get(kind, ()):
        if key not in data and key not in plain:
            yield required(("data", key), hint=f"a Secret of type `{kind}` needs this key")
        elif key.startswith(".docker") and not _is_json(plain.get(key), data.get(key, "")):
            yield invalid(("stringData" if key in plain else "data", key), "<redacted>", "must be a JSON object")
    one_of = _ONE_OF.get(kind, ())
    if one_of and not any(key in data or key in plain for key in one_of):
        yield required(("data", one_of[0]), hint=f"write {' or '.join(f'`{key}`' for key in one_of)}")
    if kind == _TOKEN and not item.data.get("metadata", {}).get("annotations", {}).get(_ACCOUNT):
        yield required(("metadata", "annotations", _ACCOUNT))


def _is_json(plain: str | None, encoded: str) -> bool:
    try:
        return isinstance(json.loads(a2b_base64(encoded) if plain is None else plain), dict)
    except ValueError:
        return False
