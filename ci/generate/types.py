"""Read the types of the spec's keys out of the authored spec, for a chart that is rendered without its schema."""

from ci.generate.authored import Schema

READ_BY_TEMPLATES: dict[str, tuple[str, ...]] = {
    "Capabilities": ("add", "drop"),
    "Container": ("resources", "restartPolicy"),
    "ContainerPort": ("containerPort", "name", "protocol"),
    "PodDNSConfig": ("nameservers", "searches"),
    "ResourceRequirements": ("limits", "requests"),
    "SecurityContext": (
        "allowPrivilegeEscalation",
        "capabilities",
        "privileged",
        "readOnlyRootFilesystem",
        "runAsUser",
    ),
}
"""Fields of Kubernetes objects that the templates look into; every other one is passed through, for the API server."""

# Helm reads numbers as float64: none beyond these is what was written.
_EXACT: Schema = {"minimum": 1 - 2**53, "maximum": 2**53 - 1}


def types(schema: Schema, kubernetes: dict[str, Schema]) -> Schema:
    """Return what decides over types alone, in the keywords of JSON Schema where those are enough.

    Each `type` is a list; `others` is the type of a list's items, and of keys that `properties` does not name.
    `kubernetes` are the definitions that the schema refers to (`kubernetes.definitions`).
    """
    match schema:
        case {"$ref": str(target)} | {"allOf": [{"$ref": str(target)}]}:
            return types(_read(target.rpartition("/")[2], kubernetes), kubernetes)
    declared = schema.get("type", "string")
    found: Schema = {"type": [declared] if isinstance(declared, str) else list(declared)}
    if {"integer", "number"} & set(found["type"]):
        found |= {bound: schema.get(bound, exact) for bound, exact in _EXACT.items()}
    if choices := schema.get("enum", [schema["const"]] if "const" in schema else []):
        found["enum"] = choices
    if {"object", "array"} & set(found["type"]):
        found |= _inside(schema, kubernetes)
    return found


def _inside(schema: Schema, kubernetes: dict[str, Schema]) -> Schema:
    found: Schema = {"required": schema["required"]} if "required" in schema else {}
    found["properties"] = {name: types(value, kubernetes) for name, value in schema.get("properties", {}).items()}
    others = schema.get("items", schema.get("additionalProperties"))
    return found | {"others": types(others, kubernetes)} if isinstance(others, dict) else found


def _read(name: str, kubernetes: dict[str, Schema]) -> Schema:
    """Return the part of a Kubernetes type that the templates read."""
    definition = kubernetes[name]
    if "properties" not in definition:
        return definition
    fields = READ_BY_TEMPLATES.get(name, ())
    return {"type": "object", "properties": {field: definition["properties"][field] for field in fields}}
