"""Validates a server.json from the standard input against the published schema that it names."""

import json
import sys
from importlib import resources

from jsonschema import Draft7Validator

schema = json.loads(
    resources.files("skillsaw.schemas.mcp_registry.v2025_12_11")
    .joinpath("server.schema.json")
    .read_text("utf-8")
)
document = json.load(sys.stdin)
problems = [f"{error.json_path}: {error.message}" for error in Draft7Validator(schema).iter_errors(document)]
if document.get("$schema") != schema["$id"]:
    problems.append(f"$schema: must be {schema['$id']}")
json.dump(problems, sys.stdout)
