"""Links within the repository lead somewhere: to a file, and to a heading of it."""

import re
from pathlib import Path

import pytest

from tests.conftest import CHECKOUT
from tests.docs.console import PAGES

TEXTS = [*PAGES, *(CHECKOUT / name for name in ("CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md"))]
TEXTS += [CHECKOUT / "charts/training-job/README.md", *sorted((CHECKOUT / "examples").rglob("*.md"))]

FENCE = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\]\((?P<target>[^)#\s]*)(?:#(?P<anchor>[^)\s]*))?\)|(?:src|srcset)=\"(?P<image>[^\"]+)\"")
HEADING = re.compile(r"^#+ (?P<title>.*?)(?: \{ #(?P<name>[\w.-]+) \})?$", re.MULTILINE)


def anchors(file: Path) -> set[str]:
    """The names of a file's headings, as GitHub and mkdocs make them."""
    text = FENCE.sub("", file.read_text(encoding="utf-8"))
    return {found["name"] or slug(found["title"]) for found in HEADING.finditer(text)}


def slug(title: str) -> str:
    return re.sub(r"[^\w -]", "", title.lower()).strip().replace(" ", "-")


@pytest.mark.parametrize("file", TEXTS, ids=lambda path: path.relative_to(CHECKOUT).as_posix())
def test_links_lead_somewhere(file: Path) -> None:
    broken = []
    for found in LINK.finditer(FENCE.sub("", file.read_text(encoding="utf-8"))):
        target = (found["target"] or found["image"] or "").partition("#")[0]
        if re.match(r"\w+:", target):
            continue
        path = file.parent / target if target else file
        if not path.exists() or (found["anchor"] and path.suffix == ".md" and found["anchor"] not in anchors(path)):
            broken.append(found[0])
    assert broken == []


PATH = re.compile(r"`((?:\.ci|charts|ci|docs|examples|render|schemas|tests)/[a-z0-9_./-]+)`")


@pytest.mark.parametrize("name", ["CONTRIBUTING.md", "README.md"])
def test_paths_exist(name: str) -> None:
    """Paths that name a file or a folder; those with a placeholder are left out."""
    text = FENCE.sub("", (CHECKOUT / name).read_text(encoding="utf-8"))
    missing = [path for path in PATH.findall(text) if not (CHECKOUT / path).exists()]
    assert missing == []
