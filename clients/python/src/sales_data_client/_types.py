"""The types of the API. Made by "npm run openapi": do not edit."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any, Literal, TypeAlias, TypedDict

__all__ = [
    "Id",
    "Timestamp",
    "Phone",
    "Location",
    "CallablePhone",
    "Callability",
    "CallabilityReason",
    "CallList",
    "CallListEntryPhone",
    "CallListEntry",
    "ExportFile",
    "PersonPage",
    "PersonEmail",
    "PersonExternalId",
    "Person",
    "CompanyPage",
    "CompanyAnnualRevenue",
    "Company",
    "CallPage",
    "CallAgent",
    "Call",
    "PersonWithCallability",
    "CallListPage",
    "CallListWithEntries",
    "CallListEntryPage",
    "CountPageItem",
    "CountPage",
    "FieldListItem",
    "FieldList",
    "KeyOrganization",
    "KeyPlan",
    "Key",
    "EventPage",
    "EventTypeListItem",
    "EventTypeList",
    "WebhookEndpointPage",
    "IssuedWebhookEndpointHeader",
    "IssuedWebhookEndpoint",
    "WebhookEndpoint",
    "QueuedExport",
    "ExportPage",
    "Export",
    "StartedImportSettingsMapping",
    "StartedImportSettings",
    "StartedImportFileUploadHeader",
    "StartedImportFilePlanDateOrder",
    "StartedImportFilePlan",
    "StartedImportFileWarning",
    "StartedImportFileDeletions",
    "StartedImportFile",
    "StartedImportCountsPeople",
    "StartedImportCounts",
    "StartedImportRejected",
    "StartedImport",
    "ImportPageItem",
    "ImportPage",
    "Import",
    "InvalidRequestProblemError",
    "InvalidRequestProblem",
    "UnauthorizedProblem",
    "ForbiddenProblem",
    "NotFoundProblem",
    "CursorExpiredProblem",
    "ConflictProblem",
    "IdempotencyMismatchProblem",
    "UnsupportedMediaTypeProblem",
    "MethodNotAllowedProblem",
    "ContentTooLargeProblem",
    "TooManyRequestsProblem",
    "InternalErrorProblem",
    "ServiceUnavailableProblem",
    "TimeoutProblem",
    "StoredCallList",
    "ListedEntry",
    "PreviousPerson",
    "PreviousCompany",
    "PreviousCallList",
    "PreviousEntry",
    "FailingEndpoint",
    "FinishedImportCounts",
    "FinishedImport",
    "RowCounts",
    "FinishedExport",
    "PersonCreatedEvent",
    "PersonUpdatedEvent",
    "PersonExpiringEvent",
    "PersonDeletedEvent",
    "PersonErasedEventData",
    "PersonErasedEvent",
    "CompanyCreatedEvent",
    "CompanyUpdatedEvent",
    "CompanyExpiringEvent",
    "CompanyDeletedEvent",
    "CallListCreatedEvent",
    "CallListUpdatedEvent",
    "CallListDeletedEvent",
    "CallListLockedEvent",
    "CallListUnlockedEvent",
    "CallListEntryCreatedEvent",
    "CallListEntryUpdatedEvent",
    "CallListEntryDeletedEvent",
    "CallCreatedEvent",
    "CallUpdatedEventPrevious",
    "CallUpdatedEvent",
    "CallDeletedEvent",
    "WebhookEndpointFailingEvent",
    "WebhookEndpointDisabledEvent",
    "ImportCompletedEvent",
    "ImportFailedEvent",
    "ExportCompletedEvent",
    "ExportFailedEvent",
    "WebhookTestEventData",
    "WebhookTestEvent",
    "CreateWebhookEndpointBodyHeader",
    "CreateWebhookEndpointBody",
    "CreateExportBody",
    "CreateImportBodyFile",
    "CreateImportBodyRows",
    "CreateImportBodySettingsMapping",
    "CreateImportBodySettings",
    "CreateImportBody",
    "ListPeopleQuery",
    "GetPersonQuery",
    "ListCompaniesQuery",
    "GetCompanyQuery",
    "ListCallsQuery",
    "GetCallQuery",
    "ListCallListsQuery",
    "GetCallListQuery",
    "ListCallListEntriesQuery",
    "ListFieldsQuery",
    "CountRecordsQuery",
    "ListEventsQuery",
    "ListWebhookEndpointsQuery",
    "ListExportsQuery",
    "ListImportsQuery",
    "Event",
    "CreateWebhookEndpointBodyEventType",
    "Problem",
    "ListEventsQueryType",
]


Id: TypeAlias = str


Timestamp: TypeAlias = str


class Phone(TypedDict):
    number: str | None
    """E.164; null if `raw` could not be parsed."""
    type: Literal["work", "mobile", "home", "other"]
    extension: str | None
    raw: str | None
    """As the source wrote it."""
    doNotCall: bool


class Location(TypedDict):
    street: str | None
    city: str | None
    region: str | None
    postalCode: str | None
    country: str | None


class _CallablePhone(TypedDict):
    number: str | None
    """E.164; null if `raw` could not be parsed."""
    type: Literal["work", "mobile", "home", "other"]
    extension: str | None
    raw: str | None
    """As the source wrote it."""
    doNotCall: bool


class CallablePhone(_CallablePhone, total=False):
    callability: Callability
    """Present with `include=callability`: whether and when to call this number."""


class Callability(TypedDict):
    """Whether and when a number may be called. Not legal advice: see the guide to calling hours."""

    callableNow: bool | None
    """
    At the time of the response. `null` if that is unknown: then do not call without checking by other
    means.
    """
    nextCallableAt: str | None
    """
    The first moment at which a call is allowed, if that is later and within 14 days. `null` while
    `callableNow` is true or unknown, and if nothing but a change of the data allows a call.
    """
    callableUntil: str | None
    """
    When calls are no longer allowed. `null` unless `callableNow` is true, and that changes within 14
    days.
    """
    timeZones: list[str]
    """The time zones in which the called party may be. A call has to be allowed in all of them."""
    timeZoneSource: str | None
    """
    Where they come from: `timezone` or `location` of the person, or of the company if there is no
    person; or the area code of the `number`.
    """
    regions: list[str]
    """The regions whose rules were applied, as ISO 3166 codes such as `US-FL`."""
    reasons: list[CallabilityReason]
    """At least one."""


class CallabilityReason(TypedDict):
    code: str
    """
    Allowed: `within_hours`, `no_stricter_rule`. Not now: `do_not_call`, `outside_hours`, `holiday`,
    `scheduled`, `no_hours_ahead`. Unknown: `no_number`, `record_missing`, `unknown_region`,
    `unknown_time_zone`, `no_rule`. Later versions may add others.
    """
    detail: str
    """For people. Its wording may change."""
    field: str | None
    """The field that is the reason, such as `person.doNotCall`; null for rules."""
    region: str | None
    """The region of the rule, as an ISO 3166 code such as `US-FL`."""
    citation: str | None
    """The rule, such as `Fla. Stat. § 501.616(6)(a)`."""
    effectiveDate: str | None
    """Since when the rule applies; null if that is not known."""
    checkedDate: str | None
    """When the latest source of the rule was read."""
    until: str | None
    """When this reason ends; null if it does not end within 14 days."""


class CallList(TypedDict):
    id: Id
    name: str
    createdAt: Timestamp
    isLocked: bool


class CallListEntryPhone(TypedDict):
    number: str | None
    """E.164; null if `raw` could not be parsed."""
    type: Literal["work", "mobile", "home", "other"]


class _CallListEntry(TypedDict):
    id: Id
    callListId: Id
    position: int
    personId: str | None
    """A lower-case UUID."""
    companyId: str | None
    """A lower-case UUID."""
    phone: CallListEntryPhone | None
    """The number to call."""
    status: Literal["pending", "in_progress", "callback", "completed", "skipped", "exhausted", "do_not_call"]
    attempts: int
    lastCalledAt: str | None
    """ISO 8601, UTC, with milliseconds."""
    lastDisposition: str | None
    nextCallAt: str | None
    """ISO 8601, UTC, with milliseconds."""
    note: str | None
    addedAt: Timestamp
    updatedAt: Timestamp
    """The date of the last change in the source."""
    changedAt: Timestamp
    """When this service stored the last change."""


class CallListEntry(_CallListEntry, total=False):
    person: Person | None
    """Present with `include=person`; null if the entry has no person or the person was deleted."""
    company: Company | None
    """Present with `include=company`; null if the entry has no company or the company was deleted."""
    callability: Callability
    """Present with `include=callability`: whether and when to call the number in `phone`."""


class ExportFile(TypedDict):
    url: str
    """Downloads the file without a key. It works for an hour: read the export again for another."""
    name: str
    bytes: int
    sha256: str
    """The SHA-256 of the file, in hexadecimal."""
    recordCount: int


class _PersonPage(TypedDict):
    totalCount: int | None
    """
    The number of people that match the filters, on all pages. `null` with `count=none`, and for more
    than 10,000 matches by time or name unless `count=exact`.
    """
    items: list[Person]


class PersonPage(_PersonPage, total=False):
    nextCursor: str
    """Opaque. Send it as `cursor` to get the next page. Absent on the last page."""
    eventCursor: str
    """
    On the last page of a collection. Send it as `cursor` to `GET /v1/event` to get all changes since a
    minute before the first page was read.
    """
    nextChangedSince: Timestamp
    """
    On the last page of a collection: a minute before the first page was read. Send it as `changedSince`
    next time to get what changed since.
    """
    notFound: list[str]
    """
    With `id`, `externalId`, `email`, `phone` or `domain`: the values, from the end of the previous page
    to the end of this one, that no record has, as the request has them.
    """


class PersonEmail(TypedDict):
    address: str
    type: str | None
    """As the source calls it, such as `work` or `personal`."""


class PersonExternalId(TypedDict):
    source: str
    """The source system, such as `hubspot`."""
    id: str


class Person(TypedDict):
    id: Id
    firstName: str | None
    lastName: str | None
    title: str | None
    """Job title."""
    emails: list[PersonEmail]
    phones: list[Phone]
    companyId: str | None
    """A lower-case UUID."""
    timezone: str | None
    location: Location | None
    linkedinUrl: str | None
    websiteUrl: str | None
    doNotCall: bool
    ownerId: str | None
    """The user of the source system who owns the record."""
    tags: list[str]
    externalIds: list[PersonExternalId]
    customFields: dict[str, str | float | bool | None]
    """
    Source fields that no other field covers, by their name in the source: text, numbers, booleans or
    null.
    """
    createdAt: Timestamp
    updatedAt: Timestamp
    """The date of the last change in the source."""
    changedAt: Timestamp
    """When this service stored the last change."""


class _CompanyPage(TypedDict):
    totalCount: int | None
    """
    The number of companies that match the filters, on all pages. `null` with `count=none`, and for more
    than 10,000 matches by time or name unless `count=exact`.
    """
    items: list[Company]


class CompanyPage(_CompanyPage, total=False):
    nextCursor: str
    """Opaque. Send it as `cursor` to get the next page. Absent on the last page."""
    eventCursor: str
    """
    On the last page of a collection. Send it as `cursor` to `GET /v1/event` to get all changes since a
    minute before the first page was read.
    """
    nextChangedSince: Timestamp
    """
    On the last page of a collection: a minute before the first page was read. Send it as `changedSince`
    next time to get what changed since.
    """
    notFound: list[str]
    """
    With `id`, `externalId`, `email`, `phone` or `domain`: the values, from the end of the previous page
    to the end of this one, that no record has, as the request has them.
    """


class CompanyAnnualRevenue(TypedDict):
    amount: float
    currency: str | None
    """ISO 4217."""


class Company(TypedDict):
    id: Id
    name: str | None
    domain: str | None
    websiteUrl: str | None
    industry: str | None
    employeeCount: int | None
    annualRevenue: CompanyAnnualRevenue | None
    phones: list[Phone]
    location: Location | None
    timezone: str | None
    linkedinUrl: str | None
    description: str | None
    doNotCall: bool
    ownerId: str | None
    """The user of the source system who owns the record."""
    tags: list[str]
    externalIds: list[PersonExternalId]
    customFields: dict[str, str | float | bool | None]
    """
    Source fields that no other field covers, by their name in the source: text, numbers, booleans or
    null.
    """
    createdAt: Timestamp
    updatedAt: Timestamp
    """The date of the last change in the source."""
    changedAt: Timestamp
    """When this service stored the last change."""


class _CallPage(TypedDict):
    totalCount: int | None
    """
    The number of calls that match the filters, on all pages. `null` with `count=none`, and for more
    than 10,000 matches by time or name unless `count=exact`.
    """
    items: list[Call]


class CallPage(_CallPage, total=False):
    nextCursor: str
    """Opaque. Send it as `cursor` to get the next page. Absent on the last page."""
    eventCursor: str
    """
    On the last page of a collection. Send it as `cursor` to `GET /v1/event` to get all changes since a
    minute before the first page was read.
    """
    nextChangedSince: Timestamp
    """
    On the last page of a collection: a minute before the first page was read. Send it as `changedSince`
    next time to get what changed since.
    """
    notFound: list[str]
    """
    With `id`, `externalId`, `email`, `phone` or `domain`: the values, from the end of the previous page
    to the end of this one, that no record has, as the request has them.
    """


class CallAgent(TypedDict):
    id: str | None
    """As the source calls the user."""
    name: str | None
    email: str | None


class Call(TypedDict):
    id: Id
    personId: str | None
    """A lower-case UUID."""
    companyId: str | None
    """A lower-case UUID."""
    callListId: str | None
    """A lower-case UUID."""
    callListEntryId: str | None
    """A lower-case UUID."""
    phone: CallListEntryPhone | None
    """The other party's number."""
    direction: Literal["inbound", "outbound"]
    startedAt: Timestamp
    durationSeconds: int | None
    disposition: str | None
    """What came of it, as the source calls it."""
    isConnected: bool | None
    """Whether it was answered; null if the source does not say."""
    agent: CallAgent | None
    """Who made or took the call."""
    recordingUrl: str | None
    note: str | None
    externalIds: list[PersonExternalId]
    customFields: dict[str, str | float | bool | None]
    """
    Source fields that no other field covers, by their name in the source: text, numbers, booleans or
    null.
    """
    createdAt: Timestamp
    updatedAt: Timestamp
    """The date of the last change in the source."""
    changedAt: Timestamp
    """When this service stored the last change."""


