import {
  CREATED_AT,
  EXAMPLE_CALL_LIST,
  EXAMPLE_CALLABILITY,
  EXAMPLE_COMPANY,
  EXAMPLE_ENTRY,
  EXAMPLE_PERSON,
  LISTED_CALL_LIST,
} from '../../contract/records/examples.ts';
import {
  CALL_LIST_LOOKUPS,
  COLLECTION_QUERY,
  COMPANY_LOOKUPS,
  COUNT,
  ENTRY_LOOKUPS,
  PERSON_LOOKUPS,
} from '../../contract/records/record-lookups.ts';
import type { ResourceWithFields } from '../../contract/records/resource-fields.ts';
import { KIND_NAMES } from '../../kinds/names.ts';
import type { DataDocumentation } from '../documentation.ts';
import type { DataRoutes } from '../route.ts';
import {
  CALLABILITY,
  CALLABILITY_NEEDS,
  CHANGED_SINCE,
  COLLECTION_PARAMETERS,
  COUNT_TEXT,
  collectionDescription,
  fieldsText,
  lookupParameters,
  lookupsDescription,
  MANY,
  NO_CONTACT_DETAILS,
  NO_PHONES,
  PAGING,
  TRUNCATED,
} from './texts.ts';

/** The parameter that selects fields of a resource. */
const fieldsOf = <R extends ResourceWithFields>(resource: R) => ({ kind: 'fields', resource }) as const;

/** The operations of the data API on records. */
export const RECORD_ROUTES = {
  listPeople: {
    functionName: 'list-people',
    method: 'GET',
    path: '/v1/person',
    permission: 'person:list',
    query: {
      ...COLLECTION_QUERY,
      ...PERSON_LOOKUPS,
      fields: fieldsOf('person'),
    },
    response: 'PersonPage',
  },
  getPerson: {
    functionName: 'get-person',
    method: 'GET',
    path: '/v1/person/{id}',
    permission: 'person:read',
    query: {
      include: { kind: 'set', values: ['callability'] },
      fields: fieldsOf('personWithCallability'),
    },
    response: 'PersonWithCallability',
  },
  listCompanies: {
    functionName: 'list-companies',
    method: 'GET',
    path: '/v1/company',
    permission: 'company:list',
    query: {
      ...COLLECTION_QUERY,
      ...COMPANY_LOOKUPS,
      fields: fieldsOf('company'),
    },
    response: 'CompanyPage',
  },
  getCompany: {
    functionName: 'get-company',
    method: 'GET',
    path: '/v1/company/{id}',
    permission: 'company:read',
    query: { fields: fieldsOf('company') },
    response: 'Company',
  },
  listCallLists: {
    functionName: 'list-call-lists',
    method: 'GET',
    path: '/v1/call-list',
    permission: 'call-list:read',
    query: {
      limit: { kind: 'integer', minimum: 1, maximum: 200, default: 100 },
      cursor: { kind: 'cursor' },
      count: COUNT,
      isLocked: { kind: 'boolean' },
      createdAfter: { kind: 'timestamp' },
      createdBefore: { kind: 'timestamp' },
      changedSince: { kind: 'timestamp' },
      sort: { kind: 'enum', values: ['createdAt', '-createdAt', 'changedAt', '-changedAt'] },
      ...CALL_LIST_LOOKUPS,
      fields: fieldsOf('listedCallList'),
    },
    response: 'CallListPage',
  },
  getCallList: {
    functionName: 'get-call-list',
    method: 'GET',
    path: '/v1/call-list/{id}',
    permission: 'call-list:read',
    query: {
      limit: { kind: 'integer', minimum: 1, maximum: 500, default: 100 },
      cursor: { kind: 'cursor' },
      include: { kind: 'set', values: ['person', 'company', 'callability'] },
      fields: fieldsOf('callListWithEntries'),
    },
    response: 'CallListWithEntries',
  },
  listCallListEntries: {
    functionName: 'list-call-list-entries',
    method: 'GET',
    path: '/v1/call-list-entry',
    permission: 'call-list:read',
    query: {
      ...COLLECTION_QUERY,
      callListId: { kind: 'uuid' },
      ...ENTRY_LOOKUPS,
      fields: fieldsOf('call-list-entry'),
    },
    response: 'CallListEntryPage',
  },
  listFields: {
    functionName: 'list-fields',
    method: 'GET',
    path: '/v1/field',
    isRare: true,
    permission: null,
    query: {
      resource: { kind: 'enum', values: KIND_NAMES, isRequired: true },
      format: {
        kind: 'enum',
        values: ['list', 'json-schema'],
        default: 'list',
        mediaTypes: { 'json-schema': 'application/schema+json' },
      },
    },
    response: 'FieldList',
  },
} as const satisfies DataRoutes;

