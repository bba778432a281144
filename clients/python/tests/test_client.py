from __future__ import annotations

import pickle
import uuid
from datetime import datetime, timezone

import httpx
import pytest
from conftest import Api, problem

from sales_data_client import ProblemError, SalesDataError, ScanEnd, UnexpectedResponseError

JSON_PROBLEM = {"type": "t", "title": "T", "detail": "D", "requestId": "r"}


def test_sends_the_key_and_names_itself(api: Api) -> None:
    api.answers({"id": "k"})
    assert api.client().key() == {"id": "k"}
    (request,) = api.requests
    assert str(request.url) == "https://api.example.com/v1/key"
    assert request.headers["X-Api-Key"] == "sd_live_test"
    assert request.headers["User-Agent"] == "sales-data-client-python/1.0.0"


def test_ignores_white_space_around_the_key(api: Api) -> None:
    api.answers({"id": "k"})
    api.client(api_key="\tsd_live_test\n").key()
    assert api.requests[0].headers["X-Api-Key"] == "sd_live_test"


@pytest.mark.parametrize("key", ["", "sd_live_a\nb", "sd_live_a…"])
def test_rejects_a_malformed_key_without_quoting_it(api: Api, key: str) -> None:
    with pytest.raises(ValueError, match="letters, digits and _") as error:
        api.client(api_key=key)
    assert "sd_live_a" not in str(error.value)


@pytest.mark.parametrize("around", ["{}", " {}\n", '"{}"', "'{}'\r\n", "\ufeff{}", "\u200b{}\u00a0"])
@pytest.mark.parametrize("path", ["", "/", "/v1", "/v1/", "//"])
def test_forgives_what_is_copied_along_with_settings(api: Api, around: str, path: str) -> None:
    api.answers({"id": "k"})
    base_url, api_key = around.format(f"https://api.example.com{path}"), around.format("sd_live_test")
    assert api.client(base_url=base_url, api_key=api_key).key() == {"id": "k"}
    assert str(api.requests[0].url) == "https://api.example.com/v1/key"
    assert api.requests[0].headers["X-Api-Key"] == "sd_live_test"


@pytest.mark.parametrize(
    "base_url", ["", "api.example.com", "ftp://a.example", "https://", "https://a b.example"]
)
def test_names_the_setting_that_is_no_address(api: Api, base_url: str) -> None:
    with pytest.raises(ValueError, match="base_url must be the address"):
        api.client(base_url=base_url)


def test_takes_a_uuid_for_an_id(api: Api) -> None:
    api.answers({"id": "p"})
    api.client().person(uuid.UUID("0b6f1f4e-6a3b-8f0e-9c55-0f7e3c1f2a11"))
    assert api.requests[0].url.path == "/v1/person/0b6f1f4e-6a3b-8f0e-9c55-0f7e3c1f2a11"


def test_reads_every_page_and_requests_the_next_one_only_when_needed(api: Api) -> None:
    api.answers({"items": [1, 2], "nextCursor": "c1"}, {"items": [], "nextCursor": "c2"}, {"items": [3]})
    assert list(api.client().people(limit=2, changed_since="2026-01-01T00:00:00Z")) == [1, 2, 3]
    query = {"limit": "2", "changedSince": "2026-01-01T00:00:00Z", "count": "none"}
    assert api.queries == [query, {**query, "cursor": "c1"}, {**query, "cursor": "c2"}]


def test_says_where_a_scan_hands_over_but_not_for_a_lookup(api: Api) -> None:
    end = {"eventCursor": "feed", "nextChangedSince": "2026-01-31T09:29:00.000Z"}
    api.answers({"items": [1], "nextCursor": "c1"}, {"items": [2], **end}, {"items": [3]})
    ends: list[ScanEnd] = []
    assert list(api.client().people(on_end=ends.append)) == [1, 2]
    assert ends == [ScanEnd("2026-01-31T09:29:00.000Z", "feed")]
    assert list(api.client().people(email="nora@nowhere.example", on_end=ends.append)) == [3]
    assert len(ends) == 1


def test_requests_pages_lazily() -> None:
    api = Api("sync")
    api.answers({"items": [1, 2], "nextCursor": "c1"}, {"items": [3]})
    people = api.client().people()
    assert api.requests == []
    assert [next(people), next(people)] == [1, 2]
    assert len(api.requests) == 1


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("people", "/v1/person"),
        ("companies", "/v1/company"),
        ("call_lists", "/v1/call-list"),
        ("call_list_entries", "/v1/call-list-entry"),
    ],
)
def test_reads_each_collection(api: Api, method: str, path: str) -> None:
    api.answers({"items": [{"id": "a"}]})
    assert list(getattr(api.client(), method)()) == [{"id": "a"}]
    assert api.requests[0].url.path == path


def test_reads_the_entries_of_a_call_list(api: Api) -> None:
    api.answers({"entries": [1], "nextCursor": "c"}, {"entries": [2]})
    assert list(api.client().entries("list-1", include=["person", "company"])) == [1, 2]
    assert api.requests[0].url.path == "/v1/call-list/list-1"
    assert api.queries[1] == {"include": "person,company", "cursor": "c"}