class PersonWithCallability(TypedDict):
    id: Id
    firstName: str | None
    lastName: str | None
    title: str | None
    """Job title."""
    emails: list[PersonEmail]
    phones: list[CallablePhone]
    companyId: str | None
    """A lower-case UUID."""
    timezone: str | None
    location: Location | None
    linkedinUrl: str | None
    websiteUrl: str | None
    doNotCall: bool
    ownerId: str | None
    """The user of the source system who owns the record."""
    tags: list[str]
    externalIds: list[PersonExternalId]
    customFields: dict[str, str | float | bool | None]
    """
    Source fields that no other field covers, by their name in the source: text, numbers, booleans or
    null.
    """
    createdAt: Timestamp
    updatedAt: Timestamp
    """The date of the last change in the source."""
    changedAt: Timestamp
    """When this service stored the last change."""


class _CallListPage(TypedDict):
    totalCount: int | None
    """
    The number of call lists that match the filters, on all pages. `null` with `count=none`, and for
    more than 10,000 matches by time or name unless `count=exact`.
    """
    items: list[CallList]


class CallListPage(_CallListPage, total=False):
    nextCursor: str
    """Opaque. Send it as `cursor` to get the next page. Absent on the last page."""
    eventCursor: str
    """
    On the last page of a collection. Send it as `cursor` to `GET /v1/event` to get all changes since a
    minute before the first page was read.
    """
    nextChangedSince: Timestamp
    """
    On the last page of a collection: a minute before the first page was read. Send it as `changedSince`
    next time to get what changed since.
    """


class _CallListWithEntries(TypedDict):
    id: Id
    name: str
    createdAt: Timestamp
    isLocked: bool
    changedAt: Timestamp
    """When this service stored the last change."""
    entryCount: int
    """The exact number of entries of the call list, on all pages."""
    entries: list[CallListEntry]
    """Sorted by `position`."""


class CallListWithEntries(_CallListWithEntries, total=False):
    nextCursor: str
    """Opaque. Send it as `cursor` to get the next page. Absent on the last page."""


class _CallListEntryPage(TypedDict):
    totalCount: int | None
    """
    The number of entries that match the filters, on all pages. `null` with `count=none`, and for more
    than 10,000 matches by time or name unless `count=exact`.
    """
    items: list[ListedEntry]


class CallListEntryPage(_CallListEntryPage, total=False):
    nextCursor: str
    """Opaque. Send it as `cursor` to get the next page. Absent on the last page."""
    eventCursor: str
    """
    On the last page of a collection. Send it as `cursor` to `GET /v1/event` to get all changes since a
    minute before the first page was read.
    """
    nextChangedSince: Timestamp
    """
    On the last page of a collection: a minute before the first page was read. Send it as `changedSince`
    next time to get what changed since.
    """


class CountPageItem(TypedDict):
    value: str
    """In the spelling of a record that has it."""
    count: int
    """The number of records that have it."""


class _CountPage(TypedDict):
    totalCount: int | None
    """
    The number of values, on all pages. `null` with `count=none`, and beyond 10,000 unless
    `count=exact`.
    """
    items: list[CountPageItem]


class CountPage(_CountPage, total=False):
    nextCursor: str
    """Opaque. Send it as `cursor` to get the next page. Absent on the last page."""


class FieldListItem(TypedDict):
    path: str
    """As in `fields`, where a comma in the name of a custom field is escaped."""
    type: list[Literal["string", "integer", "number", "boolean", "array", "object", "null"]]
    """The JSON types of its values. A custom field may have several."""
    format: str | None
    """Of text, such as `date-time` or `uuid`."""
    values: list[str]
    """All values, if they are fixed; otherwise empty."""
    isCustom: bool
    sources: list[str]
    """The systems that the values of a custom field come from, at most 20."""
    firstSeenAt: str | None
    """When an import first stored the custom field."""
    description: str | None


class FieldList(TypedDict):
    items: list[FieldListItem]
    """Those of the API in their order, then custom fields by name."""


class KeyOrganization(TypedDict):
    id: Id
    name: str | None
    """`null` if the organization was never registered."""


class KeyPlan(TypedDict):
    """The usage plan in force. A change takes up to a minute."""

    name: str
    rate: float
    """Sustained requests per second."""
    burst: int
    """Burst: requests allowed above the sustained rate."""
    dailyQuota: int
    """Requests per day, from midnight UTC."""


class Key(TypedDict):
    id: Id
    """Public: part of the key itself."""
    name: str
    organization: KeyOrganization
    permissions: list[str]
    plan: KeyPlan
    """The usage plan in force. A change takes up to a minute."""
    createdAt: Timestamp
    expiresAt: str | None
    """`null` if the key does not expire."""
    allowedAddresses: list[str] | None
    """The CIDRs from which the key may be used. `null` for anywhere."""
    importSource: str | None
    """The only source whose records the key may import. `null` for any."""


class EventPage(TypedDict):
    items: list[Event]
    """In the order of the feed, which is the same for all readers."""
    nextCursor: str
    """Opaque, and always present. Keep it, and send it as `cursor` to get the events that follow."""
    hasMore: bool
    """
    Whether events follow: if so, continue immediately, else later. A page may be empty and still have
    more.
    """


class EventTypeListItem(TypedDict):
    type: str
    """Such as `person.updated`. Later versions may add others."""
    description: str
    permissions: list[str]
    """A key needs one of them to subscribe a webhook endpoint to this type."""
    example: Event
    """A sample event, as webhooks and the feed carry it."""


class EventTypeList(TypedDict):
    items: list[EventTypeListItem]


class _WebhookEndpointPage(TypedDict):
    items: list[WebhookEndpoint]
    """Newest first."""


class WebhookEndpointPage(_WebhookEndpointPage, total=False):
    nextCursor: str
    """Opaque. Send it as `cursor` to get the next page. Absent on the last page."""


class IssuedWebhookEndpointHeader(TypedDict):
    name: str