/** Their documentation. */
export const documentRecordRoutes = (): DataDocumentation<typeof RECORD_ROUTES> => ({
  listPeople: {
    tag: 'People',
    summary: 'List people',
    description:
      `${collectionDescription('people')}\n\n${lookupsDescription('`id`, `externalId`, `email`, `phone`, `companyId`, `ownerId`, `tag`, `name` or `callListId`')}\n\n${NO_CONTACT_DETAILS}, ` +
      'and lookups by `email` and `phone` return `403`.',
    parameters: {
      ...COLLECTION_PARAMETERS,
      ...lookupParameters('people'),
      email:
        'The people with this email address, in any spelling: case, `mailto:` and the form of an IDN ' +
        `make no difference. ${MANY}`,
      companyId: 'The people of the company with this id.',
      name:
        'The people whose last name, first name, or first and last name with a space between them start ' +
        'with this text. Case and accents make no difference. Chinese, Japanese and Korean names also ' +
        'match with the family name first.',
      callListId:
        'The people whom the entries of this call list call, each once. If they take several pages, ' +
        '`totalCount` includes people who were deleted while their entries stay, unless `count` is ' +
        '`exact`. It also requires the permission `call-list:read`.',
      fields: fieldsText('id,firstName,emails.address,location.city'),
    },
    examples: {
      page: { summary: 'A page', value: { totalCount: 1, items: [EXAMPLE_PERSON] } },
    },
  },
  getPerson: {
    tag: 'People',
    summary: 'Get a person',
    description:
      'Returns a person with all fields. Absent values are `null`, never omitted. ' +
      `${NO_CONTACT_DETAILS}.`,
    parameters: {
      id: 'The id of the person.',
      include: `${CALLABILITY} of each of \`phones\`. ${CALLABILITY_NEEDS}`,
      fields: fieldsText('firstName,phones.number,phones.callability'),
    },
    examples: {
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
  },
  listCompanies: {
    tag: 'Companies',
    summary: 'List companies',
    description: `${collectionDescription('companies')}\n\n${lookupsDescription('`id`, `externalId`, `domain`, `phone`, `ownerId`, `tag` or `name`')}`,
    parameters: {
      ...COLLECTION_PARAMETERS,
      ...lookupParameters('companies'),
      domain:
        'The companies with this domain, in any spelling: case, scheme, `www.`, path and the form of an ' +
        `IDN make no difference. ${MANY}`,
      name: 'The companies whose name starts with this text. Case and accents make no difference.',
      fields: fieldsText('name,domain,location.country'),
    },
    examples: {
      page: { summary: 'A page', value: { totalCount: 1, items: [EXAMPLE_COMPANY] } },
    },
  },
  getCompany: {
    tag: 'Companies',
    summary: 'Get a company',
    description: 'Returns a company with all fields. Absent values are `null`, never omitted.',
    parameters: { id: 'The id of the company.', fields: fieldsText('name,domain,location.country') },
    examples: { company: { summary: 'A company', value: EXAMPLE_COMPANY } },
  },
  listCallLists: {
    tag: 'Call lists',
    summary: 'List call lists',
    description:
      'Returns the call lists of the organization, newest first by default. ' +
      'Every page but the last has a `nextCursor` and the equivalent `Link` header.',
    parameters: {
      ...PAGING,
      count: COUNT_TEXT,
      isLocked: 'Only locked (`true`) or unlocked (`false`) call lists.',
      createdAfter: `Only call lists created after this RFC 3339 date-time, exclusive. ${TRUNCATED}`,
      createdBefore: `Only call lists created before this RFC 3339 date-time, exclusive. ${TRUNCATED}`,
      changedSince: `${CHANGED_SINCE} Not with \`createdAfter\`, \`createdBefore\` or an order of creation.`,
      sort:
        'Sorts by creation or by change: oldest first, or newest first with `-`. ' +
        'The default is `-createdAt`, or `changedAt` with `changedSince`.',
      name:
        'The call lists whose name starts with this text, ordered by name. ' +
        'Case and accents make no difference.',
      fields: 'Only these fields, comma-separated, such as `name,isLocked`. The `id` is always returned.',
    },
    examples: {
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
  },
  getCallList: {
    tag: 'Call lists',
    summary: 'Get a call list with its entries',
    description:
      'Returns a call list with a page of its entries, sorted by `position`. ' +
      'With `include`, each entry embeds its person or company, which saves a request per entry. ' +
      `${NO_CONTACT_DETAILS}, and so is \`phone\` of entries.`,
    parameters: {
      id: 'The id of the call list.',
      ...PAGING,
      limit:
        'The maximum number of entries per page. A page has fewer if its records exceed the response ' +
        'size; `nextCursor` continues from there.',
      include:
        'The records to embed in each entry, separated by commas or in repeated parameters. ' +
        '`person` requires the permission `person:read`, and `company` requires `company:read`. ' +
        `${CALLABILITY} of each entry. ${CALLABILITY_NEEDS}`,
      fields:
        `${fieldsText('name,entries.status,person.firstName')} Paths of entries start with \`entries.\`; ` +
        'those of included records may start with `person.`, `company.` or `callability.`.',
    },
    examples: {
      entries: {
        summary: 'A call list with its entries',
        value: { ...EXAMPLE_CALL_LIST, entryCount: 1, entries: [EXAMPLE_ENTRY] },
      },
      included: {
        summary: 'With include=person,company',
        value: {
          ...EXAMPLE_CALL_LIST,
          entryCount: 1,
          entries: [{ ...EXAMPLE_ENTRY, person: EXAMPLE_PERSON, company: EXAMPLE_COMPANY }],
        },
      },
      callability: {
        summary: 'With include=callability',
        value: {
          ...EXAMPLE_CALL_LIST,
          entryCount: 1,
          entries: [{ ...EXAMPLE_ENTRY, callability: EXAMPLE_CALLABILITY }],
        },
      },
    },
  },
  listCallListEntries: {
    tag: 'Call lists',
    summary: 'List call list entries',
    description:
      `${collectionDescription('call list entries')} ${NO_PHONES}\n\nA lookup returns the entries of a ` +
      'person, with a status or with a next call: send one of `personId`, `status` or ' +
      '`nextCallBefore`. It finds a change within a second or two, and never returns an entry that no ' +
      'longer matches.',
    parameters: {
      ...COLLECTION_PARAMETERS,
      callListId: 'Only the entries of this call list.',
      personId: 'The entries that call this person, in all call lists, ordered by call list and position.',
      status:
        'The entries with one of these statuses, separated by commas or in repeated parameters, ordered ' +
        'by call list and position.',
      nextCallBefore:
        'The entries whose `nextCallAt` is not later than this RFC 3339 date-time, earliest ' +
        `first. ${TRUNCATED}`,
      fields: fieldsText('personId,status,nextCallAt'),
    },
    examples: {
      page: { summary: 'A page', value: { totalCount: 1, items: [EXAMPLE_ENTRY] } },
    },
  },
  listFields: {
    tag: 'Fields',
    summary: 'List the fields of a resource',
    description:
      'Returns the fields of a resource: those of the API, in their order, and the custom fields that ' +
      'imports have stored, up to 2,000, sorted by name. With `format=json-schema`, the response is a ' +
      'JSON Schema (draft 2020-12, `application/schema+json`) instead: ' +
      'clients that decode all responses to one type cannot send it. ' +
      'People require `person:read` or `person:list`, companies `company:read` or `company:list`, call ' +
      'lists and their entries `call-list:read`, calls `call:read`.',
    checksPermissions: true,
    parameters: {
      resource: 'The resource.',
      format: '`json-schema` returns a JSON Schema of the resource.',
    },
    examples: {
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
  },
});
