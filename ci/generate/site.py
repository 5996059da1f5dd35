"""A hook of mkdocs: adds the generated pages, and leads links out of `docs/` to a page or a file of the site."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from posixpath import join, normpath, relpath
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

from ci.generate.reference import reference_pages

ROOT = Path(__file__).resolve().parents[2]
PAGES = {
    "CHANGELOG.md": "changelog.md",
    "CONTRIBUTING.md": "contributing.md",
    "README.md": "index.md",
    "SECURITY.md": "security.md",
    "charts/training-job/README.md": "reference/spec.md",
}
"""Files of the repository that have a page of the site, or say what it says."""
COPIES = ("CHANGELOG.md", "CONTRIBUTING.md")
"""Those that are a page as they are."""

_LINK = re.compile(r"(?P<start>!?\[(?P<text>[^\]]*)\]\()(?P<target>[^)#\s:]+)(?P<anchor>#[^)\s]*)?\)")
_CODE = re.compile(r"(?<![\[`])`(?P<code>[A-Z]{3}\d{3})`(?![\]`])")
_FENCE = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)
_FOREIGN = re.compile(
    r"<(?:script|img|iframe|source)\b[^>]*\bsrc(?:set)?=\"?https?:|<link\b[^>]*\brel=\"?(?:stylesheet|preload|preconnect)\"?[^>]*\bhref=\"?https?:"
)


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the reference, the pages out of the root's files, and the files that pages link to."""
    generated = reference_pages(ROOT)
    generated |= {PAGES[name]: _below_docs((ROOT / name).read_text(encoding="utf-8")) for name in COPIES}
    for uri, text in generated.items():
        files.append(File.generated(config, uri, content=text))
    for path in sorted(set(_linked(files))):
        files.append(File.generated(config, f"files/{path}", abs_src_path=str(ROOT / path)))
    return files


def on_page_markdown(markdown: str, /, *, page: Page, files: Files, **_: Any) -> str:
    """Return a page whose links stay inside the site, and whose codes lead to their pages."""

    def link(found: re.Match[str]) -> str:
        target = _outside(page.file.src_uri, found["target"])
        if target is None:
            return found[0]
        if target not in PAGES and (ROOT / target).is_dir():
            return found["text"]
        anchor = found["anchor"] or "" if target not in PAGES or target in COPIES else ""
        return f"{found['start']}{_relative(page, PAGES.get(target, f'files/{target}'))}{anchor})"

    def code(found: re.Match[str]) -> str:
        uri = f"reference/rules/{found['code']}.md"
        known = files.get_file_from_path(uri) is not None and uri != page.file.src_uri
        return f"[{found[0]}]({_relative(page, uri)})" if known else found[0]

    return _outside_fences(markdown, lambda text: _CODE.sub(code, _LINK.sub(link, text)))


def on_post_page(output: str, /, *, page: Page, **_: Any) -> str:
    """Raise PluginError where a page would load something from another host."""
    if found := _FOREIGN.search(output):
        raise PluginError(f"{page.file.src_uri}: loads from another host: {found[0]}")
    return output


def _relative(page: Page, uri: str) -> str:
    return relpath(uri, Path(page.file.src_uri).parent.as_posix())


def _below_docs(text: str) -> str:
    """Return a file of the root with the links that it has as a page of `docs/`."""

    def link(found: re.Match[str]) -> str:
        return f"{found['start']}{relpath(found['target'], 'docs')}{found['anchor'] or ''})"

    return _outside_fences(text, lambda part: _LINK.sub(link, part))


def _outside(page: str, target: str) -> str | None:
    """Return the path from the root that a page's link has, where it leads out of `docs/` to what exists."""
    path = normpath(join("docs", Path(page).parent.as_posix(), target))
    return path if not path.startswith(("docs/", "..")) and (ROOT / path).exists() else None


def _linked(files: Files) -> Iterator[str]:
    for file in files.documentation_pages():
        for found in _LINK.finditer(file.content_string):
            path = _outside(file.src_uri, found["target"])
            if path is not None and path not in PAGES and (ROOT / path).is_file():
                yield path


def _outside_fences(text: str, change: Callable[[str], str]) -> str:
    """Return a text of which everything but the fenced blocks is changed."""
    parts: list[str] = []
    end = 0
    for fence in _FENCE.finditer(text):
        parts += [change(text[end : fence.start()]), fence[0]]
        end = fence.end()
    return "".join([*parts, change(text[end:])])