class IssuedWebhookEndpoint(TypedDict):
    id: Id
    url: str
    eventTypes: list[str]
    """The subscribed event types and patterns."""
    description: str | None
    filter: dict[str, Any] | None
    """An event pattern of EventBridge. Only events that match it are delivered. `null` for all."""
    headers: list[IssuedWebhookEndpointHeader]
    """Further headers of each request. Their values are stored encrypted and never shown."""
    maxPerSecond: int | None
    """How many requests per second the endpoint gets at most. `null` without a limit."""
    payload: Literal["full", "thin"]
    """`full` delivers the whole event; `thin` its id, type, timestamp, sequence and record id."""
    isEnabled: bool
    """A disabled endpoint receives nothing."""
    disabledReason: str | None
    """
    `admin`, `gone` (it responded with `410`), `failing` (five days without a success), `key_revoked` or
    `key_permission_removed`; `null` while enabled. Later versions may add others.
    """
    disabledAt: str | None
    """ISO 8601, UTC, with milliseconds."""
    failingSince: str | None
    """`null` while deliveries succeed."""
    keyId: Id
    """The API key that created it."""
    createdAt: Timestamp
    updatedAt: Timestamp
    secret: str
    """The signing secret. Shown only once."""


class WebhookEndpoint(TypedDict):
    id: Id
    url: str
    eventTypes: list[str]
    """The subscribed event types and patterns."""
    description: str | None
    filter: dict[str, Any] | None
    """An event pattern of EventBridge. Only events that match it are delivered. `null` for all."""
    headers: list[IssuedWebhookEndpointHeader]
    """Further headers of each request. Their values are stored encrypted and never shown."""
    maxPerSecond: int | None
    """How many requests per second the endpoint gets at most. `null` without a limit."""
    payload: Literal["full", "thin"]
    """`full` delivers the whole event; `thin` its id, type, timestamp, sequence and record id."""
    isEnabled: bool
    """A disabled endpoint receives nothing."""
    disabledReason: str | None
    """
    `admin`, `gone` (it responded with `410`), `failing` (five days without a success), `key_revoked` or
    `key_permission_removed`; `null` while enabled. Later versions may add others.
    """
    disabledAt: str | None
    """ISO 8601, UTC, with milliseconds."""
    failingSince: str | None
    """`null` while deliveries succeed."""
    keyId: Id
    """The API key that created it."""
    createdAt: Timestamp
    updatedAt: Timestamp


class QueuedExport(TypedDict):
    id: Id
    resource: Literal["person", "company", "call-list", "call-list-entry", "call"]
    format: Literal["jsonl", "csv", "parquet"]
    fields: list[str]
    """The selected fields; empty for all."""
    changedSince: str | None
    """ISO 8601, UTC, with milliseconds."""
    callListId: str | None
    """A lower-case UUID."""
    state: Literal["queued", "running", "completed", "failed", "expired"]
    """`queued` and `running` end as `completed` or `failed`. `expired`: the files are deleted."""
    problem: str | None
    """Why it failed, or why its files were deleted early, and what to do."""
    recordCount: int
    """The records that are written so far."""
    totalCount: int | None
    """How many there were at its start. `null` until then."""
    files: list[ExportFile]
    """In order, once it has completed. Each record is in one of them, once."""
    eventCursor: str | None
    """
    Send it as `cursor` to `GET /v1/event` to get all changes that the files may lack, without a gap.
    `null` until it has completed.
    """
    createdAt: Timestamp
    completedAt: str | None
    """ISO 8601, UTC, with milliseconds."""
    expiresAt: str | None
    """When the files are deleted: 7 days after completion."""


class _ExportPage(TypedDict):
    items: list[Export]
    """Newest first."""


class ExportPage(_ExportPage, total=False):
    nextCursor: str
    """Opaque. Send it as `cursor` to get the next page. Absent on the last page."""


Export: TypeAlias = QueuedExport


class StartedImportSettingsMapping(TypedDict):
    column: str
    path: str


class StartedImportSettings(TypedDict):
    mappings: list[StartedImportSettingsMapping]
    """
    Columns that fill another field than the one they are recognized for. Those with the path `skip` are
    not imported.
    """
    region: str | None
    """ISO 3166 code of the country of phone numbers without a country code."""
    dateOrder: Literal["dmy", "mdy"] | None
    """The order of day and month in numeric dates. `null` detects it per column."""
    isMergingRows: bool
    """Whether rows of one record are merged."""
    isCreatingCompanies: bool
    """Whether companies that people name are created."""
    isStrict: bool
    """Whether one unreadable cell rejects its row."""
    isKeepingBlank: bool
    """Whether blank cells leave the stored values of their fields."""
    isSilent: bool
    """Whether changes are marked as silent, so that webhooks receive nothing."""
    isDeletingMissing: bool
    """Whether to delete records of the source that are missing from the file. Not for call lists."""


class StartedImportFileUploadHeader(TypedDict):
    name: str
    value: str


class StartedImportFilePlanDateOrder(TypedDict):
    column: str
    order: Literal["dmy", "mdy"]


class StartedImportFilePlan(TypedDict):
    file: str
    format: Literal["csv", "json-lines", "parquet"]
    encoding: str | None
    """Of text: `utf-8`, `utf-16le` or `utf-16be`. Null for Parquet."""
    separator: str | None
    """Of the cells of CSV. Null for other formats."""
    region: str | None
    """Whose national phone numbers are understood."""
    identifiedBy: list[str]
    """The columns that tell which record a row is of."""
    bannedBy: list[str]
    """The columns that forbid calls."""
    deletedBy: list[str]
    """The columns that mark deleted records."""
    isDeletingMissing: bool
    isKeepingBlank: bool
    dateOrders: list[StartedImportFilePlanDateOrder]
    """The order of day and month, of columns whose numeric dates show it."""


class StartedImportFileWarning(TypedDict):
    field: str
    reason: str
    count: int
    line: int
    """The first row with this warning."""
    value: str
    """Its cell, shortened."""


class StartedImportFileDeletions(TypedDict):
    missing: int
    """Records that the file marks as deleted, or that are missing from it."""
    deleted: int
    stopped: str | None
    """Why they were not deleted; null if they were."""


class StartedImportFile(TypedDict):
    kind: Literal["people", "companies", "call-lists", "calls"]
    format: Literal["csv", "jsonl"] | None
    """`null` if it shows when the file is read."""
    bytes: int
    sha256: str | None
    state: Literal[
        "awaiting_upload",
        "uploaded",
        "queued",
        "running",
        "awaiting_confirmation",
        "completed",
        "failed",
        "skipped",
        "undoing",
        "undone",
    ]
    """
    What became of the file. `uploaded`: it waits for the others, or for those before it.
    `awaiting_confirmation`: an admin has to confirm its deletions. `skipped`: the last import of the
    kind and source had the same content.
    """
    uploadUrl: str | None
    """
    Send the file here with `PUT` and `uploadHeaders`, without a key. It works for an hour: read the
    import again for another. `null` once the file is there, and for rows.
    """
    uploadHeaders: list[StartedImportFileUploadHeader]
    """The headers of the upload, besides its exact `Content-Length`. Empty without `uploadUrl`."""
    bytesRead: int
    """Bytes that were imported."""
    plan: StartedImportFilePlan | None
    """What was decided before its rows were imported. `null` until then. Long lists are cut."""
    warnings: list[StartedImportFileWarning]
    """Cells that were not imported as they are: the first 20 kinds."""
    deletions: StartedImportFileDeletions | None
    problem: str | None
    """Why its import failed, and what to do."""
    rejectedUrl: str | None
    """
    Downloads the rejected rows, in the format of the file, with the `reason`, without a key for an
    hour. `null` if there are none, or the file is not done.
    """
    warningsUrl: str | None
    """Downloads all warnings as CSV, in the same way."""


class StartedImportCountsPeople(TypedDict):
    read: int
    """The sum of the outcomes."""
    created: int
    changed: int
    unchanged: int
    """With rows that delete records, which `deletions` of their file counts."""
    merged: int
    """Rows that were merged into an earlier row of the same record."""
    rejected: int
    warnings: int
    """Cells that could not be used, of rows that were imported without them."""


class StartedImportCounts(TypedDict):
    people: StartedImportCountsPeople
    companies: StartedImportCountsPeople
    callLists: StartedImportCountsPeople
    callListEntries: StartedImportCountsPeople
    calls: StartedImportCountsPeople
    companiesCreatedForPeople: int
    bansAdded: int
    """Numbers, addresses and identities that were put on the suppression list."""
    bansLifted: int
    """Those that were taken from it, because their source allows calls."""
    valuesEmptied: int
    """Stored values that blank cells have emptied."""


class StartedImportRejected(TypedDict):
    kind: Literal["people", "companies", "call-lists", "calls"]
    line: int
    """Where the row starts in the file. The first row of `rows` is line 1."""
    reason: str


class StartedImport(TypedDict):
    id: Id
    source: str
    """The system that the records come from."""
    state: Literal[
        "awaiting_files",
        "queued",
        "running",
        "awaiting_confirmation",
        "completed",
        "failed",
        "expired",
        "undone",
    ]
    """
    `awaiting_files`, `queued` and `running` end as one of the others. `awaiting_confirmation`:
    imported, but an admin has to confirm deletions in the console. `expired`: files were not uploaded
    within 24 hours.
    """
    problem: str | None
    """Why it failed, and what to do."""
    settings: StartedImportSettings | None
    """`null`: those of the import profiles."""
    files: list[StartedImportFile]
    """In the order in which they are imported. Rows are a file of their kind."""
    counts: StartedImportCounts | None
    """
    What became of the rows of all files so far, without those of skipped files. `null` until the first
    rows are stored.
    """
    createdAt: Timestamp
    completedAt: str | None
    """When it ended."""
    rejected: list[StartedImportRejected]
    """The first rejected rows: of `rows` all of them, of each file 20."""


class ImportPageItem(TypedDict):
    id: Id
    source: str
    """The system that the records come from."""
    state: Literal[
        "awaiting_files",
        "queued",
        "running",
        "awaiting_confirmation",
        "completed",
        "failed",
        "expired",
        "undone",
    ]
    """
    `awaiting_files`, `queued` and `running` end as one of the others. `awaiting_confirmation`:
    imported, but an admin has to confirm deletions in the console. `expired`: files were not uploaded
    within 24 hours.
    """
    problem: str | None
    """Why it failed, and what to do."""
    settings: StartedImportSettings | None
    """`null`: those of the import profiles."""
    files: list[StartedImportFile]
    """In the order in which they are imported. Rows are a file of their kind."""
    counts: StartedImportCounts | None
    """
    What became of the rows of all files so far, without those of skipped files. `null` until the first
    rows are stored.
    """
    createdAt: Timestamp
    completedAt: str | None
    """When it ended."""


