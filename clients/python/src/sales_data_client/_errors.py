"""The errors that the client raises."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import httpx

    from ._types import Export, Import, InvalidRequestProblemError, Problem

PROBLEM_TYPE = "urn:sales-data:problem:"


class SalesDataError(Exception):
    """The base of all errors of this package."""


class ProblemError(SalesDataError):
    """An error response of the API."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(f"{problem['title']}: {problem['detail']} (request {problem['requestId']})")
        self.problem = problem
        """The problem document (RFC 9457), discriminated by its `type`."""

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.problem,)

    @property
    def type(self) -> str:
        """The stable identifier, such as `urn:sales-data:problem:not-found`."""
        return self.problem["type"]

    @property
    def title(self) -> str:
        return self.problem["title"]

    @property
    def status(self) -> int:
        """The HTTP status."""
        return self.problem["status"]

    @property
    def detail(self) -> str:
        """What is wrong, and what to do."""
        return self.problem["detail"]

    @property
    def request_id(self) -> str:
        """Include it in bug reports."""
        return self.problem["requestId"]

    @property
    def errors(self) -> list[InvalidRequestProblemError]:
        """Every invalid parameter of a `400`."""
        return self.problem.get("errors", [])  # type: ignore[return-value]

    @property
    def missing_permissions(self) -> list[str]:
        """The permissions that the API key lacks, of a `403`."""
        return self.problem.get("missingPermissions", [])  # type: ignore[return-value]


class UnexpectedResponseError(SalesDataError):
    """A response that does not come from the API, such as a proxy's error page."""

    def __init__(self, status: int, url: str) -> None:
        super().__init__(
            f"{url} responded with status {status}, but not in the format of the Sales Data API."
        )
        self.status = status
        """The HTTP status."""
        self.url = url

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.status, self.url)


class ExportError(SalesDataError):
    """An export that has no files, or a file that is not what the service wrote."""

    def __init__(self, export: Export, message: str) -> None:
        super().__init__(message)
        self.export = export

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.export, *self.args)


class ImportFailedError(SalesDataError):
    """An import that has failed or expired, or whose file cannot be uploaded. Imported rows are kept."""

    def __init__(self, import_: Import, message: str) -> None:
        super().__init__(message)
        self.import_ = import_

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.import_, *self.args)


class WebhookVerificationError(SalesDataError):
    """A request that the service did not send, or not within the tolerance. Respond with `400`."""


def body_of(response: httpx.Response) -> Any:
    """
    Returns the document of a success.

    Raises ProblemError for every error of the API, and UnexpectedResponseError for other responses.
    """
    media_type = response.headers.get("Content-Type", "").split(";")[0].strip().lower()
    try:
        document = response.json()
    except ValueError:
        document = None
    if isinstance(document, dict):
        if response.is_success:
            return document
        if media_type == "application/problem+json" and {"type", "title", "detail", "requestId"} <= set(
            document
        ):
            raise ProblemError(document)  # type: ignore[arg-type]
    raise UnexpectedResponseError(response.status_code, str(response.url.copy_with(query=None)))