def test_lists_the_fields_of_a_resource(api: Api) -> None:
    api.answers({"items": [{"path": "id"}]})
    assert api.client().fields("person") == [{"path": "id"}]
    assert api.requests[0].url.path == "/v1/field"
    assert api.queries == [{"resource": "person"}]


def test_looks_up_any_number_of_values(api: Api) -> None:
    addresses = [f"p{index}@nowhere.example" for index in range(250)]
    missing: list[str] = []
    api.answers(*({"items": [{"id": size}], "notFound": [f"n{size}"]} for size in (100, 100, 50)))
    found = api.client().people(email=addresses, on_not_found=missing.extend)
    assert [person["id"] for person in found] == [100, 100, 50]
    assert missing == ["n100", "n100", "n50"]
    sent = [address for request in api.requests for address in request.url.params.get_list("email")]
    assert sent == addresses

    long = [f"{'x' * 200}{index}@nowhere.example" for index in range(50)]
    api.answers({"items": []})
    list(api.client().people(email=long))
    assert max(len(str(request.url)) for request in api.requests) < 7_000
    # Without its empty parameter, the request would find everybody.
    list(api.client().people(email=[]))
    assert str(api.requests[-1].url).endswith("/v1/person?email=&count=none")


def test_selects_fields(api: Api) -> None:
    api.answers({"id": "p"}, {"items": []}, {"entries": []}, {"id": "c"})
    client = api.client()
    client.person("p", fields=["lastName", "customFields.a, b"])
    list(client.people(fields=["emails.address"]))
    list(client.entries("list-1", include=["person"], fields=["status", "person.lastName"]))
    client.company("c", fields=["name"])
    assert api.queries == [
        {"fields": "lastName,customFields.a\\, b"},
        {"fields": "emails.address", "count": "none"},
        {"include": "person", "fields": "entries.status,entries.person.lastName"},
        {"fields": "name"},
    ]


def test_sends_times_booleans_and_lists_as_the_api_expects_them(api: Api) -> None:
    api.answers({"items": []})
    client = api.client()
    time = datetime(2026, 1, 31, 9, 30, tzinfo=timezone.utc)
    list(client.call_lists(is_locked=True, created_after=time))
    list(client.call_list_entries(status=["a", "b"]))
    list(client.people(phone="+12025550143", limit=None))
    assert api.queries == [
        {"isLocked": "true", "createdAfter": "2026-01-31T09:30:00+00:00", "count": "none"},
        {"status": "a,b", "count": "none"},
        {"phone": "+12025550143", "count": "none"},
    ]
    with pytest.raises(ValueError, match="`changed_since` must have a time zone"):
        list(client.people(changed_since=datetime(2026, 1, 31)))


@pytest.mark.parametrize("id", ["", ".", "../key", "a/b", "..", "a?b#c", "%2e%2e"])
def test_keeps_an_id_within_its_path(api: Api, id: str) -> None:
    api.answers({"id": "p"})
    api.client().person(id)
    raw = api.requests[0].url.raw_path.decode()
    assert raw.startswith("/v1/person/")
    assert raw.count("/") == 3
    assert "?" not in raw
    assert not raw.endswith((".", "/"))


def test_raises_problems_with_their_details(api: Api) -> None:
    errors = [{"parameter": "id", "detail": "must be a UUID."}]
    api.answers(problem("invalid-request", 400, errors=errors))
    with pytest.raises(ProblemError, match=r"invalid-request: Read the guide. \(request r-1\)") as raised:
        api.client().person("x")
    error = raised.value
    assert (error.type, error.status) == ("urn:sales-data:problem:invalid-request", 400)
    assert (error.title, error.detail, error.request_id) == ("invalid-request", "Read the guide.", "r-1")
    assert (error.errors, error.missing_permissions) == (errors, [])
    assert isinstance(error, SalesDataError)
    assert pickle.loads(pickle.dumps(error)).problem == error.problem


def test_names_the_missing_permissions(api: Api) -> None:
    api.answers(problem("forbidden", 403, missingPermissions=["person:read"]))
    with pytest.raises(ProblemError) as raised:
        api.client().person("x")
    assert raised.value.missing_permissions == ["person:read"]
    assert raised.value.errors == []


@pytest.mark.parametrize(
    "response",
    [
        httpx.Response(407, text="<h1>proxy</h1>", headers={"Content-Type": "text/html"}),
        httpx.Response(403, json=JSON_PROBLEM),
        httpx.Response(
            403, json={"message": "Forbidden"}, headers={"Content-Type": "application/problem+json"}
        ),
        httpx.Response(200, text="<h1>sign in</h1>"),
        httpx.Response(200, json=["no object"]),
        httpx.Response(302, headers={"Location": "https://elsewhere.example"}),
    ],
)
def test_raises_for_a_response_that_is_not_of_the_api(api: Api, response: httpx.Response) -> None:
    api.answers(response)
    with pytest.raises(UnexpectedResponseError) as raised:
        list(api.client().people(email="ada@engines.example"))
    assert raised.value.status == response.status_code
    assert len(api.requests) == 1
    # Query parameters can be personal data.
    assert "ada" not in str(raised.value)
    assert pickle.loads(pickle.dumps(raised.value)).status == response.status_code