class _ImportPage(TypedDict):
    items: list[ImportPageItem]
    """Newest first."""


class ImportPage(_ImportPage, total=False):
    nextCursor: str
    """Opaque. Send it as `cursor` to get the next page. Absent on the last page."""


Import: TypeAlias = StartedImport


class InvalidRequestProblemError(TypedDict):
    parameter: str
    """The name of the parameter or field, `body` for the whole document, or `query` for the query string."""
    detail: str
    """What is wrong, or what is allowed, phrased to follow the name."""


class _InvalidRequestProblem(TypedDict):
    type: Literal["urn:sales-data:problem:invalid-request"]
    title: Literal["Bad Request"]
    status: Literal[400]
    detail: str
    """A human-readable explanation: what is wrong, and what to do."""
    requestId: str
    """The value of `X-Request-Id`. Include it in bug reports."""


class InvalidRequestProblem(_InvalidRequestProblem, total=False):
    errors: list[InvalidRequestProblemError]
    """Every invalid parameter. Absent if the request as a whole is invalid."""


class UnauthorizedProblem(TypedDict):
    type: Literal["urn:sales-data:problem:unauthorized"]
    title: Literal["Unauthorized"]
    status: Literal[401]
    detail: str
    """A human-readable explanation: what is wrong, and what to do."""
    requestId: str
    """The value of `X-Request-Id`. Include it in bug reports."""


class _ForbiddenProblem(TypedDict):
    type: Literal["urn:sales-data:problem:forbidden", "urn:sales-data:problem:address-not-allowed"]
    title: Literal["Forbidden"]
    status: Literal[403]
    detail: str
    """A human-readable explanation: what is wrong, and what to do."""
    requestId: str
    """The value of `X-Request-Id`. Include it in bug reports."""


class ForbiddenProblem(_ForbiddenProblem, total=False):
    missingPermissions: list[str]
    """The permissions that the API key lacks. Absent if the request was refused for another reason."""
    addresses: list[str]
    """The address that the request came from. Absent if the request was refused for another reason."""


class NotFoundProblem(TypedDict):
    type: Literal["urn:sales-data:problem:not-found"]
    title: Literal["Not Found"]
    status: Literal[404]
    detail: str
    """A human-readable explanation: what is wrong, and what to do."""
    requestId: str
    """The value of `X-Request-Id`. Include it in bug reports."""


class CursorExpiredProblem(TypedDict):
    type: Literal["urn:sales-data:problem:cursor-expired"]
    title: Literal["Gone"]
    status: Literal[410]
    detail: str
    """A human-readable explanation: what is wrong, and what to do."""
    requestId: str
    """The value of `X-Request-Id`. Include it in bug reports."""


class ConflictProblem(TypedDict):
    type: Literal["urn:sales-data:problem:conflict"]
    title: Literal["Conflict"]
    status: Literal[409]
    detail: str
    """A human-readable explanation: what is wrong, and what to do."""
    requestId: str
    """The value of `X-Request-Id`. Include it in bug reports."""


class IdempotencyMismatchProblem(TypedDict):
    type: Literal["urn:sales-data:problem:idempotency-mismatch"]
    title: Literal["Unprocessable Content"]
    status: Literal[422]
    detail: str
    """A human-readable explanation: what is wrong, and what to do."""
    requestId: str
    """The value of `X-Request-Id`. Include it in bug reports."""


class UnsupportedMediaTypeProblem(TypedDict):
    type: Literal["urn:sales-data:problem:unsupported-media-type"]
    title: Literal["Unsupported Media Type"]
    status: Literal[415]
    detail: str
    """A human-readable explanation: what is wrong, and what to do."""
    requestId: str
    """The value of `X-Request-Id`. Include it in bug reports."""


class MethodNotAllowedProblem(TypedDict):
    type: Literal["urn:sales-data:problem:method-not-allowed"]
    title: Literal["Method Not Allowed"]
    status: Literal[405]
    detail: str
    """A human-readable explanation: what is wrong, and what to do."""
    requestId: str
    """The value of `X-Request-Id`. Include it in bug reports."""


class ContentTooLargeProblem(TypedDict):
    type: Literal["urn:sales-data:problem:content-too-large"]
    title: Literal["Content Too Large"]
    status: Literal[413]
    detail: str
    """A human-readable explanation: what is wrong, and what to do."""
    requestId: str
    """The value of `X-Request-Id`. Include it in bug reports."""


class TooManyRequestsProblem(TypedDict):
    type: Literal["urn:sales-data:problem:rate-limit-exceeded", "urn:sales-data:problem:quota-exceeded"]
    title: Literal["Too Many Requests"]
    status: Literal[429]
    detail: str
    """A human-readable explanation: what is wrong, and what to do."""
    requestId: str
    """The value of `X-Request-Id`. Include it in bug reports."""


class InternalErrorProblem(TypedDict):
    type: Literal["urn:sales-data:problem:internal-error"]
    title: Literal["Internal Server Error"]
    status: Literal[500]
    detail: str
    """A human-readable explanation: what is wrong, and what to do."""
    requestId: str
    """The value of `X-Request-Id`. Include it in bug reports."""


class ServiceUnavailableProblem(TypedDict):
    type: Literal["urn:sales-data:problem:service-unavailable"]
    title: Literal["Service Unavailable"]
    status: Literal[503]
    detail: str
    """A human-readable explanation: what is wrong, and what to do."""
    requestId: str
    """The value of `X-Request-Id`. Include it in bug reports."""


class TimeoutProblem(TypedDict):
    type: Literal["urn:sales-data:problem:timeout"]
    title: Literal["Gateway Timeout"]
    status: Literal[504]
    detail: str
    """A human-readable explanation: what is wrong, and what to do."""
    requestId: str
    """The value of `X-Request-Id`. Include it in bug reports."""


class StoredCallList(TypedDict):
    id: Id
    name: str
    createdAt: Timestamp
    isLocked: bool
    changedAt: Timestamp
    """When this service stored the last change."""


class ListedEntry(TypedDict):
    id: Id
    callListId: Id
    position: int
    personId: str | None
    """A lower-case UUID."""
    companyId: str | None
    """A lower-case UUID."""
    phone: CallListEntryPhone | None
    """The number to call."""
    status: Literal["pending", "in_progress", "callback", "completed", "skipped", "exhausted", "do_not_call"]
    attempts: int
    lastCalledAt: str | None
    """ISO 8601, UTC, with milliseconds."""
    lastDisposition: str | None
    nextCallAt: str | None
    """ISO 8601, UTC, with milliseconds."""
    note: str | None
    addedAt: Timestamp
    updatedAt: Timestamp
    """The date of the last change in the source."""
    changedAt: Timestamp
    """When this service stored the last change."""


class PreviousPerson(TypedDict, total=False):
    id: Id
    firstName: str | None
    lastName: str | None
    title: str | None
    """Job title."""
    emails: list[PersonEmail]
    phones: list[Phone]
    companyId: str | None
    """A lower-case UUID."""
    timezone: str | None
    location: Location | None
    linkedinUrl: str | None
    websiteUrl: str | None
    doNotCall: bool
    ownerId: str | None
    """The user of the source system who owns the record."""
    tags: list[str]
    externalIds: list[PersonExternalId]
    customFields: dict[str, str | float | bool | None]
    """
    Source fields that no other field covers, by their name in the source: text, numbers, booleans or
    null.
    """
    createdAt: Timestamp
    updatedAt: Timestamp
    """The date of the last change in the source."""
    changedAt: Timestamp
    """When this service stored the last change."""


class PreviousCompany(TypedDict, total=False):
    id: Id
    name: str | None
    domain: str | None
    websiteUrl: str | None
    industry: str | None
    employeeCount: int | None
    annualRevenue: CompanyAnnualRevenue | None
    phones: list[Phone]
    location: Location | None
    timezone: str | None
    linkedinUrl: str | None
    description: str | None
    doNotCall: bool
    ownerId: str | None
    """The user of the source system who owns the record."""
    tags: list[str]
    externalIds: list[PersonExternalId]
    customFields: dict[str, str | float | bool | None]
    """
    Source fields that no other field covers, by their name in the source: text, numbers, booleans or
    null.
    """
    createdAt: Timestamp
    updatedAt: Timestamp
    """The date of the last change in the source."""
    changedAt: Timestamp
    """When this service stored the last change."""


class PreviousCallList(TypedDict, total=False):
    id: Id
    name: str
    createdAt: Timestamp
    isLocked: bool
    changedAt: Timestamp
    """When this service stored the last change."""


class PreviousEntry(TypedDict, total=False):
    id: Id
    callListId: Id
    position: int
    personId: str | None
    """A lower-case UUID."""
    companyId: str | None
    """A lower-case UUID."""
    phone: CallListEntryPhone | None
    """The number to call."""
    status: Literal["pending", "in_progress", "callback", "completed", "skipped", "exhausted", "do_not_call"]
    attempts: int
    lastCalledAt: str | None
    """ISO 8601, UTC, with milliseconds."""
    lastDisposition: str | None
    nextCallAt: str | None
    """ISO 8601, UTC, with milliseconds."""
    note: str | None
    addedAt: Timestamp
    updatedAt: Timestamp
    """The date of the last change in the source."""
    changedAt: Timestamp
    """When this service stored the last change."""


class FailingEndpoint(TypedDict):
    id: Id
    description: str | None
    disabledReason: Literal["admin", "gone", "failing", "key_revoked", "key_permission_removed"] | None
    disabledAt: str | None
    """ISO 8601, UTC, with milliseconds."""
    failingSince: str | None
    """Null while deliveries succeed."""
    apiKeyId: str | None
    """The API key that created it through the data API; null if an admin or operator did."""
    eventTypes: list[str]
    """The subscribed event types and patterns."""


class FinishedImportCounts(TypedDict):
    people: RowCounts
    companies: RowCounts
    callLists: RowCounts
    callListEntries: RowCounts
    calls: RowCounts


class FinishedImport(TypedDict):
    id: Id
    kind: Literal["people", "companies", "call-lists", "calls"]
    """The kind of records in the file."""
    source: str
    """The system that the file comes from."""
    fileName: str
    problem: str | None
    """Why it failed."""
    createdAt: Timestamp
    finishedAt: str | None
    """ISO 8601, UTC, with milliseconds."""
    counts: FinishedImportCounts | None
    """The outcome of the rows; `null` if none was read."""
    deleted: int
    """Records deleted because they are missing from the file."""


