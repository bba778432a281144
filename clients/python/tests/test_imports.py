from __future__ import annotations

import json
from typing import Any

import pytest
from conftest import Api

STORED: dict[str, Any] = {"id": "i-1", "state": "completed", "problem": None, "files": [], "counts": None}


def test_imports_rows_of_any_iterable(api: Api) -> None:
    api.answers(STORED)
    api.client().run_import("crm", rows={"people": ({"id": f"P-{number}"} for number in range(2))})
    assert json.loads(api.requests[0].content) == {
        "source": "crm",
        "rows": {"people": [{"id": "P-0"}, {"id": "P-1"}]},
    }


@pytest.mark.parametrize("count", [1, 501])
def test_sends_no_row_with_a_number_that_json_does_not_have(api: Api, count: int) -> None:
    api.answers(STORED)
    rows = {"people": [{"id": "P-1", "customFields": {"score": float("nan")}}] * count}
    with pytest.raises(ValueError, match="use None"):
        api.client().run_import("crm", rows=rows)
    assert api.requests == []
