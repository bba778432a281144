"""What mypy checks: each narrowing here is a type error if the generated types lose it."""

from __future__ import annotations

from typing import Any, cast

from sales_data_client import CopyChange, ProblemError, Upsert
from sales_data_client.types import Event, Person


def title_of(event: Event) -> str | None:
    if event["type"] == "person.updated":
        return event["data"]["title"]
    return None


def email_of(change: CopyChange) -> str | None:
    if change.action == "upsert" and change.kind == "person":
        return change.data["emails"][0]["address"]
    return None


def parameters_of(error: ProblemError) -> list[str]:
    if error.problem["type"] == "urn:sales-data:problem:invalid-request":
        return [each["parameter"] for each in error.problem.get("errors", [])]
    return []


def test_types_are_discriminated() -> None:
    person = cast(Person, {"id": "p", "title": "President", "emails": [{"address": "ada@engines.example"}]})
    assert title_of(cast(Any, {"type": "person.updated", "data": person})) == "President"
    assert title_of(cast(Any, {"type": "company.updated", "data": {}})) is None
    assert email_of(Upsert("person", "p", person)) == "ada@engines.example"
    problem: Any = {
        "type": "urn:sales-data:problem:invalid-request",
        "title": "Bad Request",
        "detail": "Fix it.",
        "requestId": "r",
        "errors": [{"parameter": "id", "detail": "must be a UUID."}],
    }
    assert parameters_of(ProblemError(problem)) == ["id"]