class RowCounts(TypedDict):
    read: int
    """The sum of the outcomes."""
    created: int
    changed: int
    unchanged: int
    merged: int
    """Rows that were merged into an earlier row of the same record."""
    rejected: int
    warnings: int
    """Cells that could not be used."""


class FinishedExport(TypedDict):
    id: Id
    resource: Literal["person", "company", "call-list", "call-list-entry", "call"]
    format: Literal["jsonl", "csv", "parquet"]
    problem: str | None
    """Why it failed, or why its files were deleted early, and what to do."""
    recordCount: int
    """The records that are written so far."""
    totalCount: int | None
    """How many there were at its start. `null` until then."""
    createdAt: Timestamp
    completedAt: str | None
    """ISO 8601, UTC, with milliseconds."""
    expiresAt: str | None
    """When the files are deleted: 7 days after completion."""


class PersonCreatedEvent(TypedDict):
    id: Id
    """Stays the same across retries and replays."""
    type: Literal["person.created"]
    organizationId: Id
    timestamp: Timestamp
    """When the change was stored."""
    sequence: int
    """
    Increases by one with each change of the resource, also across its deletion, and by far more when
    the service is restored to an earlier moment. It alone orders the events of a resource. Operational
    events of a webhook endpoint are counted on their own, and an import or an export has a single
    event.
    """
    isSilent: bool
    """Whether the change was imported silently: the feed shows it, and webhooks do not receive it."""
    data: Person
    previous: dict[str, Any]


class PersonUpdatedEvent(TypedDict):
    id: Id
    """Stays the same across retries and replays."""
    type: Literal["person.updated"]
    organizationId: Id
    timestamp: Timestamp
    """When the change was stored."""
    sequence: int
    """
    Increases by one with each change of the resource, also across its deletion, and by far more when
    the service is restored to an earlier moment. It alone orders the events of a resource. Operational
    events of a webhook endpoint are counted on their own, and an import or an export has a single
    event.
    """
    isSilent: bool
    """Whether the change was imported silently: the feed shows it, and webhooks do not receive it."""
    data: Person
    previous: PreviousPerson


class PersonExpiringEvent(TypedDict):
    id: Id
    """Stays the same across retries and replays."""
    type: Literal["person.expiring"]
    organizationId: Id
    timestamp: Timestamp
    """When the change was stored."""
    sequence: int
    """
    Increases by one with each change of the resource, also across its deletion, and by far more when
    the service is restored to an earlier moment. It alone orders the events of a resource. Operational
    events of a webhook endpoint are counted on their own, and an import or an export has a single
    event.
    """
    isSilent: bool
    """Whether the change was imported silently: the feed shows it, and webhooks do not receive it."""
    data: Person
    previous: dict[str, Any]
    expiresAt: Timestamp
    """The earliest time of the deletion. Present only in `….expiring` events."""


class PersonDeletedEvent(TypedDict):
    id: Id
    """Stays the same across retries and replays."""
    type: Literal["person.deleted"]
    organizationId: Id
    timestamp: Timestamp
    """When the change was stored."""
    sequence: int
    """
    Increases by one with each change of the resource, also across its deletion, and by far more when
    the service is restored to an earlier moment. It alone orders the events of a resource. Operational
    events of a webhook endpoint are counted on their own, and an import or an export has a single
    event.
    """
    isSilent: bool
    """Whether the change was imported silently: the feed shows it, and webhooks do not receive it."""
    data: Person
    previous: dict[str, Any]


class PersonErasedEventData(TypedDict):
    id: Id
    """The erased person."""


class PersonErasedEvent(TypedDict):
    id: Id
    """Stays the same across retries and replays."""
    type: Literal["person.erased"]
    organizationId: Id
    timestamp: Timestamp
    """When the change was stored."""
    sequence: int
    """
    Increases by one with each change of the resource, also across its deletion, and by far more when
    the service is restored to an earlier moment. It alone orders the events of a resource. Operational
    events of a webhook endpoint are counted on their own, and an import or an export has a single
    event.
    """
    isSilent: bool
    """Whether the change was imported silently: the feed shows it, and webhooks do not receive it."""
    data: PersonErasedEventData
    previous: dict[str, Any]


class CompanyCreatedEvent(TypedDict):
    id: Id
    """Stays the same across retries and replays."""
    type: Literal["company.created"]
    organizationId: Id
    timestamp: Timestamp
    """When the change was stored."""
    sequence: int
    """
    Increases by one with each change of the resource, also across its deletion, and by far more when
    the service is restored to an earlier moment. It alone orders the events of a resource. Operational
    events of a webhook endpoint are counted on their own, and an import or an export has a single
    event.
    """
    isSilent: bool
    """Whether the change was imported silently: the feed shows it, and webhooks do not receive it."""
    data: Company
    previous: dict[str, Any]


class CompanyUpdatedEvent(TypedDict):
    id: Id
    """Stays the same across retries and replays."""
    type: Literal["company.updated"]
    organizationId: Id
    timestamp: Timestamp
    """When the change was stored."""
    sequence: int
    """
    Increases by one with each change of the resource, also across its deletion, and by far more when
    the service is restored to an earlier moment. It alone orders the events of a resource. Operational
    events of a webhook endpoint are counted on their own, and an import or an export has a single
    event.
    """
    isSilent: bool
    """Whether the change was imported silently: the feed shows it, and webhooks do not receive it."""
    data: Company
    previous: PreviousCompany


class CompanyExpiringEvent(TypedDict):
    id: Id
    """Stays the same across retries and replays."""
    type: Literal["company.expiring"]
    organizationId: Id
    timestamp: Timestamp
    """When the change was stored."""
    sequence: int
    """
    Increases by one with each change of the resource, also across its deletion, and by far more when
    the service is restored to an earlier moment. It alone orders the events of a resource. Operational
    events of a webhook endpoint are counted on their own, and an import or an export has a single
    event.
    """
    isSilent: bool
    """Whether the change was imported silently: the feed shows it, and webhooks do not receive it."""
    data: Company
    previous: dict[str, Any]
    expiresAt: Timestamp
    """The earliest time of the deletion. Present only in `….expiring` events."""


class CompanyDeletedEvent(TypedDict):
    id: Id
    """Stays the same across retries and replays."""
    type: Literal["company.deleted"]
    organizationId: Id
    timestamp: Timestamp
    """When the change was stored."""
    sequence: int
    """
    Increases by one with each change of the resource, also across its deletion, and by far more when
    the service is restored to an earlier moment. It alone orders the events of a resource. Operational
    events of a webhook endpoint are counted on their own, and an import or an export has a single
    event.
    """
    isSilent: bool
    """Whether the change was imported silently: the feed shows it, and webhooks do not receive it."""
    data: Company
    previous: dict[str, Any]


class CallListCreatedEvent(TypedDict):
    id: Id
    """Stays the same across retries and replays."""
    type: Literal["call_list.created"]
    organizationId: Id
    timestamp: Timestamp
    """When the change was stored."""
    sequence: int
    """
    Increases by one with each change of the resource, also across its deletion, and by far more when
    the service is restored to an earlier moment. It alone orders the events of a resource. Operational
    events of a webhook endpoint are counted on their own, and an import or an export has a single
    event.
    """
    isSilent: bool
    """Whether the change was imported silently: the feed shows it, and webhooks do not receive it."""
    data: StoredCallList
    previous: dict[str, Any]


class CallListUpdatedEvent(TypedDict):
    id: Id
    """Stays the same across retries and replays."""
    type: Literal["call_list.updated"]
    organizationId: Id
    timestamp: Timestamp
    """When the change was stored."""
    sequence: int
    """
    Increases by one with each change of the resource, also across its deletion, and by far more when
    the service is restored to an earlier moment. It alone orders the events of a resource. Operational
    events of a webhook endpoint are counted on their own, and an import or an export has a single
    event.
    """
    isSilent: bool
    """Whether the change was imported silently: the feed shows it, and webhooks do not receive it."""
    data: StoredCallList
    previous: PreviousCallList


class CallListDeletedEvent(TypedDict):
    id: Id
    """Stays the same across retries and replays."""
    type: Literal["call_list.deleted"]
    organizationId: Id
    timestamp: Timestamp
    """When the change was stored."""
    sequence: int
    """
    Increases by one with each change of the resource, also across its deletion, and by far more when
    the service is restored to an earlier moment. It alone orders the events of a resource. Operational
    events of a webhook endpoint are counted on their own, and an import or an export has a single
    event.
    """
    isSilent: bool
    """Whether the change was imported silently: the feed shows it, and webhooks do not receive it."""
    data: StoredCallList
    previous: dict[str, Any]


class CallListLockedEvent(TypedDict):
    id: Id
    """Stays the same across retries and replays."""
    type: Literal["call_list.locked"]
    organizationId: Id
    timestamp: Timestamp
    """When the change was stored."""
    sequence: int
    """
    Increases by one with each change of the resource, also across its deletion, and by far more when
    the service is restored to an earlier moment. It alone orders the events of a resource. Operational
    events of a webhook endpoint are counted on their own, and an import or an export has a single
    event.
    """
    isSilent: bool
    """Whether the change was imported silently: the feed shows it, and webhooks do not receive it."""
    data: StoredCallList
    previous: PreviousCallList


class CallListUnlockedEvent(TypedDict):
    id: Id
    """Stays the same across retries and replays."""
    type: Literal["call_list.unlocked"]
    organizationId: Id
    timestamp: Timestamp
    """When the change was stored."""
    sequence: int
    """
    Increases by one with each change of the resource, also across its deletion, and by far more when
    the service is restored to an earlier moment. It alone orders the events of a resource. Operational
    events of a webhook endpoint are counted on their own, and an import or an export has a single
    event.
    """
    isSilent: bool
    """Whether the change was imported silently: the feed shows it, and webhooks do not receive it."""
    data: StoredCallList
    previous: PreviousCallList


class CallListEntryCreatedEvent(TypedDict):
    id: Id
    """Stays the same across retries and replays."""
    type: Literal["call_list_entry.created"]
    organizationId: Id
    timestamp: Timestamp
    """When the change was stored."""
    sequence: int
    """
    Increases by one with each change of the resource, also across its deletion, and by far more when
    the service is restored to an earlier moment. It alone orders the events of a resource. Operational
    events of a webhook endpoint are counted on their own, and an import or an export has a single
    event.
    """
    isSilent: bool
    """Whether the change was imported silently: the feed shows it, and webhooks do not receive it."""
    data: ListedEntry
    previous: dict[str, Any]


