"""The content of a file: specs, objects and other documents. The kind of a document does not depend on the others."""

from collections import Counter
from collections.abc import Sequence
from pathlib import PurePath, PurePosixPath

from render.problem import Problem, has_error, split_lines
from render.source import Document, Part, Text, load_document, load_documents, second_document_problem
from render.source.codes import TOO_MANY_VALUES
from render.spec import Request, Spec
from render.validation.document_kind import DocumentKind, could_be_a_spec, kind_of, skip_other_tool, skip_without_kind
from render.validation.manifest import Manifest

MAX_SPECS = 10
"""Maximum specs of one file that are rendered; the second one is already an error."""


class Content:
    """The content of one file. Objects are checked while it is read, since the trees of documents are large."""

    def __init__(self, text: Text, manifest: Manifest) -> None:
        """Begin a text; its objects are added to the manifest."""
        self.text = text
        self.manifest = manifest
        self.specs: list[Spec] = []
        self.problems: list[Problem] = []
        """Problems of the file, without those of its specs."""
        self.unread: list[Problem] = []
        """Reasons why a document or the rest of the file can't be checked."""
        self.skipped: Counter[str] = Counter()
        self.is_empty = False

    @classmethod
    def of(cls, text: Text, request: Request, manifest: Manifest, *, is_named: bool) -> "Content":
        """Read a text and check its objects. Raises OSError, ValueError."""
        content = cls(text, manifest)
        starts: list[Document] = []
        specs: list[Part] = []
        kindless: list[Part] = []
        for document, found in load_documents(text):
            if document.start is not None:
                starts.append(document._replace(root=None))
            if not document.is_whole:
                content.unread += found
            other = skip_other_tool(document, is_named=is_named)
            match kind_of(document):
                case _ if other is not None:
                    content.skipped[other.reason] += 1
                    content.problems += [other.problem] if other.problem is not None else ()
                case DocumentKind.SPEC:
                    specs.append((document, found))
                case DocumentKind.OVERLAY:
                    kindless.append((document, found))
                case DocumentKind.OBJECT if _is_list(document):
                    kindless.append((document, found))
                case _:
                    manifest.problems += found
                    manifest.add(document)
            if manifest.stop is not None:
                break
        content._add_kindless(kindless, specs, request, is_named=is_named)
        content._add_specs(specs, starts)
        if manifest.stop is not None:
            content.unread.append(manifest.stop)
        content.is_empty = manifest.is_empty and not (content.specs or content.skipped or manifest.problems)
        return content

    def _add_kindless(self, kindless: Sequence[Part], specs: list[Part], request: Request, *, is_named: bool) -> None:
        """Sort documents without a kind: with objects in the file they are broken objects, else skipped.

        In a named file a list is read as an object, and without specs the first mapping with a key of a spec as a spec.
        """
        is_manifest = not self.manifest.is_empty
        for document, found in kindless:
            is_list = _is_list(document)
            if is_manifest or (is_list and is_named):
                self.manifest.problems += found
                self.manifest.add(document)
            elif is_named and not is_list and not specs and could_be_a_spec(document, request):
                specs.append((document, found))
            else:
                skip = skip_without_kind(document, request, is_named=is_named)
                self.skipped[skip.reason] += 1
                self.problems += [skip.problem] if skip.problem is not None else ()

    def _add_specs(self, specs: Sequence[Part], starts: Sequence[Document]) -> None:
        """Add each spec as if it were the only document. Other documents are a problem of the file."""
        if not specs:
            return
        if len(starts) > 1:
            first = specs[0][0].start == starts[0].start
            others = {starts[1].start: starts[1]} if first else {}
            others |= {spec.start: spec for spec, _ in specs if spec.start != starts[0].start}
            self.problems += map(second_document_problem, others.values())
            if len(specs) > MAX_SPECS:
                message = f"exceeds the limit of {MAX_SPECS} specs of a file: what follows is not rendered"
                self.unread.append(TOO_MANY_VALUES.problem(message, file=self.text.file))
            rows = split_lines(self.text.content)
            specs = [load_document(_alone(self.text.file, rows, spec, starts)) for spec, _ in specs[:MAX_SPECS]]
        output = PurePosixPath(PurePath(self.text.file).name).with_suffix(".yaml")
        for document, found in specs:
            self.unread += found if has_error(found) else ()
            self.specs.append(Spec(self.text.file, output, document, found))


def _is_list(document: Document) -> bool:
    root = document.root
    return root is not None and not root.is_mapping and isinstance(root.data, list)


def _alone(file: str, rows: Sequence[str], document: Document, starts: Sequence[Document]) -> Text:
    """Return a text with only this document, at its original lines."""
    lines = (one.start[0] for one in starts if one.start is not None)
    first = document.start[0] if document.start is not None else 1
    end = next((line for line in lines if line > first), len(rows) + 1)
    return Text(file, "\n" * (first - 1) + "\n".join(rows[first - 1 : end - 1]) + "\n")
