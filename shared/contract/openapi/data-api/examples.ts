import { subscribersOf } from '../../event-permissions.ts';
import { EVENT_DESCRIPTIONS, exampleEvent } from '../../examples/events.ts';
import { EXAMPLE_EXPORT, EXAMPLE_QUEUED_EXPORT } from '../../examples/exports.ts';
import {
  CREATED_AT,
  EXAMPLE_CALL_LIST,
  EXAMPLE_CALLABILITY,
  EXAMPLE_COMPANY,
  EXAMPLE_ENTRY,
  EXAMPLE_PERSON,
  LISTED_CALL_LIST,
  ORGANIZATION_ID,
} from '../../examples/records.ts';
import type { ResponseBody } from '../../response-bodies.ts';
import type { RouteName } from '../../routes.ts';

const ENDPOINT = {
  id: '7c1d9e8f-2b3a-4c5d-8e9f-0a1b2c3d4e5f',
  url: 'https://hooks.example/workflows/42',
  eventTypes: ['person.created', 'call_list.*'],
  description: 'New people to the CRM',
  isEnabled: true,
  disabledReason: null,
  disabledAt: null,
  failingSince: null,
  keyId: 'f3a1c9e2-7b64-4d0e-9a58-1c2d3e4f5a6b',
  createdAt: CREATED_AT,
  updatedAt: CREATED_AT,
};

/** The bodies of requests, by operation. */
export const REQUEST_EXAMPLES: { readonly [N in RouteName]?: object } = {
  createExport: { resource: 'person', format: 'csv' },
  createWebhookEndpoint: {
    url: ENDPOINT.url,
    eventTypes: ENDPOINT.eventTypes,
    description: ENDPOINT.description,
  },
};

const page = { ...EXAMPLE_CALL_LIST, entryCount: 1 };

/** Examples of each operation's success response, by name. */
export const RESPONSE_EXAMPLES: {
  readonly [N in RouteName]: Readonly<
    Record<string, { readonly summary: string; readonly value: ResponseBody<N> }>
  >;
} = {
  listPeople: {
    page: { summary: 'A page', value: { totalCount: 1, items: [EXAMPLE_PERSON] } },
  },
  getPerson: {
    person: { summary: 'A person', value: EXAMPLE_PERSON },
    callability: {
      summary: 'With include=callability',
      value: {
        ...EXAMPLE_PERSON,
        phones: EXAMPLE_PERSON.phones
          .slice(0, 1)
          .map((phone) => ({ ...phone, callability: EXAMPLE_CALLABILITY })),
      },
    },
  },
  listCompanies: {
    page: { summary: 'A page', value: { totalCount: 1, items: [EXAMPLE_COMPANY] } },
  },
  getCompany: { company: { summary: 'A company', value: EXAMPLE_COMPANY } },
  listCallLists: {
    'first-page': {
      summary: 'A page followed by others',
      value: {
        totalCount: 2,
        items: [LISTED_CALL_LIST],
        nextCursor: 'q1Zx5uWbq0y3cXJ2MjAyNi0wMS0xMlQwODoxNTowMC4wMDBa',
      },
    },
    'last-page': { summary: 'The last page', value: { totalCount: 1, items: [LISTED_CALL_LIST] } },
  },
  listCallListEntries: {
    page: { summary: 'A page', value: { totalCount: 1, items: [EXAMPLE_ENTRY] } },
  },
  listEvents: {
    page: {
      summary: 'A page, with more to follow',
      value: {
        items: [
          {
            id: '5d1f36a4-1f5e-8a53-b0a4-6a3b5c1f3f10',
            type: 'person.updated',
            organizationId: ORGANIZATION_ID,
            timestamp: CREATED_AT,
            sequence: 2,
            isSilent: false,
            data: EXAMPLE_PERSON,
            previous: { title: 'Buyer' },
          },
        ],
        nextCursor: 'q1Zx5uWbq0y3cXJ2MTIuMQ',
        hasMore: true,
      },
    },
  },
  getCallList: {
    entries: { summary: 'A call list with its entries', value: { ...page, entries: [EXAMPLE_ENTRY] } },
    included: {
      summary: 'With include=person,company',
      value: {
        ...page,
        entries: [{ ...EXAMPLE_ENTRY, person: EXAMPLE_PERSON, company: EXAMPLE_COMPANY }],
      },
    },
    callability: {
      summary: 'With include=callability',
      value: { ...page, entries: [{ ...EXAMPLE_ENTRY, callability: EXAMPLE_CALLABILITY }] },
    },
  },
  getKey: {
    key: {
      summary: 'A key',
      value: {
        id: 'f3a1c9e2-7b64-4d0e-9a58-1c2d3e4f5a6b',
        name: 'Data warehouse',
        organization: { id: ORGANIZATION_ID, name: 'Acme' },
        permissions: ['person:read', 'call-list:read'],
        plan: { name: 'standard', rate: 10, burst: 20, dailyQuota: 100_000 },
        createdAt: CREATED_AT,
        expiresAt: null,
        allowedAddresses: ['192.0.2.0/24'],
      },
    },
  },
  listFields: {
    fields: {
      summary: 'Two of the fields of a person',
      value: {
        items: [
          {
            path: 'title',
            type: ['string', 'null'],
            format: null,
            values: [],
            isCustom: false,
            sources: [],
            firstSeenAt: null,
            description: 'Job title.',
          },
          {
            path: 'customFields.tier',
            type: ['string', 'null'],
            format: null,
            values: [],
            isCustom: true,
            sources: ['hubspot'],
            firstSeenAt: CREATED_AT,
            description: null,
          },
        ],
      },
    },
  },
  listEventTypes: {
    types: {
      summary: 'The first of the types',
      value: {
        items: [
          {
            type: 'person.created',
            description: EVENT_DESCRIPTIONS['person.created'],
            permissions: subscribersOf('person.created'),
            example: exampleEvent('person.created'),
          },
        ],
      },
    },
  },
  listWebhookEndpoints: {
    page: { summary: 'The last page', value: { items: [ENDPOINT] } },
  },
  createWebhookEndpoint: {
    endpoint: {
      summary: 'The endpoint with its secret',
      value: { ...ENDPOINT, secret: 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD' },
    },
  },
  deleteWebhookEndpoint: { endpoint: { summary: 'The deleted endpoint', value: ENDPOINT } },
  createExport: { export: { summary: 'An export', value: EXAMPLE_QUEUED_EXPORT } },
  listExports: { page: { summary: 'A page', value: { items: [EXAMPLE_EXPORT] } } },
  getExport: {
    completed: { summary: 'With files', value: EXAMPLE_EXPORT },
    queued: { summary: 'Not completed yet', value: EXAMPLE_QUEUED_EXPORT },
  },
};
