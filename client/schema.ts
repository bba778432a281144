// Made by "npm run openapi": do not edit.
export interface paths {
    "/v1/person/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a person
         * @description One person, whole. Absent values are `null`, never missing.
         *
         *     Needs the permission `person:read`.
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
    "/v1/company/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a company
         * @description One company, whole. Absent values are `null`, never missing.
         *
         *     Needs the permission `company:read`.
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
    "/v1/call-list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List call lists
         * @description The call lists of the organization, newest first unless `sort` says otherwise. While more follow, a page has `nextCursor`, and the same as `Link`.
         *
         *     Needs the permission `call-list:read`.
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
         * @description One call list with a page of its entries, in the order of `position`. With `include`, each entry also holds the whole person or company, so that one request replaces one for each entry.
         *
         *     Needs the permission `call-list:read`.
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
    "/v1/openapi.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get this document
         * @description The OpenAPI document of this API, with the address that it was asked at. It takes no key.
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
         * @description Sent to every endpoint that subscribed to `person.created`, to all events of the resource, or to everything.
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
         * @description Sent to every endpoint that subscribed to `person.updated`, to all events of the resource, or to everything.
         */
        post: operations["onPersonUpdated"];
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
         * @description Sent to every endpoint that subscribed to `person.deleted`, to all events of the resource, or to everything.
         */
        post: operations["onPersonDeleted"];
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
         * @description Sent to every endpoint that subscribed to `company.created`, to all events of the resource, or to everything.
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
         * @description Sent to every endpoint that subscribed to `company.updated`, to all events of the resource, or to everything.
         */
        post: operations["onCompanyUpdated"];
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
         * @description Sent to every endpoint that subscribed to `company.deleted`, to all events of the resource, or to everything.
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
         * @description Sent to every endpoint that subscribed to `call_list.created`, to all events of the resource, or to everything.
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
         * Fields of a call list changed, other than whether it is locked
         * @description Sent to every endpoint that subscribed to `call_list.updated`, to all events of the resource, or to everything.
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
         * @description Sent to every endpoint that subscribed to `call_list.deleted`, to all events of the resource, or to everything.
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
         * @description Sent to every endpoint that subscribed to `call_list.locked`, to all events of the resource, or to everything.
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
         * @description Sent to every endpoint that subscribed to `call_list.unlocked`, to all events of the resource, or to everything.
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
         * @description Sent to every endpoint that subscribed to `call_list_entry.created`, to all events of the resource, or to everything.
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
         * Fields of an entry changed, or its place in the list
         * @description Sent to every endpoint that subscribed to `call_list_entry.updated`, to all events of the resource, or to everything.
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
         * @description Sent to every endpoint that subscribed to `call_list_entry.deleted`, to all events of the resource, or to everything.
         */
        post: operations["onCallListEntryDeleted"];
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
         * A webhook endpoint is tried out
         * @description Sent to one endpoint alone, when an admin tries it out. Nobody can subscribe to it.
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
            /** @description E.164; null where `raw` could not be understood. */
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
            companyId: components["schemas"]["Id"] | null;
            timezone: string | null;
            location: components["schemas"]["Location"] | null;
            linkedinUrl: string | null;
            websiteUrl: string | null;
            doNotCall: boolean;
            /** @description The user of the source system who owns the record. */
            ownerId: string | null;
            tags: string[];
            externalIds: {
                /** @description The system that the id is of, such as `hubspot`. */
                source: string;
                id: string;
            }[];
            /** @description Fields of the source that have no place of their own, by the name that the source gives them. */
            customFields: {
                [key: string]: string | number | boolean | null;
            };
            createdAt: components["schemas"]["Timestamp"];
            updatedAt: components["schemas"]["Timestamp"];
        };
        Company: {
            id: components["schemas"]["Id"];
            name: string | null;
            domain: string | null;
            websiteUrl: string | null;
            industry: string | null;
            employeeCount: number | null;
            annualRevenue: {
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
                /** @description The system that the id is of, such as `hubspot`. */
                source: string;
                id: string;
            }[];
            /** @description Fields of the source that have no place of their own, by the name that the source gives them. */
            customFields: {
                [key: string]: string | number | boolean | null;
            };
            createdAt: components["schemas"]["Timestamp"];
            updatedAt: components["schemas"]["Timestamp"];
        };
        CallList: {
            id: components["schemas"]["Id"];
            name: string;
            createdAt: components["schemas"]["Timestamp"];
            isLocked: boolean;
        };
        CallListPage: {
            /** @description All call lists that match the filters, not those of this page. Exact. */
            totalCount: number;
            items: components["schemas"]["CallList"][];
            /** @description Opaque: send it as `cursor` to get the next page. Absent on the last page. */
            nextCursor?: string;
        };
        CallListEntry: {
            id: components["schemas"]["Id"];
            position: number;
            personId: components["schemas"]["Id"] | null;
            companyId: components["schemas"]["Id"] | null;
            /** @description The number to call. */
            phone: {
                /** @description E.164; null where `raw` could not be understood. */
                number: string | null;
                /** @enum {string} */
                type: "work" | "mobile" | "home" | "other";
            } | null;
            /** @enum {string} */
            status: "pending" | "in_progress" | "callback" | "completed" | "skipped" | "exhausted" | "do_not_call";
            attempts: number;
            lastCalledAt: components["schemas"]["Timestamp"] | null;
            lastDisposition: string | null;
            nextCallAt: components["schemas"]["Timestamp"] | null;
            note: string | null;
            addedAt: components["schemas"]["Timestamp"];
            updatedAt: components["schemas"]["Timestamp"];
            /** @description There with `include=person`; null where the entry has no person, or it is gone. */
            person?: components["schemas"]["Person"] | null;
            /** @description There with `include=company`; null where the entry has no company, or it is gone. */
            company?: components["schemas"]["Company"] | null;
        };
        CallListWithEntries: {
            id: components["schemas"]["Id"];
            name: string;
            createdAt: components["schemas"]["Timestamp"];
            isLocked: boolean;
            /** @description All entries of the call list, not those of this page. Exact. */
            entryCount: number;
            /** @description In the order of `position`. */
            entries: components["schemas"]["CallListEntry"][];
            /** @description Opaque: send it as `cursor` to get the next page. Absent on the last page. */
            nextCursor?: string;
        };
        InvalidRequestProblem: {
            /** @constant */
            type: "urn:sales-data:problem:invalid-request";
            /** @constant */
            title: "Bad Request";
            /** @constant */
            status: 400;
            /** @description What is wrong with this request and what to do about it. For people. */
            detail: string;
            /** @description The same as in `X-Request-Id`. Quote it when you report a problem. */
            requestId: string;
            /** @description Every offending parameter. Absent where the request as a whole is at fault. */
            errors?: {
                /** @description The name of the parameter or field; `body` for the document as a whole. */
                parameter: string;
                /** @description What it must be. Completes a sentence that begins with the name. */
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
            /** @description What is wrong with this request and what to do about it. For people. */
            detail: string;
            /** @description The same as in `X-Request-Id`. Quote it when you report a problem. */
            requestId: string;
        };
        ForbiddenProblem: {
            /** @constant */
            type: "urn:sales-data:problem:forbidden";
            /** @constant */
            title: "Forbidden";
            /** @constant */
            status: 403;
            /** @description What is wrong with this request and what to do about it. For people. */
            detail: string;
            /** @description The same as in `X-Request-Id`. Quote it when you report a problem. */
            requestId: string;
        };
        NotFoundProblem: {
            /** @constant */
            type: "urn:sales-data:problem:not-found";
            /** @constant */
            title: "Not Found";
            /** @constant */
            status: 404;
            /** @description What is wrong with this request and what to do about it. For people. */
            detail: string;
            /** @description The same as in `X-Request-Id`. Quote it when you report a problem. */
            requestId: string;
        };
        MethodNotAllowedProblem: {
            /** @constant */
            type: "urn:sales-data:problem:method-not-allowed";
            /** @constant */
            title: "Method Not Allowed";
            /** @constant */
            status: 405;
            /** @description What is wrong with this request and what to do about it. For people. */
            detail: string;
            /** @description The same as in `X-Request-Id`. Quote it when you report a problem. */
            requestId: string;
        };
        ContentTooLargeProblem: {
            /** @constant */
            type: "urn:sales-data:problem:content-too-large";
            /** @constant */
            title: "Content Too Large";
            /** @constant */
            status: 413;
            /** @description What is wrong with this request and what to do about it. For people. */
            detail: string;
            /** @description The same as in `X-Request-Id`. Quote it when you report a problem. */
            requestId: string;
        };
        RateLimitExceededProblem: {
            /** @constant */
            type: "urn:sales-data:problem:rate-limit-exceeded";
            /** @constant */
            title: "Too Many Requests";
            /** @constant */
            status: 429;
            /** @description What is wrong with this request and what to do about it. For people. */
            detail: string;
            /** @description The same as in `X-Request-Id`. Quote it when you report a problem. */
            requestId: string;
        };
        QuotaExceededProblem: {
            /** @constant */
            type: "urn:sales-data:problem:quota-exceeded";
            /** @constant */
            title: "Too Many Requests";
            /** @constant */
            status: 429;
            /** @description What is wrong with this request and what to do about it. For people. */
            detail: string;
            /** @description The same as in `X-Request-Id`. Quote it when you report a problem. */
            requestId: string;
        };
        InternalErrorProblem: {
            /** @constant */
            type: "urn:sales-data:problem:internal-error";
            /** @constant */
            title: "Internal Server Error";
            /** @constant */
            status: 500;
            /** @description What is wrong with this request and what to do about it. For people. */
            detail: string;
            /** @description The same as in `X-Request-Id`. Quote it when you report a problem. */
            requestId: string;
        };
        ServiceUnavailableProblem: {
            /** @constant */
            type: "urn:sales-data:problem:service-unavailable";
            /** @constant */
            title: "Service Unavailable";
            /** @constant */
            status: 503;
            /** @description What is wrong with this request and what to do about it. For people. */
            detail: string;
            /** @description The same as in `X-Request-Id`. Quote it when you report a problem. */
            requestId: string;
        };
        TimeoutProblem: {
            /** @constant */
            type: "urn:sales-data:problem:timeout";
            /** @constant */
            title: "Gateway Timeout";
            /** @constant */
            status: 504;
            /** @description What is wrong with this request and what to do about it. For people. */
            detail: string;
            /** @description The same as in `X-Request-Id`. Quote it when you report a problem. */
            requestId: string;
        };
        ListedEntry: {
            id: components["schemas"]["Id"];
            position: number;
            personId: components["schemas"]["Id"] | null;
            companyId: components["schemas"]["Id"] | null;
            /** @description The number to call. */
            phone: {
                /** @description E.164; null where `raw` could not be understood. */
                number: string | null;
                /** @enum {string} */
                type: "work" | "mobile" | "home" | "other";
            } | null;
            /** @enum {string} */
            status: "pending" | "in_progress" | "callback" | "completed" | "skipped" | "exhausted" | "do_not_call";
            attempts: number;
            lastCalledAt: components["schemas"]["Timestamp"] | null;
            lastDisposition: string | null;
            nextCallAt: components["schemas"]["Timestamp"] | null;
            note: string | null;
            addedAt: components["schemas"]["Timestamp"];
            updatedAt: components["schemas"]["Timestamp"];
            /** @description The call list that the entry stands in. */
            callListId: components["schemas"]["Id"];
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
            companyId?: components["schemas"]["Id"] | null;
            timezone?: string | null;
            location?: components["schemas"]["Location"] | null;
            linkedinUrl?: string | null;
            websiteUrl?: string | null;
            doNotCall?: boolean;
            /** @description The user of the source system who owns the record. */
            ownerId?: string | null;
            tags?: string[];
            externalIds?: {
                /** @description The system that the id is of, such as `hubspot`. */
                source: string;
                id: string;
            }[];
            /** @description Fields of the source that have no place of their own, by the name that the source gives them. */
            customFields?: {
                [key: string]: string | number | boolean | null;
            };
            createdAt?: components["schemas"]["Timestamp"];
            updatedAt?: components["schemas"]["Timestamp"];
        };
        PreviousCompany: {
            id?: components["schemas"]["Id"];
            name?: string | null;
            domain?: string | null;
            websiteUrl?: string | null;
            industry?: string | null;
            employeeCount?: number | null;
            annualRevenue?: {
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
                /** @description The system that the id is of, such as `hubspot`. */
                source: string;
                id: string;
            }[];
            /** @description Fields of the source that have no place of their own, by the name that the source gives them. */
            customFields?: {
                [key: string]: string | number | boolean | null;
            };
            createdAt?: components["schemas"]["Timestamp"];
            updatedAt?: components["schemas"]["Timestamp"];
        };
        PreviousCallList: {
            id?: components["schemas"]["Id"];
            name?: string;
            createdAt?: components["schemas"]["Timestamp"];
            isLocked?: boolean;
        };
        PreviousEntry: {
            id?: components["schemas"]["Id"];
            position?: number;
            personId?: components["schemas"]["Id"] | null;
            companyId?: components["schemas"]["Id"] | null;
            /** @description The number to call. */
            phone?: {
                /** @description E.164; null where `raw` could not be understood. */
                number: string | null;
                /** @enum {string} */
                type: "work" | "mobile" | "home" | "other";
            } | null;
            /** @enum {string} */
            status?: "pending" | "in_progress" | "callback" | "completed" | "skipped" | "exhausted" | "do_not_call";
            attempts?: number;
            lastCalledAt?: components["schemas"]["Timestamp"] | null;
            lastDisposition?: string | null;
            nextCallAt?: components["schemas"]["Timestamp"] | null;
            note?: string | null;
            addedAt?: components["schemas"]["Timestamp"];
            updatedAt?: components["schemas"]["Timestamp"];
            /** @description The call list that the entry stands in. */
            callListId?: components["schemas"]["Id"];
        };
        PersonCreatedEvent: {
            /** @description The same on every attempt and every replay. */
            id: components["schemas"]["Id"];
            /** @constant */
            type: "person.created";
            /** @description When the change was stored. */
            timestamp: components["schemas"]["Timestamp"];
            /** @description Grows by one with each change of the resource. A resource that is deleted and made again starts at 1: compare `timestamp` first, and `sequence` where that is the same. */
            sequence: number;
            data: components["schemas"]["Person"];
            previous: Record<string, never>;
        };
        PersonUpdatedEvent: {
            /** @description The same on every attempt and every replay. */
            id: components["schemas"]["Id"];
            /** @constant */
            type: "person.updated";
            /** @description When the change was stored. */
            timestamp: components["schemas"]["Timestamp"];
            /** @description Grows by one with each change of the resource. A resource that is deleted and made again starts at 1: compare `timestamp` first, and `sequence` where that is the same. */
            sequence: number;
            data: components["schemas"]["Person"];
            previous: components["schemas"]["PreviousPerson"];
        };
        PersonDeletedEvent: {
            /** @description The same on every attempt and every replay. */
            id: components["schemas"]["Id"];
            /** @constant */
            type: "person.deleted";
            /** @description When the change was stored. */
            timestamp: components["schemas"]["Timestamp"];
            /** @description Grows by one with each change of the resource. A resource that is deleted and made again starts at 1: compare `timestamp` first, and `sequence` where that is the same. */
            sequence: number;
            data: components["schemas"]["Person"];
            previous: Record<string, never>;
        };
        CompanyCreatedEvent: {
            /** @description The same on every attempt and every replay. */
            id: components["schemas"]["Id"];
            /** @constant */
            type: "company.created";
            /** @description When the change was stored. */
            timestamp: components["schemas"]["Timestamp"];
            /** @description Grows by one with each change of the resource. A resource that is deleted and made again starts at 1: compare `timestamp` first, and `sequence` where that is the same. */
            sequence: number;
            data: components["schemas"]["Company"];
            previous: Record<string, never>;
        };
        CompanyUpdatedEvent: {
            /** @description The same on every attempt and every replay. */
            id: components["schemas"]["Id"];
            /** @constant */
            type: "company.updated";
            /** @description When the change was stored. */
            timestamp: components["schemas"]["Timestamp"];
            /** @description Grows by one with each change of the resource. A resource that is deleted and made again starts at 1: compare `timestamp` first, and `sequence` where that is the same. */
            sequence: number;
            data: components["schemas"]["Company"];
            previous: components["schemas"]["PreviousCompany"];
        };
        CompanyDeletedEvent: {
            /** @description The same on every attempt and every replay. */
            id: components["schemas"]["Id"];
            /** @constant */
            type: "company.deleted";
            /** @description When the change was stored. */
            timestamp: components["schemas"]["Timestamp"];
            /** @description Grows by one with each change of the resource. A resource that is deleted and made again starts at 1: compare `timestamp` first, and `sequence` where that is the same. */
            sequence: number;
            data: components["schemas"]["Company"];
            previous: Record<string, never>;
        };
        CallListCreatedEvent: {
            /** @description The same on every attempt and every replay. */
            id: components["schemas"]["Id"];
            /** @constant */
            type: "call_list.created";
            /** @description When the change was stored. */
            timestamp: components["schemas"]["Timestamp"];
            /** @description Grows by one with each change of the resource. A resource that is deleted and made again starts at 1: compare `timestamp` first, and `sequence` where that is the same. */
            sequence: number;
            data: components["schemas"]["CallList"];
            previous: Record<string, never>;
        };
        CallListUpdatedEvent: {
            /** @description The same on every attempt and every replay. */
            id: components["schemas"]["Id"];
            /** @constant */
            type: "call_list.updated";
            /** @description When the change was stored. */
            timestamp: components["schemas"]["Timestamp"];
            /** @description Grows by one with each change of the resource. A resource that is deleted and made again starts at 1: compare `timestamp` first, and `sequence` where that is the same. */
            sequence: number;
            data: components["schemas"]["CallList"];
            previous: components["schemas"]["PreviousCallList"];
        };
        CallListDeletedEvent: {
            /** @description The same on every attempt and every replay. */
            id: components["schemas"]["Id"];
            /** @constant */
            type: "call_list.deleted";
            /** @description When the change was stored. */
            timestamp: components["schemas"]["Timestamp"];
            /** @description Grows by one with each change of the resource. A resource that is deleted and made again starts at 1: compare `timestamp` first, and `sequence` where that is the same. */
            sequence: number;
            data: components["schemas"]["CallList"];
            previous: Record<string, never>;
        };
        CallListLockedEvent: {
            /** @description The same on every attempt and every replay. */
            id: components["schemas"]["Id"];
            /** @constant */
            type: "call_list.locked";
            /** @description When the change was stored. */
            timestamp: components["schemas"]["Timestamp"];
            /** @description Grows by one with each change of the resource. A resource that is deleted and made again starts at 1: compare `timestamp` first, and `sequence` where that is the same. */
            sequence: number;
            data: components["schemas"]["CallList"];
            previous: components["schemas"]["PreviousCallList"];
        };
        CallListUnlockedEvent: {
            /** @description The same on every attempt and every replay. */
            id: components["schemas"]["Id"];
            /** @constant */
            type: "call_list.unlocked";
            /** @description When the change was stored. */
            timestamp: components["schemas"]["Timestamp"];
            /** @description Grows by one with each change of the resource. A resource that is deleted and made again starts at 1: compare `timestamp` first, and `sequence` where that is the same. */
            sequence: number;
            data: components["schemas"]["CallList"];
            previous: components["schemas"]["PreviousCallList"];
        };
        CallListEntryCreatedEvent: {
            /** @description The same on every attempt and every replay. */
            id: components["schemas"]["Id"];
            /** @constant */
            type: "call_list_entry.created";
            /** @description When the change was stored. */
            timestamp: components["schemas"]["Timestamp"];
            /** @description Grows by one with each change of the resource. A resource that is deleted and made again starts at 1: compare `timestamp` first, and `sequence` where that is the same. */
            sequence: number;
            data: components["schemas"]["ListedEntry"];
            previous: Record<string, never>;
        };
        CallListEntryUpdatedEvent: {
            /** @description The same on every attempt and every replay. */
            id: components["schemas"]["Id"];
            /** @constant */
            type: "call_list_entry.updated";
            /** @description When the change was stored. */
            timestamp: components["schemas"]["Timestamp"];
            /** @description Grows by one with each change of the resource. A resource that is deleted and made again starts at 1: compare `timestamp` first, and `sequence` where that is the same. */
            sequence: number;
            data: components["schemas"]["ListedEntry"];
            previous: components["schemas"]["PreviousEntry"];
        };
        CallListEntryDeletedEvent: {
            /** @description The same on every attempt and every replay. */
            id: components["schemas"]["Id"];
            /** @constant */
            type: "call_list_entry.deleted";
            /** @description When the change was stored. */
            timestamp: components["schemas"]["Timestamp"];
            /** @description Grows by one with each change of the resource. A resource that is deleted and made again starts at 1: compare `timestamp` first, and `sequence` where that is the same. */
            sequence: number;
            data: components["schemas"]["ListedEntry"];
            previous: Record<string, never>;
        };
        WebhookTestEvent: {
            /** @description The same on every attempt and every replay. */
            id: components["schemas"]["Id"];
            /** @constant */
            type: "webhook.test";
            /** @description When the change was stored. */
            timestamp: components["schemas"]["Timestamp"];
            /** @description Grows by one with each change of the resource. A resource that is deleted and made again starts at 1: compare `timestamp` first, and `sequence` where that is the same. */
            sequence: number;
            data: {
                /** @description The webhook endpoint that is tried out. */
                id: components["schemas"]["Id"];
                message: string;
            };
            previous: Record<string, never>;
        };
        /** @description An OpenAPI document, as https://spec.openapis.org/oas/v3.1.1.html says. */
        OpenApiDocument: {
            openapi: string;
            info: Record<string, never>;
            servers: unknown[];
            paths: Record<string, never>;
            webhooks: Record<string, never>;
            components: Record<string, never>;
        };
    };
    responses: {
        /** @description Something in the request is not allowed: an unknown, repeated or malformed parameter, a cursor of another collection, or an id that is not a lower-case UUID. `errors` names each. Correct the request. */
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
        /** @description No key, more than one, or one that is malformed, unknown, revoked or expired. The answer does not say which. */
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
        /** @description The key lacks the permission that `detail` names. Ask an admin of your organization to grant it. */
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
        /** @description There is no record with this id in your organization. A record of another organization is not told from none at all. */
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
        /** @description There is no such path. It makes no difference whether a key was sent. */
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
        /** @description The path has no such method: `Allow` says which it has. It makes no difference whether a key was sent. */
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
        /** @description The request is larger than 10 MB. Operations take no body: leave it out. */
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
        /** @description A limit was met; `type` says which: `rate-limit-exceeded` is that of requests a second, `quota-exceeded` that of requests a day. Try again after `Retry-After` seconds. */
        TooManyRequests: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Cache-Control": components["headers"]["NoStore"];
                "Retry-After": components["headers"]["RetryAfter"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicyIfKnown"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["RateLimitExceededProblem"] | components["schemas"]["QuotaExceededProblem"];
            };
        };
        /** @description Our fault. Try again later; report the `requestId` if it stays. */
        InternalServerError: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Cache-Control": components["headers"]["NoStore"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicyIfKnown"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["InternalErrorProblem"];
            };
        };
        /** @description The service cannot answer for now, or the key was made only seconds ago. Try again after `Retry-After` seconds. */
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
                "RateLimit-Policy": components["headers"]["RateLimitPolicyIfKnown"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["TimeoutProblem"];
            };
        };
        /** @description Any of these within 15 seconds: the delivery has succeeded. */
        WebhookReceived: {
            headers: {
                [name: string]: unknown;
            };
            content?: never;
        };
        /** @description The endpoint is gone: it is disabled at once. */
        WebhookGone: {
            headers: {
                [name: string]: unknown;
            };
            content?: never;
        };
        /** @description Anything else, redirects among it, and no answer within 15 seconds: the delivery is tried again, up to ten times in some 50 hours. A `Retry-After` is honoured up to the length of the next step. */
        WebhookFailed: {
            headers: {
                [name: string]: unknown;
            };
            content?: never;
        };
    };
    parameters: {
        /**
         * @description The `ETag` of the response that you hold, or several, separated by commas: `304` if it is still the same.
         * @example W/"0f3cPzvEJrBzF2bFz8XyT4l9b2Q"
         */
        IfNoneMatch: string;
        /**
         * @description The id of the event: the same on every attempt and every replay, so that you can drop repetitions.
         * @example 0b6f1f4e-6a3b-8f0e-9c55-0f7e3c1f2a11
         */
        WebhookId: string;
        /**
         * @description When this attempt was made, in seconds since 1970. Refuse what is more than five minutes off.
         * @example 1769851800
         */
        WebhookTimestamp: string;
        /**
         * @description A signature for each secret in force, separated by blanks: `v1,` and the base64 HMAC-SHA256 of `{webhook-id}.{webhook-timestamp}.{body}`, with the body as it arrived. One that is yours is enough.
         * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
         */
        WebhookSignature: string;
    };
    requestBodies: never;
    headers: {
        /**
         * @description Identifies the request, also in the logs of the service. Quote it when you report a problem.
         * @example c6af9ac6-7b61-11e6-9a41-93e8deadbeef
         */
        RequestId: string;
        /**
         * @description Weak: the same as long as the body is. Send it as `If-None-Match`.
         * @example W/"0f3cPzvEJrBzF2bFz8XyT4l9b2Q"
         */
        ETag: string;
        /** @description Keep it, and ask each time whether it still holds. */
        PrivateNoCache: "private, no-cache";
        /** @description The same for everybody. */
        PublicForMinutes: "public, max-age=300";
        /** @description Not to be kept. */
        NoStore: "no-store";
        /** @description Bodies above 1 KB are compressed if the client accepts it. */
        Vary: "Accept-Encoding";
        /**
         * @description What the usage plan of the key allows: `q` requests in a window of `w` seconds (draft-ietf-httpapi-ratelimit-headers-10).
         * @example "rate";q=10;w=1, "quota";q=100000;w=86400
         */
        RateLimitPolicy: string;
        /** @description As on a success, if the key was read before the request was refused. */
        RateLimitPolicyIfKnown: string;
        /**
         * @description Seconds to wait before the next try.
         * @example 1
         */
        RetryAfter: number;
        /** @description How to authenticate (RFC 9110, section 11.6.1). */
        WwwAuthenticate: string;
        /**
         * @description The methods that the path has.
         * @example GET, HEAD
         */
        Allow: string;
        /**
         * @description The address of the next page (RFC 8288). Absent on the last one.
         * @example <https://api.example.com/v1/call-list?cursor=Zm9vYmFy>; rel="next"
         */
        NextLink: string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    getPerson: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The `ETag` of the response that you hold, or several, separated by commas: `304` if it is still the same.
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
            /** @description Found. */
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
                    "application/json": components["schemas"]["Person"];
                };
            };
            /** @description Nothing has changed since the response whose `ETag` was sent as `If-None-Match`. */
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
    getCompany: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The `ETag` of the response that you hold, or several, separated by commas: `304` if it is still the same.
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
            /** @description Found. */
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
            /** @description Nothing has changed since the response whose `ETag` was sent as `If-None-Match`. */
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
                /** @description How many at most are on a page. */
                limit?: number;
                /** @description The `nextCursor` of the page before. It does not expire and reaches any depth; it is good only under the same filters and sort. */
                cursor?: string;
                /** @description Only those that are locked, or only those that are not. */
                isLocked?: boolean;
                /** @description Only those created later than this. An RFC 3339 date-time with at most milliseconds. */
                createdAfter?: string;
                /** @description Only those created earlier than this. An RFC 3339 date-time with at most milliseconds. */
                createdBefore?: string;
                /** @description By creation: the oldest first, or with `-` the newest. */
                sort?: "createdAt" | "-createdAt";
            };
            header?: {
                /**
                 * @description The `ETag` of the response that you hold, or several, separated by commas: `304` if it is still the same.
                 * @example W/"0f3cPzvEJrBzF2bFz8XyT4l9b2Q"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Found. */
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
            /** @description Nothing has changed since the response whose `ETag` was sent as `If-None-Match`. */
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
                /** @description How many entries at most are on a page. A page whose records are too large for one response holds fewer; `nextCursor` goes on from there. */
                limit?: number;
                /** @description The `nextCursor` of the page before. It does not expire and reaches any depth; it is good only under the same filters and sort. */
                cursor?: string;
                /** @description The records to put into each entry. `person` also needs the permission `person:read`, `company` also `company:read`. */
                include?: ("person" | "company")[];
            };
            header?: {
                /**
                 * @description The `ETag` of the response that you hold, or several, separated by commas: `304` if it is still the same.
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
            /** @description Found. */
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
            /** @description Nothing has changed since the response whose `ETag` was sent as `If-None-Match`. */
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
    getOpenApiDocument: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The `ETag` of the response that you hold, or several, separated by commas: `304` if it is still the same.
                 * @example W/"0f3cPzvEJrBzF2bFz8XyT4l9b2Q"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The document. */
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
            /** @description Nothing has changed since the response whose `ETag` was sent as `If-None-Match`. */
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
                 * @description The id of the event: the same on every attempt and every replay, so that you can drop repetitions.
                 * @example 0b6f1f4e-6a3b-8f0e-9c55-0f7e3c1f2a11
                 */
                "webhook-id": components["parameters"]["WebhookId"];
                /**
                 * @description When this attempt was made, in seconds since 1970. Refuse what is more than five minutes off.
                 * @example 1769851800
                 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description A signature for each secret in force, separated by blanks: `v1,` and the base64 HMAC-SHA256 of `{webhook-id}.{webhook-timestamp}.{body}`, with the body as it arrived. One that is yours is enough.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["WebhookSignature"];
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
                 *       "timestamp": "2026-01-31T09:30:00.000Z",
                 *       "sequence": 1,
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
                 *         "updatedAt": "2026-01-31T09:30:00.000Z"
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
                 * @description The id of the event: the same on every attempt and every replay, so that you can drop repetitions.
                 * @example 0b6f1f4e-6a3b-8f0e-9c55-0f7e3c1f2a11
                 */
                "webhook-id": components["parameters"]["WebhookId"];
                /**
                 * @description When this attempt was made, in seconds since 1970. Refuse what is more than five minutes off.
                 * @example 1769851800
                 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description A signature for each secret in force, separated by blanks: `v1,` and the base64 HMAC-SHA256 of `{webhook-id}.{webhook-timestamp}.{body}`, with the body as it arrived. One that is yours is enough.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["WebhookSignature"];
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
                 *       "timestamp": "2026-01-31T09:30:00.000Z",
                 *       "sequence": 4,
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
                 *         "updatedAt": "2026-01-31T09:30:00.000Z"
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
    onPersonDeleted: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The id of the event: the same on every attempt and every replay, so that you can drop repetitions.
                 * @example 0b6f1f4e-6a3b-8f0e-9c55-0f7e3c1f2a11
                 */
                "webhook-id": components["parameters"]["WebhookId"];
                /**
                 * @description When this attempt was made, in seconds since 1970. Refuse what is more than five minutes off.
                 * @example 1769851800
                 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description A signature for each secret in force, separated by blanks: `v1,` and the base64 HMAC-SHA256 of `{webhook-id}.{webhook-timestamp}.{body}`, with the body as it arrived. One that is yours is enough.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["WebhookSignature"];
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
                 *       "timestamp": "2026-01-31T09:30:00.000Z",
                 *       "sequence": 4,
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
                 *         "updatedAt": "2026-01-31T09:30:00.000Z"
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
    onCompanyCreated: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The id of the event: the same on every attempt and every replay, so that you can drop repetitions.
                 * @example 0b6f1f4e-6a3b-8f0e-9c55-0f7e3c1f2a11
                 */
                "webhook-id": components["parameters"]["WebhookId"];
                /**
                 * @description When this attempt was made, in seconds since 1970. Refuse what is more than five minutes off.
                 * @example 1769851800
                 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description A signature for each secret in force, separated by blanks: `v1,` and the base64 HMAC-SHA256 of `{webhook-id}.{webhook-timestamp}.{body}`, with the body as it arrived. One that is yours is enough.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["WebhookSignature"];
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
                 *       "timestamp": "2026-01-31T09:30:00.000Z",
                 *       "sequence": 1,
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
                 *         "updatedAt": "2026-01-31T09:30:00.000Z"
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
                 * @description The id of the event: the same on every attempt and every replay, so that you can drop repetitions.
                 * @example 0b6f1f4e-6a3b-8f0e-9c55-0f7e3c1f2a11
                 */
                "webhook-id": components["parameters"]["WebhookId"];
                /**
                 * @description When this attempt was made, in seconds since 1970. Refuse what is more than five minutes off.
                 * @example 1769851800
                 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description A signature for each secret in force, separated by blanks: `v1,` and the base64 HMAC-SHA256 of `{webhook-id}.{webhook-timestamp}.{body}`, with the body as it arrived. One that is yours is enough.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["WebhookSignature"];
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
                 *       "timestamp": "2026-01-31T09:30:00.000Z",
                 *       "sequence": 4,
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
                 *         "updatedAt": "2026-01-31T09:30:00.000Z"
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
    onCompanyDeleted: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The id of the event: the same on every attempt and every replay, so that you can drop repetitions.
                 * @example 0b6f1f4e-6a3b-8f0e-9c55-0f7e3c1f2a11
                 */
                "webhook-id": components["parameters"]["WebhookId"];
                /**
                 * @description When this attempt was made, in seconds since 1970. Refuse what is more than five minutes off.
                 * @example 1769851800
                 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description A signature for each secret in force, separated by blanks: `v1,` and the base64 HMAC-SHA256 of `{webhook-id}.{webhook-timestamp}.{body}`, with the body as it arrived. One that is yours is enough.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["WebhookSignature"];
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
                 *       "timestamp": "2026-01-31T09:30:00.000Z",
                 *       "sequence": 4,
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
                 *         "updatedAt": "2026-01-31T09:30:00.000Z"
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
                 * @description The id of the event: the same on every attempt and every replay, so that you can drop repetitions.
                 * @example 0b6f1f4e-6a3b-8f0e-9c55-0f7e3c1f2a11
                 */
                "webhook-id": components["parameters"]["WebhookId"];
                /**
                 * @description When this attempt was made, in seconds since 1970. Refuse what is more than five minutes off.
                 * @example 1769851800
                 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description A signature for each secret in force, separated by blanks: `v1,` and the base64 HMAC-SHA256 of `{webhook-id}.{webhook-timestamp}.{body}`, with the body as it arrived. One that is yours is enough.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["WebhookSignature"];
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
                 *       "timestamp": "2026-01-31T09:30:00.000Z",
                 *       "sequence": 1,
                 *       "data": {
                 *         "id": "b1f5a2d4-9a51-4b0e-8f27-6d1e4c3a7b90",
                 *         "name": "Follow up in January",
                 *         "createdAt": "2026-01-12T08:15:00.000Z",
                 *         "isLocked": false
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
                 * @description The id of the event: the same on every attempt and every replay, so that you can drop repetitions.
                 * @example 0b6f1f4e-6a3b-8f0e-9c55-0f7e3c1f2a11
                 */
                "webhook-id": components["parameters"]["WebhookId"];
                /**
                 * @description When this attempt was made, in seconds since 1970. Refuse what is more than five minutes off.
                 * @example 1769851800
                 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description A signature for each secret in force, separated by blanks: `v1,` and the base64 HMAC-SHA256 of `{webhook-id}.{webhook-timestamp}.{body}`, with the body as it arrived. One that is yours is enough.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["WebhookSignature"];
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
                 *       "timestamp": "2026-01-31T09:30:00.000Z",
                 *       "sequence": 4,
                 *       "data": {
                 *         "id": "b1f5a2d4-9a51-4b0e-8f27-6d1e4c3a7b90",
                 *         "name": "Follow up in January",
                 *         "createdAt": "2026-01-12T08:15:00.000Z",
                 *         "isLocked": false
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
                 * @description The id of the event: the same on every attempt and every replay, so that you can drop repetitions.
                 * @example 0b6f1f4e-6a3b-8f0e-9c55-0f7e3c1f2a11
                 */
                "webhook-id": components["parameters"]["WebhookId"];
                /**
                 * @description When this attempt was made, in seconds since 1970. Refuse what is more than five minutes off.
                 * @example 1769851800
                 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description A signature for each secret in force, separated by blanks: `v1,` and the base64 HMAC-SHA256 of `{webhook-id}.{webhook-timestamp}.{body}`, with the body as it arrived. One that is yours is enough.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["WebhookSignature"];
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
                 *       "timestamp": "2026-01-31T09:30:00.000Z",
                 *       "sequence": 4,
                 *       "data": {
                 *         "id": "b1f5a2d4-9a51-4b0e-8f27-6d1e4c3a7b90",
                 *         "name": "Follow up in January",
                 *         "createdAt": "2026-01-12T08:15:00.000Z",
                 *         "isLocked": false
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
                 * @description The id of the event: the same on every attempt and every replay, so that you can drop repetitions.
                 * @example 0b6f1f4e-6a3b-8f0e-9c55-0f7e3c1f2a11
                 */
                "webhook-id": components["parameters"]["WebhookId"];
                /**
                 * @description When this attempt was made, in seconds since 1970. Refuse what is more than five minutes off.
                 * @example 1769851800
                 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description A signature for each secret in force, separated by blanks: `v1,` and the base64 HMAC-SHA256 of `{webhook-id}.{webhook-timestamp}.{body}`, with the body as it arrived. One that is yours is enough.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["WebhookSignature"];
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
                 *       "timestamp": "2026-01-31T09:30:00.000Z",
                 *       "sequence": 4,
                 *       "data": {
                 *         "id": "b1f5a2d4-9a51-4b0e-8f27-6d1e4c3a7b90",
                 *         "name": "Follow up in January",
                 *         "createdAt": "2026-01-12T08:15:00.000Z",
                 *         "isLocked": true
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
                 * @description The id of the event: the same on every attempt and every replay, so that you can drop repetitions.
                 * @example 0b6f1f4e-6a3b-8f0e-9c55-0f7e3c1f2a11
                 */
                "webhook-id": components["parameters"]["WebhookId"];
                /**
                 * @description When this attempt was made, in seconds since 1970. Refuse what is more than five minutes off.
                 * @example 1769851800
                 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description A signature for each secret in force, separated by blanks: `v1,` and the base64 HMAC-SHA256 of `{webhook-id}.{webhook-timestamp}.{body}`, with the body as it arrived. One that is yours is enough.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["WebhookSignature"];
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
                 *       "timestamp": "2026-01-31T09:30:00.000Z",
                 *       "sequence": 4,
                 *       "data": {
                 *         "id": "b1f5a2d4-9a51-4b0e-8f27-6d1e4c3a7b90",
                 *         "name": "Follow up in January",
                 *         "createdAt": "2026-01-12T08:15:00.000Z",
                 *         "isLocked": false
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
                 * @description The id of the event: the same on every attempt and every replay, so that you can drop repetitions.
                 * @example 0b6f1f4e-6a3b-8f0e-9c55-0f7e3c1f2a11
                 */
                "webhook-id": components["parameters"]["WebhookId"];
                /**
                 * @description When this attempt was made, in seconds since 1970. Refuse what is more than five minutes off.
                 * @example 1769851800
                 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description A signature for each secret in force, separated by blanks: `v1,` and the base64 HMAC-SHA256 of `{webhook-id}.{webhook-timestamp}.{body}`, with the body as it arrived. One that is yours is enough.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["WebhookSignature"];
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
                 *       "timestamp": "2026-01-31T09:30:00.000Z",
                 *       "sequence": 1,
                 *       "data": {
                 *         "id": "3d2f8a6c-1c1b-4d9f-a0f5-5b7e9c8d6e21",
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
                 *         "callListId": "b1f5a2d4-9a51-4b0e-8f27-6d1e4c3a7b90"
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
                 * @description The id of the event: the same on every attempt and every replay, so that you can drop repetitions.
                 * @example 0b6f1f4e-6a3b-8f0e-9c55-0f7e3c1f2a11
                 */
                "webhook-id": components["parameters"]["WebhookId"];
                /**
                 * @description When this attempt was made, in seconds since 1970. Refuse what is more than five minutes off.
                 * @example 1769851800
                 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description A signature for each secret in force, separated by blanks: `v1,` and the base64 HMAC-SHA256 of `{webhook-id}.{webhook-timestamp}.{body}`, with the body as it arrived. One that is yours is enough.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["WebhookSignature"];
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
                 *       "timestamp": "2026-01-31T09:30:00.000Z",
                 *       "sequence": 4,
                 *       "data": {
                 *         "id": "3d2f8a6c-1c1b-4d9f-a0f5-5b7e9c8d6e21",
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
                 *         "callListId": "b1f5a2d4-9a51-4b0e-8f27-6d1e4c3a7b90"
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
                 * @description The id of the event: the same on every attempt and every replay, so that you can drop repetitions.
                 * @example 0b6f1f4e-6a3b-8f0e-9c55-0f7e3c1f2a11
                 */
                "webhook-id": components["parameters"]["WebhookId"];
                /**
                 * @description When this attempt was made, in seconds since 1970. Refuse what is more than five minutes off.
                 * @example 1769851800
                 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description A signature for each secret in force, separated by blanks: `v1,` and the base64 HMAC-SHA256 of `{webhook-id}.{webhook-timestamp}.{body}`, with the body as it arrived. One that is yours is enough.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["WebhookSignature"];
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
                 *       "timestamp": "2026-01-31T09:30:00.000Z",
                 *       "sequence": 4,
                 *       "data": {
                 *         "id": "3d2f8a6c-1c1b-4d9f-a0f5-5b7e9c8d6e21",
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
                 *         "callListId": "b1f5a2d4-9a51-4b0e-8f27-6d1e4c3a7b90"
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
    onWebhookTest: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The id of the event: the same on every attempt and every replay, so that you can drop repetitions.
                 * @example 0b6f1f4e-6a3b-8f0e-9c55-0f7e3c1f2a11
                 */
                "webhook-id": components["parameters"]["WebhookId"];
                /**
                 * @description When this attempt was made, in seconds since 1970. Refuse what is more than five minutes off.
                 * @example 1769851800
                 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description A signature for each secret in force, separated by blanks: `v1,` and the base64 HMAC-SHA256 of `{webhook-id}.{webhook-timestamp}.{body}`, with the body as it arrived. One that is yours is enough.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["WebhookSignature"];
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
                 *       "timestamp": "2026-01-31T09:30:00.000Z",
                 *       "sequence": 1,
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