class CallListEntryUpdatedEvent(TypedDict):
    id: Id
    """Stays the same across retries and replays."""
    type: Literal["call_list_entry.updated"]
    organizationId: Id
    timestamp: Timestamp
    """When the change was stored."""
    sequence: int
    """
    Increases by one with each change of the resource, also across its deletion, and by far more when
    the service is restored to an earlier moment. It alone orders the events of a resource. Operational
    events of a webhook endpoint are counted on their own, and an import or an export has a single
    event.
    """
    isSilent: bool
    """Whether the change was imported silently: the feed shows it, and webhooks do not receive it."""
    data: ListedEntry
    previous: PreviousEntry


class CallListEntryDeletedEvent(TypedDict):
    id: Id
    """Stays the same across retries and replays."""
    type: Literal["call_list_entry.deleted"]
    organizationId: Id
    timestamp: Timestamp
    """When the change was stored."""
    sequence: int
    """
    Increases by one with each change of the resource, also across its deletion, and by far more when
    the service is restored to an earlier moment. It alone orders the events of a resource. Operational
    events of a webhook endpoint are counted on their own, and an import or an export has a single
    event.
    """
    isSilent: bool
    """Whether the change was imported silently: the feed shows it, and webhooks do not receive it."""
    data: ListedEntry
    previous: dict[str, Any]


class CallCreatedEvent(TypedDict):
    id: Id
    """Stays the same across retries and replays."""
    type: Literal["call.created"]
    organizationId: Id
    timestamp: Timestamp
    """When the change was stored."""
    sequence: int
    """
    Increases by one with each change of the resource, also across its deletion, and by far more when
    the service is restored to an earlier moment. It alone orders the events of a resource. Operational
    events of a webhook endpoint are counted on their own, and an import or an export has a single
    event.
    """
    isSilent: bool
    """Whether the change was imported silently: the feed shows it, and webhooks do not receive it."""
    data: Call
    previous: dict[str, Any]


class CallUpdatedEventPrevious(TypedDict, total=False):
    id: Id
    personId: str | None
    """A lower-case UUID."""
    companyId: str | None
    """A lower-case UUID."""
    callListId: str | None
    """A lower-case UUID."""
    callListEntryId: str | None
    """A lower-case UUID."""
    phone: CallListEntryPhone | None
    """The other party's number."""
    direction: Literal["inbound", "outbound"]
    startedAt: Timestamp
    durationSeconds: int | None
    disposition: str | None
    """What came of it, as the source calls it."""
    isConnected: bool | None
    """Whether it was answered; null if the source does not say."""
    agent: CallAgent | None
    """Who made or took the call."""
    recordingUrl: str | None
    note: str | None
    externalIds: list[PersonExternalId]
    customFields: dict[str, str | float | bool | None]
    """
    Source fields that no other field covers, by their name in the source: text, numbers, booleans or
    null.
    """
    createdAt: Timestamp
    updatedAt: Timestamp
    """The date of the last change in the source."""
    changedAt: Timestamp
    """When this service stored the last change."""


class CallUpdatedEvent(TypedDict):
    id: Id
    """Stays the same across retries and replays."""
    type: Literal["call.updated"]
    organizationId: Id
    timestamp: Timestamp
    """When the change was stored."""
    sequence: int
    """
    Increases by one with each change of the resource, also across its deletion, and by far more when
    the service is restored to an earlier moment. It alone orders the events of a resource. Operational
    events of a webhook endpoint are counted on their own, and an import or an export has a single
    event.
    """
    isSilent: bool
    """Whether the change was imported silently: the feed shows it, and webhooks do not receive it."""
    data: Call
    previous: CallUpdatedEventPrevious


class CallDeletedEvent(TypedDict):
    id: Id
    """Stays the same across retries and replays."""
    type: Literal["call.deleted"]
    organizationId: Id
    timestamp: Timestamp
    """When the change was stored."""
    sequence: int
    """
    Increases by one with each change of the resource, also across its deletion, and by far more when
    the service is restored to an earlier moment. It alone orders the events of a resource. Operational
    events of a webhook endpoint are counted on their own, and an import or an export has a single
    event.
    """
    isSilent: bool
    """Whether the change was imported silently: the feed shows it, and webhooks do not receive it."""
    data: Call
    previous: dict[str, Any]


class WebhookEndpointFailingEvent(TypedDict):
    id: Id
    """Stays the same across retries and replays."""
    type: Literal["webhook_endpoint.failing"]
    organizationId: Id
    timestamp: Timestamp
    """When the change was stored."""
    sequence: int
    """
    Increases by one with each change of the resource, also across its deletion, and by far more when
    the service is restored to an earlier moment. It alone orders the events of a resource. Operational
    events of a webhook endpoint are counted on their own, and an import or an export has a single
    event.
    """
    isSilent: bool
    """Whether the change was imported silently: the feed shows it, and webhooks do not receive it."""
    data: FailingEndpoint
    previous: dict[str, Any]


class WebhookEndpointDisabledEvent(TypedDict):
    id: Id
    """Stays the same across retries and replays."""
    type: Literal["webhook_endpoint.disabled"]
    organizationId: Id
    timestamp: Timestamp
    """When the change was stored."""
    sequence: int
    """
    Increases by one with each change of the resource, also across its deletion, and by far more when
    the service is restored to an earlier moment. It alone orders the events of a resource. Operational
    events of a webhook endpoint are counted on their own, and an import or an export has a single
    event.
    """
    isSilent: bool
    """Whether the change was imported silently: the feed shows it, and webhooks do not receive it."""
    data: FailingEndpoint
    previous: dict[str, Any]


class ImportCompletedEvent(TypedDict):
    id: Id
    """Stays the same across retries and replays."""
    type: Literal["import.completed"]
    organizationId: Id
    timestamp: Timestamp
    """When the change was stored."""
    sequence: int
    """
    Increases by one with each change of the resource, also across its deletion, and by far more when
    the service is restored to an earlier moment. It alone orders the events of a resource. Operational
    events of a webhook endpoint are counted on their own, and an import or an export has a single
    event.
    """
    isSilent: bool
    """Whether the change was imported silently: the feed shows it, and webhooks do not receive it."""
    data: FinishedImport
    previous: dict[str, Any]


class ImportFailedEvent(TypedDict):
    id: Id
    """Stays the same across retries and replays."""
    type: Literal["import.failed"]
    organizationId: Id
    timestamp: Timestamp
    """When the change was stored."""
    sequence: int
    """
    Increases by one with each change of the resource, also across its deletion, and by far more when
    the service is restored to an earlier moment. It alone orders the events of a resource. Operational
    events of a webhook endpoint are counted on their own, and an import or an export has a single
    event.
    """
    isSilent: bool
    """Whether the change was imported silently: the feed shows it, and webhooks do not receive it."""
    data: FinishedImport
    previous: dict[str, Any]


class ExportCompletedEvent(TypedDict):
    id: Id
    """Stays the same across retries and replays."""
    type: Literal["export.completed"]
    organizationId: Id
    timestamp: Timestamp
    """When the change was stored."""
    sequence: int
    """
    Increases by one with each change of the resource, also across its deletion, and by far more when
    the service is restored to an earlier moment. It alone orders the events of a resource. Operational
    events of a webhook endpoint are counted on their own, and an import or an export has a single
    event.
    """
    isSilent: bool
    """Whether the change was imported silently: the feed shows it, and webhooks do not receive it."""
    data: FinishedExport
    previous: dict[str, Any]


class ExportFailedEvent(TypedDict):
    id: Id
    """Stays the same across retries and replays."""
    type: Literal["export.failed"]
    organizationId: Id
    timestamp: Timestamp
    """When the change was stored."""
    sequence: int
    """
    Increases by one with each change of the resource, also across its deletion, and by far more when
    the service is restored to an earlier moment. It alone orders the events of a resource. Operational
    events of a webhook endpoint are counted on their own, and an import or an export has a single
    event.
    """
    isSilent: bool
    """Whether the change was imported silently: the feed shows it, and webhooks do not receive it."""
    data: FinishedExport
    previous: dict[str, Any]


class WebhookTestEventData(TypedDict):
    id: Id
    """The tested webhook endpoint."""
    message: str


class WebhookTestEvent(TypedDict):
    id: Id
    """Stays the same across retries and replays."""
    type: Literal["webhook.test"]
    organizationId: Id
    timestamp: Timestamp
    """When the change was stored."""
    sequence: int
    """
    Increases by one with each change of the resource, also across its deletion, and by far more when
    the service is restored to an earlier moment. It alone orders the events of a resource. Operational
    events of a webhook endpoint are counted on their own, and an import or an export has a single
    event.
    """
    isSilent: bool
    """Whether the change was imported silently: the feed shows it, and webhooks do not receive it."""
    data: WebhookTestEventData
    previous: dict[str, Any]


class _CreateWebhookEndpointBodyHeader(TypedDict):
    name: str


class CreateWebhookEndpointBodyHeader(_CreateWebhookEndpointBodyHeader, total=False):
    value: str
    """Never shown again. Without it, a header that the endpoint has keeps its value."""


class _CreateWebhookEndpointBody(TypedDict):
    url: str
    eventTypes: list[CreateWebhookEndpointBodyEventType]


class CreateWebhookEndpointBody(_CreateWebhookEndpointBody, total=False):
    description: str | None
    """Default: `null`."""
    filter: dict[str, Any] | None
    headers: list[CreateWebhookEndpointBodyHeader]
    """Each header once, and none that the service sets itself."""
    maxPerSecond: int | None
    payload: Literal["full", "thin"]


class _CreateExportBody(TypedDict):
    resource: Literal["person", "company", "call-list", "call-list-entry", "call"]
    format: Literal["jsonl", "csv", "parquet"]


class CreateExportBody(_CreateExportBody, total=False):
    fields: list[str] | None
    """Default: `null`."""
    changedSince: str | None
    callListId: str | None


class _CreateImportBodyFile(TypedDict):
    kind: Literal["people", "companies", "call-lists", "calls"]
    bytes: int


