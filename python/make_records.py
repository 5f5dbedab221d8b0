"""Makes `sissa/records.py`: the types of requests and records, from the JSON Schemas of the library.

`python make_records.py` writes the file, `python make_records.py --check` says whether it is as it should be.
The installed package is asked, so install it first.
"""

from __future__ import annotations

import importlib.util
import json
import keyword
import sys
import textwrap
from pathlib import Path
from typing import Any

Schema = dict[str, Any]
FILE = Path(__file__).parent / "sissa" / "records.py"

HEAD = '''"""The types of requests and records. Made by `make_records.py` from the library's JSON Schemas: do not edit."""

from __future__ import annotations

from typing import Any, Literal, TypedDict, Union

from ._record import Record
'''

# Records that have another name in Python, because the package has that name for something else.
RENAMED = {"Failure": "FailureRecord", "CheckRecord": "Judgement", "SolutionRecord": "Solution"}
RENAMED |= {"PuzzleRecord": "Puzzle", "AttemptRecord": "Attempt", "SimilarRecord": "Similar"}


def native() -> Any:
    """The Rust part of the package, without the package, which needs the file that is made here."""
    # The folder of this file may be a package without its Rust part: the installed one is another.
    for file in (file for folder in sys.path for file in Path(folder, "sissa").glob("_sissa*.so")):
        spec = importlib.util.spec_from_file_location("_sissa", file)
        assert spec is not None and spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        return module
    raise SystemExit("the installed sissa has no Rust part")


def named(reference: str) -> str:
    name = reference.rsplit("/", 1)[-1]
    return RENAMED.get(name, name)


def kind(schema: Schema | bool) -> str:
    """The Python type of a schema."""
    if isinstance(schema, bool) or not schema:
        return "Any"
    if "$ref" in schema:
        return named(schema["$ref"])
    if "const" in schema:
        return f"Literal[{json.dumps(schema['const'])}]"
    if "enum" in schema:
        values = [value for value in schema["enum"] if value is not None]
        literal = f"Literal[{', '.join(json.dumps(value) for value in values)}]"
        return literal if len(values) == len(schema["enum"]) else f"{literal} | None"
    for several in ("anyOf", "oneOf"):
        if several in schema:
            kinds: list[str] = []
            for option in schema[several]:
                if (found := kind(option)) not in kinds:
                    kinds.append(found)
            return " | ".join(kinds)
    types = schema.get("type")
    if isinstance(types, list):
        return " | ".join(kind({**schema, "type": one}) for one in types)
    match types:
        case "string":
            return "str"
        case "integer":
            return "int"
        case "number":
            return "float"
        case "boolean":
            return "bool"
        case "null":
            return "None"
        case "array" if "prefixItems" in schema or "items" not in schema:
            return "list[Any]"
        case "array":
            return f"list[{kind(schema['items'])}]"
    return "dict[str, Any]"


def words(schema: Schema, indent: str) -> str:
    """The description as a docstring; nothing where there is none."""
    text = " ".join(schema.get("description", "").split("```")[0].split())
    if not text:
        return ""
    text = text.replace("\\", "\\\\")
    lines = textwrap.wrap(text, 96 - len(indent))
    body = f"\n{indent}".join(lines)
    tail = f"\n{indent}" if len(lines) > 1 else ""
    return f'{indent}"""{body}{tail}"""\n'


def fields(schema: Schema, required: bool) -> str:
    """The properties as annotations."""
    made = ""
    for name, field in schema.get("properties", {}).items():
        if keyword.iskeyword(name) or (name == "type" and "const" in field):
            continue
        found = kind(field)
        needed = name in schema.get("required", [])
        if required and not needed and "None" not in found.split(" | ") and "default" not in field:
            found += " | None"
        made += f"    {name}: {found}\n{words(field, '    ')}"
    return made or "    pass\n"


def part(name: str, schema: Schema) -> str:
    """A type that records and requests are made of: a dictionary, a name, or one of several."""
    if schema.get("type") == "object" and "properties" in schema:
        required = schema.get("required", [])
        total = "" if set(required) == set(schema["properties"]) else ", total=False"
        return f"\n\nclass {name}(TypedDict{total}):\n{words(schema, '    ')}{fields(schema, False)}"
    if schema.get("oneOf") and all("const" in option for option in schema["oneOf"]):
        values = ", ".join(json.dumps(option["const"]) for option in schema["oneOf"])
        return f"\n\n{name} = Literal[{values}]\n{words(schema, '')}"
    if "oneOf" in schema and any("properties" in option for option in schema["oneOf"]):
        return f"\n\n{name} = dict[str, Any]\n{words(schema, '')}"
    options = [one if one.startswith("Literal") or not one[0].isupper() else f'"{one}"' for one in kind(schema).split(" | ")]
    if len(options) > 1:
        return f"\n\n{name} = Union[{', '.join(options)}]\n{words(schema, '')}"
    return f"\n\n{name} = {options[0]}\n{words(schema, '')}"


def record(name: str, schema: Schema) -> str:
    return f"\n\nclass {name}(Record):\n{words(schema, '    ')}\n    __slots__ = ()\n\n{fields(schema, True)}"


def made(schemas: Schema) -> str:
    """The whole file."""
    text, known = HEAD, set[str]()
    parts: dict[str, Schema] = {}
    records = schemas["records"]
    tops = [option["$ref"] for option in records["oneOf"] if "$ref" in option]
    # A position is a class of its own.
    tops = [top for top in tops if not top.endswith("/PositionRecord")]
    top_names = {named(top) for top in tops}
    for schema in [records, *schemas["requests"].values(), *schemas["others"].values()]:
        for name, found in schema.get("$defs", {}).items():
            parts.setdefault(RENAMED.get(name, name), found)
    for name in sorted(parts):
        if name not in top_names | {"PositionRecord"}:
            text += part(name, parts[name])
            known.add(name)
    for top in sorted(tops, key=named):
        text += record(named(top), records["$defs"][top.rsplit("/", 1)[-1]])
    for name, schema in schemas["others"].items():
        text += record(name, schema)
    for name, schema in schemas["requests"].items():
        # What is said by position or by another keyword is no option.
        taken = {"input", "constraint", "constraints", "stipulation", "progress", "files", "game", "output"}
        rest = {key: value for key, value in schema.get("properties", {}).items() if key not in taken}
        optional = {**schema, "properties": rest}
        text += f"\n\nclass {name}Options(TypedDict, total=False):\n{words(schema, '    ')}{fields(optional, False)}"
    return text


def main() -> None:
    text = made(json.loads(native().schemas()))
    if "--check" in sys.argv[1:]:
        if FILE.read_text(encoding="utf-8") != text:
            raise SystemExit(f"{FILE.name} is not what the schemas make: run make_records.py")
        return
    FILE.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
