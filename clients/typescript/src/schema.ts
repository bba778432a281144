// Made by "npm run openapi": do not edit.
export interface paths {
    "/v1/person": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List people
         * @description Returns all people of the organization sorted by `changedAt`, then `id`. One that changes while you read the pages may come again on a later page. Every page but the last has a `nextCursor` and the equivalent `Link` header. The last page has `eventCursor` and `nextChangedSince`: continue with either to get what changed since. Without the permission `person.contact:read`, `emails` and `phones` are empty, `location.street` and `linkedinUrl` are `null`, and custom fields with such values are omitted.
         *
         *     A lookup returns the records that have a value: send one of `id`, `externalId`, `phone`, `name`, `ownerId`, `tag`, `email`, `companyId` or `callListId`, alone or with `limit` and `cursor`. All matches are returned: ordered by `id`, with `name=` by name, and with a parameter that takes many values in their order, then by `changedAt`. A change is found within a second or two, and a record that no longer has the value is never returned.
         *
         *     A lookup of many values counts as one request. Values that mean the same count once, and a record with two of them is returned once. `notFound` has the values that no record has. The records with a value that more than 500 have are ordered by `id`. Lookups by `email` and `phone` return `403` without it.
         *
         *     Requires the permission `person:list`.
         */
        get: operations["listPeople"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/person/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a person
         * @description Returns a person with all fields. Absent values are `null`, never omitted. Without the permission `person.contact:read`, `emails` and `phones` are empty, `location.street` and `linkedinUrl` are `null`, and custom fields with such values are omitted.
         *
         *     Requires the permission `person:read`.
         */
        get: operations["getPerson"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/company": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List companies
         * @description Returns all companies of the organization sorted by `changedAt`, then `id`. One that changes while you read the pages may come again on a later page. Every page but the last has a `nextCursor` and the equivalent `Link` header. The last page has `eventCursor` and `nextChangedSince`: continue with either to get what changed since.
         *
         *     A lookup returns the records that have a value: send one of `id`, `externalId`, `phone`, `name`, `ownerId`, `tag` or `domain`, alone or with `limit` and `cursor`. All matches are returned: ordered by `id`, with `name=` by name, and with a parameter that takes many values in their order, then by `changedAt`. A change is found within a second or two, and a record that no longer has the value is never returned.
         *
         *     A lookup of many values counts as one request. Values that mean the same count once, and a record with two of them is returned once. `notFound` has the values that no record has. The records with a value that more than 500 have are ordered by `id`.
         *
         *     Requires the permission `company:list`.
         */
        get: operations["listCompanies"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/company/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a company
         * @description Returns a company with all fields. Absent values are `null`, never omitted.
         *
         *     Requires the permission `company:read`.
         */
        get: operations["getCompany"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/call": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List calls
         * @description Returns all calls of the organization sorted by `changedAt`, then `id`. One that changes while you read the pages may come again on a later page. Every page but the last has a `nextCursor` and the equivalent `Link` header. The last page has `eventCursor` and `nextChangedSince`: continue with either to get what changed since. Without the permission `person.contact:read`, `phone`, `recordingUrl` and `note` are `null`, and custom fields with such values are omitted.
         *
         *     A lookup returns the calls with a value: send one of `id`, `externalId`, `personId`, `companyId`, `callListId`, `agent` or `disposition`, alone or with `limit`, `cursor` and `count`. `startedSince` and `startedBefore` look up calls by time, alone or with one of the last five. Calls that are looked up are ordered by `startedAt`, latest first; by `id`, in the order of the ids. A change is found within a second or two, and a call that no longer matches is never returned.
         *
         *     Requires the permission `call:read`.
         */
        get: operations["listCalls"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/call/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a call
         * @description Returns a call with all fields. Absent values are `null`, never omitted. Without the permission `person.contact:read`, `phone`, `recordingUrl` and `note` are `null`, and custom fields with such values are omitted.
         *
         *     Requires the permission `call:read`.
         */
        get: operations["getCall"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/call-list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List call lists
         * @description Returns the call lists of the organization, newest first by default. Every page but the last has a `nextCursor` and the equivalent `Link` header.
         *
         *     Requires the permission `call-list:read`.
         */
        get: operations["listCallLists"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/call-list/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a call list with its entries
         * @description Returns a call list with a page of its entries, sorted by `position`. With `include`, each entry embeds its person or company, which saves a request per entry. Without the permission `person.contact:read`, `emails` and `phones` of people are empty, `linkedinUrl` and `location.street` are `null`, and custom fields with such values are omitted, and so is `phone` of entries.
         *
         *     Requires the permission `call-list:read`.
         */
        get: operations["getCallList"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/call-list-entry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List call list entries
         * @description Returns all call list entries of the organization sorted by `changedAt`, then `id`. One that changes while you read the pages may come again on a later page. Every page but the last has a `nextCursor` and the equivalent `Link` header. The last page has `eventCursor` and `nextChangedSince`: continue with either to get what changed since. Without the permission `person.contact:read`, `phone` is `null`.
         *
         *     A lookup returns the entries of a person, with a status or with a next call: send one of `personId`, `status` or `nextCallBefore`. It finds a change within a second or two, and never returns an entry that no longer matches.
         *
         *     Requires the permission `call-list:read`.
         */
        get: operations["listCallListEntries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/field": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the fields of a resource
         * @description Returns the fields of a resource: those of the API, in their order, and the custom fields that imports have stored, up to 2,000, sorted by name. With `format=json-schema`, the response is a JSON Schema (draft 2020-12, `application/schema+json`) instead: clients that decode all responses to one type cannot send it. Requires a permission to read the resource: for people `person:read` or `person:list`, companies `company:read` or `company:list`, call lists `call-list:read`, call list entries `call-list:read` and calls `call:read`.
         */
        get: operations["listFields"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/count": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Count records by a value
         * @description Returns how many records have each value of a field, such as people by owner, sorted by value without case. A change is counted within a second or two. A record with several tags counts for each, and one without a value for none. The cost does not depend on the number of records.
         *
         *     People are counted by `ownerId`, `tag` and `companyId`, companies are counted by `ownerId` and `tag`, call list entries are counted by `status` and `callListId`, calls are counted by `companyId`, `callListId` and `disposition`. They require the permission to list the resource: `person:list`, `company:list`, `call-list:read` or `call:read`.
         */
        get: operations["countRecords"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/key": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the key of this request
         * @description Returns the API key that the request is made with: its organization, permissions and usage plan. Use it to test a connection.
         *
         *     Requires no permission: any valid key will do.
         */
        get: operations["getKey"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/event": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List events
         * @description Returns the changes of the organization as events, in one order without gaps, each exactly once, with the same ids and bodies as webhooks. Start with the `eventCursor` of a collection, `from` or `since`, and continue with `nextCursor`. A key receives the events of resources that it may read: those of people `person:read` or `person:list`, companies `company:read` or `company:list`, call lists `call-list:read`, call list entries `call-list:read` and calls `call:read`. Without `person.contact:read`, events show people and entries as the other operations do, and `previous` has only fields that look different.
         *
         *     Requires the permission `event:read`.
         */
        get: operations["listEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/event-type": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List event types
         * @description Returns every event type with its description, the permissions to subscribe to it, and a sample event. The samples are the same for every key and contain no customer data.
         *
         *     Requires no permission: any valid key will do.
         */
        get: operations["listEventTypes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhook-endpoint": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List webhook endpoints
         * @description Returns the webhook endpoints of the organization that were created with an API key, newest first. Endpoints of admins are not listed, and secrets are never shown again.
         *
         *     Requires the permission `webhook:manage`.
         */
        get: operations["listWebhookEndpoints"];
        put?: never;
        /**
         * Create a webhook endpoint
         * @description Subscribes a URL to event types from now on, and returns its signing secret, which is shown only once. The key needs permission to read every subscribed type: people `person:read` or `person:list`, companies `company:read` or `company:list`, call lists `call-list:read`, call list entries `call-list:read` and calls `call:read`; events of imports and exports need `event:read`; `*` needs all of them. Deliveries contain contact details of people if the key has `person.contact:read`. An endpoint with the same URL, event types and filter as another one, or one more than a host may have, is refused with `409`. With an `Idempotency-Key`, a repeated request returns the endpoint that the first one created, with its secret; a `409` if the endpoint was deleted since, or has another secret. Revoking the key disables the endpoint, and so does removing a permission that its events need.
         *
         *     Requires the permission `webhook:manage`.
         */
        post: operations["createWebhookEndpoint"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhook-endpoint/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a webhook endpoint
         * @description Deletes an endpoint that was created with an API key of your organization, and returns it. Its pending deliveries are dropped. Endpoints of admins return the same `404` as unknown ones.
         *
         *     Requires the permission `webhook:manage`.
         */
        delete: operations["deleteWebhookEndpoint"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List exports
         * @description Returns the exports of the last 30 days, newest first: those that the key could have made itself, so that a page may have fewer than `limit`.
         *
         *     Requires the permission `export:create`.
         */
        get: operations["listExports"];
        put?: never;
        /**
         * Create an export
         * @description Writes all people, companies, call lists, call list entries or calls into files, in the background: poll the export in `Location`, or wait for `export.completed`. One export of the organization runs at a time, and up to 10 wait or run. The key also needs the permission to list the resource: `person:list`, `company:list`, `call-list:read` or `call:read`. Without the permission `person.contact:read`, `emails` and `phones` of people are empty, `linkedinUrl` and `location.street` are `null`, and custom fields with such values are omitted, and so is `phone` of entries.
         *
         *     `fields` selects fields like the parameter of the collections, `changedSince` what changed at or after a time, and `callListId` the entries of one call list.
         *
         *     Requires the permission `export:create`.
         */
        post: operations["createExport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/export/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an export
         * @description Returns an export with its progress and, once completed, its files. Each record that existed when it started is in one file, once, in the state it had then or later. Continue with `GET /v1/event` and `eventCursor` to get all changes since. Files are kept for 7 days. Erasing a person deletes the files that may hold the person.
         *
         *     Requires the permission `export:create`.
         */
        get: operations["getExport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/import": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List imports
         * @description Returns the imports of API keys of the last 400 days, newest first: those of the source that the key is bound to, if it is.
         *
         *     Requires the permission `import:create`.
         */
        get: operations["listImports"];
        put?: never;
        /**
         * Import files or rows
         * @description Creates, changes and deletes records of a source, by the rules of all imports.
         *
         *     With `files`, at most one of each kind, it returns `202` with an `uploadUrl` for each. The import starts by itself once all are uploaded: poll it in `Location`. With `rows`, up to 500 in all, it returns `200` once they are stored, with counts and what was rejected; `202` if that takes longer than 20 seconds. An absent field of a row leaves the stored value, `null` empties it, and `"deleted": true` deletes the record.
         *
         *     One import of each kind runs at a time. While 20 wait, further rows are a `429` with `Retry-After`. A repetition with the same `Idempotency-Key` returns the present state of the first import. A key that is bound to a source gets `403` for any other.
         *
         *     Requires the permission `import:create`.
         */
        post: operations["createImport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/import/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an import
         * @description Returns an import of an API key: its plan, counts, warnings by kind, the first rejected rows, and addresses of all rejected rows and warnings, which work for an hour. The files are kept for 90 days.
         *
         *     Requires the permission `import:create`.
         */
        get: operations["getImport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/openapi.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get this document
         * @description The OpenAPI document of this API, with the URL it was requested from. Requires no key.
         */
        get: operations["getOpenApiDocument"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface webhooks {
    "person.created": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A person was created
         * @description Sent to every endpoint subscribed to `person.created`, to all events of the resource, or to all events.
         */
        post: operations["onPersonCreated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "person.updated": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Fields of a person changed
         * @description Sent to every endpoint subscribed to `person.updated`, to all events of the resource, or to all events.
         */
        post: operations["onPersonUpdated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "person.expiring": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A person will be deleted in a day or more, unless an import or a call list uses it
         * @description Sent to every endpoint subscribed to `person.expiring`, to all events of the resource, or to all events.
         */
        post: operations["onPersonExpiring"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "person.deleted": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A person was deleted
         * @description Sent to every endpoint subscribed to `person.deleted`, to all events of the resource, or to all events.
         */
        post: operations["onPersonDeleted"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "person.erased": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A person was erased: delete all that you store about them
         * @description Sent to every endpoint subscribed to `person.erased`, to all events of the resource, or to all events.
         */
        post: operations["onPersonErased"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "company.created": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A company was created
         * @description Sent to every endpoint subscribed to `company.created`, to all events of the resource, or to all events.
         */
        post: operations["onCompanyCreated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "company.updated": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Fields of a company changed
         * @description Sent to every endpoint subscribed to `company.updated`, to all events of the resource, or to all events.
         */
        post: operations["onCompanyUpdated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "company.expiring": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A company will be deleted in a day or more, unless an import, a call list or a person uses it
         * @description Sent to every endpoint subscribed to `company.expiring`, to all events of the resource, or to all events.
         */
        post: operations["onCompanyExpiring"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "company.deleted": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A company was deleted
         * @description Sent to every endpoint subscribed to `company.deleted`, to all events of the resource, or to all events.
         */
        post: operations["onCompanyDeleted"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "call_list.created": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A call list was created
         * @description Sent to every endpoint subscribed to `call_list.created`, to all events of the resource, or to all events.
         */
        post: operations["onCallListCreated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "call_list.updated": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Fields of a call list other than `isLocked` changed
         * @description Sent to every endpoint subscribed to `call_list.updated`, to all events of the resource, or to all events.
         */
        post: operations["onCallListUpdated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "call_list.deleted": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A call list was deleted
         * @description Sent to every endpoint subscribed to `call_list.deleted`, to all events of the resource, or to all events.
         */
        post: operations["onCallListDeleted"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "call_list.locked": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A call list was locked
         * @description Sent to every endpoint subscribed to `call_list.locked`, to all events of the resource, or to all events.
         */
        post: operations["onCallListLocked"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "call_list.unlocked": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A call list was unlocked
         * @description Sent to every endpoint subscribed to `call_list.unlocked`, to all events of the resource, or to all events.
         */
        post: operations["onCallListUnlocked"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "call_list_entry.created": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * An entry was added to a call list
         * @description Sent to every endpoint subscribed to `call_list_entry.created`, to all events of the resource, or to all events.
         */
        post: operations["onCallListEntryCreated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "call_list_entry.updated": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Fields of an entry changed, including its position
         * @description Sent to every endpoint subscribed to `call_list_entry.updated`, to all events of the resource, or to all events.
         */
        post: operations["onCallListEntryUpdated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "call_list_entry.deleted": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * An entry was removed from a call list
         * @description Sent to every endpoint subscribed to `call_list_entry.deleted`, to all events of the resource, or to all events.
         */
        post: operations["onCallListEntryDeleted"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "call.created": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A call was created
         * @description Sent to every endpoint subscribed to `call.created`, to all events of the resource, or to all events.
         */
        post: operations["onCallCreated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "call.updated": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Fields of a call changed
         * @description Sent to every endpoint subscribed to `call.updated`, to all events of the resource, or to all events.
         */
        post: operations["onCallUpdated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "call.deleted": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A call was deleted
         * @description Sent to every endpoint subscribed to `call.deleted`, to all events of the resource, or to all events.
         */
        post: operations["onCallDeleted"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "webhook_endpoint.failing": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A webhook endpoint has failed for a day without a success
         * @description Sent to every other endpoint subscribed to `webhook_endpoint.failing`, to all events of endpoints, or to all events. Endpoints of API keys receive only those about endpoints of API keys.
         */
        post: operations["onWebhookEndpointFailing"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "webhook_endpoint.disabled": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The service disabled a webhook endpoint: after a `410`, or five days without a success
         * @description Sent to every other endpoint subscribed to `webhook_endpoint.disabled`, to all events of endpoints, or to all events. Endpoints of API keys receive only those about endpoints of API keys.
         */
        post: operations["onWebhookEndpointDisabled"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "import.completed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A file was imported
         * @description Sent to every endpoint subscribed to `import.completed`, to all events of the resource, or to all events.
         */
        post: operations["onImportCompleted"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "import.failed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A file could not be imported, or only in part
         * @description Sent to every endpoint subscribed to `import.failed`, to all events of the resource, or to all events.
         */
        post: operations["onImportFailed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "export.completed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The files of an export are ready to download
         * @description Sent to every endpoint subscribed to `export.completed`, to all events of the resource, or to all events.
         */
        post: operations["onExportCompleted"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "export.failed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * An export ended without files
         * @description Sent to every endpoint subscribed to `export.failed`, to all events of the resource, or to all events.
         */
        post: operations["onExportFailed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "webhook.test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A webhook endpoint was tested
         * @description Sent to a single endpoint when an admin tests it. Cannot be subscribed to.
         */
        post: operations["onWebhookTest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface components {
    schemas: {
        /** @description A lower-case UUID. */
        Id: string;
        /**
         * Format: date-time
         * @description ISO 8601, UTC, with milliseconds.
         */
        Timestamp: string;
        Phone: {
            /** @description E.164; null if `raw` could not be parsed. */
            number: string | null;
            /** @enum {string} */
            type: "work" | "mobile" | "home" | "other";
            extension: string | null;
            /** @description As the source wrote it. */
            raw: string | null;
            doNotCall: boolean;
        };
        Location: {
            street: string | null;
            city: string | null;
            region: string | null;
            postalCode: string | null;
            country: string | null;
        };
        CallablePhone: {
            /** @description E.164; null if `raw` could not be parsed. */
            number: string | null;
            /** @enum {string} */
            type: "work" | "mobile" | "home" | "other";
            extension: string | null;
            /** @description As the source wrote it. */
            raw: string | null;
            doNotCall: boolean;
            /** @description Present with `include=callability`: whether and when to call this number. */
            callability?: components["schemas"]["Callability"];
        };
        /** @description Whether and when a number may be called. Not legal advice: see the guide to calling hours. */
        Callability: {
            /** @description At the time of the response. `null` if that is unknown: then do not call without checking by other means. */
            callableNow: boolean | null;
            /** @description The first moment at which a call is allowed, if that is later and within 14 days. `null` while `callableNow` is true or unknown, and if nothing but a change of the data allows a call. */
            nextCallableAt: string | null;
            /** @description When calls are no longer allowed. `null` unless `callableNow` is true, and that changes within 14 days. */
            callableUntil: string | null;
            /** @description The time zones in which the called party may be. A call has to be allowed in all of them. */
            timeZones: string[];
            /** @description Where they come from: `timezone` or `location` of the person, or of the company if there is no person; or the area code of the `number`. */
            timeZoneSource: string | null;
            /** @description The regions whose rules were applied, as ISO 3166 codes such as `US-FL`. */
            regions: string[];
            /** @description At least one. */
            reasons: components["schemas"]["CallabilityReason"][];
        };
        CallabilityReason: {
            /** @description Allowed: `within_hours`, `no_stricter_rule`. Not now: `do_not_call`, `outside_hours`, `holiday`, `scheduled`, `no_hours_ahead`. Unknown: `no_number`, `record_missing`, `unknown_region`, `unknown_time_zone`, `no_rule`. Later versions may add others. */
            code: string;
            /** @description For people. Its wording may change. */
            detail: string;
            /** @description The field that is the reason, such as `person.doNotCall`; null for rules. */
            field: string | null;
            /** @description The region of the rule, as an ISO 3166 code such as `US-FL`. */
            region: string | null;
            /** @description The rule, such as `Fla. Stat. § 501.616(6)(a)`. */
            citation: string | null;
            /** @description Since when the rule applies; null if that is not known. */
            effectiveDate: string | null;
            /** @description When the latest source of the rule was read. */
            checkedDate: string | null;
            /** @description When this reason ends; null if it does not end within 14 days. */
            until: string | null;
        };
        CallList: {
            id: components["schemas"]["Id"];
            name: string;
            createdAt: components["schemas"]["Timestamp"];
            isLocked: boolean;
        };
        CallListEntry: {
            id: components["schemas"]["Id"];
            callListId: components["schemas"]["Id"];
            /** Format: int64 */
            position: number;
            /** @description A lower-case UUID. */
            personId: string | null;
            /** @description A lower-case UUID. */
            companyId: string | null;
            /** @description The number to call. */
            phone: {
                /** @description E.164; null if `raw` could not be parsed. */
                number: string | null;
                /** @enum {string} */
                type: "work" | "mobile" | "home" | "other";
            } | null;
            /** @enum {string} */
            status: "pending" | "in_progress" | "callback" | "completed" | "skipped" | "exhausted" | "do_not_call";
            /** Format: int64 */
            attempts: number;
            /** @description ISO 8601, UTC, with milliseconds. */
            lastCalledAt: string | null;
            lastDisposition: string | null;
            /** @description ISO 8601, UTC, with milliseconds. */
            nextCallAt: string | null;
            note: string | null;
            addedAt: components["schemas"]["Timestamp"];
            /** @description The date of the last change in the source. */
            updatedAt: components["schemas"]["Timestamp"];
            /** @description When this service stored the last change. */
            changedAt: components["schemas"]["Timestamp"];
            /** @description Present with `include=person`; null if the entry has no person or the person was deleted. */
            person?: components["schemas"]["Person"] | null;
            /** @description Present with `include=company`; null if the entry has no company or the company was deleted. */
            company?: components["schemas"]["Company"] | null;
            /** @description Present with `include=callability`: whether and when to call the number in `phone`. */
            callability?: components["schemas"]["Callability"];
        };
        ExportFile: {
            /**
             * Format: uri
             * @description Downloads the file without a key. It works for an hour: read the export again for another.
             */
            url: string;
            name: string;
            /** Format: int64 */
            bytes: number;
            /** @description The SHA-256 of the file, in hexadecimal. */
            sha256: string;
            /** Format: int64 */
            recordCount: number;
        };
        Event: components["schemas"]["PersonCreatedEvent"] | components["schemas"]["PersonUpdatedEvent"] | components["schemas"]["PersonExpiringEvent"] | components["schemas"]["PersonDeletedEvent"] | components["schemas"]["PersonErasedEvent"] | components["schemas"]["CompanyCreatedEvent"] | components["schemas"]["CompanyUpdatedEvent"] | components["schemas"]["CompanyExpiringEvent"] | components["schemas"]["CompanyDeletedEvent"] | components["schemas"]["CallListCreatedEvent"] | components["schemas"]["CallListUpdatedEvent"] | components["schemas"]["CallListDeletedEvent"] | components["schemas"]["CallListLockedEvent"] | components["schemas"]["CallListUnlockedEvent"] | components["schemas"]["CallListEntryCreatedEvent"] | components["schemas"]["CallListEntryUpdatedEvent"] | components["schemas"]["CallListEntryDeletedEvent"] | components["schemas"]["CallCreatedEvent"] | components["schemas"]["CallUpdatedEvent"] | components["schemas"]["CallDeletedEvent"] | components["schemas"]["WebhookEndpointFailingEvent"] | components["schemas"]["WebhookEndpointDisabledEvent"] | components["schemas"]["ImportCompletedEvent"] | components["schemas"]["ImportFailedEvent"] | components["schemas"]["ExportCompletedEvent"] | components["schemas"]["ExportFailedEvent"];
        PersonPage: {
            /** @description The number of people that match the filters, on all pages. `null` with `count=none`, and for more than 10,000 matches by time or name unless `count=exact`. */
            totalCount: number | null;
            items: components["schemas"]["Person"][];
            /** @description Opaque. Send it as `cursor` to get the next page. Absent on the last page. */
            nextCursor?: string;
            /** @description On the last page of a collection. Send it as `cursor` to `GET /v1/event` to get all changes since a minute before the first page was read. */
            eventCursor?: string;
            /** @description On the last page of a collection: a minute before the first page was read. Send it as `changedSince` next time to get what changed since. */
            nextChangedSince?: components["schemas"]["Timestamp"];
            /** @description With `id`, `externalId`, `email`, `phone` or `domain`: the values, from the end of the previous page to the end of this one, that no record has, as the request has them. */
            notFound?: string[];
        };
        Person: {
            id: components["schemas"]["Id"];
            firstName: string | null;
            lastName: string | null;
            /** @description Job title. */
            title: string | null;
            emails: {
                address: string;
                /** @description As the source calls it, such as `work` or `personal`. */
                type: string | null;
            }[];
            phones: components["schemas"]["Phone"][];
            /** @description A lower-case UUID. */
            companyId: string | null;
            timezone: string | null;
            location: components["schemas"]["Location"] | null;
            linkedinUrl: string | null;
            websiteUrl: string | null;
            doNotCall: boolean;
            /** @description The user of the source system who owns the record. */
            ownerId: string | null;
            tags: string[];
            externalIds: {
                /** @description The source system, such as `hubspot`. */
                source: string;
                id: string;
            }[];
            /** @description Source fields that no other field covers, by their name in the source: text, numbers, booleans or null. */
            customFields: {
                [key: string]: string | number | boolean | null;
            };
            createdAt: components["schemas"]["Timestamp"];
            /** @description The date of the last change in the source. */
            updatedAt: components["schemas"]["Timestamp"];
            /** @description When this service stored the last change. */
            changedAt: components["schemas"]["Timestamp"];
        };
        CompanyPage: {
            /** @description The number of companies that match the filters, on all pages. `null` with `count=none`, and for more than 10,000 matches by time or name unless `count=exact`. */
            totalCount: number | null;
            items: components["schemas"]["Company"][];
            /** @description Opaque. Send it as `cursor` to get the next page. Absent on the last page. */
            nextCursor?: string;
            /** @description On the last page of a collection. Send it as `cursor` to `GET /v1/event` to get all changes since a minute before the first page was read. */
            eventCursor?: string;
            /** @description On the last page of a collection: a minute before the first page was read. Send it as `changedSince` next time to get what changed since. */
            nextChangedSince?: components["schemas"]["Timestamp"];
            /** @description With `id`, `externalId`, `email`, `phone` or `domain`: the values, from the end of the previous page to the end of this one, that no record has, as the request has them. */
            notFound?: string[];
        };
        Company: {
            id: components["schemas"]["Id"];
            name: string | null;
            domain: string | null;
            websiteUrl: string | null;
            industry: string | null;
            employeeCount: number | null;
            annualRevenue: {
                /** Format: double */
                amount: number;
                /** @description ISO 4217. */
                currency: string | null;
            } | null;
            phones: components["schemas"]["Phone"][];
            location: components["schemas"]["Location"] | null;
            timezone: string | null;
            linkedinUrl: string | null;
            description: string | null;
            doNotCall: boolean;
            /** @description The user of the source system who owns the record. */
            ownerId: string | null;
            tags: string[];
            externalIds: {
                /** @description The source system, such as `hubspot`. */
                source: string;
                id: string;
            }[];
            /** @description Source fields that no other field covers, by their name in the source: text, numbers, booleans or null. */
            customFields: {
                [key: string]: string | number | boolean | null;
            };
            createdAt: components["schemas"]["Timestamp"];
            /** @description The date of the last change in the source. */
            updatedAt: components["schemas"]["Timestamp"];
            /** @description When this service stored the last change. */
            changedAt: components["schemas"]["Timestamp"];
        };
        CallPage: {
            /** @description The number of calls that match the filters, on all pages. `null` with `count=none`, and for more than 10,000 matches by time or name unless `count=exact`. */
            totalCount: number | null;
            items: components["schemas"]["Call"][];
            /** @description Opaque. Send it as `cursor` to get the next page. Absent on the last page. */
            nextCursor?: string;
            /** @description On the last page of a collection. Send it as `cursor` to `GET /v1/event` to get all changes since a minute before the first page was read. */
            eventCursor?: string;
            /** @description On the last page of a collection: a minute before the first page was read. Send it as `changedSince` next time to get what changed since. */
            nextChangedSince?: components["schemas"]["Timestamp"];
            /** @description With `id`, `externalId`, `email`, `phone` or `domain`: the values, from the end of the previous page to the end of this one, that no record has, as the request has them. */
            notFound?: string[];
        };
        Call: {
            id: components["schemas"]["Id"];
            /** @description A lower-case UUID. */
            personId: string | null;
            /** @description A lower-case UUID. */
            companyId: string | null;
            /** @description A lower-case UUID. */
            callListId: string | null;
            /** @description A lower-case UUID. */
            callListEntryId: string | null;
            /** @description The other party's number. */
            phone: {
                /** @description E.164; null if `raw` could not be parsed. */
                number: string | null;
                /** @enum {string} */
                type: "work" | "mobile" | "home" | "other";
            } | null;
            /** @enum {string} */
            direction: "inbound" | "outbound";
            startedAt: components["schemas"]["Timestamp"];
            durationSeconds: number | null;
            /** @description What came of it, as the source calls it. */
            disposition: string | null;
            /** @description Whether it was answered; null if the source does not say. */
            isConnected: boolean | null;
            /** @description Who made or took the call. */
            agent: {
                /** @description As the source calls the user. */
                id: string | null;
                name: string | null;
                email: string | null;
            } | null;
            recordingUrl: string | null;
            note: string | null;
            externalIds: {
                /** @description The source system, such as `hubspot`. */
                source: string;
                id: string;
            }[];
            /** @description Source fields that no other field covers, by their name in the source: text, numbers, booleans or null. */
            customFields: {
                [key: string]: string | number | boolean | null;
            };
            createdAt: components["schemas"]["Timestamp"];
            /** @description The date of the last change in the source. */
            updatedAt: components["schemas"]["Timestamp"];
            /** @description When this service stored the last change. */
            changedAt: components["schemas"]["Timestamp"];
        };
        PersonWithCallability: {
            id: components["schemas"]["Id"];
            firstName: string | null;
            lastName: string | null;
            /** @description Job title. */
            title: string | null;
            emails: {
                address: string;
                /** @description As the source calls it, such as `work` or `personal`. */
                type: string | null;
            }[];
            phones: components["schemas"]["CallablePhone"][];
            /** @description A lower-case UUID. */
            companyId: string | null;
            timezone: string | null;
            location: components["schemas"]["Location"] | null;
            linkedinUrl: string | null;
            websiteUrl: string | null;
            doNotCall: boolean;
            /** @description The user of the source system who owns the record. */
            ownerId: string | null;
            tags: string[];
            externalIds: {
                /** @description The source system, such as `hubspot`. */
                source: string;
                id: string;
            }[];
            /** @description Source fields that no other field covers, by their name in the source: text, numbers, booleans or null. */
            customFields: {
                [key: string]: string | number | boolean | null;
            };
            createdAt: components["schemas"]["Timestamp"];
            /** @description The date of the last change in the source. */
            updatedAt: components["schemas"]["Timestamp"];
            /** @description When this service stored the last change. */
            changedAt: components["schemas"]["Timestamp"];
        };
        CallListPage: {
            /** @description The number of call lists that match the filters, on all pages. `null` with `count=none`, and for more than 10,000 matches by time or name unless `count=exact`. */
            totalCount: number | null;
            items: components["schemas"]["CallList"][];
            /** @description Opaque. Send it as `cursor` to get the next page. Absent on the last page. */
            nextCursor?: string;
            /** @description On the last page of a collection. Send it as `cursor` to `GET /v1/event` to get all changes since a minute before the first page was read. */
            eventCursor?: string;
            /** @description On the last page of a collection: a minute before the first page was read. Send it as `changedSince` next time to get what changed since. */
            nextChangedSince?: components["schemas"]["Timestamp"];
        };
        CallListWithEntries: {
            id: components["schemas"]["Id"];
            name: string;
            createdAt: components["schemas"]["Timestamp"];
            isLocked: boolean;
            /** @description When this service stored the last change. */
            changedAt: components["schemas"]["Timestamp"];
            /**
             * Format: int64
             * @description The exact number of entries of the call list, on all pages.
             */
            entryCount: number;
            /** @description Sorted by `position`. */
            entries: components["schemas"]["CallListEntry"][];
            /** @description Opaque. Send it as `cursor` to get the next page. Absent on the last page. */
            nextCursor?: string;
        };
        CallListEntryPage: {
            /** @description The number of entries that match the filters, on all pages. `null` with `count=none`, and for more than 10,000 matches by time or name unless `count=exact`. */
            totalCount: number | null;
            items: components["schemas"]["ListedEntry"][];
            /** @description Opaque. Send it as `cursor` to get the next page. Absent on the last page. */
            nextCursor?: string;
            /** @description On the last page of a collection. Send it as `cursor` to `GET /v1/event` to get all changes since a minute before the first page was read. */
            eventCursor?: string;
            /** @description On the last page of a collection: a minute before the first page was read. Send it as `changedSince` next time to get what changed since. */
            nextChangedSince?: components["schemas"]["Timestamp"];
        };
        CountPage: {
            /** @description The number of values, on all pages. `null` with `count=none`, and beyond 10,000 unless `count=exact`. */
            totalCount: number | null;
            items: {
                /** @description In the spelling of a record that has it. */
                value: string;
                /**
                 * Format: int64
                 * @description The number of records that have it.
                 */
                count: number;
            }[];
            /** @description Opaque. Send it as `cursor` to get the next page. Absent on the last page. */
            nextCursor?: string;
        };
        FieldList: {
            /** @description Those of the API in their order, then custom fields by name. */
            items: {
                /** @description As in `fields`, where a comma in the name of a custom field is escaped. */
                path: string;
                /** @description The JSON types of its values. A custom field may have several. */
                type: ("string" | "integer" | "number" | "boolean" | "array" | "object" | "null")[];
                /** @description Of text, such as `date-time` or `uuid`. */
                format: string | null;
                /** @description All values, if they are fixed; otherwise empty. */
                values: string[];
                isCustom: boolean;
                /** @description The systems that the values of a custom field come from, at most 20. */
                sources: string[];
                /** @description When an import first stored the custom field. */
                firstSeenAt: string | null;
                description: string | null;
            }[];
        };
        Key: {
            /** @description Public: part of the key itself. */
            id: components["schemas"]["Id"];
            name: string;
            organization: {
                id: components["schemas"]["Id"];
                /** @description `null` if the organization was never registered. */
                name: string | null;
            };
            permissions: string[];
            /** @description The usage plan in force. A change takes up to a minute. */
            plan: {
                name: string;
                /**
                 * Format: double
                 * @description Sustained requests per second.
                 */
                rate: number;
                /**
                 * Format: int64
                 * @description Burst: requests allowed above the sustained rate.
                 */
                burst: number;
                /**
                 * Format: int64
                 * @description Requests per day, from midnight UTC.
                 */
                dailyQuota: number;
            };
            createdAt: components["schemas"]["Timestamp"];
            /** @description `null` if the key does not expire. */
            expiresAt: string | null;
            /** @description The CIDRs from which the key may be used. `null` for anywhere. */
            allowedAddresses: string[] | null;
            /** @description The only source whose records the key may import. `null` for any. */
            importSource: string | null;
        };
        EventPage: {
            /** @description In the order of the feed, which is the same for all readers. */
            items: components["schemas"]["Event"][];
            /** @description Opaque, and always present. Keep it, and send it as `cursor` to get the events that follow. */
            nextCursor: string;
            /** @description Whether events follow: if so, continue immediately, else later. A page may be empty and still have more. */
            hasMore: boolean;
        };
        EventTypeList: {
            items: {
                /** @description Such as `person.updated`. Later versions may add others. */
                type: string;
                description: string;
                /** @description A key needs one of them to subscribe a webhook endpoint to this type. */
                permissions: string[];
                /** @description A sample event, as webhooks and the feed carry it. */
                example: components["schemas"]["Event"];
            }[];
        };
        WebhookEndpointPage: {
            /** @description Newest first. */
            items: components["schemas"]["WebhookEndpoint"][];
            /** @description Opaque. Send it as `cursor` to get the next page. Absent on the last page. */
            nextCursor?: string;
        };
        IssuedWebhookEndpoint: {
            id: components["schemas"]["Id"];
            /** Format: uri */
            url: string;
            /** @description The subscribed event types and patterns. */
            eventTypes: string[];
            description: string | null;
            /** @description An event pattern of EventBridge. Only events that match it are delivered. `null` for all. */
            filter: {
                [key: string]: unknown;
            } | null;
            /** @description Further headers of each request. Their values are stored encrypted and never shown. */
            headers: {
                name: string;
            }[];
            /** @description How many requests per second the endpoint gets at most. `null` without a limit. */
            maxPerSecond: number | null;
            /**
             * @description `full` delivers the whole event; `thin` its id, type, timestamp, sequence and record id.
             * @enum {string}
             */
            payload: "full" | "thin";
            /** @description A disabled endpoint receives nothing. */
            isEnabled: boolean;
            /** @description `admin`, `gone` (it responded with `410`), `failing` (five days without a success), `key_revoked` or `key_permission_removed`; `null` while enabled. Later versions may add others. */
            disabledReason: string | null;
            /** @description ISO 8601, UTC, with milliseconds. */
            disabledAt: string | null;
            /** @description `null` while deliveries succeed. */
            failingSince: string | null;
            /** @description The API key that created it. */
            keyId: components["schemas"]["Id"];
            createdAt: components["schemas"]["Timestamp"];
            updatedAt: components["schemas"]["Timestamp"];
            /** @description The signing secret. Shown only once. */
            secret: string;
        };
        WebhookEndpoint: {
            id: components["schemas"]["Id"];
            /** Format: uri */
            url: string;
            /** @description The subscribed event types and patterns. */
            eventTypes: string[];
            description: string | null;
            /** @description An event pattern of EventBridge. Only events that match it are delivered. `null` for all. */
            filter: {
                [key: string]: unknown;
            } | null;
            /** @description Further headers of each request. Their values are stored encrypted and never shown. */
            headers: {
                name: string;
            }[];
            /** @description How many requests per second the endpoint gets at most. `null` without a limit. */
            maxPerSecond: number | null;
            /**
             * @description `full` delivers the whole event; `thin` its id, type, timestamp, sequence and record id.
             * @enum {string}
             */
            payload: "full" | "thin";
            /** @description A disabled endpoint receives nothing. */
            isEnabled: boolean;
            /** @description `admin`, `gone` (it responded with `410`), `failing` (five days without a success), `key_revoked` or `key_permission_removed`; `null` while enabled. Later versions may add others. */
            disabledReason: string | null;
            /** @description ISO 8601, UTC, with milliseconds. */
            disabledAt: string | null;
            /** @description `null` while deliveries succeed. */
            failingSince: string | null;
            /** @description The API key that created it. */
            keyId: components["schemas"]["Id"];
            createdAt: components["schemas"]["Timestamp"];
            updatedAt: components["schemas"]["Timestamp"];
        };
        QueuedExport: {
            id: components["schemas"]["Id"];
            /** @enum {string} */
            resource: "person" | "company" | "call-list" | "call-list-entry" | "call";
            /** @enum {string} */
            format: "jsonl" | "csv" | "parquet";
            /** @description The selected fields; empty for all. */
            fields: string[];
            /** @description ISO 8601, UTC, with milliseconds. */
            changedSince: string | null;
            /** @description A lower-case UUID. */
            callListId: string | null;
            /**
             * @description `queued` and `running` end as `completed` or `failed`. `expired`: the files are deleted.
             * @enum {string}
             */
            state: "queued" | "running" | "completed" | "failed" | "expired";
            /** @description Why it failed, or why its files were deleted early, and what to do. */
            problem: string | null;
            /**
             * Format: int64
             * @description The records that are written so far.
             */
            recordCount: number;
            /** @description How many there were at its start. `null` until then. */
            totalCount: number | null;
            /** @description In order, once it has completed. Each record is in one of them, once. */
            files: components["schemas"]["ExportFile"][];
            /** @description Send it as `cursor` to `GET /v1/event` to get all changes that the files may lack, without a gap. `null` until it has completed. */
            eventCursor: string | null;
            createdAt: components["schemas"]["Timestamp"];
            /** @description ISO 8601, UTC, with milliseconds. */
            completedAt: string | null;
            /** @description When the files are deleted: 7 days after completion. */
            expiresAt: string | null;
        };
        ExportPage: {
            /** @description Newest first. */
            items: components["schemas"]["Export"][];
            /** @description Opaque. Send it as `cursor` to get the next page. Absent on the last page. */
            nextCursor?: string;
        };
        Export: {
            id: components["schemas"]["Id"];
            /** @enum {string} */
            resource: "person" | "company" | "call-list" | "call-list-entry" | "call";
            /** @enum {string} */
            format: "jsonl" | "csv" | "parquet";
            /** @description The selected fields; empty for all. */
            fields: string[];
            /** @description ISO 8601, UTC, with milliseconds. */
            changedSince: string | null;
            /** @description A lower-case UUID. */
            callListId: string | null;
            /**
             * @description `queued` and `running` end as `completed` or `failed`. `expired`: the files are deleted.
             * @enum {string}
             */
            state: "queued" | "running" | "completed" | "failed" | "expired";
            /** @description Why it failed, or why its files were deleted early, and what to do. */
            problem: string | null;
            /**
             * Format: int64
             * @description The records that are written so far.
             */
            recordCount: number;
            /** @description How many there were at its start. `null` until then. */
            totalCount: number | null;
            /** @description In order, once it has completed. Each record is in one of them, once. */
            files: components["schemas"]["ExportFile"][];
            /** @description Send it as `cursor` to `GET /v1/event` to get all changes that the files may lack, without a gap. `null` until it has completed. */
            eventCursor: string | null;
            createdAt: components["schemas"]["Timestamp"];
            /** @description ISO 8601, UTC, with milliseconds. */
            completedAt: string | null;
            /** @description When the files are deleted: 7 days after completion. */
            expiresAt: string | null;
        };
        StartedImport: {
            id: components["schemas"]["Id"];
            /** @description The system that the records come from. */
            source: string;
            /**
             * @description `awaiting_files`, `queued` and `running` end as one of the others. `awaiting_confirmation`: imported, but an admin has to confirm deletions in the console. `expired`: files were not uploaded within 24 hours.
             * @enum {string}
             */
            state: "awaiting_files" | "queued" | "running" | "awaiting_confirmation" | "completed" | "failed" | "expired" | "undone";
            /** @description Why it failed, and what to do. */
            problem: string | null;
            /** @description `null`: those of the import profiles. */
            settings: {
                /** @description Columns that fill another field than the one they are recognized for. Those with the path `skip` are not imported. */
                mappings: {
                    column: string;
                    path: string;
                }[];
                /** @description ISO 3166 code of the country of phone numbers without a country code. */
                region: string | null;
                /** @description The order of day and month in numeric dates. `null` detects it per column. */
                dateOrder: ("dmy" | "mdy") | null;
                /** @description Whether rows of one record are merged. */
                isMergingRows: boolean;
                /** @description Whether companies that people name are created. */
                isCreatingCompanies: boolean;
                /** @description Whether one unreadable cell rejects its row. */
                isStrict: boolean;
                /** @description Whether blank cells leave the stored values of their fields. */
                isKeepingBlank: boolean;
                /** @description Whether changes are marked as silent, so that webhooks receive nothing. */
                isSilent: boolean;
                /** @description Whether to delete records of the source that are missing from the file. Not for call lists. */
                isDeletingMissing: boolean;
            } | null;
            /** @description In the order in which they are imported. Rows are a file of their kind. */
            files: {
                /** @enum {string} */
                kind: "people" | "companies" | "call-lists" | "calls";
                /** @description `null` if it shows when the file is read. */
                format: ("csv" | "jsonl") | null;
                /** Format: int64 */
                bytes: number;
                sha256: string | null;
                /**
                 * @description What became of the file. `uploaded`: it waits for the others, or for those before it. `awaiting_confirmation`: an admin has to confirm its deletions. `skipped`: the last import of the kind and source had the same content.
                 * @enum {string}
                 */
                state: "awaiting_upload" | "uploaded" | "queued" | "running" | "awaiting_confirmation" | "completed" | "failed" | "skipped" | "undoing" | "undone";
                /** @description Send the file here with `PUT` and `uploadHeaders`, without a key. It works for an hour: read the import again for another. `null` once the file is there, and for rows. */
                uploadUrl: string | null;
                /** @description The headers of the upload, besides its exact `Content-Length`. Empty without `uploadUrl`. */
                uploadHeaders: {
                    name: string;
                    value: string;
                }[];
                /**
                 * Format: int64
                 * @description Bytes that were imported.
                 */
                bytesRead: number;
                /** @description What was decided before its rows were imported. `null` until then. Long lists are cut. */
                plan: {
                    file: string;
                    /** @enum {string} */
                    format: "csv" | "json-lines" | "parquet";
                    /** @description Of text: `utf-8`, `utf-16le` or `utf-16be`. Null for Parquet. */
                    encoding: string | null;
                    /** @description Of the cells of CSV. Null for other formats. */
                    separator: string | null;
                    /** @description Whose national phone numbers are understood. */
                    region: string | null;
                    /** @description The columns that tell which record a row is of. */
                    identifiedBy: string[];
                    /** @description The columns that forbid calls. */
                    bannedBy: string[];
                    /** @description The columns that mark deleted records. */
                    deletedBy: string[];
                    isDeletingMissing: boolean;
                    isKeepingBlank: boolean;
                    /** @description The order of day and month, of columns whose numeric dates show it. */
                    dateOrders: {
                        column: string;
                        /** @enum {string} */
                        order: "dmy" | "mdy";
                    }[];
                } | null;
                /** @description Cells that were not imported as they are: the first 20 kinds. */
                warnings: {
                    field: string;
                    reason: string;
                    /** Format: int64 */
                    count: number;
                    /**
                     * Format: int64
                     * @description The first row with this warning.
                     */
                    line: number;
                    /** @description Its cell, shortened. */
                    value: string;
                }[];
                deletions: {
                    /**
                     * Format: int64
                     * @description Records that the file marks as deleted, or that are missing from it.
                     */
                    missing: number;
                    /** Format: int64 */
                    deleted: number;
                    /** @description Why they were not deleted; null if they were. */
                    stopped: string | null;
                } | null;
                /** @description Why its import failed, and what to do. */
                problem: string | null;
                /** @description Downloads the rejected rows, in the format of the file, with the `reason`, without a key for an hour. `null` if there are none, or the file is not done. */
                rejectedUrl: string | null;
                /** @description Downloads all warnings as CSV, in the same way. */
                warningsUrl: string | null;
            }[];
            /** @description What became of the rows of all files so far, without those of skipped files. `null` until the first rows are stored. */
            counts: {
                people: {
                    /**
                     * Format: int64
                     * @description The sum of the outcomes.
                     */
                    read: number;
                    /** Format: int64 */
                    created: number;
                    /** Format: int64 */
                    changed: number;
                    /**
                     * Format: int64
                     * @description With rows that delete records, which `deletions` of their file counts.
                     */
                    unchanged: number;
                    /**
                     * Format: int64
                     * @description Rows that were merged into an earlier row of the same record.
                     */
                    merged: number;
                    /** Format: int64 */
                    rejected: number;
                    /**
                     * Format: int64
                     * @description Cells that could not be used, of rows that were imported without them.
                     */
                    warnings: number;
                };
                companies: {
                    /**
                     * Format: int64
                     * @description The sum of the outcomes.
                     */
                    read: number;
                    /** Format: int64 */
                    created: number;
                    /** Format: int64 */
                    changed: number;
                    /**
                     * Format: int64
                     * @description With rows that delete records, which `deletions` of their file counts.
                     */
                    unchanged: number;
                    /**
                     * Format: int64
                     * @description Rows that were merged into an earlier row of the same record.
                     */
                    merged: number;
                    /** Format: int64 */
                    rejected: number;
                    /**
                     * Format: int64
                     * @description Cells that could not be used, of rows that were imported without them.
                     */
                    warnings: number;
                };
                callLists: {
                    /**
                     * Format: int64
                     * @description The sum of the outcomes.
                     */
                    read: number;
                    /** Format: int64 */
                    created: number;
                    /** Format: int64 */
                    changed: number;
                    /**
                     * Format: int64
                     * @description With rows that delete records, which `deletions` of their file counts.
                     */
                    unchanged: number;
                    /**
                     * Format: int64
                     * @description Rows that were merged into an earlier row of the same record.
                     */
                    merged: number;
                    /** Format: int64 */
                    rejected: number;
                    /**
                     * Format: int64
                     * @description Cells that could not be used, of rows that were imported without them.
                     */
                    warnings: number;
                };
                callListEntries: {
                    /**
                     * Format: int64
                     * @description The sum of the outcomes.
                     */
                    read: number;
                    /** Format: int64 */
                    created: number;
                    /** Format: int64 */
                    changed: number;
                    /**
                     * Format: int64
                     * @description With rows that delete records, which `deletions` of their file counts.
                     */
                    unchanged: number;
                    /**
                     * Format: int64
                     * @description Rows that were merged into an earlier row of the same record.
                     */
                    merged: number;
                    /** Format: int64 */
                    rejected: number;
                    /**
                     * Format: int64
                     * @description Cells that could not be used, of rows that were imported without them.
                     */
                    warnings: number;
                };
                calls: {
                    /**
                     * Format: int64
                     * @description The sum of the outcomes.
                     */
                    read: number;
                    /** Format: int64 */
                    created: number;
                    /** Format: int64 */
                    changed: number;
                    /**
                     * Format: int64
                     * @description With rows that delete records, which `deletions` of their file counts.
                     */
                    unchanged: number;
                    /**
                     * Format: int64
                     * @description Rows that were merged into an earlier row of the same record.
                     */
                    merged: number;
                    /** Format: int64 */
                    rejected: number;
                    /**
                     * Format: int64
                     * @description Cells that could not be used, of rows that were imported without them.
                     */
                    warnings: number;
                };
                /** Format: int64 */
                companiesCreatedForPeople: number;
                /**
                 * Format: int64
                 * @description Numbers, addresses and identities that were put on the suppression list.
                 */
                bansAdded: number;
                /**
                 * Format: int64
                 * @description Those that were taken from it, because their source allows calls.
                 */
                bansLifted: number;
                /**
                 * Format: int64
                 * @description Stored values that blank cells have emptied.
                 */
                valuesEmptied: number;
            } | null;
            createdAt: components["schemas"]["Timestamp"];
            /** @description When it ended. */
            completedAt: string | null;
            /** @description The first rejected rows: of `rows` all of them, of each file 20. */
            rejected: {
                /** @enum {string} */
                kind: "people" | "companies" | "call-lists" | "calls";
                /**
                 * Format: int64
                 * @description Where the row starts in the file. The first row of `rows` is line 1.
                 */
                line: number;
                reason: string;
            }[];
        };
        ImportPage: {
            /** @description Newest first. */
            items: {
                id: components["schemas"]["Id"];
                /** @description The system that the records come from. */
                source: string;
                /**
                 * @description `awaiting_files`, `queued` and `running` end as one of the others. `awaiting_confirmation`: imported, but an admin has to confirm deletions in the console. `expired`: files were not uploaded within 24 hours.
                 * @enum {string}
                 */
                state: "awaiting_files" | "queued" | "running" | "awaiting_confirmation" | "completed" | "failed" | "expired" | "undone";
                /** @description Why it failed, and what to do. */
                problem: string | null;
                /** @description `null`: those of the import profiles. */
                settings: {
                    /** @description Columns that fill another field than the one they are recognized for. Those with the path `skip` are not imported. */
                    mappings: {
                        column: string;
                        path: string;
                    }[];
                    /** @description ISO 3166 code of the country of phone numbers without a country code. */
                    region: string | null;
                    /** @description The order of day and month in numeric dates. `null` detects it per column. */
                    dateOrder: ("dmy" | "mdy") | null;
                    /** @description Whether rows of one record are merged. */
                    isMergingRows: boolean;
                    /** @description Whether companies that people name are created. */
                    isCreatingCompanies: boolean;
                    /** @description Whether one unreadable cell rejects its row. */
                    isStrict: boolean;
                    /** @description Whether blank cells leave the stored values of their fields. */
                    isKeepingBlank: boolean;
                    /** @description Whether changes are marked as silent, so that webhooks receive nothing. */
                    isSilent: boolean;
                    /** @description Whether to delete records of the source that are missing from the file. Not for call lists. */
                    isDeletingMissing: boolean;
                } | null;
                /** @description In the order in which they are imported. Rows are a file of their kind. */
                files: {
                    /** @enum {string} */
                    kind: "people" | "companies" | "call-lists" | "calls";
                    /** @description `null` if it shows when the file is read. */
                    format: ("csv" | "jsonl") | null;
                    /** Format: int64 */
                    bytes: number;
                    sha256: string | null;
                    /**
                     * @description What became of the file. `uploaded`: it waits for the others, or for those before it. `awaiting_confirmation`: an admin has to confirm its deletions. `skipped`: the last import of the kind and source had the same content.
                     * @enum {string}
                     */
                    state: "awaiting_upload" | "uploaded" | "queued" | "running" | "awaiting_confirmation" | "completed" | "failed" | "skipped" | "undoing" | "undone";
                    /** @description Send the file here with `PUT` and `uploadHeaders`, without a key. It works for an hour: read the import again for another. `null` once the file is there, and for rows. */
                    uploadUrl: string | null;
                    /** @description The headers of the upload, besides its exact `Content-Length`. Empty without `uploadUrl`. */
                    uploadHeaders: {
                        name: string;
                        value: string;
                    }[];
                    /**
                     * Format: int64
                     * @description Bytes that were imported.
                     */
                    bytesRead: number;
                    /** @description What was decided before its rows were imported. `null` until then. Long lists are cut. */
                    plan: {
                        file: string;
                        /** @enum {string} */
                        format: "csv" | "json-lines" | "parquet";
                        /** @description Of text: `utf-8`, `utf-16le` or `utf-16be`. Null for Parquet. */
                        encoding: string | null;
                        /** @description Of the cells of CSV. Null for other formats. */
                        separator: string | null;
                        /** @description Whose national phone numbers are understood. */
                        region: string | null;
                        /** @description The columns that tell which record a row is of. */
                        identifiedBy: string[];
                        /** @description The columns that forbid calls. */
                        bannedBy: string[];
                        /** @description The columns that mark deleted records. */
                        deletedBy: string[];
                        isDeletingMissing: boolean;
                        isKeepingBlank: boolean;
                        /** @description The order of day and month, of columns whose numeric dates show it. */
                        dateOrders: {
                            column: string;
                            /** @enum {string} */
                            order: "dmy" | "mdy";
                        }[];
                    } | null;
                    /** @description Cells that were not imported as they are: the first 20 kinds. */
                    warnings: {
                        field: string;
                        reason: string;
                        /** Format: int64 */
                        count: number;
                        /**
                         * Format: int64
                         * @description The first row with this warning.
                         */
                        line: number;
                        /** @description Its cell, shortened. */
                        value: string;
                    }[];
                    deletions: {
                        /**
                         * Format: int64
                         * @description Records that the file marks as deleted, or that are missing from it.
                         */
                        missing: number;
                        /** Format: int64 */
                        deleted: number;
                        /** @description Why they were not deleted; null if they were. */
                        stopped: string | null;
                    } | null;
                    /** @description Why its import failed, and what to do. */
                    problem: string | null;
                    /** @description Downloads the rejected rows, in the format of the file, with the `reason`, without a key for an hour. `null` if there are none, or the file is not done. */
                    rejectedUrl: string | null;
                    /** @description Downloads all warnings as CSV, in the same way. */
                    warningsUrl: string | null;
                }[];
                /** @description What became of the rows of all files so far, without those of skipped files. `null` until the first rows are stored. */
                counts: {
                    people: {
                        /**
                         * Format: int64
                         * @description The sum of the outcomes.
                         */
                        read: number;
                        /** Format: int64 */
                        created: number;
                        /** Format: int64 */
                        changed: number;
                        /**
                         * Format: int64
                         * @description With rows that delete records, which `deletions` of their file counts.
                         */
                        unchanged: number;
                        /**
                         * Format: int64
                         * @description Rows that were merged into an earlier row of the same record.
                         */
                        merged: number;
                        /** Format: int64 */
                        rejected: number;
                        /**
                         * Format: int64
                         * @description Cells that could not be used, of rows that were imported without them.
                         */
                        warnings: number;
                    };
                    companies: {
                        /**
                         * Format: int64
                         * @description The sum of the outcomes.
                         */
                        read: number;
                        /** Format: int64 */
                        created: number;
                        /** Format: int64 */
                        changed: number;
                        /**
                         * Format: int64
                         * @description With rows that delete records, which `deletions` of their file counts.
                         */
                        unchanged: number;
                        /**
                         * Format: int64
                         * @description Rows that were merged into an earlier row of the same record.
                         */
                        merged: number;
                        /** Format: int64 */
                        rejected: number;
                        /**
                         * Format: int64
                         * @description Cells that could not be used, of rows that were imported without them.
                         */
                        warnings: number;
                    };
                    callLists: {
                        /**
                         * Format: int64
                         * @description The sum of the outcomes.
                         */
                        read: number;
                        /** Format: int64 */
                        created: number;
                        /** Format: int64 */
                        changed: number;
                        /**
                         * Format: int64
                         * @description With rows that delete records, which `deletions` of their file counts.
                         */
                        unchanged: number;
                        /**
                         * Format: int64
                         * @description Rows that were merged into an earlier row of the same record.
                         */
                        merged: number;
                        /** Format: int64 */
                        rejected: number;
                        /**
                         * Format: int64
                         * @description Cells that could not be used, of rows that were imported without them.
                         */
                        warnings: number;
                    };
                    callListEntries: {
                        /**
                         * Format: int64
                         * @description The sum of the outcomes.
                         */
                        read: number;
                        /** Format: int64 */
                        created: number;
                        /** Format: int64 */
                        changed: number;
                        /**
                         * Format: int64
                         * @description With rows that delete records, which `deletions` of their file counts.
                         */
                        unchanged: number;
                        /**
                         * Format: int64
                         * @description Rows that were merged into an earlier row of the same record.
                         */
                        merged: number;
                        /** Format: int64 */
                        rejected: number;
                        /**
                         * Format: int64
                         * @description Cells that could not be used, of rows that were imported without them.
                         */
                        warnings: number;
                    };
                    calls: {
                        /**
                         * Format: int64
                         * @description The sum of the outcomes.
                         */
                        read: number;
                        /** Format: int64 */
                        created: number;
                        /** Format: int64 */
                        changed: number;
                        /**
                         * Format: int64
                         * @description With rows that delete records, which `deletions` of their file counts.
                         */
                        unchanged: number;
                        /**
                         * Format: int64
                         * @description Rows that were merged into an earlier row of the same record.
                         */
                        merged: number;
                        /** Format: int64 */
                        rejected: number;
                        /**
                         * Format: int64
                         * @description Cells that could not be used, of rows that were imported without them.
                         */
                        warnings: number;
                    };
                    /** Format: int64 */
                    companiesCreatedForPeople: number;
                    /**
                     * Format: int64
                     * @description Numbers, addresses and identities that were put on the suppression list.
                     */
                    bansAdded: number;
                    /**
                     * Format: int64
                     * @description Those that were taken from it, because their source allows calls.
                     */
                    bansLifted: number;
                    /**
                     * Format: int64
                     * @description Stored values that blank cells have emptied.
                     */
                    valuesEmptied: number;
                } | null;
                createdAt: components["schemas"]["Timestamp"];
                /** @description When it ended. */
                completedAt: string | null;
            }[];
            /** @description Opaque. Send it as `cursor` to get the next page. Absent on the last page. */
            nextCursor?: string;
        };
        Import: {
            id: components["schemas"]["Id"];
            /** @description The system that the records come from. */
            source: string;
            /**
             * @description `awaiting_files`, `queued` and `running` end as one of the others. `awaiting_confirmation`: imported, but an admin has to confirm deletions in the console. `expired`: files were not uploaded within 24 hours.
             * @enum {string}
             */
            state: "awaiting_files" | "queued" | "running" | "awaiting_confirmation" | "completed" | "failed" | "expired" | "undone";
            /** @description Why it failed, and what to do. */
            problem: string | null;
            /** @description `null`: those of the import profiles. */
            settings: {
                /** @description Columns that fill another field than the one they are recognized for. Those with the path `skip` are not imported. */
                mappings: {
                    column: string;
                    path: string;
                }[];
                /** @description ISO 3166 code of the country of phone numbers without a country code. */
                region: string | null;
                /** @description The order of day and month in numeric dates. `null` detects it per column. */
                dateOrder: ("dmy" | "mdy") | null;
                /** @description Whether rows of one record are merged. */
                isMergingRows: boolean;
                /** @description Whether companies that people name are created. */
                isCreatingCompanies: boolean;
                /** @description Whether one unreadable cell rejects its row. */
                isStrict: boolean;
                /** @description Whether blank cells leave the stored values of their fields. */
                isKeepingBlank: boolean;
                /** @description Whether changes are marked as silent, so that webhooks receive nothing. */
                isSilent: boolean;
                /** @description Whether to delete records of the source that are missing from the file. Not for call lists. */
                isDeletingMissing: boolean;
            } | null;
            /** @description In the order in which they are imported. Rows are a file of their kind. */
            files: {
                /** @enum {string} */
                kind: "people" | "companies" | "call-lists" | "calls";
                /** @description `null` if it shows when the file is read. */
                format: ("csv" | "jsonl") | null;
                /** Format: int64 */
                bytes: number;
                sha256: string | null;
                /**
                 * @description What became of the file. `uploaded`: it waits for the others, or for those before it. `awaiting_confirmation`: an admin has to confirm its deletions. `skipped`: the last import of the kind and source had the same content.
                 * @enum {string}
                 */
                state: "awaiting_upload" | "uploaded" | "queued" | "running" | "awaiting_confirmation" | "completed" | "failed" | "skipped" | "undoing" | "undone";
                /** @description Send the file here with `PUT` and `uploadHeaders`, without a key. It works for an hour: read the import again for another. `null` once the file is there, and for rows. */
                uploadUrl: string | null;
                /** @description The headers of the upload, besides its exact `Content-Length`. Empty without `uploadUrl`. */
                uploadHeaders: {
                    name: string;
                    value: string;
                }[];
                /**
                 * Format: int64
                 * @description Bytes that were imported.
                 */
                bytesRead: number;
                /** @description What was decided before its rows were imported. `null` until then. Long lists are cut. */
                plan: {
                    file: string;
                    /** @enum {string} */
                    format: "csv" | "json-lines" | "parquet";
                    /** @description Of text: `utf-8`, `utf-16le` or `utf-16be`. Null for Parquet. */
                    encoding: string | null;
                    /** @description Of the cells of CSV. Null for other formats. */
                    separator: string | null;
                    /** @description Whose national phone numbers are understood. */
                    region: string | null;
                    /** @description The columns that tell which record a row is of. */
                    identifiedBy: string[];
                    /** @description The columns that forbid calls. */
                    bannedBy: string[];
                    /** @description The columns that mark deleted records. */
                    deletedBy: string[];
                    isDeletingMissing: boolean;
                    isKeepingBlank: boolean;
                    /** @description The order of day and month, of columns whose numeric dates show it. */
                    dateOrders: {
                        column: string;
                        /** @enum {string} */
                        order: "dmy" | "mdy";
                    }[];
                } | null;
                /** @description Cells that were not imported as they are: the first 20 kinds. */
                warnings: {
                    field: string;
                    reason: string;
                    /** Format: int64 */
                    count: number;
                    /**
                     * Format: int64
                     * @description The first row with this warning.
                     */
                    line: number;
                    /** @description Its cell, shortened. */
                    value: string;
                }[];
                deletions: {
                    /**
                     * Format: int64
                     * @description Records that the file marks as deleted, or that are missing from it.
                     */
                    missing: number;
                    /** Format: int64 */
                    deleted: number;
                    /** @description Why they were not deleted; null if they were. */
                    stopped: string | null;
                } | null;
                /** @description Why its import failed, and what to do. */
                problem: string | null;
                /** @description Downloads the rejected rows, in the format of the file, with the `reason`, without a key for an hour. `null` if there are none, or the file is not done. */
                rejectedUrl: string | null;
                /** @description Downloads all warnings as CSV, in the same way. */
                warningsUrl: string | null;
            }[];
            /** @description What became of the rows of all files so far, without those of skipped files. `null` until the first rows are stored. */
            counts: {
                people: {
                    /**
                     * Format: int64
                     * @description The sum of the outcomes.
                     */
                    read: number;
                    /** Format: int64 */
                    created: number;
                    /** Format: int64 */
                    changed: number;
                    /**
                     * Format: int64
                     * @description With rows that delete records, which `deletions` of their file counts.
                     */
                    unchanged: number;
                    /**
                     * Format: int64
                     * @description Rows that were merged into an earlier row of the same record.
                     */
                    merged: number;
                    /** Format: int64 */
                    rejected: number;
                    /**
                     * Format: int64
                     * @description Cells that could not be used, of rows that were imported without them.
                     */
                    warnings: number;
                };
                companies: {
                    /**
                     * Format: int64
                     * @description The sum of the outcomes.
                     */
                    read: number;
                    /** Format: int64 */
                    created: number;
                    /** Format: int64 */
                    changed: number;
                    /**
                     * Format: int64
                     * @description With rows that delete records, which `deletions` of their file counts.
                     */
                    unchanged: number;
                    /**
                     * Format: int64
                     * @description Rows that were merged into an earlier row of the same record.
                     */
                    merged: number;
                    /** Format: int64 */
                    rejected: number;
                    /**
                     * Format: int64
                     * @description Cells that could not be used, of rows that were imported without them.
                     */
                    warnings: number;
                };
                callLists: {
                    /**
                     * Format: int64
                     * @description The sum of the outcomes.
                     */
                    read: number;
                    /** Format: int64 */
                    created: number;
                    /** Format: int64 */
                    changed: number;
                    /**
                     * Format: int64
                     * @description With rows that delete records, which `deletions` of their file counts.
                     */
                    unchanged: number;
                    /**
                     * Format: int64
                     * @description Rows that were merged into an earlier row of the same record.
                     */
                    merged: number;
                    /** Format: int64 */
                    rejected: number;
                    /**
                     * Format: int64
                     * @description Cells that could not be used, of rows that were imported without them.
                     */
                    warnings: number;
                };
                callListEntries: {
                    /**
                     * Format: int64
                     * @description The sum of the outcomes.
                     */
                    read: number;
                    /** Format: int64 */
                    created: number;
                    /** Format: int64 */
                    changed: number;
                    /**
                     * Format: int64
                     * @description With rows that delete records, which `deletions` of their file counts.
                     */
                    unchanged: number;
                    /**
                     * Format: int64
                     * @description Rows that were merged into an earlier row of the same record.
                     */
                    merged: number;
                    /** Format: int64 */
                    rejected: number;
                    /**
                     * Format: int64
                     * @description Cells that could not be used, of rows that were imported without them.
                     */
                    warnings: number;
                };
                calls: {
                    /**
                     * Format: int64
                     * @description The sum of the outcomes.
                     */
                    read: number;
                    /** Format: int64 */
                    created: number;
                    /** Format: int64 */
                    changed: number;
                    /**
                     * Format: int64
                     * @description With rows that delete records, which `deletions` of their file counts.
                     */
                    unchanged: number;
                    /**
                     * Format: int64
                     * @description Rows that were merged into an earlier row of the same record.
                     */
                    merged: number;
                    /** Format: int64 */
                    rejected: number;
                    /**
                     * Format: int64
                     * @description Cells that could not be used, of rows that were imported without them.
                     */
                    warnings: number;
                };
                /** Format: int64 */
                companiesCreatedForPeople: number;
                /**
                 * Format: int64
                 * @description Numbers, addresses and identities that were put on the suppression list.
                 */
                bansAdded: number;
                /**
                 * Format: int64
                 * @description Those that were taken from it, because their source allows calls.
                 */
                bansLifted: number;
                /**
                 * Format: int64
                 * @description Stored values that blank cells have emptied.
                 */
                valuesEmptied: number;
            } | null;
            createdAt: components["schemas"]["Timestamp"];
            /** @description When it ended. */
            completedAt: string | null;
            /** @description The first rejected rows: of `rows` all of them, of each file 20. */
            rejected: {
                /** @enum {string} */
                kind: "people" | "companies" | "call-lists" | "calls";
                /**
                 * Format: int64
                 * @description Where the row starts in the file. The first row of `rows` is line 1.
                 */
                line: number;
                reason: string;
            }[];
        };
        InvalidRequestProblem: {
            /** @constant */
            type: "urn:sales-data:problem:invalid-request";
            /** @constant */
            title: "Bad Request";
            /** @constant */
            status: 400;
            /** @description A human-readable explanation: what is wrong, and what to do. */
            detail: string;
            /** @description The value of `X-Request-Id`. Include it in bug reports. */
            requestId: string;
            /** @description Every invalid parameter. Absent if the request as a whole is invalid. */
            errors?: {
                /** @description The name of the parameter or field, `body` for the whole document, or `query` for the query string. */
                parameter: string;
                /** @description What is wrong, or what is allowed, phrased to follow the name. */
                detail: string;
            }[];
        };
        UnauthorizedProblem: {
            /** @constant */
            type: "urn:sales-data:problem:unauthorized";
            /** @constant */
            title: "Unauthorized";
            /** @constant */
            status: 401;
            /** @description A human-readable explanation: what is wrong, and what to do. */
            detail: string;
            /** @description The value of `X-Request-Id`. Include it in bug reports. */
            requestId: string;
        };
        ForbiddenProblem: {
            /** @enum {string} */
            type: "urn:sales-data:problem:forbidden" | "urn:sales-data:problem:address-not-allowed";
            /** @constant */
            title: "Forbidden";
            /** @constant */
            status: 403;
            /** @description A human-readable explanation: what is wrong, and what to do. */
            detail: string;
            /** @description The value of `X-Request-Id`. Include it in bug reports. */
            requestId: string;
            /** @description The permissions that the API key lacks. Absent if the request was refused for another reason. */
            missingPermissions?: string[];
            /** @description The address that the request came from. Absent if the request was refused for another reason. */
            addresses?: string[];
        };
        NotFoundProblem: {
            /** @constant */
            type: "urn:sales-data:problem:not-found";
            /** @constant */
            title: "Not Found";
            /** @constant */
            status: 404;
            /** @description A human-readable explanation: what is wrong, and what to do. */
            detail: string;
            /** @description The value of `X-Request-Id`. Include it in bug reports. */
            requestId: string;
        };
        CursorExpiredProblem: {
            /** @constant */
            type: "urn:sales-data:problem:cursor-expired";
            /** @constant */
            title: "Gone";
            /** @constant */
            status: 410;
            /** @description A human-readable explanation: what is wrong, and what to do. */
            detail: string;
            /** @description The value of `X-Request-Id`. Include it in bug reports. */
            requestId: string;
        };
        ConflictProblem: {
            /** @constant */
            type: "urn:sales-data:problem:conflict";
            /** @constant */
            title: "Conflict";
            /** @constant */
            status: 409;
            /** @description A human-readable explanation: what is wrong, and what to do. */
            detail: string;
            /** @description The value of `X-Request-Id`. Include it in bug reports. */
            requestId: string;
        };
        IdempotencyMismatchProblem: {
            /** @constant */
            type: "urn:sales-data:problem:idempotency-mismatch";
            /** @constant */
            title: "Unprocessable Content";
            /** @constant */
            status: 422;
            /** @description A human-readable explanation: what is wrong, and what to do. */
            detail: string;
            /** @description The value of `X-Request-Id`. Include it in bug reports. */
            requestId: string;
        };
        UnsupportedMediaTypeProblem: {
            /** @constant */
            type: "urn:sales-data:problem:unsupported-media-type";
            /** @constant */
            title: "Unsupported Media Type";
            /** @constant */
            status: 415;
            /** @description A human-readable explanation: what is wrong, and what to do. */
            detail: string;
            /** @description The value of `X-Request-Id`. Include it in bug reports. */
            requestId: string;
        };
        MethodNotAllowedProblem: {
            /** @constant */
            type: "urn:sales-data:problem:method-not-allowed";
            /** @constant */
            title: "Method Not Allowed";
            /** @constant */
            status: 405;
            /** @description A human-readable explanation: what is wrong, and what to do. */
            detail: string;
            /** @description The value of `X-Request-Id`. Include it in bug reports. */
            requestId: string;
        };
        ContentTooLargeProblem: {
            /** @constant */
            type: "urn:sales-data:problem:content-too-large";
            /** @constant */
            title: "Content Too Large";
            /** @constant */
            status: 413;
            /** @description A human-readable explanation: what is wrong, and what to do. */
            detail: string;
            /** @description The value of `X-Request-Id`. Include it in bug reports. */
            requestId: string;
        };
        TooManyRequestsProblem: {
            /** @enum {string} */
            type: "urn:sales-data:problem:rate-limit-exceeded" | "urn:sales-data:problem:quota-exceeded";
            /** @constant */
            title: "Too Many Requests";
            /** @constant */
            status: 429;
            /** @description A human-readable explanation: what is wrong, and what to do. */
            detail: string;
            /** @description The value of `X-Request-Id`. Include it in bug reports. */
            requestId: string;
        };
        InternalErrorProblem: {
            /** @constant */
            type: "urn:sales-data:problem:internal-error";
            /** @constant */
            title: "Internal Server Error";
            /** @constant */
            status: 500;
            /** @description A human-readable explanation: what is wrong, and what to do. */
            detail: string;
            /** @description The value of `X-Request-Id`. Include it in bug reports. */
            requestId: string;
        };
        ServiceUnavailableProblem: {
            /** @constant */
            type: "urn:sales-data:problem:service-unavailable";
            /** @constant */
            title: "Service Unavailable";
            /** @constant */
            status: 503;
            /** @description A human-readable explanation: what is wrong, and what to do. */
            detail: string;
            /** @description The value of `X-Request-Id`. Include it in bug reports. */
            requestId: string;
        };
        TimeoutProblem: {
            /** @constant */
            type: "urn:sales-data:problem:timeout";
            /** @constant */
            title: "Gateway Timeout";
            /** @constant */
            status: 504;
            /** @description A human-readable explanation: what is wrong, and what to do. */
            detail: string;
            /** @description The value of `X-Request-Id`. Include it in bug reports. */
            requestId: string;
        };
        StoredCallList: {
            id: components["schemas"]["Id"];
            name: string;
            createdAt: components["schemas"]["Timestamp"];
            isLocked: boolean;
            /** @description When this service stored the last change. */
            changedAt: components["schemas"]["Timestamp"];
        };
        ListedEntry: {
            id: components["schemas"]["Id"];
            callListId: components["schemas"]["Id"];
            /** Format: int64 */
            position: number;
            /** @description A lower-case UUID. */
            personId: string | null;
            /** @description A lower-case UUID. */
            companyId: string | null;
            /** @description The number to call. */
            phone: {
                /** @description E.164; null if `raw` could not be parsed. */
                number: string | null;
                /** @enum {string} */
                type: "work" | "mobile" | "home" | "other";
            } | null;
            /** @enum {string} */
            status: "pending" | "in_progress" | "callback" | "completed" | "skipped" | "exhausted" | "do_not_call";
            /** Format: int64 */
            attempts: number;
            /** @description ISO 8601, UTC, with milliseconds. */
            lastCalledAt: string | null;
            lastDisposition: string | null;
            /** @description ISO 8601, UTC, with milliseconds. */
            nextCallAt: string | null;
            note: string | null;
            addedAt: components["schemas"]["Timestamp"];
            /** @description The date of the last change in the source. */
            updatedAt: components["schemas"]["Timestamp"];
            /** @description When this service stored the last change. */
            changedAt: components["schemas"]["Timestamp"];
        };
        PreviousPerson: {
            id?: components["schemas"]["Id"];
            firstName?: string | null;
            lastName?: string | null;
            /** @description Job title. */
            title?: string | null;
            emails?: {
                address: string;
                /** @description As the source calls it, such as `work` or `personal`. */
                type: string | null;
            }[];
            phones?: components["schemas"]["Phone"][];
            /** @description A lower-case UUID. */
            companyId?: string | null;
            timezone?: string | null;
            location?: components["schemas"]["Location"] | null;
            linkedinUrl?: string | null;
            websiteUrl?: string | null;
            doNotCall?: boolean;
            /** @description The user of the source system who owns the record. */
            ownerId?: string | null;
            tags?: string[];
            externalIds?: {
                /** @description The source system, such as `hubspot`. */
                source: string;
                id: string;
            }[];
            /** @description Source fields that no other field covers, by their name in the source: text, numbers, booleans or null. */
            customFields?: {
                [key: string]: string | number | boolean | null;
            };
            createdAt?: components["schemas"]["Timestamp"];
            /** @description The date of the last change in the source. */
            updatedAt?: components["schemas"]["Timestamp"];
            /** @description When this service stored the last change. */
            changedAt?: components["schemas"]["Timestamp"];
        };
        PreviousCompany: {
            id?: components["schemas"]["Id"];
            name?: string | null;
            domain?: string | null;
            websiteUrl?: string | null;
            industry?: string | null;
            employeeCount?: number | null;
            annualRevenue?: {
                /** Format: double */
                amount: number;
                /** @description ISO 4217. */
                currency: string | null;
            } | null;
            phones?: components["schemas"]["Phone"][];
            location?: components["schemas"]["Location"] | null;
            timezone?: string | null;
            linkedinUrl?: string | null;
            description?: string | null;
            doNotCall?: boolean;
            /** @description The user of the source system who owns the record. */
            ownerId?: string | null;
            tags?: string[];
            externalIds?: {
                /** @description The source system, such as `hubspot`. */
                source: string;
                id: string;
            }[];
            /** @description Source fields that no other field covers, by their name in the source: text, numbers, booleans or null. */
            customFields?: {
                [key: string]: string | number | boolean | null;
            };
            createdAt?: components["schemas"]["Timestamp"];
            /** @description The date of the last change in the source. */
            updatedAt?: components["schemas"]["Timestamp"];
            /** @description When this service stored the last change. */
            changedAt?: components["schemas"]["Timestamp"];
        };
        PreviousCallList: {
            id?: components["schemas"]["Id"];
            name?: string;
            createdAt?: components["schemas"]["Timestamp"];
            isLocked?: boolean;
            /** @description When this service stored the last change. */
            changedAt?: components["schemas"]["Timestamp"];
        };
        PreviousEntry: {
            id?: components["schemas"]["Id"];
            callListId?: components["schemas"]["Id"];
            /** Format: int64 */
            position?: number;
            /** @description A lower-case UUID. */
            personId?: string | null;
            /** @description A lower-case UUID. */
            companyId?: string | null;
            /** @description The number to call. */
            phone?: {
                /** @description E.164; null if `raw` could not be parsed. */
                number: string | null;
                /** @enum {string} */
                type: "work" | "mobile" | "home" | "other";
            } | null;
            /** @enum {string} */
            status?: "pending" | "in_progress" | "callback" | "completed" | "skipped" | "exhausted" | "do_not_call";
            /** Format: int64 */
            attempts?: number;
            /** @description ISO 8601, UTC, with milliseconds. */
            lastCalledAt?: string | null;
            lastDisposition?: string | null;
            /** @description ISO 8601, UTC, with milliseconds. */
            nextCallAt?: string | null;
            note?: string | null;
            addedAt?: components["schemas"]["Timestamp"];
            /** @description The date of the last change in the source. */
            updatedAt?: components["schemas"]["Timestamp"];
            /** @description When this service stored the last change. */
            changedAt?: components["schemas"]["Timestamp"];
        };
        FailingEndpoint: {
            id: components["schemas"]["Id"];
            description: string | null;
            disabledReason: ("admin" | "gone" | "failing" | "key_revoked" | "key_permission_removed") | null;
            /** @description ISO 8601, UTC, with milliseconds. */
            disabledAt: string | null;
            /** @description Null while deliveries succeed. */
            failingSince: string | null;
            /** @description The API key that created it through the data API; null if an admin or operator did. */
            apiKeyId: string | null;
            /** @description The subscribed event types and patterns. */
            eventTypes: string[];
        };
        FinishedImport: {
            id: components["schemas"]["Id"];
            /**
             * @description The kind of records in the file.
             * @enum {string}
             */
            kind: "people" | "companies" | "call-lists" | "calls";
            /** @description The system that the file comes from. */
            source: string;
            fileName: string;
            /** @description Why it failed. */
            problem: string | null;
            createdAt: components["schemas"]["Timestamp"];
            /** @description ISO 8601, UTC, with milliseconds. */
            finishedAt: string | null;
            /** @description The outcome of the rows; `null` if none was read. */
            counts: {
                people: components["schemas"]["RowCounts"];
                companies: components["schemas"]["RowCounts"];
                callLists: components["schemas"]["RowCounts"];
                callListEntries: components["schemas"]["RowCounts"];
                calls: components["schemas"]["RowCounts"];
            } | null;
            /**
             * Format: int64
             * @description Records deleted because they are missing from the file.
             */
            deleted: number;
        };
        RowCounts: {
            /**
             * Format: int64
             * @description The sum of the outcomes.
             */
            read: number;
            /** Format: int64 */
            created: number;
            /** Format: int64 */
            changed: number;
            /** Format: int64 */
            unchanged: number;
            /**
             * Format: int64
             * @description Rows that were merged into an earlier row of the same record.
             */
            merged: number;
            /** Format: int64 */
            rejected: number;
            /**
             * Format: int64
             * @description Cells that could not be used.
             */
            warnings: number;
        };
        FinishedExport: {
            id: components["schemas"]["Id"];
            /** @enum {string} */
            resource: "person" | "company" | "call-list" | "call-list-entry" | "call";
            /** @enum {string} */
            format: "jsonl" | "csv" | "parquet";
            /** @description Why it failed, or why its files were deleted early, and what to do. */
            problem: string | null;
            /**
             * Format: int64
             * @description The records that are written so far.
             */
            recordCount: number;
            /** @description How many there were at its start. `null` until then. */
            totalCount: number | null;
            createdAt: components["schemas"]["Timestamp"];
            /** @description ISO 8601, UTC, with milliseconds. */
            completedAt: string | null;
            /** @description When the files are deleted: 7 days after completion. */
            expiresAt: string | null;
        };
        PersonCreatedEvent: {
            /** @description Stays the same across retries and replays. */
            id: components["schemas"]["Id"];
            /** @constant */
            type: "person.created";
            organizationId: components["schemas"]["Id"];
            /** @description When the change was stored. */
            timestamp: components["schemas"]["Timestamp"];
            /**
             * Format: int64
             * @description Increases by one with each change of the resource, also across its deletion, and by far more when the service is restored to an earlier moment. It alone orders the events of a resource. Operational events of a webhook endpoint are counted on their own, and an import or an export has a single event.
             */
            sequence: number;
            /** @description Whether the change was imported silently: the feed shows it, and webhooks do not receive it. */
            isSilent: boolean;
            data: components["schemas"]["Person"];
            previous: Record<string, never>;
        };
        PersonUpdatedEvent: {
            /** @description Stays the same across retries and replays. */
            id: components["schemas"]["Id"];
            /** @constant */
            type: "person.updated";
            organizationId: components["schemas"]["Id"];
            /** @description When the change was stored. */
            timestamp: components["schemas"]["Timestamp"];
            /**
             * Format: int64
             * @description Increases by one with each change of the resource, also across its deletion, and by far more when the service is restored to an earlier moment. It alone orders the events of a resource. Operational events of a webhook endpoint are counted on their own, and an import or an export has a single event.
             */
            sequence: number;
            /** @description Whether the change was imported silently: the feed shows it, and webhooks do not receive it. */
            isSilent: boolean;
            data: components["schemas"]["Person"];
            previous: components["schemas"]["PreviousPerson"];
        };
        PersonExpiringEvent: {
            /** @description Stays the same across retries and replays. */
            id: components["schemas"]["Id"];
            /** @constant */
            type: "person.expiring";
            organizationId: components["schemas"]["Id"];
            /** @description When the change was stored. */
            timestamp: components["schemas"]["Timestamp"];
            /**
             * Format: int64
             * @description Increases by one with each change of the resource, also across its deletion, and by far more when the service is restored to an earlier moment. It alone orders the events of a resource. Operational events of a webhook endpoint are counted on their own, and an import or an export has a single event.
             */
            sequence: number;
            /** @description Whether the change was imported silently: the feed shows it, and webhooks do not receive it. */
            isSilent: boolean;
            data: components["schemas"]["Person"];
            previous: Record<string, never>;
            /** @description The earliest time of the deletion. Present only in `….expiring` events. */
            expiresAt: components["schemas"]["Timestamp"];
        };
        PersonDeletedEvent: {
            /** @description Stays the same across retries and replays. */
            id: components["schemas"]["Id"];
            /** @constant */
            type: "person.deleted";
            organizationId: components["schemas"]["Id"];
            /** @description When the change was stored. */
            timestamp: components["schemas"]["Timestamp"];
            /**
             * Format: int64
             * @description Increases by one with each change of the resource, also across its deletion, and by far more when the service is restored to an earlier moment. It alone orders the events of a resource. Operational events of a webhook endpoint are counted on their own, and an import or an export has a single event.
             */
            sequence: number;
            /** @description Whether the change was imported silently: the feed shows it, and webhooks do not receive it. */
            isSilent: boolean;
            data: components["schemas"]["Person"];
            previous: Record<string, never>;
        };
        PersonErasedEvent: {
            /** @description Stays the same across retries and replays. */
            id: components["schemas"]["Id"];
            /** @constant */
            type: "person.erased";
            organizationId: components["schemas"]["Id"];
            /** @description When the change was stored. */
            timestamp: components["schemas"]["Timestamp"];
            /**
             * Format: int64
             * @description Increases by one with each change of the resource, also across its deletion, and by far more when the service is restored to an earlier moment. It alone orders the events of a resource. Operational events of a webhook endpoint are counted on their own, and an import or an export has a single event.
             */
            sequence: number;
            /** @description Whether the change was imported silently: the feed shows it, and webhooks do not receive it. */
            isSilent: boolean;
            data: {
                /** @description The erased person. */
                id: components["schemas"]["Id"];
            };
            previous: Record<string, never>;
        };
        CompanyCreatedEvent: {
            /** @description Stays the same across retries and replays. */
            id: components["schemas"]["Id"];
            /** @constant */
            type: "company.created";
            organizationId: components["schemas"]["Id"];
            /** @description When the change was stored. */
            timestamp: components["schemas"]["Timestamp"];
            /**
             * Format: int64
             * @description Increases by one with each change of the resource, also across its deletion, and by far more when the service is restored to an earlier moment. It alone orders the events of a resource. Operational events of a webhook endpoint are counted on their own, and an import or an export has a single event.
             */
            sequence: number;
            /** @description Whether the change was imported silently: the feed shows it, and webhooks do not receive it. */
            isSilent: boolean;
            data: components["schemas"]["Company"];
            previous: Record<string, never>;
        };
        CompanyUpdatedEvent: {
            /** @description Stays the same across retries and replays. */
            id: components["schemas"]["Id"];
            /** @constant */
            type: "company.updated";
            organizationId: components["schemas"]["Id"];
            /** @description When the change was stored. */
            timestamp: components["schemas"]["Timestamp"];
            /**
             * Format: int64
             * @description Increases by one with each change of the resource, also across its deletion, and by far more when the service is restored to an earlier moment. It alone orders the events of a resource. Operational events of a webhook endpoint are counted on their own, and an import or an export has a single event.
             */
            sequence: number;
            /** @description Whether the change was imported silently: the feed shows it, and webhooks do not receive it. */
            isSilent: boolean;
            data: components["schemas"]["Company"];
            previous: components["schemas"]["PreviousCompany"];
        };
        CompanyExpiringEvent: {
            /** @description Stays the same across retries and replays. */
            id: components["schemas"]["Id"];
            /** @constant */
            type: "company.expiring";
            organizationId: components["schemas"]["Id"];
            /** @description When the change was stored. */
            timestamp: components["schemas"]["Timestamp"];
            /**
             * Format: int64
             * @description Increases by one with each change of the resource, also across its deletion, and by far more when the service is restored to an earlier moment. It alone orders the events of a resource. Operational events of a webhook endpoint are counted on their own, and an import or an export has a single event.
             */
            sequence: number;
            /** @description Whether the change was imported silently: the feed shows it, and webhooks do not receive it. */
            isSilent: boolean;
            data: components["schemas"]["Company"];
            previous: Record<string, never>;
            /** @description The earliest time of the deletion. Present only in `….expiring` events. */
            expiresAt: components["schemas"]["Timestamp"];
        };
        CompanyDeletedEvent: {
            /** @description Stays the same across retries and replays. */
            id: components["schemas"]["Id"];
            /** @constant */
            type: "company.deleted";
            organizationId: components["schemas"]["Id"];
            /** @description When the change was stored. */
            timestamp: components["schemas"]["Timestamp"];
            /**
             * Format: int64
             * @description Increases by one with each change of the resource, also across its deletion, and by far more when the service is restored to an earlier moment. It alone orders the events of a resource. Operational events of a webhook endpoint are counted on their own, and an import or an export has a single event.
             */
            sequence: number;
            /** @description Whether the change was imported silently: the feed shows it, and webhooks do not receive it. */
            isSilent: boolean;
            data: components["schemas"]["Company"];
            previous: Record<string, never>;
        };
        CallListCreatedEvent: {
            /** @description Stays the same across retries and replays. */
            id: components["schemas"]["Id"];
            /** @constant */
            type: "call_list.created";
            organizationId: components["schemas"]["Id"];
            /** @description When the change was stored. */
            timestamp: components["schemas"]["Timestamp"];
            /**
             * Format: int64
             * @description Increases by one with each change of the resource, also across its deletion, and by far more when the service is restored to an earlier moment. It alone orders the events of a resource. Operational events of a webhook endpoint are counted on their own, and an import or an export has a single event.
             */
            sequence: number;
            /** @description Whether the change was imported silently: the feed shows it, and webhooks do not receive it. */
            isSilent: boolean;
            data: components["schemas"]["StoredCallList"];
            previous: Record<string, never>;
        };
        CallListUpdatedEvent: {
            /** @description Stays the same across retries and replays. */
            id: components["schemas"]["Id"];
            /** @constant */
            type: "call_list.updated";
            organizationId: components["schemas"]["Id"];
            /** @description When the change was stored. */
            timestamp: components["schemas"]["Timestamp"];
            /**
             * Format: int64
             * @description Increases by one with each change of the resource, also across its deletion, and by far more when the service is restored to an earlier moment. It alone orders the events of a resource. Operational events of a webhook endpoint are counted on their own, and an import or an export has a single event.
             */
            sequence: number;
            /** @description Whether the change was imported silently: the feed shows it, and webhooks do not receive it. */
            isSilent: boolean;
            data: components["schemas"]["StoredCallList"];
            previous: components["schemas"]["PreviousCallList"];
        };
        CallListDeletedEvent: {
            /** @description Stays the same across retries and replays. */
            id: components["schemas"]["Id"];
            /** @constant */
            type: "call_list.deleted";
            organizationId: components["schemas"]["Id"];
            /** @description When the change was stored. */
            timestamp: components["schemas"]["Timestamp"];
            /**
             * Format: int64
             * @description Increases by one with each change of the resource, also across its deletion, and by far more when the service is restored to an earlier moment. It alone orders the events of a resource. Operational events of a webhook endpoint are counted on their own, and an import or an export has a single event.
             */
            sequence: number;
            /** @description Whether the change was imported silently: the feed shows it, and webhooks do not receive it. */
            isSilent: boolean;
            data: components["schemas"]["StoredCallList"];
            previous: Record<string, never>;
        };
        CallListLockedEvent: {
            /** @description Stays the same across retries and replays. */
            id: components["schemas"]["Id"];
            /** @constant */
            type: "call_list.locked";
            organizationId: components["schemas"]["Id"];
            /** @description When the change was stored. */
            timestamp: components["schemas"]["Timestamp"];
            /**
             * Format: int64
             * @description Increases by one with each change of the resource, also across its deletion, and by far more when the service is restored to an earlier moment. It alone orders the events of a resource. Operational events of a webhook endpoint are counted on their own, and an import or an export has a single event.
             */
            sequence: number;
            /** @description Whether the change was imported silently: the feed shows it, and webhooks do not receive it. */
            isSilent: boolean;
            data: components["schemas"]["StoredCallList"];
            previous: components["schemas"]["PreviousCallList"];
        };
        CallListUnlockedEvent: {
            /** @description Stays the same across retries and replays. */
            id: components["schemas"]["Id"];
            /** @constant */
            type: "call_list.unlocked";
            organizationId: components["schemas"]["Id"];
            /** @description When the change was stored. */
            timestamp: components["schemas"]["Timestamp"];
            /**
             * Format: int64
             * @description Increases by one with each change of the resource, also across its deletion, and by far more when the service is restored to an earlier moment. It alone orders the events of a resource. Operational events of a webhook endpoint are counted on their own, and an import or an export has a single event.
             */
            sequence: number;
            /** @description Whether the change was imported silently: the feed shows it, and webhooks do not receive it. */
            isSilent: boolean;
            data: components["schemas"]["StoredCallList"];
            previous: components["schemas"]["PreviousCallList"];
        };
        CallListEntryCreatedEvent: {
            /** @description Stays the same across retries and replays. */
            id: components["schemas"]["Id"];
            /** @constant */
            type: "call_list_entry.created";
            organizationId: components["schemas"]["Id"];
            /** @description When the change was stored. */
            timestamp: components["schemas"]["Timestamp"];
            /**
             * Format: int64
             * @description Increases by one with each change of the resource, also across its deletion, and by far more when the service is restored to an earlier moment. It alone orders the events of a resource. Operational events of a webhook endpoint are counted on their own, and an import or an export has a single event.
             */
            sequence: number;
            /** @description Whether the change was imported silently: the feed shows it, and webhooks do not receive it. */
            isSilent: boolean;
            data: components["schemas"]["ListedEntry"];
            previous: Record<string, never>;
        };
        CallListEntryUpdatedEvent: {
            /** @description Stays the same across retries and replays. */
            id: components["schemas"]["Id"];
            /** @constant */
            type: "call_list_entry.updated";
            organizationId: components["schemas"]["Id"];
            /** @description When the change was stored. */
            timestamp: components["schemas"]["Timestamp"];
            /**
             * Format: int64
             * @description Increases by one with each change of the resource, also across its deletion, and by far more when the service is restored to an earlier moment. It alone orders the events of a resource. Operational events of a webhook endpoint are counted on their own, and an import or an export has a single event.
             */
            sequence: number;
            /** @description Whether the change was imported silently: the feed shows it, and webhooks do not receive it. */
            isSilent: boolean;
            data: components["schemas"]["ListedEntry"];
            previous: components["schemas"]["PreviousEntry"];
        };
        CallListEntryDeletedEvent: {
            /** @description Stays the same across retries and replays. */
            id: components["schemas"]["Id"];
            /** @constant */
            type: "call_list_entry.deleted";
            organizationId: components["schemas"]["Id"];
            /** @description When the change was stored. */
            timestamp: components["schemas"]["Timestamp"];
            /**
             * Format: int64
             * @description Increases by one with each change of the resource, also across its deletion, and by far more when the service is restored to an earlier moment. It alone orders the events of a resource. Operational events of a webhook endpoint are counted on their own, and an import or an export has a single event.
             */
            sequence: number;
            /** @description Whether the change was imported silently: the feed shows it, and webhooks do not receive it. */
            isSilent: boolean;
            data: components["schemas"]["ListedEntry"];
            previous: Record<string, never>;
        };
        CallCreatedEvent: {
            /** @description Stays the same across retries and replays. */
            id: components["schemas"]["Id"];
            /** @constant */
            type: "call.created";
            organizationId: components["schemas"]["Id"];
            /** @description When the change was stored. */
            timestamp: components["schemas"]["Timestamp"];
            /**
             * Format: int64
             * @description Increases by one with each change of the resource, also across its deletion, and by far more when the service is restored to an earlier moment. It alone orders the events of a resource. Operational events of a webhook endpoint are counted on their own, and an import or an export has a single event.
             */
            sequence: number;
            /** @description Whether the change was imported silently: the feed shows it, and webhooks do not receive it. */
            isSilent: boolean;
            data: components["schemas"]["Call"];
            previous: Record<string, never>;
        };
        CallUpdatedEvent: {
            /** @description Stays the same across retries and replays. */
            id: components["schemas"]["Id"];
            /** @constant */
            type: "call.updated";
            organizationId: components["schemas"]["Id"];
            /** @description When the change was stored. */
            timestamp: components["schemas"]["Timestamp"];
            /**
             * Format: int64
             * @description Increases by one with each change of the resource, also across its deletion, and by far more when the service is restored to an earlier moment. It alone orders the events of a resource. Operational events of a webhook endpoint are counted on their own, and an import or an export has a single event.
             */
            sequence: number;
            /** @description Whether the change was imported silently: the feed shows it, and webhooks do not receive it. */
            isSilent: boolean;
            data: components["schemas"]["Call"];
            previous: {
                id?: components["schemas"]["Id"];
                /** @description A lower-case UUID. */
                personId?: string | null;
                /** @description A lower-case UUID. */
                companyId?: string | null;
                /** @description A lower-case UUID. */
                callListId?: string | null;
                /** @description A lower-case UUID. */
                callListEntryId?: string | null;
                /** @description The other party's number. */
                phone?: {
                    /** @description E.164; null if `raw` could not be parsed. */
                    number: string | null;
                    /** @enum {string} */
                    type: "work" | "mobile" | "home" | "other";
                } | null;
                /** @enum {string} */
                direction?: "inbound" | "outbound";
                startedAt?: components["schemas"]["Timestamp"];
                durationSeconds?: number | null;
                /** @description What came of it, as the source calls it. */
                disposition?: string | null;
                /** @description Whether it was answered; null if the source does not say. */
                isConnected?: boolean | null;
                /** @description Who made or took the call. */
                agent?: {
                    /** @description As the source calls the user. */
                    id: string | null;
                    name: string | null;
                    email: string | null;
                } | null;
                recordingUrl?: string | null;
                note?: string | null;
                externalIds?: {
                    /** @description The source system, such as `hubspot`. */
                    source: string;
                    id: string;
                }[];
                /** @description Source fields that no other field covers, by their name in the source: text, numbers, booleans or null. */
                customFields?: {
                    [key: string]: string | number | boolean | null;
                };
                createdAt?: components["schemas"]["Timestamp"];
                /** @description The date of the last change in the source. */
                updatedAt?: components["schemas"]["Timestamp"];
                /** @description When this service stored the last change. */
                changedAt?: components["schemas"]["Timestamp"];
            };
        };
        CallDeletedEvent: {
            /** @description Stays the same across retries and replays. */
            id: components["schemas"]["Id"];
            /** @constant */
            type: "call.deleted";
            organizationId: components["schemas"]["Id"];
            /** @description When the change was stored. */
            timestamp: components["schemas"]["Timestamp"];
            /**
             * Format: int64
             * @description Increases by one with each change of the resource, also across its deletion, and by far more when the service is restored to an earlier moment. It alone orders the events of a resource. Operational events of a webhook endpoint are counted on their own, and an import or an export has a single event.
             */
            sequence: number;
            /** @description Whether the change was imported silently: the feed shows it, and webhooks do not receive it. */
            isSilent: boolean;
            data: components["schemas"]["Call"];
            previous: Record<string, never>;
        };
        WebhookEndpointFailingEvent: {
            /** @description Stays the same across retries and replays. */
            id: components["schemas"]["Id"];
            /** @constant */
            type: "webhook_endpoint.failing";
            organizationId: components["schemas"]["Id"];
            /** @description When the change was stored. */
            timestamp: components["schemas"]["Timestamp"];
            /**
             * Format: int64
             * @description Increases by one with each change of the resource, also across its deletion, and by far more when the service is restored to an earlier moment. It alone orders the events of a resource. Operational events of a webhook endpoint are counted on their own, and an import or an export has a single event.
             */
            sequence: number;
            /** @description Whether the change was imported silently: the feed shows it, and webhooks do not receive it. */
            isSilent: boolean;
            data: components["schemas"]["FailingEndpoint"];
            previous: Record<string, never>;
        };
        WebhookEndpointDisabledEvent: {
            /** @description Stays the same across retries and replays. */
            id: components["schemas"]["Id"];
            /** @constant */
            type: "webhook_endpoint.disabled";
            organizationId: components["schemas"]["Id"];
            /** @description When the change was stored. */
            timestamp: components["schemas"]["Timestamp"];
            /**
             * Format: int64
             * @description Increases by one with each change of the resource, also across its deletion, and by far more when the service is restored to an earlier moment. It alone orders the events of a resource. Operational events of a webhook endpoint are counted on their own, and an import or an export has a single event.
             */
            sequence: number;
            /** @description Whether the change was imported silently: the feed shows it, and webhooks do not receive it. */
            isSilent: boolean;
            data: components["schemas"]["FailingEndpoint"];
            previous: Record<string, never>;
        };
        ImportCompletedEvent: {
            /** @description Stays the same across retries and replays. */
            id: components["schemas"]["Id"];
            /** @constant */
            type: "import.completed";
            organizationId: components["schemas"]["Id"];
            /** @description When the change was stored. */
            timestamp: components["schemas"]["Timestamp"];
            /**
             * Format: int64
             * @description Increases by one with each change of the resource, also across its deletion, and by far more when the service is restored to an earlier moment. It alone orders the events of a resource. Operational events of a webhook endpoint are counted on their own, and an import or an export has a single event.
             */
            sequence: number;
            /** @description Whether the change was imported silently: the feed shows it, and webhooks do not receive it. */
            isSilent: boolean;
            data: components["schemas"]["FinishedImport"];
            previous: Record<string, never>;
        };
        ImportFailedEvent: {
            /** @description Stays the same across retries and replays. */
            id: components["schemas"]["Id"];
            /** @constant */
            type: "import.failed";
            organizationId: components["schemas"]["Id"];
            /** @description When the change was stored. */
            timestamp: components["schemas"]["Timestamp"];
            /**
             * Format: int64
             * @description Increases by one with each change of the resource, also across its deletion, and by far more when the service is restored to an earlier moment. It alone orders the events of a resource. Operational events of a webhook endpoint are counted on their own, and an import or an export has a single event.
             */
            sequence: number;
            /** @description Whether the change was imported silently: the feed shows it, and webhooks do not receive it. */
            isSilent: boolean;
            data: components["schemas"]["FinishedImport"];
            previous: Record<string, never>;
        };
        ExportCompletedEvent: {
            /** @description Stays the same across retries and replays. */
            id: components["schemas"]["Id"];
            /** @constant */
            type: "export.completed";
            organizationId: components["schemas"]["Id"];
            /** @description When the change was stored. */
            timestamp: components["schemas"]["Timestamp"];
            /**
             * Format: int64
             * @description Increases by one with each change of the resource, also across its deletion, and by far more when the service is restored to an earlier moment. It alone orders the events of a resource. Operational events of a webhook endpoint are counted on their own, and an import or an export has a single event.
             */
            sequence: number;
            /** @description Whether the change was imported silently: the feed shows it, and webhooks do not receive it. */
            isSilent: boolean;
            data: components["schemas"]["FinishedExport"];
            previous: Record<string, never>;
        };
        ExportFailedEvent: {
            /** @description Stays the same across retries and replays. */
            id: components["schemas"]["Id"];
            /** @constant */
            type: "export.failed";
            organizationId: components["schemas"]["Id"];
            /** @description When the change was stored. */
            timestamp: components["schemas"]["Timestamp"];
            /**
             * Format: int64
             * @description Increases by one with each change of the resource, also across its deletion, and by far more when the service is restored to an earlier moment. It alone orders the events of a resource. Operational events of a webhook endpoint are counted on their own, and an import or an export has a single event.
             */
            sequence: number;
            /** @description Whether the change was imported silently: the feed shows it, and webhooks do not receive it. */
            isSilent: boolean;
            data: components["schemas"]["FinishedExport"];
            previous: Record<string, never>;
        };
        WebhookTestEvent: {
            /** @description Stays the same across retries and replays. */
            id: components["schemas"]["Id"];
            /** @constant */
            type: "webhook.test";
            organizationId: components["schemas"]["Id"];
            /** @description When the change was stored. */
            timestamp: components["schemas"]["Timestamp"];
            /**
             * Format: int64
             * @description Increases by one with each change of the resource, also across its deletion, and by far more when the service is restored to an earlier moment. It alone orders the events of a resource. Operational events of a webhook endpoint are counted on their own, and an import or an export has a single event.
             */
            sequence: number;
            /** @description Whether the change was imported silently: the feed shows it, and webhooks do not receive it. */
            isSilent: boolean;
            data: {
                /** @description The tested webhook endpoint. */
                id: components["schemas"]["Id"];
                message: string;
            };
            previous: Record<string, never>;
        };
        CreateWebhookEndpointBody: {
            /** Format: uri */
            url: string;
            eventTypes: ("*" | "person.*" | "company.*" | "call_list.*" | "call_list_entry.*" | "call.*" | "webhook_endpoint.*" | "import.*" | "export.*" | "person.created" | "person.updated" | "person.expiring" | "person.deleted" | "person.erased" | "company.created" | "company.updated" | "company.expiring" | "company.deleted" | "call_list.created" | "call_list.updated" | "call_list.deleted" | "call_list.locked" | "call_list.unlocked" | "call_list_entry.created" | "call_list_entry.updated" | "call_list_entry.deleted" | "call.created" | "call.updated" | "call.deleted" | "webhook_endpoint.failing" | "webhook_endpoint.disabled" | "import.completed" | "import.failed" | "export.completed" | "export.failed")[];
            /** @description Default: `null`. */
            description?: string | null;
            filter?: {
                [key: string]: unknown;
            } | null;
            /** @description Each header once, and none that the service sets itself. */
            headers?: {
                name: string;
                /** @description Never shown again. Without it, a header that the endpoint has keeps its value. */
                value?: string;
            }[];
            maxPerSecond?: number | null;
            /** @enum {string} */
            payload?: "full" | "thin";
        };
        CreateExportBody: {
            /** @enum {string} */
            resource: "person" | "company" | "call-list" | "call-list-entry" | "call";
            /** @enum {string} */
            format: "jsonl" | "csv" | "parquet";
            /** @description Default: `null`. */
            fields?: string[] | null;
            changedSince?: string | null;
            callListId?: string | null;
        };
        CreateImportBody: {
            source: string;
            /** @description Files to upload, at most one of each kind. */
            files?: {
                /** @enum {string} */
                kind: "people" | "companies" | "call-lists" | "calls";
                /** Format: int64 */
                bytes: number;
                /** @description In hexadecimal. The upload of any other content fails. */
                sha256?: string;
                /**
                 * @description Default: what the file looks like.
                 * @enum {string}
                 */
                format?: "csv" | "jsonl";
            }[];
            /** @description Up to 500 objects in all, as lines of JSON Lines have them. */
            rows?: {
                people?: {
                    [key: string]: unknown;
                }[];
                companies?: {
                    [key: string]: unknown;
                }[];
                callLists?: {
                    [key: string]: unknown;
                }[];
                calls?: {
                    [key: string]: unknown;
                }[];
            };
            /** @description Default: those of the import profile of each kind and the source. */
            settings?: {
                /** @description No two name the same column. Default: an empty list. */
                mappings?: {
                    column: string;
                    path: string;
                }[];
                /** @description Default: `null`. */
                region?: string | null;
                /** @description Default: `null`. */
                dateOrder?: ("dmy" | "mdy") | null;
                /** @default false */
                isMergingRows: boolean;
                /** @default false */
                isCreatingCompanies: boolean;
                /** @default false */
                isStrict: boolean;
                /** @default false */
                isKeepingBlank: boolean;
                /** @default false */
                isSilent: boolean;
                /** @default false */
                isDeletingMissing: boolean;
            };
        };
        /** @description An OpenAPI document (https://spec.openapis.org/oas/v3.1.1.html). */
        OpenApiDocument: {
            openapi: string;
            info: {
                [key: string]: unknown;
            };
            servers: {
                [key: string]: unknown;
            }[];
            paths: {
                [key: string]: unknown;
            };
            webhooks: {
                [key: string]: unknown;
            };
            components: {
                [key: string]: unknown;
            };
        } & {
            [key: string]: unknown;
        };
    };
    responses: {
        /** @description The request has an unknown, repeated or malformed parameter or field, a cursor of another collection, or an id that is not a UUID. `errors` lists each one. Correct the request. */
        BadRequest: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Cache-Control": components["headers"]["NoStore"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicyIfKnown"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["InvalidRequestProblem"];
            };
        };
        /** @description The request has no key, more than one key, or a malformed, unknown, revoked or expired key. The response does not say which. */
        Unauthorized: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Cache-Control": components["headers"]["NoStore"];
                "WWW-Authenticate": components["headers"]["WwwAuthenticate"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["UnauthorizedProblem"];
            };
        };
        /** @description The key lacks the permissions in `missingPermissions` (`forbidden`), or must not be used from the address in `addresses` (`address-not-allowed`). Ask an admin of your organization to grant or allow them. */
        Forbidden: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Cache-Control": components["headers"]["NoStore"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicyIfKnown"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ForbiddenProblem"];
            };
        };
        /** @description Your organization has no record with this id. A record of another organization returns the same response. */
        NotFound: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Cache-Control": components["headers"]["NoStore"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["NotFoundProblem"];
            };
        };
        /** @description The path does not exist. Returned with or without a key. */
        UnknownPath: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Cache-Control": components["headers"]["NoStore"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["NotFoundProblem"];
            };
        };
        /** @description The path does not support this method; `Allow` lists the supported methods. Returned with or without a key. */
        MethodNotAllowed: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Cache-Control": components["headers"]["NoStore"];
                Allow: components["headers"]["Allow"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["MethodNotAllowedProblem"];
            };
        };
        /** @description The organization already has the maximum number of webhook endpoints or waiting exports, the webhook endpoint exists already or was deleted since, or the key was modified concurrently. `detail` says which. */
        Conflict: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Cache-Control": components["headers"]["NoStore"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ConflictProblem"];
            };
        };
        /** @description Events after this cursor are no longer kept, or the service was restored to an earlier moment: `detail` says which. Read the collections again, and continue with their `eventCursor`. */
        Gone: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Cache-Control": components["headers"]["NoStore"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["CursorExpiredProblem"];
            };
        };
        /** @description The JSON of the request exceeds 100,000 characters. Beyond 10 MB, the response is plain text. Operations that read take no body: omit it. */
        ContentTooLarge: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Cache-Control": components["headers"]["NoStore"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicyIfKnown"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ContentTooLargeProblem"];
            };
        };
        /** @description The body is not declared as JSON. */
        UnsupportedMediaType: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Cache-Control": components["headers"]["NoStore"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["UnsupportedMediaTypeProblem"];
            };
        };
        /** @description The `Idempotency-Key` was used for another body within 24 hours. Send a new one. */
        IdempotencyMismatch: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Cache-Control": components["headers"]["NoStore"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["IdempotencyMismatchProblem"];
            };
        };
        /** @description A limit was exceeded: requests per second (`rate-limit-exceeded`) or requests per day (`quota-exceeded`). Retry after `Retry-After` seconds. */
        TooManyRequests: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Cache-Control": components["headers"]["NoStore"];
                "Retry-After": components["headers"]["RetryAfter"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicyIfKnown"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["TooManyRequestsProblem"];
            };
        };
        /** @description An error on our side. Retry after `Retry-After` seconds; if it persists, report the `requestId`. */
        InternalServerError: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Cache-Control": components["headers"]["NoStore"];
                "Retry-After": components["headers"]["RetryAfter"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicyIfKnown"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["InternalErrorProblem"];
            };
        };
        /** @description The service is temporarily unavailable, or the key is only seconds old. Retry after `Retry-After` seconds. */
        ServiceUnavailable: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Cache-Control": components["headers"]["NoStore"];
                "Retry-After": components["headers"]["RetryAfter"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicyIfKnown"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ServiceUnavailableProblem"];
            };
        };
        /** @description The service did not respond in time. Retry the request. */
        GatewayTimeout: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Cache-Control": components["headers"]["NoStore"];
                "Retry-After": components["headers"]["RetryAfter"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicyIfKnown"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["TimeoutProblem"];
            };
        };
        /** @description Any 2xx status within 15 seconds marks the delivery as succeeded. */
        WebhookReceived: {
            headers: {
                [name: string]: unknown;
            };
            content?: never;
        };
        /** @description Disables the endpoint immediately. */
        WebhookGone: {
            headers: {
                [name: string]: unknown;
            };
            content?: never;
        };
        /** @description Any other status, including redirects, or no response within 15 seconds: the delivery is retried, up to ten attempts in about 50 hours. `Retry-After` is honored up to the next scheduled delay. */
        WebhookFailed: {
            headers: {
                [name: string]: unknown;
            };
            content?: never;
        };
    };
    parameters: {
        /**
         * @description The `ETag` of a cached response, or several separated by commas. Returns `304` if one still matches.
         * @example W/"0f3cPzvEJrBzF2bFz8XyT4l9b2Q"
         */
        IfNoneMatch: string;
        /**
         * @description Makes a repeated request harmless: the same key and body within 24 hours return the first response again.
         * @example 5c1f6e0a-3f0e-4e0b-9f8b-2b7d3f1f9a10
         */
        IdempotencyKey: string;
    };
    requestBodies: never;
    headers: {
        /**
         * @description Identifies the request in the logs of the service. Include it in bug reports.
         * @example c6af9ac6-7b61-11e6-9a41-93e8deadbeef
         */
        RequestId: string;
        /**
         * @description A weak validator of the body. Send it as `If-None-Match`.
         * @example W/"0f3cPzvEJrBzF2bFz8XyT4l9b2Q"
         */
        ETag: string;
        /** @description Cache privately, and revalidate before each use. */
        PrivateNoCache: "private, no-cache";
        /** @description Cache publicly. */
        PublicForMinutes: "public, max-age=300";
        /** @description Do not cache. */
        NoStore: "no-store";
        /** @description Bodies above 1 KB are compressed if the client accepts it. */
        Vary: "Accept-Encoding";
        /**
         * @description The limits of the key’s usage plan: `q` requests per window of `w` seconds (draft-ietf-httpapi-ratelimit-headers-10).
         * @example "rate";q=10;w=1, "quota";q=100000;w=86400
         */
        RateLimitPolicy: string;
        /**
         * @description The limits of the key’s usage plan, if the key was authenticated before the error.
         * @example "rate";q=10;w=1, "quota";q=100000;w=86400
         */
        RateLimitPolicyIfKnown: string;
        /**
         * @description The path of the export.
         * @example /v1/export/019bb160-4c35-7a70-8f52-7a4de0be6a11
         */
        Location: string;
        /**
         * @description Seconds to wait before a retry.
         * @example 1
         */
        RetryAfter: number;
        /** @description How to authenticate (RFC 9110, section 11.6.1). */
        WwwAuthenticate: string;
        /**
         * @description The methods the path supports.
         * @example GET, HEAD
         */
        Allow: string;
        /**
         * @description The URL of the next page (RFC 8288). Absent on the last page.
         * @example <https://api.example.com/v1/call-list?cursor=Zm9vYmFy>; rel="next"
         */
        NextLink: string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    listPeople: {
        parameters: {
            query?: {
                /** @description The maximum number of items per page. A page has fewer if they exceed the response size, or if some were deleted meanwhile; `nextCursor` continues from there. */
                limit?: number;
                /** @description The `nextCursor` of the previous page. It never expires, and is valid only with the same filters and sort. */
                cursor?: string;
                /** @description `none` leaves `totalCount` `null`, for programs that do not show it. `exact` counts in any case: by default, `totalCount` is `null` beyond 10,000 matches by time or name. */
                count?: "none" | "exact";
                /** @description Only what changed at or after this RFC 3339 date-time, inclusive. Digits beyond milliseconds are truncated. To read only what changed since your previous scan, send the `nextChangedSince` of its last page. `totalCount` then is the number when the first page was read. */
                changedSince?: string;
                /** @description Sorts by change: longest ago first, or latest first with `-`. */
                sort?: "changedAt" | "-changedAt";
                /** @description The people with these ids, in this order: up to 100, separated by commas or in repeated parameters. `notFound` has unknown ids. Only `limit`, `cursor`, `count` and `fields` may be sent with it. */
                id?: components["schemas"]["Id"][];
                /** @description The people with this external id, as `source:id`, such as `hubspot:1001`. The source ends at the first colon. Repeat it for up to 100 different values. Only `limit`, `cursor`, `count` and `fields` may be sent with it. */
                externalId?: string[];
                /** @description The people with this phone number, in E.164 such as `+12025550143`. Encode the plus sign as `%2B`, or send it as it is. Repeat it for up to 100 different values. Only `limit`, `cursor`, `count` and `fields` may be sent with it. */
                phone?: string[];
                /** @description The people whose last name, first name, or first and last name with a space between them start with this text. Case and accents make no difference. Chinese, Japanese and Korean names also match with the family name first. Only `limit`, `cursor`, `count` and `fields` may be sent with it. */
                name?: string;
                /** @description The people of this owner, as the source calls it, in any case. Only `limit`, `cursor`, `count` and `fields` may be sent with it. */
                ownerId?: string;
                /** @description The people with this tag, in any case. Only `limit`, `cursor`, `count` and `fields` may be sent with it. */
                tag?: string;
                /** @description The people with this email address, in any spelling: case, `mailto:` and the form of an IDN make no difference. Repeat it for up to 100 different values. Only `limit`, `cursor`, `count` and `fields` may be sent with it. */
                email?: string[];
                /** @description The people of the company with this id. Only `limit`, `cursor`, `count` and `fields` may be sent with it. */
                companyId?: components["schemas"]["Id"];
                /** @description The people whom the entries of this call list call, each once. If they take several pages, `totalCount` includes people who were deleted while their entries stay, unless `count` is `exact`. It also requires the permission `call-list:read`. Only `limit`, `cursor`, `count` and `fields` may be sent with it. */
                callListId?: components["schemas"]["Id"];
                /** @description Only these fields, as comma-separated paths, such as `id,firstName,emails.address,location.city`. A path may lead into the items of a list (`phones.number`) and to a custom field (`customFields.tier`), which is `null` where it is absent. The `id` of a record is always returned; all other fields are omitted, also those that the schema requires. Paths to contact details require `person.contact:read`. */
                fields?: string[];
            };
            header?: {
                /**
                 * @description The `ETag` of a cached response, or several separated by commas. Returns `304` if one still matches.
                 * @example W/"0f3cPzvEJrBzF2bFz8XyT4l9b2Q"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["PrivateNoCache"];
                    Vary: components["headers"]["Vary"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    Link: components["headers"]["NextLink"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PersonPage"];
                };
            };
            /** @description Unchanged since the response whose `ETag` was sent as `If-None-Match`. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["PrivateNoCache"];
                    Vary: components["headers"]["Vary"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    Link: components["headers"]["NextLink"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["ContentTooLarge"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    getPerson: {
        parameters: {
            query?: {
                /** @description `callability` adds whether and when to call the number of each of `phones`. It requires the permissions `person:read`, `person.contact:read` and `company:read`, and a service whose operator has enabled it. It is not legal advice. */
                include?: "callability"[];
                /** @description Only these fields, as comma-separated paths, such as `firstName,phones.number,phones.callability`. A path may lead into the items of a list (`phones.number`) and to a custom field (`customFields.tier`), which is `null` where it is absent. The `id` of a record is always returned; all other fields are omitted, also those that the schema requires. Paths to contact details require `person.contact:read`. */
                fields?: string[];
            };
            header?: {
                /**
                 * @description The `ETag` of a cached response, or several separated by commas. Returns `304` if one still matches.
                 * @example W/"0f3cPzvEJrBzF2bFz8XyT4l9b2Q"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description The id of the person. */
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["PrivateNoCache"];
                    Vary: components["headers"]["Vary"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PersonWithCallability"];
                };
            };
            /** @description Unchanged since the response whose `ETag` was sent as `If-None-Match`. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["PrivateNoCache"];
                    Vary: components["headers"]["Vary"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["ContentTooLarge"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    listCompanies: {
        parameters: {
            query?: {
                /** @description The maximum number of items per page. A page has fewer if they exceed the response size, or if some were deleted meanwhile; `nextCursor` continues from there. */
                limit?: number;
                /** @description The `nextCursor` of the previous page. It never expires, and is valid only with the same filters and sort. */
                cursor?: string;
                /** @description `none` leaves `totalCount` `null`, for programs that do not show it. `exact` counts in any case: by default, `totalCount` is `null` beyond 10,000 matches by time or name. */
                count?: "none" | "exact";
                /** @description Only what changed at or after this RFC 3339 date-time, inclusive. Digits beyond milliseconds are truncated. To read only what changed since your previous scan, send the `nextChangedSince` of its last page. `totalCount` then is the number when the first page was read. */
                changedSince?: string;
                /** @description Sorts by change: longest ago first, or latest first with `-`. */
                sort?: "changedAt" | "-changedAt";
                /** @description The companies with these ids, in this order: up to 100, separated by commas or in repeated parameters. `notFound` has unknown ids. Only `limit`, `cursor`, `count` and `fields` may be sent with it. */
                id?: components["schemas"]["Id"][];
                /** @description The companies with this external id, as `source:id`, such as `hubspot:1001`. The source ends at the first colon. Repeat it for up to 100 different values. Only `limit`, `cursor`, `count` and `fields` may be sent with it. */
                externalId?: string[];
                /** @description The companies with this phone number, in E.164 such as `+12025550143`. Encode the plus sign as `%2B`, or send it as it is. Repeat it for up to 100 different values. Only `limit`, `cursor`, `count` and `fields` may be sent with it. */
                phone?: string[];
                /** @description The companies whose name starts with this text. Case and accents make no difference. Only `limit`, `cursor`, `count` and `fields` may be sent with it. */
                name?: string;
                /** @description The companies of this owner, as the source calls it, in any case. Only `limit`, `cursor`, `count` and `fields` may be sent with it. */
                ownerId?: string;
                /** @description The companies with this tag, in any case. Only `limit`, `cursor`, `count` and `fields` may be sent with it. */
                tag?: string;
                /** @description The companies with this domain, in any spelling: case, scheme, `www.`, path and the form of an IDN make no difference. Repeat it for up to 100 different values. Only `limit`, `cursor`, `count` and `fields` may be sent with it. */
                domain?: string[];
                /** @description Only these fields, as comma-separated paths, such as `name,domain,location.country`. A path may lead into the items of a list (`phones.number`) and to a custom field (`customFields.tier`), which is `null` where it is absent. The `id` of a record is always returned; all other fields are omitted, also those that the schema requires. Paths to contact details require `person.contact:read`. */
                fields?: string[];
            };
            header?: {
                /**
                 * @description The `ETag` of a cached response, or several separated by commas. Returns `304` if one still matches.
                 * @example W/"0f3cPzvEJrBzF2bFz8XyT4l9b2Q"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["PrivateNoCache"];
                    Vary: components["headers"]["Vary"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    Link: components["headers"]["NextLink"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CompanyPage"];
                };
            };
            /** @description Unchanged since the response whose `ETag` was sent as `If-None-Match`. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["PrivateNoCache"];
                    Vary: components["headers"]["Vary"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    Link: components["headers"]["NextLink"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["ContentTooLarge"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    getCompany: {
        parameters: {
            query?: {
                /** @description Only these fields, as comma-separated paths, such as `name,domain,location.country`. A path may lead into the items of a list (`phones.number`) and to a custom field (`customFields.tier`), which is `null` where it is absent. The `id` of a record is always returned; all other fields are omitted, also those that the schema requires. Paths to contact details require `person.contact:read`. */
                fields?: string[];
            };
            header?: {
                /**
                 * @description The `ETag` of a cached response, or several separated by commas. Returns `304` if one still matches.
                 * @example W/"0f3cPzvEJrBzF2bFz8XyT4l9b2Q"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description The id of the company. */
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["PrivateNoCache"];
                    Vary: components["headers"]["Vary"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Company"];
                };
            };
            /** @description Unchanged since the response whose `ETag` was sent as `If-None-Match`. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["PrivateNoCache"];
                    Vary: components["headers"]["Vary"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["ContentTooLarge"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    listCalls: {
        parameters: {
            query?: {
                /** @description The maximum number of items per page. A page has fewer if they exceed the response size, or if some were deleted meanwhile; `nextCursor` continues from there. */
                limit?: number;
                /** @description The `nextCursor` of the previous page. It never expires, and is valid only with the same filters and sort. */
                cursor?: string;
                /** @description `none` leaves `totalCount` `null`, for programs that do not show it. `exact` counts in any case: by default, `totalCount` is `null` beyond 10,000 matches by time or name. */
                count?: "none" | "exact";
                /** @description Only what changed at or after this RFC 3339 date-time, inclusive. Digits beyond milliseconds are truncated. To read only what changed since your previous scan, send the `nextChangedSince` of its last page. `totalCount` then is the number when the first page was read. */
                changedSince?: string;
                /** @description Sorts by change: longest ago first, or latest first with `-`. */
                sort?: "changedAt" | "-changedAt";
                /** @description The calls with these ids, in this order: up to 100, separated by commas or in repeated parameters. `notFound` has unknown ids. Only `limit`, `cursor`, `count` and `fields` may be sent with it. */
                id?: components["schemas"]["Id"][];
                /** @description The calls with this external id, as `source:id`, such as `hubspot:1001`. The source ends at the first colon. Repeat it for up to 100 different values. Only `limit`, `cursor`, `count` and `fields` may be sent with it. */
                externalId?: string[];
                /** @description The calls with this person. Only `limit`, `cursor`, `count`, `fields`, `startedSince` and `startedBefore` may be sent with it. */
                personId?: components["schemas"]["Id"];
                /** @description The calls with this company or one of its people. Only `limit`, `cursor`, `count`, `fields`, `startedSince` and `startedBefore` may be sent with it. */
                companyId?: components["schemas"]["Id"];
                /** @description The calls that were made from this call list. Only `limit`, `cursor`, `count`, `fields`, `startedSince` and `startedBefore` may be sent with it. */
                callListId?: components["schemas"]["Id"];
                /** @description The calls of the agent with this `id` or `email`, in any case. Only `limit`, `cursor`, `count`, `fields`, `startedSince` and `startedBefore` may be sent with it. */
                agent?: string;
                /** @description The calls with this disposition, in any case. Only `limit`, `cursor`, `count`, `fields`, `startedSince` and `startedBefore` may be sent with it. */
                disposition?: string;
                /** @description Calls that started at or after this RFC 3339 date-time, inclusive. Digits beyond milliseconds are truncated. Only `limit`, `cursor`, `count`, `fields`, `startedSince`, `startedBefore`, `personId`, `companyId`, `callListId`, `agent` and `disposition` may be sent with it. */
                startedSince?: string;
                /** @description Calls that started before this RFC 3339 date-time, exclusive. Digits beyond milliseconds are truncated. Only `limit`, `cursor`, `count`, `fields`, `startedSince`, `startedBefore`, `personId`, `companyId`, `callListId`, `agent` and `disposition` may be sent with it. */
                startedBefore?: string;
                /** @description Only these fields, as comma-separated paths, such as `personId,startedAt,disposition,agent.email`. A path may lead into the items of a list (`phones.number`) and to a custom field (`customFields.tier`), which is `null` where it is absent. The `id` of a record is always returned; all other fields are omitted, also those that the schema requires. Paths to contact details require `person.contact:read`. */
                fields?: string[];
            };
            header?: {
                /**
                 * @description The `ETag` of a cached response, or several separated by commas. Returns `304` if one still matches.
                 * @example W/"0f3cPzvEJrBzF2bFz8XyT4l9b2Q"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["PrivateNoCache"];
                    Vary: components["headers"]["Vary"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    Link: components["headers"]["NextLink"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CallPage"];
                };
            };
            /** @description Unchanged since the response whose `ETag` was sent as `If-None-Match`. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["PrivateNoCache"];
                    Vary: components["headers"]["Vary"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    Link: components["headers"]["NextLink"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["ContentTooLarge"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    getCall: {
        parameters: {
            query?: {
                /** @description Only these fields, as comma-separated paths, such as `startedAt,disposition,agent.email`. A path may lead into the items of a list (`phones.number`) and to a custom field (`customFields.tier`), which is `null` where it is absent. The `id` of a record is always returned; all other fields are omitted, also those that the schema requires. Paths to contact details require `person.contact:read`. */
                fields?: string[];
            };
            header?: {
                /**
                 * @description The `ETag` of a cached response, or several separated by commas. Returns `304` if one still matches.
                 * @example W/"0f3cPzvEJrBzF2bFz8XyT4l9b2Q"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description The id of the call. */
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["PrivateNoCache"];
                    Vary: components["headers"]["Vary"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Call"];
                };
            };
            /** @description Unchanged since the response whose `ETag` was sent as `If-None-Match`. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["PrivateNoCache"];
                    Vary: components["headers"]["Vary"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["ContentTooLarge"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    listCallLists: {
        parameters: {
            query?: {
                /** @description The maximum number of items per page. */
                limit?: number;
                /** @description The `nextCursor` of the previous page. It never expires, and is valid only with the same filters and sort. */
                cursor?: string;
                /** @description `none` leaves `totalCount` `null`, for programs that do not show it. `exact` counts in any case: by default, `totalCount` is `null` beyond 10,000 matches by time or name. */
                count?: "none" | "exact";
                /** @description Only locked (`true`) or unlocked (`false`) call lists. */
                isLocked?: boolean;
                /** @description Only call lists created after this RFC 3339 date-time, exclusive. Digits beyond milliseconds are truncated. */
                createdAfter?: string;
                /** @description Only call lists created before this RFC 3339 date-time, exclusive. Digits beyond milliseconds are truncated. */
                createdBefore?: string;
                /** @description Only what changed at or after this RFC 3339 date-time, inclusive. Digits beyond milliseconds are truncated. To read only what changed since your previous scan, send the `nextChangedSince` of its last page. `totalCount` then is the number when the first page was read. Not with `createdAfter`, `createdBefore` or an order of creation. */
                changedSince?: string;
                /** @description Sorts by creation or by change: oldest first, or newest first with `-`. The default is `-createdAt`, or `changedAt` with `changedSince`. */
                sort?: "createdAt" | "-createdAt" | "changedAt" | "-changedAt";
                /** @description The call lists whose name starts with this text, ordered by name. Case and accents make no difference. Only `limit`, `cursor`, `count` and `fields` may be sent with it. */
                name?: string;
                /** @description Only these fields, comma-separated, such as `name,isLocked`. The `id` is always returned. */
                fields?: string[];
            };
            header?: {
                /**
                 * @description The `ETag` of a cached response, or several separated by commas. Returns `304` if one still matches.
                 * @example W/"0f3cPzvEJrBzF2bFz8XyT4l9b2Q"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["PrivateNoCache"];
                    Vary: components["headers"]["Vary"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    Link: components["headers"]["NextLink"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CallListPage"];
                };
            };
            /** @description Unchanged since the response whose `ETag` was sent as `If-None-Match`. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["PrivateNoCache"];
                    Vary: components["headers"]["Vary"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    Link: components["headers"]["NextLink"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["ContentTooLarge"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    getCallList: {
        parameters: {
            query?: {
                /** @description The maximum number of entries per page. A page has fewer if its records exceed the response size; `nextCursor` continues from there. */
                limit?: number;
                /** @description The `nextCursor` of the previous page. It never expires, and is valid only with the same filters and sort. */
                cursor?: string;
                /** @description The records to embed in each entry, separated by commas or in repeated parameters. `person` requires the permission `person:read`, and `company` requires `company:read`. `callability` adds whether and when to call the number of each entry. It requires the permissions `person:read`, `person.contact:read` and `company:read`, and a service whose operator has enabled it. It is not legal advice. */
                include?: ("person" | "company" | "callability")[];
                /** @description Only these fields, as comma-separated paths, such as `name,entries.status,person.firstName`. A path may lead into the items of a list (`phones.number`) and to a custom field (`customFields.tier`), which is `null` where it is absent. The `id` of a record is always returned; all other fields are omitted, also those that the schema requires. Paths to contact details require `person.contact:read`. Paths of entries start with `entries.`; those of included records may start with `person.`, `company.` or `callability.`. */
                fields?: string[];
            };
            header?: {
                /**
                 * @description The `ETag` of a cached response, or several separated by commas. Returns `304` if one still matches.
                 * @example W/"0f3cPzvEJrBzF2bFz8XyT4l9b2Q"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description The id of the call list. */
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["PrivateNoCache"];
                    Vary: components["headers"]["Vary"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    Link: components["headers"]["NextLink"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CallListWithEntries"];
                };
            };
            /** @description Unchanged since the response whose `ETag` was sent as `If-None-Match`. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["PrivateNoCache"];
                    Vary: components["headers"]["Vary"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    Link: components["headers"]["NextLink"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["ContentTooLarge"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    listCallListEntries: {
        parameters: {
            query?: {
                /** @description The maximum number of items per page. A page has fewer if they exceed the response size, or if some were deleted meanwhile; `nextCursor` continues from there. */
                limit?: number;
                /** @description The `nextCursor` of the previous page. It never expires, and is valid only with the same filters and sort. */
                cursor?: string;
                /** @description `none` leaves `totalCount` `null`, for programs that do not show it. `exact` counts in any case: by default, `totalCount` is `null` beyond 10,000 matches by time or name. */
                count?: "none" | "exact";
                /** @description Only what changed at or after this RFC 3339 date-time, inclusive. Digits beyond milliseconds are truncated. To read only what changed since your previous scan, send the `nextChangedSince` of its last page. `totalCount` then is the number when the first page was read. */
                changedSince?: string;
                /** @description Sorts by change: longest ago first, or latest first with `-`. */
                sort?: "changedAt" | "-changedAt";
                /** @description Only the entries of this call list. */
                callListId?: components["schemas"]["Id"];
                /** @description The entries that call this person, in all call lists, ordered by call list and position. Only `limit`, `cursor`, `count` and `fields` may be sent with it. */
                personId?: components["schemas"]["Id"];
                /** @description The entries with one of these statuses, separated by commas or in repeated parameters, ordered by call list and position. Only `limit`, `cursor`, `count`, `fields` and `callListId` may be sent with it. */
                status?: ("pending" | "in_progress" | "callback" | "completed" | "skipped" | "exhausted" | "do_not_call")[];
                /** @description The entries whose `nextCallAt` is not later than this RFC 3339 date-time, earliest first. Digits beyond milliseconds are truncated. Only `limit`, `cursor`, `count`, `fields` and `callListId` may be sent with it. */
                nextCallBefore?: string;
                /** @description Only these fields, as comma-separated paths, such as `personId,status,nextCallAt`. A path may lead into the items of a list (`phones.number`) and to a custom field (`customFields.tier`), which is `null` where it is absent. The `id` of a record is always returned; all other fields are omitted, also those that the schema requires. Paths to contact details require `person.contact:read`. */
                fields?: string[];
            };
            header?: {
                /**
                 * @description The `ETag` of a cached response, or several separated by commas. Returns `304` if one still matches.
                 * @example W/"0f3cPzvEJrBzF2bFz8XyT4l9b2Q"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["PrivateNoCache"];
                    Vary: components["headers"]["Vary"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    Link: components["headers"]["NextLink"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CallListEntryPage"];
                };
            };
            /** @description Unchanged since the response whose `ETag` was sent as `If-None-Match`. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["PrivateNoCache"];
                    Vary: components["headers"]["Vary"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    Link: components["headers"]["NextLink"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["ContentTooLarge"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    listFields: {
        parameters: {
            query: {
                /** @description The resource. */
                resource: "person" | "company" | "call-list" | "call-list-entry" | "call";
                /** @description `json-schema` returns a JSON Schema of the resource. */
                format?: "list" | "json-schema";
            };
            header?: {
                /**
                 * @description The `ETag` of a cached response, or several separated by commas. Returns `304` if one still matches.
                 * @example W/"0f3cPzvEJrBzF2bFz8XyT4l9b2Q"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["PrivateNoCache"];
                    Vary: components["headers"]["Vary"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FieldList"];
                };
            };
            /** @description Unchanged since the response whose `ETag` was sent as `If-None-Match`. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["PrivateNoCache"];
                    Vary: components["headers"]["Vary"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["ContentTooLarge"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    countRecords: {
        parameters: {
            query: {
                /** @description The records to count. */
                resource: "person" | "company" | "call-list-entry" | "call";
                /** @description The field by whose values they are counted. */
                by: "ownerId" | "tag" | "companyId" | "status" | "callListId" | "disposition";
                /** @description Only this value, in any case: repeat the parameter for up to 100. The counts have the order of the request, with 0 for a value that no record has. */
                value?: string[];
                /** @description The maximum number of items per page. */
                limit?: number;
                /** @description The `nextCursor` of the previous page. It never expires, and is valid only with the same filters and sort. */
                cursor?: string;
                /** @description `none` leaves `totalCount` `null`, for programs that do not show it. `exact` counts in any case: by default, `totalCount` is `null` beyond 10,000 matches by time or name. */
                count?: "none" | "exact";
            };
            header?: {
                /**
                 * @description The `ETag` of a cached response, or several separated by commas. Returns `304` if one still matches.
                 * @example W/"0f3cPzvEJrBzF2bFz8XyT4l9b2Q"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["PrivateNoCache"];
                    Vary: components["headers"]["Vary"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    Link: components["headers"]["NextLink"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CountPage"];
                };
            };
            /** @description Unchanged since the response whose `ETag` was sent as `If-None-Match`. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["PrivateNoCache"];
                    Vary: components["headers"]["Vary"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    Link: components["headers"]["NextLink"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["ContentTooLarge"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    getKey: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The `ETag` of a cached response, or several separated by commas. Returns `304` if one still matches.
                 * @example W/"0f3cPzvEJrBzF2bFz8XyT4l9b2Q"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["PrivateNoCache"];
                    Vary: components["headers"]["Vary"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Key"];
                };
            };
            /** @description Unchanged since the response whose `ETag` was sent as `If-None-Match`. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["PrivateNoCache"];
                    Vary: components["headers"]["Vary"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["ContentTooLarge"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    listEvents: {
        parameters: {
            query?: {
                /** @description The maximum number of events per page. A page has fewer if they exceed the response size, or if many were skipped; `hasMore` says whether more follow. */
                limit?: number;
                /** @description The `nextCursor` of the previous page, or the `eventCursor` of a collection. Valid with any `types` and `limit`, for as long as the events after it are kept: 90 days in production and 30 in other stages by default, or less if the organization set a shorter period. Only `limit` and `types` may be sent with it. */
                cursor?: string;
                /** @description `earliest` starts with the oldest event that is kept, and `latest` after the newest. The default is `earliest`. Only `limit` and `types` may be sent with it. */
                from?: "earliest" | "latest";
                /** @description Starts with the first event that entered the feed at or after this RFC 3339 date-time. Digits beyond milliseconds are truncated. Only `limit` and `types` may be sent with it. */
                since?: string;
                /** @description Only events of these types, separated by commas or in repeated parameters: types such as `call_list.locked`, or all types of a resource such as `person.*`. */
                types?: ("*" | "person.*" | "company.*" | "call_list.*" | "call_list_entry.*" | "call.*" | "webhook_endpoint.*" | "import.*" | "export.*" | "person.created" | "person.updated" | "person.expiring" | "person.deleted" | "person.erased" | "company.created" | "company.updated" | "company.expiring" | "company.deleted" | "call_list.created" | "call_list.updated" | "call_list.deleted" | "call_list.locked" | "call_list.unlocked" | "call_list_entry.created" | "call_list_entry.updated" | "call_list_entry.deleted" | "call.created" | "call.updated" | "call.deleted" | "webhook_endpoint.failing" | "webhook_endpoint.disabled" | "import.completed" | "import.failed" | "export.completed" | "export.failed")[];
            };
            header?: {
                /**
                 * @description The `ETag` of a cached response, or several separated by commas. Returns `304` if one still matches.
                 * @example W/"0f3cPzvEJrBzF2bFz8XyT4l9b2Q"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["PrivateNoCache"];
                    Vary: components["headers"]["Vary"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    Link: components["headers"]["NextLink"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventPage"];
                };
            };
            /** @description Unchanged since the response whose `ETag` was sent as `If-None-Match`. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["PrivateNoCache"];
                    Vary: components["headers"]["Vary"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    Link: components["headers"]["NextLink"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            410: components["responses"]["Gone"];
            413: components["responses"]["ContentTooLarge"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    listEventTypes: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The `ETag` of a cached response, or several separated by commas. Returns `304` if one still matches.
                 * @example W/"0f3cPzvEJrBzF2bFz8XyT4l9b2Q"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["PrivateNoCache"];
                    Vary: components["headers"]["Vary"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventTypeList"];
                };
            };
            /** @description Unchanged since the response whose `ETag` was sent as `If-None-Match`. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["PrivateNoCache"];
                    Vary: components["headers"]["Vary"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["ContentTooLarge"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    listWebhookEndpoints: {
        parameters: {
            query?: {
                /** @description The maximum number of items per page. */
                limit?: number;
                /** @description The `nextCursor` of the previous page. It never expires, and is valid only with the same filters and sort. */
                cursor?: string;
            };
            header?: {
                /**
                 * @description The `ETag` of a cached response, or several separated by commas. Returns `304` if one still matches.
                 * @example W/"0f3cPzvEJrBzF2bFz8XyT4l9b2Q"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["PrivateNoCache"];
                    Vary: components["headers"]["Vary"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    Link: components["headers"]["NextLink"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpointPage"];
                };
            };
            /** @description Unchanged since the response whose `ETag` was sent as `If-None-Match`. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["PrivateNoCache"];
                    Vary: components["headers"]["Vary"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    Link: components["headers"]["NextLink"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["ContentTooLarge"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    createWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes a repeated request harmless: the same key and body within 24 hours return the first response again.
                 * @example 5c1f6e0a-3f0e-4e0b-9f8b-2b7d3f1f9a10
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "url": "https://hooks.example/workflows/42",
                 *       "eventTypes": [
                 *         "person.created",
                 *         "call_list.*"
                 *       ],
                 *       "description": "New people to the CRM",
                 *       "filter": {
                 *         "data": {
                 *           "tags": [
                 *             "vip"
                 *           ]
                 *         }
                 *       },
                 *       "headers": [
                 *         {
                 *           "name": "Authorization",
                 *           "value": "Bearer 0f3a"
                 *         }
                 *       ],
                 *       "maxPerSecond": 10
                 *     }
                 */
                "application/json": components["schemas"]["CreateWebhookEndpointBody"];
            };
        };
        responses: {
            /** @description Success. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["NoStore"];
                    Vary: components["headers"]["Vary"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IssuedWebhookEndpoint"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyMismatch"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    deleteWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the webhook endpoint. */
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["NoStore"];
                    Vary: components["headers"]["Vary"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpoint"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["ContentTooLarge"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    listExports: {
        parameters: {
            query?: {
                /** @description The maximum number of items per page. */
                limit?: number;
                /** @description The `nextCursor` of the previous page. It never expires, and is valid only with the same filters and sort. */
                cursor?: string;
            };
            header?: {
                /**
                 * @description The `ETag` of a cached response, or several separated by commas. Returns `304` if one still matches.
                 * @example W/"0f3cPzvEJrBzF2bFz8XyT4l9b2Q"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["PrivateNoCache"];
                    Vary: components["headers"]["Vary"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    Link: components["headers"]["NextLink"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExportPage"];
                };
            };
            /** @description Unchanged since the response whose `ETag` was sent as `If-None-Match`. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["PrivateNoCache"];
                    Vary: components["headers"]["Vary"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    Link: components["headers"]["NextLink"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["ContentTooLarge"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    createExport: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes a repeated request harmless: the same key and body within 24 hours return the first response again.
                 * @example 5c1f6e0a-3f0e-4e0b-9f8b-2b7d3f1f9a10
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "resource": "person",
                 *       "format": "csv"
                 *     }
                 */
                "application/json": components["schemas"]["CreateExportBody"];
            };
        };
        responses: {
            /** @description Success. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["NoStore"];
                    Vary: components["headers"]["Vary"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["QueuedExport"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyMismatch"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    getExport: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The `ETag` of a cached response, or several separated by commas. Returns `304` if one still matches.
                 * @example W/"0f3cPzvEJrBzF2bFz8XyT4l9b2Q"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description The id of the export. */
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["PrivateNoCache"];
                    Vary: components["headers"]["Vary"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Export"];
                };
            };
            /** @description Unchanged since the response whose `ETag` was sent as `If-None-Match`. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["PrivateNoCache"];
                    Vary: components["headers"]["Vary"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["ContentTooLarge"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    listImports: {
        parameters: {
            query?: {
                /** @description The maximum number of items per page. */
                limit?: number;
                /** @description The `nextCursor` of the previous page. It never expires, and is valid only with the same filters and sort. */
                cursor?: string;
            };
            header?: {
                /**
                 * @description The `ETag` of a cached response, or several separated by commas. Returns `304` if one still matches.
                 * @example W/"0f3cPzvEJrBzF2bFz8XyT4l9b2Q"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["PrivateNoCache"];
                    Vary: components["headers"]["Vary"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    Link: components["headers"]["NextLink"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ImportPage"];
                };
            };
            /** @description Unchanged since the response whose `ETag` was sent as `If-None-Match`. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["PrivateNoCache"];
                    Vary: components["headers"]["Vary"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    Link: components["headers"]["NextLink"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["ContentTooLarge"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    createImport: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes a repeated request harmless: the same key and body within 24 hours return the first response again.
                 * @example 5c1f6e0a-3f0e-4e0b-9f8b-2b7d3f1f9a10
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "source": "crm",
                 *       "rows": {
                 *         "people": [
                 *           {
                 *             "id": "P-1",
                 *             "firstName": "Ada",
                 *             "lastName": "Appleseed",
                 *             "title": "CEO"
                 *           }
                 *         ]
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["CreateImportBody"];
            };
        };
        responses: {
            /** @description The rows are stored. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["NoStore"];
                    Vary: components["headers"]["Vary"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StartedImport"];
                };
            };
            /** @description Success. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["NoStore"];
                    Vary: components["headers"]["Vary"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StartedImport"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyMismatch"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    getImport: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The `ETag` of a cached response, or several separated by commas. Returns `304` if one still matches.
                 * @example W/"0f3cPzvEJrBzF2bFz8XyT4l9b2Q"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description The id of the import. */
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["PrivateNoCache"];
                    Vary: components["headers"]["Vary"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Import"];
                };
            };
            /** @description Unchanged since the response whose `ETag` was sent as `If-None-Match`. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["PrivateNoCache"];
                    Vary: components["headers"]["Vary"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["ContentTooLarge"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    getOpenApiDocument: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The `ETag` of a cached response, or several separated by commas. Returns `304` if one still matches.
                 * @example W/"0f3cPzvEJrBzF2bFz8XyT4l9b2Q"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["PublicForMinutes"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpenApiDocument"];
                };
            };
            /** @description Unchanged since the response whose `ETag` was sent as `If-None-Match`. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["PublicForMinutes"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            413: components["responses"]["ContentTooLarge"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    onPersonCreated: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The id of the event. It stays the same across retries and replays: use it to discard duplicates.
                 * @example 0b6f1f4e-6a3b-8f0e-9c55-0f7e3c1f2a11
                 */
                "webhook-id": string;
                /**
                 * @description The time of this attempt in Unix seconds. Reject deliveries that are more than five minutes off.
                 * @example 1769851800
                 */
                "webhook-timestamp": string;
                /**
                 * @description A space-delimited signature per active secret: `v1,` followed by the base64 HMAC-SHA256 of `{webhook-id}.{webhook-timestamp}.{body}`, using the raw body. Accept the delivery if any signature matches.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "0b6f1f4e-6a3b-8f0e-9c55-0f7e3c1f2a11",
                 *       "type": "person.created",
                 *       "organizationId": "9d3e2f4f-8f0f-4a11-b16f-1c1a527f0b4b",
                 *       "timestamp": "2026-01-31T09:30:00.000Z",
                 *       "sequence": 1,
                 *       "isSilent": false,
                 *       "data": {
                 *         "id": "6f1c1a52-7f0b-4b60-9d3e-2f4f8f0f7a11",
                 *         "firstName": "Ada",
                 *         "lastName": "Lovelace",
                 *         "title": "Director of Engineering",
                 *         "emails": [
                 *           {
                 *             "address": "ada@engines.example",
                 *             "type": "work"
                 *           }
                 *         ],
                 *         "phones": [
                 *           {
                 *             "number": "+12025550143",
                 *             "type": "mobile",
                 *             "extension": "12",
                 *             "raw": "(202) 555-0143 x12",
                 *             "doNotCall": false
                 *           },
                 *           {
                 *             "number": null,
                 *             "type": "other",
                 *             "extension": null,
                 *             "raw": "ask at the desk",
                 *             "doNotCall": true
                 *           }
                 *         ],
                 *         "companyId": "0c5e3b1e-5d0c-4f0a-8a43-1b8c2f6c9a02",
                 *         "timezone": "America/New_York",
                 *         "location": {
                 *           "street": "1 Sample Street",
                 *           "city": "Washington",
                 *           "region": "DC",
                 *           "postalCode": "20001",
                 *           "country": "US"
                 *         },
                 *         "linkedinUrl": null,
                 *         "websiteUrl": null,
                 *         "doNotCall": false,
                 *         "ownerId": "owner-17",
                 *         "tags": [
                 *           "decision maker"
                 *         ],
                 *         "externalIds": [
                 *           {
                 *             "source": "hubspot",
                 *             "id": "1001"
                 *           }
                 *         ],
                 *         "customFields": {
                 *           "score": 87,
                 *           "newsletter": true
                 *         },
                 *         "createdAt": "2026-01-12T08:15:00.000Z",
                 *         "updatedAt": "2026-01-31T09:30:00.000Z",
                 *         "changedAt": "2026-01-31T10:02:17.482Z"
                 *       },
                 *       "previous": {}
                 *     }
                 */
                "application/json": components["schemas"]["PersonCreatedEvent"];
            };
        };
        responses: {
            410: components["responses"]["WebhookGone"];
            "2XX": components["responses"]["WebhookReceived"];
            default: components["responses"]["WebhookFailed"];
        };
    };
    onPersonUpdated: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The id of the event. It stays the same across retries and replays: use it to discard duplicates.
                 * @example 0b6f1f4e-6a3b-8f0e-9c55-0f7e3c1f2a11
                 */
                "webhook-id": string;
                /**
                 * @description The time of this attempt in Unix seconds. Reject deliveries that are more than five minutes off.
                 * @example 1769851800
                 */
                "webhook-timestamp": string;
                /**
                 * @description A space-delimited signature per active secret: `v1,` followed by the base64 HMAC-SHA256 of `{webhook-id}.{webhook-timestamp}.{body}`, using the raw body. Accept the delivery if any signature matches.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "0b6f1f4e-6a3b-8f0e-9c55-0f7e3c1f2a11",
                 *       "type": "person.updated",
                 *       "organizationId": "9d3e2f4f-8f0f-4a11-b16f-1c1a527f0b4b",
                 *       "timestamp": "2026-01-31T09:30:00.000Z",
                 *       "sequence": 4,
                 *       "isSilent": false,
                 *       "data": {
                 *         "id": "6f1c1a52-7f0b-4b60-9d3e-2f4f8f0f7a11",
                 *         "firstName": "Ada",
                 *         "lastName": "Lovelace",
                 *         "title": "Director of Engineering",
                 *         "emails": [
                 *           {
                 *             "address": "ada@engines.example",
                 *             "type": "work"
                 *           }
                 *         ],
                 *         "phones": [
                 *           {
                 *             "number": "+12025550143",
                 *             "type": "mobile",
                 *             "extension": "12",
                 *             "raw": "(202) 555-0143 x12",
                 *             "doNotCall": false
                 *           },
                 *           {
                 *             "number": null,
                 *             "type": "other",
                 *             "extension": null,
                 *             "raw": "ask at the desk",
                 *             "doNotCall": true
                 *           }
                 *         ],
                 *         "companyId": "0c5e3b1e-5d0c-4f0a-8a43-1b8c2f6c9a02",
                 *         "timezone": "America/New_York",
                 *         "location": {
                 *           "street": "1 Sample Street",
                 *           "city": "Washington",
                 *           "region": "DC",
                 *           "postalCode": "20001",
                 *           "country": "US"
                 *         },
                 *         "linkedinUrl": null,
                 *         "websiteUrl": null,
                 *         "doNotCall": false,
                 *         "ownerId": "owner-17",
                 *         "tags": [
                 *           "decision maker"
                 *         ],
                 *         "externalIds": [
                 *           {
                 *             "source": "hubspot",
                 *             "id": "1001"
                 *           }
                 *         ],
                 *         "customFields": {
                 *           "score": 87,
                 *           "newsletter": true
                 *         },
                 *         "createdAt": "2026-01-12T08:15:00.000Z",
                 *         "updatedAt": "2026-01-31T09:30:00.000Z",
                 *         "changedAt": "2026-01-31T10:02:17.482Z"
                 *       },
                 *       "previous": {
                 *         "title": "Engineer"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["PersonUpdatedEvent"];
            };
        };
        responses: {
            410: components["responses"]["WebhookGone"];
            "2XX": components["responses"]["WebhookReceived"];
            default: components["responses"]["WebhookFailed"];
        };
    };
    onPersonExpiring: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The id of the event. It stays the same across retries and replays: use it to discard duplicates.
                 * @example 0b6f1f4e-6a3b-8f0e-9c55-0f7e3c1f2a11
                 */
                "webhook-id": string;
                /**
                 * @description The time of this attempt in Unix seconds. Reject deliveries that are more than five minutes off.
                 * @example 1769851800
                 */
                "webhook-timestamp": string;
                /**
                 * @description A space-delimited signature per active secret: `v1,` followed by the base64 HMAC-SHA256 of `{webhook-id}.{webhook-timestamp}.{body}`, using the raw body. Accept the delivery if any signature matches.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "0b6f1f4e-6a3b-8f0e-9c55-0f7e3c1f2a11",
                 *       "type": "person.expiring",
                 *       "organizationId": "9d3e2f4f-8f0f-4a11-b16f-1c1a527f0b4b",
                 *       "timestamp": "2026-01-31T09:30:00.000Z",
                 *       "sequence": 4,
                 *       "isSilent": false,
                 *       "data": {
                 *         "id": "6f1c1a52-7f0b-4b60-9d3e-2f4f8f0f7a11",
                 *         "firstName": "Ada",
                 *         "lastName": "Lovelace",
                 *         "title": "Director of Engineering",
                 *         "emails": [
                 *           {
                 *             "address": "ada@engines.example",
                 *             "type": "work"
                 *           }
                 *         ],
                 *         "phones": [
                 *           {
                 *             "number": "+12025550143",
                 *             "type": "mobile",
                 *             "extension": "12",
                 *             "raw": "(202) 555-0143 x12",
                 *             "doNotCall": false
                 *           },
                 *           {
                 *             "number": null,
                 *             "type": "other",
                 *             "extension": null,
                 *             "raw": "ask at the desk",
                 *             "doNotCall": true
                 *           }
                 *         ],
                 *         "companyId": "0c5e3b1e-5d0c-4f0a-8a43-1b8c2f6c9a02",
                 *         "timezone": "America/New_York",
                 *         "location": {
                 *           "street": "1 Sample Street",
                 *           "city": "Washington",
                 *           "region": "DC",
                 *           "postalCode": "20001",
                 *           "country": "US"
                 *         },
                 *         "linkedinUrl": null,
                 *         "websiteUrl": null,
                 *         "doNotCall": false,
                 *         "ownerId": "owner-17",
                 *         "tags": [
                 *           "decision maker"
                 *         ],
                 *         "externalIds": [
                 *           {
                 *             "source": "hubspot",
                 *             "id": "1001"
                 *           }
                 *         ],
                 *         "customFields": {
                 *           "score": 87,
                 *           "newsletter": true
                 *         },
                 *         "createdAt": "2026-01-12T08:15:00.000Z",
                 *         "updatedAt": "2026-01-31T09:30:00.000Z",
                 *         "changedAt": "2026-01-31T10:02:17.482Z"
                 *       },
                 *       "previous": {},
                 *       "expiresAt": "2026-02-02T03:15:00.000Z"
                 *     }
                 */
                "application/json": components["schemas"]["PersonExpiringEvent"];
            };
        };
        responses: {
            410: components["responses"]["WebhookGone"];
            "2XX": components["responses"]["WebhookReceived"];
            default: components["responses"]["WebhookFailed"];
        };
    };
    onPersonDeleted: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The id of the event. It stays the same across retries and replays: use it to discard duplicates.
                 * @example 0b6f1f4e-6a3b-8f0e-9c55-0f7e3c1f2a11
                 */
                "webhook-id": string;
                /**
                 * @description The time of this attempt in Unix seconds. Reject deliveries that are more than five minutes off.
                 * @example 1769851800
                 */
                "webhook-timestamp": string;
                /**
                 * @description A space-delimited signature per active secret: `v1,` followed by the base64 HMAC-SHA256 of `{webhook-id}.{webhook-timestamp}.{body}`, using the raw body. Accept the delivery if any signature matches.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "0b6f1f4e-6a3b-8f0e-9c55-0f7e3c1f2a11",
                 *       "type": "person.deleted",
                 *       "organizationId": "9d3e2f4f-8f0f-4a11-b16f-1c1a527f0b4b",
                 *       "timestamp": "2026-01-31T09:30:00.000Z",
                 *       "sequence": 4,
                 *       "isSilent": false,
                 *       "data": {
                 *         "id": "6f1c1a52-7f0b-4b60-9d3e-2f4f8f0f7a11",
                 *         "firstName": "Ada",
                 *         "lastName": "Lovelace",
                 *         "title": "Director of Engineering",
                 *         "emails": [
                 *           {
                 *             "address": "ada@engines.example",
                 *             "type": "work"
                 *           }
                 *         ],
                 *         "phones": [
                 *           {
                 *             "number": "+12025550143",
                 *             "type": "mobile",
                 *             "extension": "12",
                 *             "raw": "(202) 555-0143 x12",
                 *             "doNotCall": false
                 *           },
                 *           {
                 *             "number": null,
                 *             "type": "other",
                 *             "extension": null,
                 *             "raw": "ask at the desk",
                 *             "doNotCall": true
                 *           }
                 *         ],
                 *         "companyId": "0c5e3b1e-5d0c-4f0a-8a43-1b8c2f6c9a02",
                 *         "timezone": "America/New_York",
                 *         "location": {
                 *           "street": "1 Sample Street",
                 *           "city": "Washington",
                 *           "region": "DC",
                 *           "postalCode": "20001",
                 *           "country": "US"
                 *         },
                 *         "linkedinUrl": null,
                 *         "websiteUrl": null,
                 *         "doNotCall": false,
                 *         "ownerId": "owner-17",
                 *         "tags": [
                 *           "decision maker"
                 *         ],
                 *         "externalIds": [
                 *           {
                 *             "source": "hubspot",
                 *             "id": "1001"
                 *           }
                 *         ],
                 *         "customFields": {
                 *           "score": 87,
                 *           "newsletter": true
                 *         },
                 *         "createdAt": "2026-01-12T08:15:00.000Z",
                 *         "updatedAt": "2026-01-31T09:30:00.000Z",
                 *         "changedAt": "2026-01-31T10:02:17.482Z"
                 *       },
                 *       "previous": {}
                 *     }
                 */
                "application/json": components["schemas"]["PersonDeletedEvent"];
            };
        };
        responses: {
            410: components["responses"]["WebhookGone"];
            "2XX": components["responses"]["WebhookReceived"];
            default: components["responses"]["WebhookFailed"];
        };
    };
    onPersonErased: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The id of the event. It stays the same across retries and replays: use it to discard duplicates.
                 * @example 0b6f1f4e-6a3b-8f0e-9c55-0f7e3c1f2a11
                 */
                "webhook-id": string;
                /**
                 * @description The time of this attempt in Unix seconds. Reject deliveries that are more than five minutes off.
                 * @example 1769851800
                 */
                "webhook-timestamp": string;
                /**
                 * @description A space-delimited signature per active secret: `v1,` followed by the base64 HMAC-SHA256 of `{webhook-id}.{webhook-timestamp}.{body}`, using the raw body. Accept the delivery if any signature matches.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "0b6f1f4e-6a3b-8f0e-9c55-0f7e3c1f2a11",
                 *       "type": "person.erased",
                 *       "organizationId": "9d3e2f4f-8f0f-4a11-b16f-1c1a527f0b4b",
                 *       "timestamp": "2026-01-31T09:30:00.000Z",
                 *       "sequence": 4,
                 *       "isSilent": false,
                 *       "data": {
                 *         "id": "6f1c1a52-7f0b-4b60-9d3e-2f4f8f0f7a11"
                 *       },
                 *       "previous": {}
                 *     }
                 */
                "application/json": components["schemas"]["PersonErasedEvent"];
            };
        };
        responses: {
            410: components["responses"]["WebhookGone"];
            "2XX": components["responses"]["WebhookReceived"];
            default: components["responses"]["WebhookFailed"];
        };
    };
    onCompanyCreated: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The id of the event. It stays the same across retries and replays: use it to discard duplicates.
                 * @example 0b6f1f4e-6a3b-8f0e-9c55-0f7e3c1f2a11
                 */
                "webhook-id": string;
                /**
                 * @description The time of this attempt in Unix seconds. Reject deliveries that are more than five minutes off.
                 * @example 1769851800
                 */
                "webhook-timestamp": string;
                /**
                 * @description A space-delimited signature per active secret: `v1,` followed by the base64 HMAC-SHA256 of `{webhook-id}.{webhook-timestamp}.{body}`, using the raw body. Accept the delivery if any signature matches.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "0b6f1f4e-6a3b-8f0e-9c55-0f7e3c1f2a11",
                 *       "type": "company.created",
                 *       "organizationId": "9d3e2f4f-8f0f-4a11-b16f-1c1a527f0b4b",
                 *       "timestamp": "2026-01-31T09:30:00.000Z",
                 *       "sequence": 1,
                 *       "isSilent": false,
                 *       "data": {
                 *         "id": "0c5e3b1e-5d0c-4f0a-8a43-1b8c2f6c9a02",
                 *         "name": "Analytical Engines, Inc.",
                 *         "domain": "engines.example",
                 *         "websiteUrl": "https://engines.example/",
                 *         "industry": "Machinery",
                 *         "employeeCount": 250,
                 *         "annualRevenue": {
                 *           "amount": 12500000,
                 *           "currency": "USD"
                 *         },
                 *         "phones": [
                 *           {
                 *             "number": "+12025550100",
                 *             "type": "work",
                 *             "extension": null,
                 *             "raw": "202-555-0100",
                 *             "doNotCall": false
                 *           }
                 *         ],
                 *         "location": {
                 *           "street": "1 Sample Street",
                 *           "city": "Washington",
                 *           "region": "DC",
                 *           "postalCode": "20001",
                 *           "country": "US"
                 *         },
                 *         "timezone": "America/New_York",
                 *         "linkedinUrl": null,
                 *         "description": "Makes engines that weave algebraical patterns.",
                 *         "doNotCall": false,
                 *         "ownerId": "owner-17",
                 *         "tags": [
                 *           "customer"
                 *         ],
                 *         "externalIds": [
                 *           {
                 *             "source": "hubspot",
                 *             "id": "9001"
                 *           }
                 *         ],
                 *         "customFields": {
                 *           "tier": "gold"
                 *         },
                 *         "createdAt": "2026-01-12T08:15:00.000Z",
                 *         "updatedAt": "2026-01-31T09:30:00.000Z",
                 *         "changedAt": "2026-01-31T10:02:17.482Z"
                 *       },
                 *       "previous": {}
                 *     }
                 */
                "application/json": components["schemas"]["CompanyCreatedEvent"];
            };
        };
        responses: {
            410: components["responses"]["WebhookGone"];
            "2XX": components["responses"]["WebhookReceived"];
            default: components["responses"]["WebhookFailed"];
        };
    };
    onCompanyUpdated: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The id of the event. It stays the same across retries and replays: use it to discard duplicates.
                 * @example 0b6f1f4e-6a3b-8f0e-9c55-0f7e3c1f2a11
                 */
                "webhook-id": string;
                /**
                 * @description The time of this attempt in Unix seconds. Reject deliveries that are more than five minutes off.
                 * @example 1769851800
                 */
                "webhook-timestamp": string;
                /**
                 * @description A space-delimited signature per active secret: `v1,` followed by the base64 HMAC-SHA256 of `{webhook-id}.{webhook-timestamp}.{body}`, using the raw body. Accept the delivery if any signature matches.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "0b6f1f4e-6a3b-8f0e-9c55-0f7e3c1f2a11",
                 *       "type": "company.updated",
                 *       "organizationId": "9d3e2f4f-8f0f-4a11-b16f-1c1a527f0b4b",
                 *       "timestamp": "2026-01-31T09:30:00.000Z",
                 *       "sequence": 4,
                 *       "isSilent": false,
                 *       "data": {
                 *         "id": "0c5e3b1e-5d0c-4f0a-8a43-1b8c2f6c9a02",
                 *         "name": "Analytical Engines, Inc.",
                 *         "domain": "engines.example",
                 *         "websiteUrl": "https://engines.example/",
                 *         "industry": "Machinery",
                 *         "employeeCount": 250,
                 *         "annualRevenue": {
                 *           "amount": 12500000,
                 *           "currency": "USD"
                 *         },
                 *         "phones": [
                 *           {
                 *             "number": "+12025550100",
                 *             "type": "work",
                 *             "extension": null,
                 *             "raw": "202-555-0100",
                 *             "doNotCall": false
                 *           }
                 *         ],
                 *         "location": {
                 *           "street": "1 Sample Street",
                 *           "city": "Washington",
                 *           "region": "DC",
                 *           "postalCode": "20001",
                 *           "country": "US"
                 *         },
                 *         "timezone": "America/New_York",
                 *         "linkedinUrl": null,
                 *         "description": "Makes engines that weave algebraical patterns.",
                 *         "doNotCall": false,
                 *         "ownerId": "owner-17",
                 *         "tags": [
                 *           "customer"
                 *         ],
                 *         "externalIds": [
                 *           {
                 *             "source": "hubspot",
                 *             "id": "9001"
                 *           }
                 *         ],
                 *         "customFields": {
                 *           "tier": "gold"
                 *         },
                 *         "createdAt": "2026-01-12T08:15:00.000Z",
                 *         "updatedAt": "2026-01-31T09:30:00.000Z",
                 *         "changedAt": "2026-01-31T10:02:17.482Z"
                 *       },
                 *       "previous": {
                 *         "employeeCount": 240
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["CompanyUpdatedEvent"];
            };
        };
        responses: {
            410: components["responses"]["WebhookGone"];
            "2XX": components["responses"]["WebhookReceived"];
            default: components["responses"]["WebhookFailed"];
        };
    };
    onCompanyExpiring: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The id of the event. It stays the same across retries and replays: use it to discard duplicates.
                 * @example 0b6f1f4e-6a3b-8f0e-9c55-0f7e3c1f2a11
                 */
                "webhook-id": string;
                /**
                 * @description The time of this attempt in Unix seconds. Reject deliveries that are more than five minutes off.
                 * @example 1769851800
                 */
                "webhook-timestamp": string;
                /**
                 * @description A space-delimited signature per active secret: `v1,` followed by the base64 HMAC-SHA256 of `{webhook-id}.{webhook-timestamp}.{body}`, using the raw body. Accept the delivery if any signature matches.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "0b6f1f4e-6a3b-8f0e-9c55-0f7e3c1f2a11",
                 *       "type": "company.expiring",
                 *       "organizationId": "9d3e2f4f-8f0f-4a11-b16f-1c1a527f0b4b",
                 *       "timestamp": "2026-01-31T09:30:00.000Z",
                 *       "sequence": 4,
                 *       "isSilent": false,
                 *       "data": {
                 *         "id": "0c5e3b1e-5d0c-4f0a-8a43-1b8c2f6c9a02",
                 *         "name": "Analytical Engines, Inc.",
                 *         "domain": "engines.example",
                 *         "websiteUrl": "https://engines.example/",
                 *         "industry": "Machinery",
                 *         "employeeCount": 250,
                 *         "annualRevenue": {
                 *           "amount": 12500000,
                 *           "currency": "USD"
                 *         },
                 *         "phones": [
                 *           {
                 *             "number": "+12025550100",
                 *             "type": "work",
                 *             "extension": null,
                 *             "raw": "202-555-0100",
                 *             "doNotCall": false
                 *           }
                 *         ],
                 *         "location": {
                 *           "street": "1 Sample Street",
                 *           "city": "Washington",
                 *           "region": "DC",
                 *           "postalCode": "20001",
                 *           "country": "US"
                 *         },
                 *         "timezone": "America/New_York",
                 *         "linkedinUrl": null,
                 *         "description": "Makes engines that weave algebraical patterns.",
                 *         "doNotCall": false,
                 *         "ownerId": "owner-17",
                 *         "tags": [
                 *           "customer"
                 *         ],
                 *         "externalIds": [
                 *           {
                 *             "source": "hubspot",
                 *             "id": "9001"
                 *           }
                 *         ],
                 *         "customFields": {
                 *           "tier": "gold"
                 *         },
                 *         "createdAt": "2026-01-12T08:15:00.000Z",
                 *         "updatedAt": "2026-01-31T09:30:00.000Z",
                 *         "changedAt": "2026-01-31T10:02:17.482Z"
                 *       },
                 *       "previous": {},
                 *       "expiresAt": "2026-02-02T03:15:00.000Z"
                 *     }
                 */
                "application/json": components["schemas"]["CompanyExpiringEvent"];
            };
        };
        responses: {
            410: components["responses"]["WebhookGone"];
            "2XX": components["responses"]["WebhookReceived"];
            default: components["responses"]["WebhookFailed"];
        };
    };
    onCompanyDeleted: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The id of the event. It stays the same across retries and replays: use it to discard duplicates.
                 * @example 0b6f1f4e-6a3b-8f0e-9c55-0f7e3c1f2a11
                 */
                "webhook-id": string;
                /**
                 * @description The time of this attempt in Unix seconds. Reject deliveries that are more than five minutes off.
                 * @example 1769851800
                 */
                "webhook-timestamp": string;
                /**
                 * @description A space-delimited signature per active secret: `v1,` followed by the base64 HMAC-SHA256 of `{webhook-id}.{webhook-timestamp}.{body}`, using the raw body. Accept the delivery if any signature matches.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "0b6f1f4e-6a3b-8f0e-9c55-0f7e3c1f2a11",
                 *       "type": "company.deleted",
                 *       "organizationId": "9d3e2f4f-8f0f-4a11-b16f-1c1a527f0b4b",
                 *       "timestamp": "2026-01-31T09:30:00.000Z",
                 *       "sequence": 4,
                 *       "isSilent": false,
                 *       "data": {
                 *         "id": "0c5e3b1e-5d0c-4f0a-8a43-1b8c2f6c9a02",
                 *         "name": "Analytical Engines, Inc.",
                 *         "domain": "engines.example",
                 *         "websiteUrl": "https://engines.example/",
                 *         "industry": "Machinery",
                 *         "employeeCount": 250,
                 *         "annualRevenue": {
                 *           "amount": 12500000,
                 *           "currency": "USD"
                 *         },
                 *         "phones": [
                 *           {
                 *             "number": "+12025550100",
                 *             "type": "work",
                 *             "extension": null,
                 *             "raw": "202-555-0100",
                 *             "doNotCall": false
                 *           }
                 *         ],
                 *         "location": {
                 *           "street": "1 Sample Street",
                 *           "city": "Washington",
                 *           "region": "DC",
                 *           "postalCode": "20001",
                 *           "country": "US"
                 *         },
                 *         "timezone": "America/New_York",
                 *         "linkedinUrl": null,
                 *         "description": "Makes engines that weave algebraical patterns.",
                 *         "doNotCall": false,
                 *         "ownerId": "owner-17",
                 *         "tags": [
                 *           "customer"
                 *         ],
                 *         "externalIds": [
                 *           {
                 *             "source": "hubspot",
                 *             "id": "9001"
                 *           }
                 *         ],
                 *         "customFields": {
                 *           "tier": "gold"
                 *         },
                 *         "createdAt": "2026-01-12T08:15:00.000Z",
                 *         "updatedAt": "2026-01-31T09:30:00.000Z",
                 *         "changedAt": "2026-01-31T10:02:17.482Z"
                 *       },
                 *       "previous": {}
                 *     }
                 */
                "application/json": components["schemas"]["CompanyDeletedEvent"];
            };
        };
        responses: {
            410: components["responses"]["WebhookGone"];
            "2XX": components["responses"]["WebhookReceived"];
            default: components["responses"]["WebhookFailed"];
        };
    };
    onCallListCreated: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The id of the event. It stays the same across retries and replays: use it to discard duplicates.
                 * @example 0b6f1f4e-6a3b-8f0e-9c55-0f7e3c1f2a11
                 */
                "webhook-id": string;
                /**
                 * @description The time of this attempt in Unix seconds. Reject deliveries that are more than five minutes off.
                 * @example 1769851800
                 */
                "webhook-timestamp": string;
                /**
                 * @description A space-delimited signature per active secret: `v1,` followed by the base64 HMAC-SHA256 of `{webhook-id}.{webhook-timestamp}.{body}`, using the raw body. Accept the delivery if any signature matches.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "0b6f1f4e-6a3b-8f0e-9c55-0f7e3c1f2a11",
                 *       "type": "call_list.created",
                 *       "organizationId": "9d3e2f4f-8f0f-4a11-b16f-1c1a527f0b4b",
                 *       "timestamp": "2026-01-31T09:30:00.000Z",
                 *       "sequence": 1,
                 *       "isSilent": false,
                 *       "data": {
                 *         "id": "b1f5a2d4-9a51-4b0e-8f27-6d1e4c3a7b90",
                 *         "name": "Follow up in January",
                 *         "createdAt": "2026-01-12T08:15:00.000Z",
                 *         "isLocked": false,
                 *         "changedAt": "2026-01-31T10:02:17.482Z"
                 *       },
                 *       "previous": {}
                 *     }
                 */
                "application/json": components["schemas"]["CallListCreatedEvent"];
            };
        };
        responses: {
            410: components["responses"]["WebhookGone"];
            "2XX": components["responses"]["WebhookReceived"];
            default: components["responses"]["WebhookFailed"];
        };
    };
    onCallListUpdated: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The id of the event. It stays the same across retries and replays: use it to discard duplicates.
                 * @example 0b6f1f4e-6a3b-8f0e-9c55-0f7e3c1f2a11
                 */
                "webhook-id": string;
                /**
                 * @description The time of this attempt in Unix seconds. Reject deliveries that are more than five minutes off.
                 * @example 1769851800
                 */
                "webhook-timestamp": string;
                /**
                 * @description A space-delimited signature per active secret: `v1,` followed by the base64 HMAC-SHA256 of `{webhook-id}.{webhook-timestamp}.{body}`, using the raw body. Accept the delivery if any signature matches.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "0b6f1f4e-6a3b-8f0e-9c55-0f7e3c1f2a11",
                 *       "type": "call_list.updated",
                 *       "organizationId": "9d3e2f4f-8f0f-4a11-b16f-1c1a527f0b4b",
                 *       "timestamp": "2026-01-31T09:30:00.000Z",
                 *       "sequence": 4,
                 *       "isSilent": false,
                 *       "data": {
                 *         "id": "b1f5a2d4-9a51-4b0e-8f27-6d1e4c3a7b90",
                 *         "name": "Follow up in January",
                 *         "createdAt": "2026-01-12T08:15:00.000Z",
                 *         "isLocked": false,
                 *         "changedAt": "2026-01-31T10:02:17.482Z"
                 *       },
                 *       "previous": {
                 *         "name": "Follow up"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["CallListUpdatedEvent"];
            };
        };
        responses: {
            410: components["responses"]["WebhookGone"];
            "2XX": components["responses"]["WebhookReceived"];
            default: components["responses"]["WebhookFailed"];
        };
    };
    onCallListDeleted: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The id of the event. It stays the same across retries and replays: use it to discard duplicates.
                 * @example 0b6f1f4e-6a3b-8f0e-9c55-0f7e3c1f2a11
                 */
                "webhook-id": string;
                /**
                 * @description The time of this attempt in Unix seconds. Reject deliveries that are more than five minutes off.
                 * @example 1769851800
                 */
                "webhook-timestamp": string;
                /**
                 * @description A space-delimited signature per active secret: `v1,` followed by the base64 HMAC-SHA256 of `{webhook-id}.{webhook-timestamp}.{body}`, using the raw body. Accept the delivery if any signature matches.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "0b6f1f4e-6a3b-8f0e-9c55-0f7e3c1f2a11",
                 *       "type": "call_list.deleted",
                 *       "organizationId": "9d3e2f4f-8f0f-4a11-b16f-1c1a527f0b4b",
                 *       "timestamp": "2026-01-31T09:30:00.000Z",
                 *       "sequence": 4,
                 *       "isSilent": false,
                 *       "data": {
                 *         "id": "b1f5a2d4-9a51-4b0e-8f27-6d1e4c3a7b90",
                 *         "name": "Follow up in January",
                 *         "createdAt": "2026-01-12T08:15:00.000Z",
                 *         "isLocked": false,
                 *         "changedAt": "2026-01-31T10:02:17.482Z"
                 *       },
                 *       "previous": {}
                 *     }
                 */
                "application/json": components["schemas"]["CallListDeletedEvent"];
            };
        };
        responses: {
            410: components["responses"]["WebhookGone"];
            "2XX": components["responses"]["WebhookReceived"];
            default: components["responses"]["WebhookFailed"];
        };
    };
    onCallListLocked: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The id of the event. It stays the same across retries and replays: use it to discard duplicates.
                 * @example 0b6f1f4e-6a3b-8f0e-9c55-0f7e3c1f2a11
                 */
                "webhook-id": string;
                /**
                 * @description The time of this attempt in Unix seconds. Reject deliveries that are more than five minutes off.
                 * @example 1769851800
                 */
                "webhook-timestamp": string;
                /**
                 * @description A space-delimited signature per active secret: `v1,` followed by the base64 HMAC-SHA256 of `{webhook-id}.{webhook-timestamp}.{body}`, using the raw body. Accept the delivery if any signature matches.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "0b6f1f4e-6a3b-8f0e-9c55-0f7e3c1f2a11",
                 *       "type": "call_list.locked",
                 *       "organizationId": "9d3e2f4f-8f0f-4a11-b16f-1c1a527f0b4b",
                 *       "timestamp": "2026-01-31T09:30:00.000Z",
                 *       "sequence": 4,
                 *       "isSilent": false,
                 *       "data": {
                 *         "id": "b1f5a2d4-9a51-4b0e-8f27-6d1e4c3a7b90",
                 *         "name": "Follow up in January",
                 *         "createdAt": "2026-01-12T08:15:00.000Z",
                 *         "isLocked": true,
                 *         "changedAt": "2026-01-31T10:02:17.482Z"
                 *       },
                 *       "previous": {
                 *         "isLocked": false
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["CallListLockedEvent"];
            };
        };
        responses: {
            410: components["responses"]["WebhookGone"];
            "2XX": components["responses"]["WebhookReceived"];
            default: components["responses"]["WebhookFailed"];
        };
    };
    onCallListUnlocked: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The id of the event. It stays the same across retries and replays: use it to discard duplicates.
                 * @example 0b6f1f4e-6a3b-8f0e-9c55-0f7e3c1f2a11
                 */
                "webhook-id": string;
                /**
                 * @description The time of this attempt in Unix seconds. Reject deliveries that are more than five minutes off.
                 * @example 1769851800
                 */
                "webhook-timestamp": string;
                /**
                 * @description A space-delimited signature per active secret: `v1,` followed by the base64 HMAC-SHA256 of `{webhook-id}.{webhook-timestamp}.{body}`, using the raw body. Accept the delivery if any signature matches.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "0b6f1f4e-6a3b-8f0e-9c55-0f7e3c1f2a11",
                 *       "type": "call_list.unlocked",
                 *       "organizationId": "9d3e2f4f-8f0f-4a11-b16f-1c1a527f0b4b",
                 *       "timestamp": "2026-01-31T09:30:00.000Z",
                 *       "sequence": 4,
                 *       "isSilent": false,
                 *       "data": {
                 *         "id": "b1f5a2d4-9a51-4b0e-8f27-6d1e4c3a7b90",
                 *         "name": "Follow up in January",
                 *         "createdAt": "2026-01-12T08:15:00.000Z",
                 *         "isLocked": false,
                 *         "changedAt": "2026-01-31T10:02:17.482Z"
                 *       },
                 *       "previous": {
                 *         "isLocked": true
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["CallListUnlockedEvent"];
            };
        };
        responses: {
            410: components["responses"]["WebhookGone"];
            "2XX": components["responses"]["WebhookReceived"];
            default: components["responses"]["WebhookFailed"];
        };
    };
    onCallListEntryCreated: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The id of the event. It stays the same across retries and replays: use it to discard duplicates.
                 * @example 0b6f1f4e-6a3b-8f0e-9c55-0f7e3c1f2a11
                 */
                "webhook-id": string;
                /**
                 * @description The time of this attempt in Unix seconds. Reject deliveries that are more than five minutes off.
                 * @example 1769851800
                 */
                "webhook-timestamp": string;
                /**
                 * @description A space-delimited signature per active secret: `v1,` followed by the base64 HMAC-SHA256 of `{webhook-id}.{webhook-timestamp}.{body}`, using the raw body. Accept the delivery if any signature matches.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "0b6f1f4e-6a3b-8f0e-9c55-0f7e3c1f2a11",
                 *       "type": "call_list_entry.created",
                 *       "organizationId": "9d3e2f4f-8f0f-4a11-b16f-1c1a527f0b4b",
                 *       "timestamp": "2026-01-31T09:30:00.000Z",
                 *       "sequence": 1,
                 *       "isSilent": false,
                 *       "data": {
                 *         "id": "3d2f8a6c-1c1b-4d9f-a0f5-5b7e9c8d6e21",
                 *         "callListId": "b1f5a2d4-9a51-4b0e-8f27-6d1e4c3a7b90",
                 *         "position": 1,
                 *         "personId": "6f1c1a52-7f0b-4b60-9d3e-2f4f8f0f7a11",
                 *         "companyId": "0c5e3b1e-5d0c-4f0a-8a43-1b8c2f6c9a02",
                 *         "phone": {
                 *           "number": "+12025550143",
                 *           "type": "mobile"
                 *         },
                 *         "status": "callback",
                 *         "attempts": 2,
                 *         "lastCalledAt": "2026-01-31T09:30:00.000Z",
                 *         "lastDisposition": "no_answer",
                 *         "nextCallAt": "2026-02-02T15:00:00.000Z",
                 *         "note": "Prefers mornings.",
                 *         "addedAt": "2026-01-12T08:15:00.000Z",
                 *         "updatedAt": "2026-01-31T09:30:00.000Z",
                 *         "changedAt": "2026-01-31T10:02:17.482Z"
                 *       },
                 *       "previous": {}
                 *     }
                 */
                "application/json": components["schemas"]["CallListEntryCreatedEvent"];
            };
        };
        responses: {
            410: components["responses"]["WebhookGone"];
            "2XX": components["responses"]["WebhookReceived"];
            default: components["responses"]["WebhookFailed"];
        };
    };
    onCallListEntryUpdated: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The id of the event. It stays the same across retries and replays: use it to discard duplicates.
                 * @example 0b6f1f4e-6a3b-8f0e-9c55-0f7e3c1f2a11
                 */
                "webhook-id": string;
                /**
                 * @description The time of this attempt in Unix seconds. Reject deliveries that are more than five minutes off.
                 * @example 1769851800
                 */
                "webhook-timestamp": string;
                /**
                 * @description A space-delimited signature per active secret: `v1,` followed by the base64 HMAC-SHA256 of `{webhook-id}.{webhook-timestamp}.{body}`, using the raw body. Accept the delivery if any signature matches.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "0b6f1f4e-6a3b-8f0e-9c55-0f7e3c1f2a11",
                 *       "type": "call_list_entry.updated",
                 *       "organizationId": "9d3e2f4f-8f0f-4a11-b16f-1c1a527f0b4b",
                 *       "timestamp": "2026-01-31T09:30:00.000Z",
                 *       "sequence": 4,
                 *       "isSilent": false,
                 *       "data": {
                 *         "id": "3d2f8a6c-1c1b-4d9f-a0f5-5b7e9c8d6e21",
                 *         "callListId": "b1f5a2d4-9a51-4b0e-8f27-6d1e4c3a7b90",
                 *         "position": 1,
                 *         "personId": "6f1c1a52-7f0b-4b60-9d3e-2f4f8f0f7a11",
                 *         "companyId": "0c5e3b1e-5d0c-4f0a-8a43-1b8c2f6c9a02",
                 *         "phone": {
                 *           "number": "+12025550143",
                 *           "type": "mobile"
                 *         },
                 *         "status": "callback",
                 *         "attempts": 2,
                 *         "lastCalledAt": "2026-01-31T09:30:00.000Z",
                 *         "lastDisposition": "no_answer",
                 *         "nextCallAt": "2026-02-02T15:00:00.000Z",
                 *         "note": "Prefers mornings.",
                 *         "addedAt": "2026-01-12T08:15:00.000Z",
                 *         "updatedAt": "2026-01-31T09:30:00.000Z",
                 *         "changedAt": "2026-01-31T10:02:17.482Z"
                 *       },
                 *       "previous": {
                 *         "status": "pending",
                 *         "attempts": 1
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["CallListEntryUpdatedEvent"];
            };
        };
        responses: {
            410: components["responses"]["WebhookGone"];
            "2XX": components["responses"]["WebhookReceived"];
            default: components["responses"]["WebhookFailed"];
        };
    };
    onCallListEntryDeleted: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The id of the event. It stays the same across retries and replays: use it to discard duplicates.
                 * @example 0b6f1f4e-6a3b-8f0e-9c55-0f7e3c1f2a11
                 */
                "webhook-id": string;
                /**
                 * @description The time of this attempt in Unix seconds. Reject deliveries that are more than five minutes off.
                 * @example 1769851800
                 */
                "webhook-timestamp": string;
                /**
                 * @description A space-delimited signature per active secret: `v1,` followed by the base64 HMAC-SHA256 of `{webhook-id}.{webhook-timestamp}.{body}`, using the raw body. Accept the delivery if any signature matches.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "0b6f1f4e-6a3b-8f0e-9c55-0f7e3c1f2a11",
                 *       "type": "call_list_entry.deleted",
                 *       "organizationId": "9d3e2f4f-8f0f-4a11-b16f-1c1a527f0b4b",
                 *       "timestamp": "2026-01-31T09:30:00.000Z",
                 *       "sequence": 4,
                 *       "isSilent": false,
                 *       "data": {
                 *         "id": "3d2f8a6c-1c1b-4d9f-a0f5-5b7e9c8d6e21",
                 *         "callListId": "b1f5a2d4-9a51-4b0e-8f27-6d1e4c3a7b90",
                 *         "position": 1,
                 *         "personId": "6f1c1a52-7f0b-4b60-9d3e-2f4f8f0f7a11",
                 *         "companyId": "0c5e3b1e-5d0c-4f0a-8a43-1b8c2f6c9a02",
                 *         "phone": {
                 *           "number": "+12025550143",
                 *           "type": "mobile"
                 *         },
                 *         "status": "callback",
                 *         "attempts": 2,
                 *         "lastCalledAt": "2026-01-31T09:30:00.000Z",
                 *         "lastDisposition": "no_answer",
                 *         "nextCallAt": "2026-02-02T15:00:00.000Z",
                 *         "note": "Prefers mornings.",
                 *         "addedAt": "2026-01-12T08:15:00.000Z",
                 *         "updatedAt": "2026-01-31T09:30:00.000Z",
                 *         "changedAt": "2026-01-31T10:02:17.482Z"
                 *       },
                 *       "previous": {}
                 *     }
                 */
                "application/json": components["schemas"]["CallListEntryDeletedEvent"];
            };
        };
        responses: {
            410: components["responses"]["WebhookGone"];
            "2XX": components["responses"]["WebhookReceived"];
            default: components["responses"]["WebhookFailed"];
        };
    };
    onCallCreated: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The id of the event. It stays the same across retries and replays: use it to discard duplicates.
                 * @example 0b6f1f4e-6a3b-8f0e-9c55-0f7e3c1f2a11
                 */
                "webhook-id": string;
                /**
                 * @description The time of this attempt in Unix seconds. Reject deliveries that are more than five minutes off.
                 * @example 1769851800
                 */
                "webhook-timestamp": string;
                /**
                 * @description A space-delimited signature per active secret: `v1,` followed by the base64 HMAC-SHA256 of `{webhook-id}.{webhook-timestamp}.{body}`, using the raw body. Accept the delivery if any signature matches.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "0b6f1f4e-6a3b-8f0e-9c55-0f7e3c1f2a11",
                 *       "type": "call.created",
                 *       "organizationId": "9d3e2f4f-8f0f-4a11-b16f-1c1a527f0b4b",
                 *       "timestamp": "2026-01-31T09:30:00.000Z",
                 *       "sequence": 1,
                 *       "isSilent": false,
                 *       "data": {
                 *         "id": "5e0b7c94-2f6d-4a83-b1c7-9d4f0e6a8b32",
                 *         "personId": "6f1c1a52-7f0b-4b60-9d3e-2f4f8f0f7a11",
                 *         "companyId": "0c5e3b1e-5d0c-4f0a-8a43-1b8c2f6c9a02",
                 *         "callListId": "b1f5a2d4-9a51-4b0e-8f27-6d1e4c3a7b90",
                 *         "callListEntryId": "3d2f8a6c-1c1b-4d9f-a0f5-5b7e9c8d6e21",
                 *         "phone": {
                 *           "number": "+12025550143",
                 *           "type": "mobile"
                 *         },
                 *         "direction": "outbound",
                 *         "startedAt": "2026-01-31T09:24:10.000Z",
                 *         "durationSeconds": 312,
                 *         "disposition": "Meeting booked",
                 *         "isConnected": true,
                 *         "agent": {
                 *           "id": "owner-17",
                 *           "name": "Grace Hopper",
                 *           "email": "grace@sales.example"
                 *         },
                 *         "recordingUrl": "https://dialer.example/recordings/20431",
                 *         "note": "Prefers mornings.",
                 *         "externalIds": [
                 *           {
                 *             "source": "dialer",
                 *             "id": "20431"
                 *           }
                 *         ],
                 *         "customFields": {
                 *           "campaign": "winter"
                 *         },
                 *         "createdAt": "2026-01-31T09:30:00.000Z",
                 *         "updatedAt": "2026-01-31T09:30:00.000Z",
                 *         "changedAt": "2026-01-31T10:02:17.482Z"
                 *       },
                 *       "previous": {}
                 *     }
                 */
                "application/json": components["schemas"]["CallCreatedEvent"];
            };
        };
        responses: {
            410: components["responses"]["WebhookGone"];
            "2XX": components["responses"]["WebhookReceived"];
            default: components["responses"]["WebhookFailed"];
        };
    };
    onCallUpdated: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The id of the event. It stays the same across retries and replays: use it to discard duplicates.
                 * @example 0b6f1f4e-6a3b-8f0e-9c55-0f7e3c1f2a11
                 */
                "webhook-id": string;
                /**
                 * @description The time of this attempt in Unix seconds. Reject deliveries that are more than five minutes off.
                 * @example 1769851800
                 */
                "webhook-timestamp": string;
                /**
                 * @description A space-delimited signature per active secret: `v1,` followed by the base64 HMAC-SHA256 of `{webhook-id}.{webhook-timestamp}.{body}`, using the raw body. Accept the delivery if any signature matches.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "0b6f1f4e-6a3b-8f0e-9c55-0f7e3c1f2a11",
                 *       "type": "call.updated",
                 *       "organizationId": "9d3e2f4f-8f0f-4a11-b16f-1c1a527f0b4b",
                 *       "timestamp": "2026-01-31T09:30:00.000Z",
                 *       "sequence": 4,
                 *       "isSilent": false,
                 *       "data": {
                 *         "id": "5e0b7c94-2f6d-4a83-b1c7-9d4f0e6a8b32",
                 *         "personId": "6f1c1a52-7f0b-4b60-9d3e-2f4f8f0f7a11",
                 *         "companyId": "0c5e3b1e-5d0c-4f0a-8a43-1b8c2f6c9a02",
                 *         "callListId": "b1f5a2d4-9a51-4b0e-8f27-6d1e4c3a7b90",
                 *         "callListEntryId": "3d2f8a6c-1c1b-4d9f-a0f5-5b7e9c8d6e21",
                 *         "phone": {
                 *           "number": "+12025550143",
                 *           "type": "mobile"
                 *         },
                 *         "direction": "outbound",
                 *         "startedAt": "2026-01-31T09:24:10.000Z",
                 *         "durationSeconds": 312,
                 *         "disposition": "Meeting booked",
                 *         "isConnected": true,
                 *         "agent": {
                 *           "id": "owner-17",
                 *           "name": "Grace Hopper",
                 *           "email": "grace@sales.example"
                 *         },
                 *         "recordingUrl": "https://dialer.example/recordings/20431",
                 *         "note": "Prefers mornings.",
                 *         "externalIds": [
                 *           {
                 *             "source": "dialer",
                 *             "id": "20431"
                 *           }
                 *         ],
                 *         "customFields": {
                 *           "campaign": "winter"
                 *         },
                 *         "createdAt": "2026-01-31T09:30:00.000Z",
                 *         "updatedAt": "2026-01-31T09:30:00.000Z",
                 *         "changedAt": "2026-01-31T10:02:17.482Z"
                 *       },
                 *       "previous": {
                 *         "disposition": null
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["CallUpdatedEvent"];
            };
        };
        responses: {
            410: components["responses"]["WebhookGone"];
            "2XX": components["responses"]["WebhookReceived"];
            default: components["responses"]["WebhookFailed"];
        };
    };
    onCallDeleted: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The id of the event. It stays the same across retries and replays: use it to discard duplicates.
                 * @example 0b6f1f4e-6a3b-8f0e-9c55-0f7e3c1f2a11
                 */
                "webhook-id": string;
                /**
                 * @description The time of this attempt in Unix seconds. Reject deliveries that are more than five minutes off.
                 * @example 1769851800
                 */
                "webhook-timestamp": string;
                /**
                 * @description A space-delimited signature per active secret: `v1,` followed by the base64 HMAC-SHA256 of `{webhook-id}.{webhook-timestamp}.{body}`, using the raw body. Accept the delivery if any signature matches.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "0b6f1f4e-6a3b-8f0e-9c55-0f7e3c1f2a11",
                 *       "type": "call.deleted",
                 *       "organizationId": "9d3e2f4f-8f0f-4a11-b16f-1c1a527f0b4b",
                 *       "timestamp": "2026-01-31T09:30:00.000Z",
                 *       "sequence": 4,
                 *       "isSilent": false,
                 *       "data": {
                 *         "id": "5e0b7c94-2f6d-4a83-b1c7-9d4f0e6a8b32",
                 *         "personId": "6f1c1a52-7f0b-4b60-9d3e-2f4f8f0f7a11",
                 *         "companyId": "0c5e3b1e-5d0c-4f0a-8a43-1b8c2f6c9a02",
                 *         "callListId": "b1f5a2d4-9a51-4b0e-8f27-6d1e4c3a7b90",
                 *         "callListEntryId": "3d2f8a6c-1c1b-4d9f-a0f5-5b7e9c8d6e21",
                 *         "phone": {
                 *           "number": "+12025550143",
                 *           "type": "mobile"
                 *         },
                 *         "direction": "outbound",
                 *         "startedAt": "2026-01-31T09:24:10.000Z",
                 *         "durationSeconds": 312,
                 *         "disposition": "Meeting booked",
                 *         "isConnected": true,
                 *         "agent": {
                 *           "id": "owner-17",
                 *           "name": "Grace Hopper",
                 *           "email": "grace@sales.example"
                 *         },
                 *         "recordingUrl": "https://dialer.example/recordings/20431",
                 *         "note": "Prefers mornings.",
                 *         "externalIds": [
                 *           {
                 *             "source": "dialer",
                 *             "id": "20431"
                 *           }
                 *         ],
                 *         "customFields": {
                 *           "campaign": "winter"
                 *         },
                 *         "createdAt": "2026-01-31T09:30:00.000Z",
                 *         "updatedAt": "2026-01-31T09:30:00.000Z",
                 *         "changedAt": "2026-01-31T10:02:17.482Z"
                 *       },
                 *       "previous": {}
                 *     }
                 */
                "application/json": components["schemas"]["CallDeletedEvent"];
            };
        };
        responses: {
            410: components["responses"]["WebhookGone"];
            "2XX": components["responses"]["WebhookReceived"];
            default: components["responses"]["WebhookFailed"];
        };
    };
    onWebhookEndpointFailing: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The id of the event. It stays the same across retries and replays: use it to discard duplicates.
                 * @example 0b6f1f4e-6a3b-8f0e-9c55-0f7e3c1f2a11
                 */
                "webhook-id": string;
                /**
                 * @description The time of this attempt in Unix seconds. Reject deliveries that are more than five minutes off.
                 * @example 1769851800
                 */
                "webhook-timestamp": string;
                /**
                 * @description A space-delimited signature per active secret: `v1,` followed by the base64 HMAC-SHA256 of `{webhook-id}.{webhook-timestamp}.{body}`, using the raw body. Accept the delivery if any signature matches.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "0b6f1f4e-6a3b-8f0e-9c55-0f7e3c1f2a11",
                 *       "type": "webhook_endpoint.failing",
                 *       "organizationId": "9d3e2f4f-8f0f-4a11-b16f-1c1a527f0b4b",
                 *       "timestamp": "2026-01-31T09:30:00.000Z",
                 *       "sequence": 4,
                 *       "isSilent": false,
                 *       "data": {
                 *         "id": "7c1d9e8f-2b3a-4c5d-8e9f-0a1b2c3d4e5f",
                 *         "description": "CRM",
                 *         "eventTypes": [
                 *           "*"
                 *         ],
                 *         "disabledReason": null,
                 *         "disabledAt": null,
                 *         "failingSince": "2026-01-30T09:12:00.000Z",
                 *         "apiKeyId": "4f7c2d19-8a3e-4b6d-9c15-2e8f0a7b6c3d"
                 *       },
                 *       "previous": {}
                 *     }
                 */
                "application/json": components["schemas"]["WebhookEndpointFailingEvent"];
            };
        };
        responses: {
            410: components["responses"]["WebhookGone"];
            "2XX": components["responses"]["WebhookReceived"];
            default: components["responses"]["WebhookFailed"];
        };
    };
    onWebhookEndpointDisabled: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The id of the event. It stays the same across retries and replays: use it to discard duplicates.
                 * @example 0b6f1f4e-6a3b-8f0e-9c55-0f7e3c1f2a11
                 */
                "webhook-id": string;
                /**
                 * @description The time of this attempt in Unix seconds. Reject deliveries that are more than five minutes off.
                 * @example 1769851800
                 */
                "webhook-timestamp": string;
                /**
                 * @description A space-delimited signature per active secret: `v1,` followed by the base64 HMAC-SHA256 of `{webhook-id}.{webhook-timestamp}.{body}`, using the raw body. Accept the delivery if any signature matches.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "0b6f1f4e-6a3b-8f0e-9c55-0f7e3c1f2a11",
                 *       "type": "webhook_endpoint.disabled",
                 *       "organizationId": "9d3e2f4f-8f0f-4a11-b16f-1c1a527f0b4b",
                 *       "timestamp": "2026-01-31T09:30:00.000Z",
                 *       "sequence": 4,
                 *       "isSilent": false,
                 *       "data": {
                 *         "id": "7c1d9e8f-2b3a-4c5d-8e9f-0a1b2c3d4e5f",
                 *         "description": "CRM",
                 *         "eventTypes": [
                 *           "*"
                 *         ],
                 *         "disabledReason": "failing",
                 *         "disabledAt": "2026-02-04T10:00:00.000Z",
                 *         "failingSince": "2026-01-30T09:12:00.000Z",
                 *         "apiKeyId": "4f7c2d19-8a3e-4b6d-9c15-2e8f0a7b6c3d"
                 *       },
                 *       "previous": {}
                 *     }
                 */
                "application/json": components["schemas"]["WebhookEndpointDisabledEvent"];
            };
        };
        responses: {
            410: components["responses"]["WebhookGone"];
            "2XX": components["responses"]["WebhookReceived"];
            default: components["responses"]["WebhookFailed"];
        };
    };
    onImportCompleted: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The id of the event. It stays the same across retries and replays: use it to discard duplicates.
                 * @example 0b6f1f4e-6a3b-8f0e-9c55-0f7e3c1f2a11
                 */
                "webhook-id": string;
                /**
                 * @description The time of this attempt in Unix seconds. Reject deliveries that are more than five minutes off.
                 * @example 1769851800
                 */
                "webhook-timestamp": string;
                /**
                 * @description A space-delimited signature per active secret: `v1,` followed by the base64 HMAC-SHA256 of `{webhook-id}.{webhook-timestamp}.{body}`, using the raw body. Accept the delivery if any signature matches.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "0b6f1f4e-6a3b-8f0e-9c55-0f7e3c1f2a11",
                 *       "type": "import.completed",
                 *       "organizationId": "9d3e2f4f-8f0f-4a11-b16f-1c1a527f0b4b",
                 *       "timestamp": "2026-01-31T09:30:00.000Z",
                 *       "sequence": 4,
                 *       "isSilent": false,
                 *       "data": {
                 *         "id": "5f0c2a9b-3d4e-5f60-8a7b-9c0d1e2f3a4b",
                 *         "kind": "people",
                 *         "source": "hubspot",
                 *         "fileName": "weekly/people.csv",
                 *         "problem": null,
                 *         "createdAt": "2026-01-31T09:29:40.000Z",
                 *         "finishedAt": "2026-01-31T09:30:00.000Z",
                 *         "counts": {
                 *           "people": {
                 *             "read": 1200,
                 *             "created": 12,
                 *             "changed": 30,
                 *             "unchanged": 1157,
                 *             "merged": 0,
                 *             "rejected": 1,
                 *             "warnings": 0
                 *           },
                 *           "companies": {
                 *             "read": 0,
                 *             "created": 0,
                 *             "changed": 0,
                 *             "unchanged": 0,
                 *             "merged": 0,
                 *             "rejected": 0,
                 *             "warnings": 0
                 *           },
                 *           "callLists": {
                 *             "read": 0,
                 *             "created": 0,
                 *             "changed": 0,
                 *             "unchanged": 0,
                 *             "merged": 0,
                 *             "rejected": 0,
                 *             "warnings": 0
                 *           },
                 *           "callListEntries": {
                 *             "read": 0,
                 *             "created": 0,
                 *             "changed": 0,
                 *             "unchanged": 0,
                 *             "merged": 0,
                 *             "rejected": 0,
                 *             "warnings": 0
                 *           },
                 *           "calls": {
                 *             "read": 0,
                 *             "created": 0,
                 *             "changed": 0,
                 *             "unchanged": 0,
                 *             "merged": 0,
                 *             "rejected": 0,
                 *             "warnings": 0
                 *           }
                 *         },
                 *         "deleted": 0
                 *       },
                 *       "previous": {}
                 *     }
                 */
                "application/json": components["schemas"]["ImportCompletedEvent"];
            };
        };
        responses: {
            410: components["responses"]["WebhookGone"];
            "2XX": components["responses"]["WebhookReceived"];
            default: components["responses"]["WebhookFailed"];
        };
    };
    onImportFailed: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The id of the event. It stays the same across retries and replays: use it to discard duplicates.
                 * @example 0b6f1f4e-6a3b-8f0e-9c55-0f7e3c1f2a11
                 */
                "webhook-id": string;
                /**
                 * @description The time of this attempt in Unix seconds. Reject deliveries that are more than five minutes off.
                 * @example 1769851800
                 */
                "webhook-timestamp": string;
                /**
                 * @description A space-delimited signature per active secret: `v1,` followed by the base64 HMAC-SHA256 of `{webhook-id}.{webhook-timestamp}.{body}`, using the raw body. Accept the delivery if any signature matches.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "0b6f1f4e-6a3b-8f0e-9c55-0f7e3c1f2a11",
                 *       "type": "import.failed",
                 *       "organizationId": "9d3e2f4f-8f0f-4a11-b16f-1c1a527f0b4b",
                 *       "timestamp": "2026-01-31T09:30:00.000Z",
                 *       "sequence": 4,
                 *       "isSilent": false,
                 *       "data": {
                 *         "id": "5f0c2a9b-3d4e-5f60-8a7b-9c0d1e2f3a4b",
                 *         "kind": "people",
                 *         "source": "hubspot",
                 *         "fileName": "weekly/people.csv",
                 *         "problem": "The file was deleted before it was imported. Upload it again.",
                 *         "createdAt": "2026-01-31T09:29:40.000Z",
                 *         "finishedAt": "2026-01-31T09:30:00.000Z",
                 *         "counts": null,
                 *         "deleted": 0
                 *       },
                 *       "previous": {}
                 *     }
                 */
                "application/json": components["schemas"]["ImportFailedEvent"];
            };
        };
        responses: {
            410: components["responses"]["WebhookGone"];
            "2XX": components["responses"]["WebhookReceived"];
            default: components["responses"]["WebhookFailed"];
        };
    };
    onExportCompleted: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The id of the event. It stays the same across retries and replays: use it to discard duplicates.
                 * @example 0b6f1f4e-6a3b-8f0e-9c55-0f7e3c1f2a11
                 */
                "webhook-id": string;
                /**
                 * @description The time of this attempt in Unix seconds. Reject deliveries that are more than five minutes off.
                 * @example 1769851800
                 */
                "webhook-timestamp": string;
                /**
                 * @description A space-delimited signature per active secret: `v1,` followed by the base64 HMAC-SHA256 of `{webhook-id}.{webhook-timestamp}.{body}`, using the raw body. Accept the delivery if any signature matches.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "0b6f1f4e-6a3b-8f0e-9c55-0f7e3c1f2a11",
                 *       "type": "export.completed",
                 *       "organizationId": "9d3e2f4f-8f0f-4a11-b16f-1c1a527f0b4b",
                 *       "timestamp": "2026-01-31T09:30:00.000Z",
                 *       "sequence": 4,
                 *       "isSilent": false,
                 *       "data": {
                 *         "id": "019bb160-4c35-7a70-8f52-7a4de0be6a11",
                 *         "resource": "person",
                 *         "format": "csv",
                 *         "problem": null,
                 *         "recordCount": 2,
                 *         "totalCount": 2,
                 *         "createdAt": "2026-01-31T09:29:58.000Z",
                 *         "completedAt": "2026-01-31T09:30:00.000Z",
                 *         "expiresAt": "2026-02-07T09:30:00.000Z"
                 *       },
                 *       "previous": {}
                 *     }
                 */
                "application/json": components["schemas"]["ExportCompletedEvent"];
            };
        };
        responses: {
            410: components["responses"]["WebhookGone"];
            "2XX": components["responses"]["WebhookReceived"];
            default: components["responses"]["WebhookFailed"];
        };
    };
    onExportFailed: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The id of the event. It stays the same across retries and replays: use it to discard duplicates.
                 * @example 0b6f1f4e-6a3b-8f0e-9c55-0f7e3c1f2a11
                 */
                "webhook-id": string;
                /**
                 * @description The time of this attempt in Unix seconds. Reject deliveries that are more than five minutes off.
                 * @example 1769851800
                 */
                "webhook-timestamp": string;
                /**
                 * @description A space-delimited signature per active secret: `v1,` followed by the base64 HMAC-SHA256 of `{webhook-id}.{webhook-timestamp}.{body}`, using the raw body. Accept the delivery if any signature matches.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "0b6f1f4e-6a3b-8f0e-9c55-0f7e3c1f2a11",
                 *       "type": "export.failed",
                 *       "organizationId": "9d3e2f4f-8f0f-4a11-b16f-1c1a527f0b4b",
                 *       "timestamp": "2026-01-31T09:30:00.000Z",
                 *       "sequence": 4,
                 *       "isSilent": false,
                 *       "data": {
                 *         "id": "019bb160-4c35-7a70-8f52-7a4de0be6a11",
                 *         "resource": "person",
                 *         "format": "csv",
                 *         "problem": null,
                 *         "recordCount": 2,
                 *         "totalCount": 2,
                 *         "createdAt": "2026-01-31T09:29:58.000Z",
                 *         "completedAt": "2026-01-31T09:30:00.000Z",
                 *         "expiresAt": "2026-02-07T09:30:00.000Z"
                 *       },
                 *       "previous": {}
                 *     }
                 */
                "application/json": components["schemas"]["ExportFailedEvent"];
            };
        };
        responses: {
            410: components["responses"]["WebhookGone"];
            "2XX": components["responses"]["WebhookReceived"];
            default: components["responses"]["WebhookFailed"];
        };
    };
    onWebhookTest: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The id of the event. It stays the same across retries and replays: use it to discard duplicates.
                 * @example 0b6f1f4e-6a3b-8f0e-9c55-0f7e3c1f2a11
                 */
                "webhook-id": string;
                /**
                 * @description The time of this attempt in Unix seconds. Reject deliveries that are more than five minutes off.
                 * @example 1769851800
                 */
                "webhook-timestamp": string;
                /**
                 * @description A space-delimited signature per active secret: `v1,` followed by the base64 HMAC-SHA256 of `{webhook-id}.{webhook-timestamp}.{body}`, using the raw body. Accept the delivery if any signature matches.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "0b6f1f4e-6a3b-8f0e-9c55-0f7e3c1f2a11",
                 *       "type": "webhook.test",
                 *       "organizationId": "9d3e2f4f-8f0f-4a11-b16f-1c1a527f0b4b",
                 *       "timestamp": "2026-01-31T09:30:00.000Z",
                 *       "sequence": 1,
                 *       "isSilent": false,
                 *       "data": {
                 *         "id": "7c1d9e8f-2b3a-4c5d-8e9f-0a1b2c3d4e5f",
                 *         "message": "A test event: nothing has changed."
                 *       },
                 *       "previous": {}
                 *     }
                 */
                "application/json": components["schemas"]["WebhookTestEvent"];
            };
        };
        responses: {
            410: components["responses"]["WebhookGone"];
            "2XX": components["responses"]["WebhookReceived"];
            default: components["responses"]["WebhookFailed"];
        };
    };
}
