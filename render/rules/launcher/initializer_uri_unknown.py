"""RUN189 initializer-uri-unknown: the initializer has no provider for the address.

Kubeflow Trainer's images read `hf://`, `s3://` and, for datasets, `cache://`. With another scheme the initializer stops
with `STORAGE_URI must have the valid dataset provider`, and the nodes never start. The address of a page in a browser
is not the address of a repository: `hf://OWNER/NAME` is.

Source: https://github.com/kubeflow/trainer/blob/release-2.3/pkg/initializers/dataset/__main__.py

Example:
    image: registry.example/train:1
    initializers:
      dataset: {storageUri: "https://huggingface.co/datasets/tatsu-lab/alpaca"}
      storage: {size: 200Gi}
Use instead:
    image: registry.example/train:1
    initializers:
      dataset: {storageUri: "hf://tatsu-lab/alpaca"}
      storage: {size: 200Gi}
"""

import re
from collections.abc import Iterator, Mapping

from render.programs.marks import INITIALIZERS
from render.programs.run import Run
from render.rules.rule import Finding, rule

_SCHEMES: Mapping[str, tuple[str, ...]] = {"dataset": ("hf", "s3", "cache"), "model": ("hf", "s3")}
_IMAGE = "ghcr.io/kubeflow/trainer/"
"""Other images may read other addresses."""
_PAGE = re.compile(r"https?://(?:www\.)?(?:huggingface\.co|hf\.co)/(?:datasets/)?([\w.-]+/[\w.-]+)")
_PREFIXED = re.compile(r"hf://(?:datasets|models)/([\w.-]+/[\w.-]+)")


@rule(keys=(INITIALIZERS,))
def check(run: Run) -> Iterator[Finding]:
    """Compare the scheme of each address with the initializer's providers."""
    for kind, schemes in _SCHEMES.items():
        uri, image = run.at("initializers", kind, "storageUri"), run.at("initializers", kind, "image")
        if not isinstance(uri, str) or not str(image or _IMAGE).startswith(_IMAGE):
            continue
        path = ("initializers", kind, "storageUri")
        names = " and ".join(f"`{one}://`" for one in schemes)
        if match := _PAGE.match(uri):
            yield Finding(path, f"`{uri}` is a page, but the initializer reads {names}", f"write `hf://{match[1]}`")
        elif uri.partition("://")[0] not in schemes or "://" not in uri:
            yield Finding(path, f"the initializer has no provider for `{uri}`: it reads {names}", _hint(uri))
        elif match := _PREFIXED.match(uri):
            yield Finding(path, f"`{uri}` is not the name of a repository", f"write `hf://{match[1]}`")


def _hint(uri: str) -> str:
    if re.fullmatch(r"[\w.-]+/[\w.-]+", uri):
        return f"write `hf://{uri}`"
    return "copy the data to a bucket (`s3://…`), or mount it with `storage.volumes`"