class CreateImportBodyFile(_CreateImportBodyFile, total=False):
    sha256: str
    """In hexadecimal. The upload of any other content fails."""
    format: Literal["csv", "jsonl"]
    """Default: what the file looks like."""


class CreateImportBodyRows(TypedDict, total=False):
    """Up to 500 objects in all, as lines of JSON Lines have them."""

    people: list[dict[str, Any]]
    companies: list[dict[str, Any]]
    callLists: list[dict[str, Any]]
    calls: list[dict[str, Any]]


class CreateImportBodySettingsMapping(TypedDict):
    column: str
    path: str


class CreateImportBodySettings(TypedDict, total=False):
    """Default: those of the import profile of each kind and the source."""

    mappings: list[CreateImportBodySettingsMapping]
    """No two name the same column. Default: an empty list."""
    region: str | None
    """Default: `null`."""
    dateOrder: Literal["dmy", "mdy"] | None
    """Default: `null`."""
    isMergingRows: bool
    isCreatingCompanies: bool
    isStrict: bool
    isKeepingBlank: bool
    isSilent: bool
    isDeletingMissing: bool


class _CreateImportBody(TypedDict):
    source: str


class CreateImportBody(_CreateImportBody, total=False):
    files: list[CreateImportBodyFile]
    """Files to upload, at most one of each kind."""
    rows: CreateImportBodyRows
    """Up to 500 objects in all, as lines of JSON Lines have them."""
    settings: CreateImportBodySettings
    """Default: those of the import profile of each kind and the source."""


class ListPeopleQuery(TypedDict, total=False):
    limit: int
    """
    The maximum number of items per page. A page has fewer if they exceed the response size, or if some
    were deleted meanwhile; `nextCursor` continues from there.
    """
    changed_since: str | datetime
    """
    Only what changed at or after this RFC 3339 date-time, inclusive. Digits beyond milliseconds are
    truncated. To read only what changed since your previous scan, send the `nextChangedSince` of its
    last page. `totalCount` then is the number when the first page was read.
    """
    sort: Literal["changedAt", "-changedAt"]
    """Sorts by change: longest ago first, or latest first with `-`."""
    id: Sequence[Id]
    """
    The people with these ids, in this order: up to 100, separated by commas or in repeated parameters.
    `notFound` has unknown ids. Only `limit`, `cursor`, `count` and `fields` may be sent with it.
    """
    external_id: Sequence[str]
    """
    The people with this external id, as `source:id`, such as `hubspot:1001`. The source ends at the
    first colon. Repeat it for up to 100 different values. Only `limit`, `cursor`, `count` and `fields`
    may be sent with it.
    """
    phone: Sequence[str]
    """
    The people with this phone number, in E.164 such as `+12025550143`. Encode the plus sign as `%2B`,
    or send it as it is. Repeat it for up to 100 different values. Only `limit`, `cursor`, `count` and
    `fields` may be sent with it.
    """
    name: str
    """
    The people whose last name, first name, or first and last name with a space between them start with
    this text. Case and accents make no difference. Chinese, Japanese and Korean names also match with
    the family name first. Only `limit`, `cursor`, `count` and `fields` may be sent with it.
    """
    owner_id: str
    """
    The people of this owner, as the source calls it, in any case. Only `limit`, `cursor`, `count` and
    `fields` may be sent with it.
    """
    tag: str
    """
    The people with this tag, in any case. Only `limit`, `cursor`, `count` and `fields` may be sent with
    it.
    """
    email: Sequence[str]
    """
    The people with this email address, in any spelling: case, `mailto:` and the form of an IDN make no
    difference. Repeat it for up to 100 different values. Only `limit`, `cursor`, `count` and `fields`
    may be sent with it.
    """
    company_id: Id
    """
    The people of the company with this id. Only `limit`, `cursor`, `count` and `fields` may be sent
    with it.
    """
    call_list_id: Id
    """
    The people whom the entries of this call list call, each once. If they take several pages,
    `totalCount` includes people who were deleted while their entries stay, unless `count` is `exact`.
    It also requires the permission `call-list:read`. Only `limit`, `cursor`, `count` and `fields` may
    be sent with it.
    """
    fields: Sequence[str]
    """
    Only these fields, as comma-separated paths, such as `id,firstName,emails.address,location.city`. A
    path may lead into the items of a list (`phones.number`) and to a custom field
    (`customFields.tier`), which is `null` where it is absent. The `id` of a record is always returned;
    all other fields are omitted, also those that the schema requires. Paths to contact details require
    `person.contact:read`.
    """


class GetPersonQuery(TypedDict, total=False):
    include: Sequence[Literal["callability"]]
    """
    `callability` adds whether and when to call the number of each of `phones`. It requires the
    permissions `person:read`, `person.contact:read` and `company:read`, and a service whose operator
    has enabled it. It is not legal advice.
    """
    fields: Sequence[str]
    """
    Only these fields, as comma-separated paths, such as `firstName,phones.number,phones.callability`. A
    path may lead into the items of a list (`phones.number`) and to a custom field
    (`customFields.tier`), which is `null` where it is absent. The `id` of a record is always returned;
    all other fields are omitted, also those that the schema requires. Paths to contact details require
    `person.contact:read`.
    """


class ListCompaniesQuery(TypedDict, total=False):
    limit: int
    """
    The maximum number of items per page. A page has fewer if they exceed the response size, or if some
    were deleted meanwhile; `nextCursor` continues from there.
    """
    changed_since: str | datetime
    """
    Only what changed at or after this RFC 3339 date-time, inclusive. Digits beyond milliseconds are
    truncated. To read only what changed since your previous scan, send the `nextChangedSince` of its
    last page. `totalCount` then is the number when the first page was read.
    """
    sort: Literal["changedAt", "-changedAt"]
    """Sorts by change: longest ago first, or latest first with `-`."""
    id: Sequence[Id]
    """
    The companies with these ids, in this order: up to 100, separated by commas or in repeated
    parameters. `notFound` has unknown ids. Only `limit`, `cursor`, `count` and `fields` may be sent
    with it.
    """
    external_id: Sequence[str]
    """
    The companies with this external id, as `source:id`, such as `hubspot:1001`. The source ends at the
    first colon. Repeat it for up to 100 different values. Only `limit`, `cursor`, `count` and `fields`
    may be sent with it.
    """
    phone: Sequence[str]
    """
    The companies with this phone number, in E.164 such as `+12025550143`. Encode the plus sign as
    `%2B`, or send it as it is. Repeat it for up to 100 different values. Only `limit`, `cursor`,
    `count` and `fields` may be sent with it.
    """
    name: str
    """
    The companies whose name starts with this text. Case and accents make no difference. Only `limit`,
    `cursor`, `count` and `fields` may be sent with it.
    """
    owner_id: str
    """
    The companies of this owner, as the source calls it, in any case. Only `limit`, `cursor`, `count`
    and `fields` may be sent with it.
    """
    tag: str
    """
    The companies with this tag, in any case. Only `limit`, `cursor`, `count` and `fields` may be sent
    with it.
    """
    domain: Sequence[str]
    """
    The companies with this domain, in any spelling: case, scheme, `www.`, path and the form of an IDN
    make no difference. Repeat it for up to 100 different values. Only `limit`, `cursor`, `count` and
    `fields` may be sent with it.
    """
    fields: Sequence[str]
    """
    Only these fields, as comma-separated paths, such as `name,domain,location.country`. A path may lead
    into the items of a list (`phones.number`) and to a custom field (`customFields.tier`), which is
    `null` where it is absent. The `id` of a record is always returned; all other fields are omitted,
    also those that the schema requires. Paths to contact details require `person.contact:read`.
    """


class GetCompanyQuery(TypedDict, total=False):
    fields: Sequence[str]
    """
    Only these fields, as comma-separated paths, such as `name,domain,location.country`. A path may lead
    into the items of a list (`phones.number`) and to a custom field (`customFields.tier`), which is
    `null` where it is absent. The `id` of a record is always returned; all other fields are omitted,
    also those that the schema requires. Paths to contact details require `person.contact:read`.
    """


class ListCallsQuery(TypedDict, total=False):
    limit: int
    """
    The maximum number of items per page. A page has fewer if they exceed the response size, or if some
    were deleted meanwhile; `nextCursor` continues from there.
    """
    changed_since: str | datetime
    """
    Only what changed at or after this RFC 3339 date-time, inclusive. Digits beyond milliseconds are
    truncated. To read only what changed since your previous scan, send the `nextChangedSince` of its
    last page. `totalCount` then is the number when the first page was read.
    """
    sort: Literal["changedAt", "-changedAt"]
    """Sorts by change: longest ago first, or latest first with `-`."""
    id: Sequence[Id]
    """
    The calls with these ids, in this order: up to 100, separated by commas or in repeated parameters.
    `notFound` has unknown ids. Only `limit`, `cursor`, `count` and `fields` may be sent with it.
    """
    external_id: Sequence[str]
    """
    The calls with this external id, as `source:id`, such as `hubspot:1001`. The source ends at the
    first colon. Repeat it for up to 100 different values. Only `limit`, `cursor`, `count` and `fields`
    may be sent with it.
    """
    person_id: Id
    """
    The calls with this person. Only `limit`, `cursor`, `count`, `fields`, `startedSince` and
    `startedBefore` may be sent with it.
    """
    company_id: Id
    """
    The calls with this company or one of its people. Only `limit`, `cursor`, `count`, `fields`,
    `startedSince` and `startedBefore` may be sent with it.
    """
    call_list_id: Id
    """
    The calls that were made from this call list. Only `limit`, `cursor`, `count`, `fields`,
    `startedSince` and `startedBefore` may be sent with it.
    """
    agent: str
    """
    The calls of the agent with this `id` or `email`, in any case. Only `limit`, `cursor`, `count`,
    `fields`, `startedSince` and `startedBefore` may be sent with it.
    """
    disposition: str
    """
    The calls with this disposition, in any case. Only `limit`, `cursor`, `count`, `fields`,
    `startedSince` and `startedBefore` may be sent with it.
    """
    started_since: str | datetime
    """
    Calls that started at or after this RFC 3339 date-time, inclusive. Digits beyond milliseconds are
    truncated. Only `limit`, `cursor`, `count`, `fields`, `startedSince`, `startedBefore`, `personId`,
    `companyId`, `callListId`, `agent` and `disposition` may be sent with it.
    """
    started_before: str | datetime
    """
    Calls that started before this RFC 3339 date-time, exclusive. Digits beyond milliseconds are
    truncated. Only `limit`, `cursor`, `count`, `fields`, `startedSince`, `startedBefore`, `personId`,
    `companyId`, `callListId`, `agent` and `disposition` may be sent with it.
    """
    fields: Sequence[str]
    """
    Only these fields, as comma-separated paths, such as `personId,startedAt,disposition,agent.email`. A
    path may lead into the items of a list (`phones.number`) and to a custom field
    (`customFields.tier`), which is `null` where it is absent. The `id` of a record is always returned;
    all other fields are omitted, also those that the schema requires. Paths to contact details require
    `person.contact:read`.
    """


