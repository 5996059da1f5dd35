"""RES111 image-name-invalid: a node can't read the name of the image.

A name has lower case, with an optional registry before and a tag or a digest behind: no upper case, no `https://`, no
blank, a digest of 64 hexadecimal digits. The API server accepts any text; the kubelet reports `InvalidImageName`,
and the pod never starts.

Source: https://github.com/distribution/reference/blob/main/regexp.go

Example:
    image: registry.example/SFT:1
Use instead:
    image: registry.example/sft:1
"""

import re
from collections.abc import Iterator

from render.manifests.objects import Object
from render.manifests.pods import pods
from render.rules.rule import Finding, rule

_LABEL = r"[a-zA-Z0-9](?:[a-zA-Z0-9-]*[a-zA-Z0-9])?"
_HOST = rf"(?:{_LABEL}(?:\.{_LABEL})*|\[[a-fA-F0-9:]+\])(?::[0-9]+)?"
_PART = r"[a-z0-9]+(?:(?:\.|_|__|-+)[a-z0-9]+)*"
_TAG = r"\w[\w.-]{0,127}"
_DIGEST = r"[A-Za-z][A-Za-z0-9]*(?:[-_+.][A-Za-z][A-Za-z0-9]*)*:[0-9a-fA-F]{32,}"
_TEMPLATE = re.compile(r"[$<>{}]")
"""Marks of a placeholder or a template, which another program fills in."""
_PLACEHOLDER = re.compile(r"<[A-Za-z][\w .-]*>")
"""A word that documentation puts in the place of a name. Tools that fill texts in have other marks."""
_SHA = r"sha256:[0-9a-f]{64}"
_NAME = re.compile(rf"(?:{_HOST}/)?{_PART}(?:/{_PART})*(?::{_TAG})?(?:@{_DIGEST})?", re.ASCII)


@rule(keys=("image",))
def check(item: Object) -> Iterator[Finding]:
    """Compare each name with the grammar of names. A name with variables or templates is another program's."""
    for pod in pods(item):
        for container in pod.containers:
            image = container.data.get("image", "")
            if container.kind != "containers" or not isinstance(image, str) or not image:
                continue
            if match := _PLACEHOLDER.search(image):
                message = f"`{match[0]}` is a placeholder, and nodes reject it as the name of an image"
                yield Finding((*container.path, "image"), message, "write the name").as_warning
            elif not _TEMPLATE.search(image):
                yield from (Finding((*container.path, "image"), *reason) for reason in _reasons(image))


def _reasons(image: str) -> Iterator[tuple[str, str | None]]:
    """Yield a message about an invalid name, with a hint."""
    digest = image.partition("@")[2]
    if _NAME.fullmatch(image) is not None and (not digest.startswith("sha256:") or re.fullmatch(_SHA, digest)):
        return
    name = image.partition("@")[0]
    if "://" in image:
        yield f"`{image}` starts with a protocol, so nodes reject it", f"write `{image.partition('://')[2]}`"
    elif digest:
        yield f"`{image}` has a digest that is not `sha256:` and 64 digits, so nodes reject it", None
    elif name != name.strip() or " " in name:
        yield f"`{image}` has a blank, so nodes reject it", "remove it"
    elif name != name.lower():
        path, colon, tag = name.rpartition(":") if ":" in name.rpartition("/")[2] else (name, "", "")
        yield f"`{image}` has upper case in its name, so nodes reject it", f"write `{path.lower()}{colon}{tag}`"
    else:
        yield f"`{image}` is not the name of an image, so nodes reject it", "write `REGISTRY/NAME:TAG`"
