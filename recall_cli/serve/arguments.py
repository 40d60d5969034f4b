"""Checks the arguments of a call against the schema of its tool: the part of JSON Schema that the catalogue uses."""

from recall_cli.domain.errors import UsageError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_TYPE_WORDS = {
    "string": "text",
    "integer": "a whole number",
    "number": "a number",
    "boolean": "true or false",
    "array": "a list",
    "object": "an object",
}
MAX_SHOWN = 60


def check_arguments(schema: "dict[str, Any]", arguments: "Any") -> "dict[str, Any]":
    """The arguments with a value for every property of the schema (None if it was left out)."""
    if arguments is None:
        arguments = {}
    if not isinstance(arguments, dict):
        raise UsageError("the arguments must be an object")
    properties: dict[str, Any] = schema["properties"]
    for name in arguments:
        if name not in properties:
            raise UsageError(f"there is no argument {_shown(name)}", f"this tool takes {', '.join(properties)}")
    values = {}
    for name, rules in properties.items():
        value = arguments.get(name)
        if value is None:
            if name in schema.get("required", ()):
                raise UsageError(f"{name} is missing", str(rules.get("description", "")))
            values[name] = rules.get("default")
            continue
        values[name] = _check_value(name, rules, value)
    return values


def _check_value(name: str, rules: "dict[str, Any]", value: "Any") -> "Any":
    """A value that fits its rules; UsageError says what fits."""
    kind = rules["type"]
    if kind in ("integer", "number"):
        value = _check_number(name, rules, value)
    elif not isinstance(value, {"string": str, "boolean": bool, "array": list, "object": dict}[kind]):
        raise UsageError(f"{name} must be {_TYPE_WORDS[kind]}, not {_shown(value)}")
    if kind == "string":
        _check_text(name, rules, value)
    elif kind == "array":
        _check_size(name, rules.get("maxItems"), value)
        value = [_check_value(f"{name}[{at}]", rules["items"], item) for at, item in enumerate(value)]
        if len(value) < rules.get("minItems", 0):
            raise UsageError(f"{name} needs {rules['minItems']} or more")
    elif kind == "object":
        _check_size(name, rules.get("maxProperties"), value)
        inner = rules["additionalProperties"]
        value = {key: _check_value(f"{name}.{key[:MAX_SHOWN]}", inner, item) for key, item in value.items()}
    return value


def _check_number(name: str, rules: "dict[str, Any]", value: "Any") -> "int | float":
    is_number = isinstance(value, (int, float)) and not isinstance(value, bool) and value - value == 0
    if is_number and rules["type"] == "integer":
        is_number = value == int(value)
        value = int(value) if is_number else value
    if not is_number:
        raise UsageError(f"{name} must be {_TYPE_WORDS[rules['type']]}, not {_shown(value)}")
    low, high = rules.get("minimum", value), rules.get("maximum", value)
    if not low <= value <= high:
        raise UsageError(f"{name} must be {low:g} to {high:g}, not {_shown(value)}")
    checked: int | float = value
    return checked


def _check_text(name: str, rules: "dict[str, Any]", value: str) -> None:
    if "enum" in rules and value not in rules["enum"]:
        raise UsageError(f"{name} must be one of {', '.join(rules['enum'])}, not {_shown(value)}")
    if len(value) > rules.get("maxLength", len(value)):
        raise UsageError(f"{name} has {len(value):,} letters", f"at most {rules['maxLength']:,} are possible")
    if len(value.strip()) < rules.get("minLength", 0):
        raise UsageError(f"{name} is empty")


def _check_size(name: str, most: "int | None", value: "list[Any] | dict[str, Any]") -> None:
    if most is not None and len(value) > most:
        raise UsageError(f"{name} has {len(value):,} entries", f"at most {most} are possible")


def _shown(value: object) -> str:
    text = repr(value)
    return text if len(text) <= MAX_SHOWN else text[:MAX_SHOWN] + "…"