class GetCallQuery(TypedDict, total=False):
    fields: Sequence[str]
    """
    Only these fields, as comma-separated paths, such as `startedAt,disposition,agent.email`. A path may
    lead into the items of a list (`phones.number`) and to a custom field (`customFields.tier`), which
    is `null` where it is absent. The `id` of a record is always returned; all other fields are omitted,
    also those that the schema requires. Paths to contact details require `person.contact:read`.
    """


class ListCallListsQuery(TypedDict, total=False):
    limit: int
    """The maximum number of items per page."""
    is_locked: bool
    """Only locked (`true`) or unlocked (`false`) call lists."""
    created_after: str | datetime
    """
    Only call lists created after this RFC 3339 date-time, exclusive. Digits beyond milliseconds are
    truncated.
    """
    created_before: str | datetime
    """
    Only call lists created before this RFC 3339 date-time, exclusive. Digits beyond milliseconds are
    truncated.
    """
    changed_since: str | datetime
    """
    Only what changed at or after this RFC 3339 date-time, inclusive. Digits beyond milliseconds are
    truncated. To read only what changed since your previous scan, send the `nextChangedSince` of its
    last page. `totalCount` then is the number when the first page was read. Not with `createdAfter`,
    `createdBefore` or an order of creation.
    """
    sort: Literal["createdAt", "-createdAt", "changedAt", "-changedAt"]
    """
    Sorts by creation or by change: oldest first, or newest first with `-`. The default is `-createdAt`,
    or `changedAt` with `changedSince`.
    """
    name: str
    """
    The call lists whose name starts with this text, ordered by name. Case and accents make no
    difference. Only `limit`, `cursor`, `count` and `fields` may be sent with it.
    """
    fields: Sequence[str]
    """Only these fields, comma-separated, such as `name,isLocked`. The `id` is always returned."""


class GetCallListQuery(TypedDict, total=False):
    limit: int
    """
    The maximum number of entries per page. A page has fewer if its records exceed the response size;
    `nextCursor` continues from there.
    """
    include: Sequence[Literal["person", "company", "callability"]]
    """
    The records to embed in each entry, separated by commas or in repeated parameters. `person` requires
    the permission `person:read`, and `company` requires `company:read`. `callability` adds whether and
    when to call the number of each entry. It requires the permissions `person:read`,
    `person.contact:read` and `company:read`, and a service whose operator has enabled it. It is not
    legal advice.
    """
    fields: Sequence[str]
    """
    Only these fields, as comma-separated paths, such as `name,entries.status,person.firstName`. A path
    may lead into the items of a list (`phones.number`) and to a custom field (`customFields.tier`),
    which is `null` where it is absent. The `id` of a record is always returned; all other fields are
    omitted, also those that the schema requires. Paths to contact details require
    `person.contact:read`. Paths of entries start with `entries.`; those of included records may start
    with `person.`, `company.` or `callability.`.
    """


class ListCallListEntriesQuery(TypedDict, total=False):
    limit: int
    """
    The maximum number of items per page. A page has fewer if they exceed the response size, or if some
    were deleted meanwhile; `nextCursor` continues from there.
    """
    changed_since: str | datetime
    """
    Only what changed at or after this RFC 3339 date-time, inclusive. Digits beyond milliseconds are
    truncated. To read only what changed since your previous scan, send the `nextChangedSince` of its
    last page. `totalCount` then is the number when the first page was read.
    """
    sort: Literal["changedAt", "-changedAt"]
    """Sorts by change: longest ago first, or latest first with `-`."""
    call_list_id: Id
    """Only the entries of this call list."""
    person_id: Id
    """
    The entries that call this person, in all call lists, ordered by call list and position. Only
    `limit`, `cursor`, `count` and `fields` may be sent with it.
    """
    status: Sequence[
        Literal["pending", "in_progress", "callback", "completed", "skipped", "exhausted", "do_not_call"]
    ]
    """
    The entries with one of these statuses, separated by commas or in repeated parameters, ordered by
    call list and position. Only `limit`, `cursor`, `count`, `fields` and `callListId` may be sent with
    it.
    """
    next_call_before: str | datetime
    """
    The entries whose `nextCallAt` is not later than this RFC 3339 date-time, earliest first. Digits
    beyond milliseconds are truncated. Only `limit`, `cursor`, `count`, `fields` and `callListId` may be
    sent with it.
    """
    fields: Sequence[str]
    """
    Only these fields, as comma-separated paths, such as `personId,status,nextCallAt`. A path may lead
    into the items of a list (`phones.number`) and to a custom field (`customFields.tier`), which is
    `null` where it is absent. The `id` of a record is always returned; all other fields are omitted,
    also those that the schema requires. Paths to contact details require `person.contact:read`.
    """


class ListFieldsQuery(TypedDict, total=False):
    resource: Literal["person", "company", "call-list", "call-list-entry", "call"]
    """The resource."""
    format: Literal["list", "json-schema"]
    """`json-schema` returns a JSON Schema of the resource."""


class CountRecordsQuery(TypedDict, total=False):
    resource: Literal["person", "company", "call-list-entry", "call"]
    """The records to count."""
    by: Literal["ownerId", "tag", "companyId", "status", "callListId", "disposition"]
    """The field by whose values they are counted."""
    value: Sequence[str]
    """
    Only this value, in any case: repeat the parameter for up to 100. The counts have the order of the
    request, with 0 for a value that no record has.
    """
    limit: int
    """The maximum number of items per page."""


class ListEventsQuery(TypedDict, total=False):
    limit: int
    """
    The maximum number of events per page. A page has fewer if they exceed the response size, or if many
    were skipped; `hasMore` says whether more follow.
    """
    from_: Literal["earliest", "latest"]
    """
    `earliest` starts with the oldest event that is kept, and `latest` after the newest. The default is
    `earliest`. Only `limit` and `types` may be sent with it.
    """
    since: str | datetime
    """
    Starts with the first event that entered the feed at or after this RFC 3339 date-time. Digits beyond
    milliseconds are truncated. Only `limit` and `types` may be sent with it.
    """
    types: Sequence[ListEventsQueryType]
    """
    Only events of these types, separated by commas or in repeated parameters: types such as
    `call_list.locked`, or all types of a resource such as `person.*`.
    """


class ListWebhookEndpointsQuery(TypedDict, total=False):
    limit: int
    """The maximum number of items per page."""


class ListExportsQuery(TypedDict, total=False):
    limit: int
    """The maximum number of items per page."""


class ListImportsQuery(TypedDict, total=False):
    limit: int
    """The maximum number of items per page."""


Event: TypeAlias = (
    PersonCreatedEvent
    | PersonUpdatedEvent
    | PersonExpiringEvent
    | PersonDeletedEvent
    | PersonErasedEvent
    | CompanyCreatedEvent
    | CompanyUpdatedEvent
    | CompanyExpiringEvent
    | CompanyDeletedEvent
    | CallListCreatedEvent
    | CallListUpdatedEvent
    | CallListDeletedEvent
    | CallListLockedEvent
    | CallListUnlockedEvent
    | CallListEntryCreatedEvent
    | CallListEntryUpdatedEvent
    | CallListEntryDeletedEvent
    | CallCreatedEvent
    | CallUpdatedEvent
    | CallDeletedEvent
    | WebhookEndpointFailingEvent
    | WebhookEndpointDisabledEvent
    | ImportCompletedEvent
    | ImportFailedEvent
    | ExportCompletedEvent
    | ExportFailedEvent
)


CreateWebhookEndpointBodyEventType: TypeAlias = Literal[
    "*",
    "person.*",
    "company.*",
    "call_list.*",
    "call_list_entry.*",
    "call.*",
    "webhook_endpoint.*",
    "import.*",
    "export.*",
    "person.created",
    "person.updated",
    "person.expiring",
    "person.deleted",
    "person.erased",
    "company.created",
    "company.updated",
    "company.expiring",
    "company.deleted",
    "call_list.created",
    "call_list.updated",
    "call_list.deleted",
    "call_list.locked",
    "call_list.unlocked",
    "call_list_entry.created",
    "call_list_entry.updated",
    "call_list_entry.deleted",
    "call.created",
    "call.updated",
    "call.deleted",
    "webhook_endpoint.failing",
    "webhook_endpoint.disabled",
    "import.completed",
    "import.failed",
    "export.completed",
    "export.failed",
]


Problem: TypeAlias = (
    InvalidRequestProblem
    | UnauthorizedProblem
    | ForbiddenProblem
    | NotFoundProblem
    | CursorExpiredProblem
    | ConflictProblem
    | IdempotencyMismatchProblem
    | UnsupportedMediaTypeProblem
    | MethodNotAllowedProblem
    | ContentTooLargeProblem
    | TooManyRequestsProblem
    | InternalErrorProblem
    | ServiceUnavailableProblem
    | TimeoutProblem
)


ListEventsQueryType: TypeAlias = Literal[
    "*",
    "person.*",
    "company.*",
    "call_list.*",
    "call_list_entry.*",
    "call.*",
    "webhook_endpoint.*",
    "import.*",
    "export.*",
    "person.created",
    "person.updated",
    "person.expiring",
    "person.deleted",
    "person.erased",
    "company.created",
    "company.updated",
    "company.expiring",
    "company.deleted",
    "call_list.created",
    "call_list.updated",
    "call_list.deleted",
    "call_list.locked",
    "call_list.unlocked",
    "call_list_entry.created",
    "call_list_entry.updated",
    "call_list_entry.deleted",
    "call.created",
    "call.updated",
    "call.deleted",
    "webhook_endpoint.failing",
    "webhook_endpoint.disabled",
    "import.completed",
    "import.failed",
    "export.completed",
    "export.failed",
]
