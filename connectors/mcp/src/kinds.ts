// Made by "npm run openapi": do not edit.
/** Every kind of record: in sentences, and as its event types begin. */
export const KINDS = {
  "person": {
    "plural": "people",
    "prefix": "person",
    "permission": "person:list"
  },
  "company": {
    "plural": "companies",
    "prefix": "company",
    "permission": "company:list"
  },
  "call-list": {
    "plural": "call lists",
    "prefix": "call_list",
    "permission": "call-list:read"
  },
  "call-list-entry": {
    "plural": "call list entries",
    "prefix": "call_list_entry",
    "permission": "call-list:read"
  },
  "call": {
    "plural": "calls",
    "prefix": "call",
    "permission": "call:read"
  }
} as const;

/** The statuses of call list entries. */
export const STATUSES = ["pending","in_progress","callback","completed","skipped","exhausted","do_not_call"] as const;

/** The fields by whose values records are counted. */
export const COUNTED = {
  "person": [
    "ownerId",
    "tag",
    "companyId"
  ],
  "company": [
    "ownerId",
    "tag"
  ],
  "call-list-entry": [
    "status",
    "callListId"
  ],
  "call": [
    "companyId",
    "callListId",
    "disposition"
  ]
} as const;

/** The kinds whose records a tool finds and a resource shows, with the inputs that find them. */
export const FOUND = {
  "person": {
    "operations": {
      "list": "listPeople",
      "get": "getPerson"
    },
    "get": "person:read",
    "hasCustomFields": true,
    "description": "Finds people by at most one of `callListId`, `companyId`, `email`, `tag`, `ownerId`, `name`, `phone`, `externalId` or `ids`, or by many values at once with `emails`, `phones` or `externalIds`: `notFound` then has those that no person has. Without any of them it browses all people, latest changed first, optionally only those with `changedSince`. People are also called contacts or leads. Never propose to call a person or number with `doNotCall`: true.",
    "referring": [
      {
        "kind": "call",
        "by": "personId"
      }
    ],
    "inputs": {
      "callListId": {
        "type": "string",
        "minLength": 1,
        "maxLength": 1100,
        "description": "The people whom the entries of this call list call, each once."
      },
      "companyId": {
        "type": "string",
        "minLength": 1,
        "maxLength": 1100,
        "description": "The people of the company with this id."
      },
      "email": {
        "type": "string",
        "minLength": 1,
        "maxLength": 1100,
        "description": "The people with this email address, in any spelling: case, `mailto:` and the form of an IDN make no difference."
      },
      "emails": {
        "type": "array",
        "items": {
          "type": "string",
          "minLength": 1,
          "maxLength": 1100
        },
        "minItems": 1,
        "maxItems": 100,
        "description": "Up to 100, instead of one."
      },
      "tag": {
        "type": "string",
        "minLength": 1,
        "maxLength": 1100,
        "description": "The people with this tag, in any case."
      },
      "ownerId": {
        "type": "string",
        "minLength": 1,
        "maxLength": 1100,
        "description": "The people of this owner, as the source calls it, in any case."
      },
      "name": {
        "type": "string",
        "minLength": 1,
        "maxLength": 1100,
        "description": "The people whose last name, first name, or first and last name with a space between them start with this text."
      },
      "phone": {
        "type": "string",
        "minLength": 1,
        "maxLength": 1100,
        "description": "The people with this phone number, in E.164 such as `+12025550143`."
      },
      "phones": {
        "type": "array",
        "items": {
          "type": "string",
          "minLength": 1,
          "maxLength": 1100
        },
        "minItems": 1,
        "maxItems": 100,
        "description": "Up to 100, instead of one."
      },
      "externalId": {
        "type": "string",
        "minLength": 1,
        "maxLength": 1100,
        "description": "The people with this external id, as `source:id`, such as `hubspot:1001`."
      },
      "externalIds": {
        "type": "array",
        "items": {
          "type": "string",
          "minLength": 1,
          "maxLength": 1100
        },
        "minItems": 1,
        "maxItems": 100,
        "description": "Up to 100, instead of one."
      },
      "ids": {
        "type": "array",
        "items": {
          "type": "string",
          "minLength": 1,
          "maxLength": 1100
        },
        "minItems": 1,
        "maxItems": 100,
        "description": "Up to 100 ids."
      }
    }
  },
  "company": {
    "operations": {
      "list": "listCompanies",
      "get": "getCompany"
    },
    "get": "company:read",
    "hasCustomFields": true,
    "description": "Finds companies by at most one of `domain`, `tag`, `ownerId`, `name`, `phone`, `externalId` or `ids`, or by many values at once with `domains`, `phones` or `externalIds`: `notFound` then has those that no company has. Without any of them it browses all companies, latest changed first, optionally only those with `changedSince`. Companies are also called accounts. For the people of a company, call find_people with its `companyId`.",
    "referring": [
      {
        "kind": "call",
        "by": "companyId"
      }
    ],
    "inputs": {
      "domain": {
        "type": "string",
        "minLength": 1,
        "maxLength": 1100,
        "description": "The companies with this domain, in any spelling: case, scheme, `www.`, path and the form of an IDN make no difference."
      },
      "domains": {
        "type": "array",
        "items": {
          "type": "string",
          "minLength": 1,
          "maxLength": 1100
        },
        "minItems": 1,
        "maxItems": 100,
        "description": "Up to 100, instead of one."
      },
      "tag": {
        "type": "string",
        "minLength": 1,
        "maxLength": 1100,
        "description": "The companies with this tag, in any case."
      },
      "ownerId": {
        "type": "string",
        "minLength": 1,
        "maxLength": 1100,
        "description": "The companies of this owner, as the source calls it, in any case."
      },
      "name": {
        "type": "string",
        "minLength": 1,
        "maxLength": 1100,
        "description": "The companies whose name starts with this text."
      },
      "phone": {
        "type": "string",
        "minLength": 1,
        "maxLength": 1100,
        "description": "The companies with this phone number, in E.164 such as `+12025550143`."
      },
      "phones": {
        "type": "array",
        "items": {
          "type": "string",
          "minLength": 1,
          "maxLength": 1100
        },
        "minItems": 1,
        "maxItems": 100,
        "description": "Up to 100, instead of one."
      },
      "externalId": {
        "type": "string",
        "minLength": 1,
        "maxLength": 1100,
        "description": "The companies with this external id, as `source:id`, such as `hubspot:1001`."
      },
      "externalIds": {
        "type": "array",
        "items": {
          "type": "string",
          "minLength": 1,
          "maxLength": 1100
        },
        "minItems": 1,
        "maxItems": 100,
        "description": "Up to 100, instead of one."
      },
      "ids": {
        "type": "array",
        "items": {
          "type": "string",
          "minLength": 1,
          "maxLength": 1100
        },
        "minItems": 1,
        "maxItems": 100,
        "description": "Up to 100 ids."
      }
    }
  },
  "call": {
    "operations": {
      "list": "listCalls",
      "get": "getCall"
    },
    "get": "call:read",
    "hasCustomFields": true,
    "description": "Finds calls by at most one of `disposition`, `agent`, `callListId`, `companyId`, `personId`, `externalId` or `ids`, or by many values at once with `externalIds`: `notFound` then has those that no call has. `startedBefore` and `startedSince` find by time, alone or with another input. Without any of them it browses all calls, latest changed first, optionally only those with `changedSince`. What is found is sorted by start, latest first. Numbers, notes and recordings need person.contact:read. To count calls by disposition, use count_records.",
    "referring": [],
    "inputs": {
      "startedBefore": {
        "type": "string",
        "minLength": 1,
        "maxLength": 1100,
        "description": "Calls that started before this RFC 3339 date-time, exclusive."
      },
      "startedSince": {
        "type": "string",
        "minLength": 1,
        "maxLength": 1100,
        "description": "Calls that started at or after this RFC 3339 date-time, inclusive."
      },
      "disposition": {
        "type": "string",
        "minLength": 1,
        "maxLength": 1100,
        "description": "The calls with this disposition, in any case."
      },
      "agent": {
        "type": "string",
        "minLength": 1,
        "maxLength": 1100,
        "description": "The calls of the agent with this `id` or `email`, in any case."
      },
      "callListId": {
        "type": "string",
        "minLength": 1,
        "maxLength": 1100,
        "description": "The calls that were made from this call list."
      },
      "companyId": {
        "type": "string",
        "minLength": 1,
        "maxLength": 1100,
        "description": "The calls with this company or one of its people."
      },
      "personId": {
        "type": "string",
        "minLength": 1,
        "maxLength": 1100,
        "description": "The calls with this person."
      },
      "externalId": {
        "type": "string",
        "minLength": 1,
        "maxLength": 1100,
        "description": "The calls with this external id, as `source:id`, such as `hubspot:1001`."
      },
      "externalIds": {
        "type": "array",
        "items": {
          "type": "string",
          "minLength": 1,
          "maxLength": 1100
        },
        "minItems": 1,
        "maxItems": 100,
        "description": "Up to 100, instead of one."
      },
      "ids": {
        "type": "array",
        "items": {
          "type": "string",
          "minLength": 1,
          "maxLength": 1100
        },
        "minItems": 1,
        "maxItems": 100,
        "description": "Up to 100 ids."
      }
    }
  }
} as const;
