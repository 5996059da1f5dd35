"""The codes of what can be wrong with a text, before anyone asks what it means."""

from render.problem import Rule, Severity

UNREADABLE = Rule(
    "SYN001", "unreadable-file", about="the file can't be opened or read, or it is none: a folder, a device, a pipe"
)
TOO_LARGE = Rule(
    "SYN002",
    "file-too-large",
    about="the file is larger than render reads. An object in a cluster holds 1.5 MiB at most",
)
NOT_UTF8 = Rule("SYN003", "not-utf-8", about="the file holds bytes that are not UTF-8")
EMPTY = Rule("SYN004", "empty-file", Severity.WARNING, about="the file holds nothing but space and comments")
SYNTAX = Rule("SYN005", "yaml-syntax", about="the text is no YAML; what follows the place is not read")
TAB = Rule("SYN006", "tab-as-indent", about="a tab indents the line; YAML allows spaces only")
CONTROL_CHARACTER = Rule(
    "SYN007", "control-character", about="the text holds a character that YAML does not allow as it is"
)
SEVERAL_DOCUMENTS = Rule(
    "SYN008", "several-documents", about="a file with a spec holds one document, since Helm reads one as values"
)
DUPLICATE_KEY = Rule(
    "SYN009",
    "duplicate-key",
    about="a mapping has the same key twice. Helm and kubectl take the last one and say nothing",
)
BOOLEAN_KEY = Rule(
    "SYN010",
    "boolean-key",
    about="a key is written without quotes and is a word that Helm reads as a boolean, such as `y`, `on` or `no`",
)
KEY_NOT_TEXT = Rule("SYN011", "key-not-text", about="a key is null, a mapping or a list, where only text can be one")
UNKNOWN_ALIAS = Rule(
    "SYN012", "unknown-alias", about="an alias (`*name`) has no anchor (`&name`) before it, or stands inside its own"
)
TOO_MANY_ALIASES = Rule(
    "SYN013",
    "too-many-aliases",
    about="the text's aliases stand for more values than any honest file holds; written out they would fill the memory",
)
TOO_DEEP = Rule("SYN014", "too-deep", about="the text is nested deeper than any honest file is")
NOT_A_MAPPING = Rule(
    "SYN015", "not-a-mapping", about="a spec is a mapping of keys, and this is a list or a single value"
)
NOT_FINITE = Rule(
    "SYN016", "not-finite", about="the value is infinite or not a number, which JSON, and so Kubernetes, does not have"
)
LINK_OUT = Rule(
    "SYN018",
    "link-out-of-folder",
    Severity.INFO,
    about="a link leads out of the folder that was named, so it is not followed",
)
OCTAL = Rule(
    "SYN021",
    "octal-number",
    Severity.WARNING,
    about="a number starts with `0`: Helm and kubectl read it as an octal one",
)
UNKNOWN_CODE = Rule(
    "SYN022",
    "unknown-code",
    Severity.WARNING,
    about="a comment, a config or `--ignore` names a code that no finding has",
)
TOO_MANY_VALUES = Rule("SYN023", "too-many-values", about="the text holds more values than any honest file does")
TOO_MANY_PROBLEMS = Rule(
    "SYN024", "too-many-problems", about="the file has more problems than are told; mend these first"
)
CHART = Rule(
    "SYN025",
    "chart-in-folder",
    Severity.INFO,
    about="a folder holds a Helm chart: its templates are no YAML before they are rendered, its defaults no whole spec",
)
SECRET_NOT_IGNORED = Rule(
    "SEC100",
    "secret-not-ignored",
    Severity.WARNING,
    about="a comment of a file asks to ignore rules about secrets (SEC), which only `--ignore` and `--config` can",
)
INTERNAL = Rule(
    "INT001", "internal-error", about="render itself failed while it checked the file, and has checked all others"
)
