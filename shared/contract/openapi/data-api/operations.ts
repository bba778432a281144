import { OPENAPI_PATH } from '../../openapi-route.ts';
import type { DataRoute } from '../../route.ts';
import { ROUTES, type RouteName } from '../../routes.ts';
import { type HeaderName, headers, nextLink } from '../headers.ts';
import { type JsonObject, mapValues, reference } from '../json-object.ts';
import { parameters } from '../parameters.ts';
import { problemReferences, UNCONDITIONAL_PROBLEMS } from '../problem-response.ts';
import { REQUEST_EXAMPLES, RESPONSE_EXAMPLES } from './examples.ts';
import { PROBLEM_RESPONSES } from './problems.ts';

interface OperationText {
  readonly tag: string;
  readonly summary: string;
  readonly description: string;
  /** The schema name of the success body. */
  readonly schema: string;
  /** The schema name of the request body. @default none */
  readonly body?: string;
  /** The status of a success. @default 200 */
  readonly status?: 201 | 202;
  /** Whether the function itself requires permissions, as the description says. @default false */
  readonly checksPermissions?: true;
  /** The descriptions of the parameters, by name. */
  readonly parameters: Readonly<Record<string, string>>;
}

const PAGING = {
  limit: 'The maximum number of items per page.',
  cursor:
    'The `nextCursor` of the previous page. It never expires, and is valid only with the same filters and sort.',
};

const NO_CONTACT_DETAILS =
  'Without the permission `person.contact:read`, `emails` and `phones` of people are empty, `linkedinUrl` and `location.street` are `null`, and custom fields with such values are omitted';

const NO_PHONES = 'Without the permission `person.contact:read`, `phone` is `null`.';

const fieldsText = (example: string): string =>
  `Only these fields, as comma-separated paths, such as \`${example}\`. A path may lead into the items of a list (\`phones.number\`) and to a custom field (\`customFields.tier\`), which is \`null\` where it is absent. The \`id\` of a record is always returned; all other fields are omitted, also those that the schema requires. Paths to contact details require \`person.contact:read\`.`;

const CALLABILITY = '`callability` adds whether and when to call the number';

const CALLABILITY_NEEDS =
  'It requires the permissions `person:read`, `person.contact:read` and `company:read`, and a service whose operator has enabled it. It is not legal advice.';

const TRUNCATED = 'Digits beyond milliseconds are truncated.';

const collectionDescription = (what: string): string =>
  `Returns all ${what} of the organization sorted by \`changedAt\`, then \`id\`. One that changes while you read the pages may come again on a later page. Every page but the last has a \`nextCursor\` and the equivalent \`Link\` header. The last page has \`eventCursor\` and \`nextChangedSince\`: continue with either to get what changed since.`;

const CHANGED_SINCE = `Only what changed at or after this RFC 3339 date-time, inclusive. ${TRUNCATED} To read only what changed since your previous scan, send the \`nextChangedSince\` of its last page. \`totalCount\` then is the number when the first page was read.`;

const COLLECTION_PARAMETERS = {
  ...PAGING,
  limit:
    'The maximum number of items per page. A page has fewer if they exceed the response size, or if some were deleted meanwhile; `nextCursor` continues from there.',
  changedSince: CHANGED_SINCE,
  sort: 'Sorts by change: longest ago first, or latest first with `-`.',
};

const lookupsDescription = (names: string): string =>
  `A lookup returns the records that have a value: send one of ${names}, alone or with \`limit\` and \`cursor\`. All matches are returned, ordered by \`id\` (with \`id=\`, in the order of the request, and with \`name=\`, by name). A change is found within a second or two, and a record that no longer has the value is never returned.`;

const lookupParameters = (what: string) => ({
  id: `The ${what} with these ids, in this order: up to 100, separated by commas or in repeated parameters. Unknown ids are omitted.`,
  externalId: `The ${what} with this external id, as \`source:id\`, such as \`hubspot:1001\`. The source ends at the first colon.`,
  phone: `The ${what} with this phone number, in E.164 such as \`+12025550143\`. Encode the plus sign as \`%2B\`, or send it as it is.`,
  ownerId: `The ${what} of this owner, as the source calls it, in any case.`,
  tag: `The ${what} with this tag, in any case.`,
});

/** The documentation of each operation. A route without one does not compile. */
const TEXTS: Readonly<Record<RouteName, OperationText>> = {
  listPeople: {
    tag: 'People',
    summary: 'List people',
    description: `${collectionDescription('people')}\n\n${lookupsDescription('`id`, `externalId`, `email`, `phone`, `companyId`, `ownerId`, `tag`, `name` or `callListId`')}\n\n${NO_CONTACT_DETAILS}, and lookups by \`email\` and \`phone\` return \`403\`.`,
    schema: 'PersonPage',
    parameters: {
      ...COLLECTION_PARAMETERS,
      ...lookupParameters('people'),
      email:
        'The people with this email address, in any spelling: case, `mailto:` and the form of an IDN make no difference.',
      companyId: 'The people of the company with this id.',
      name: 'The people whose last name, first name, or first and last name with a space between them start with this text. Case and accents make no difference. Chinese, Japanese and Korean names also match with the family name first.',
      callListId:
        'The people whom the entries of this call list call, each once. It also requires the permission `call-list:read`.',
      fields: fieldsText('id,firstName,emails.address,location.city'),
    },
  },
  getPerson: {
    tag: 'People',
    summary: 'Get a person',
    description: `Returns a person with all fields. Absent values are \`null\`, never omitted. ${NO_CONTACT_DETAILS}.`,
    schema: 'PersonWithCallability',
    parameters: {
      id: 'The id of the person.',
      include: `${CALLABILITY} of each of \`phones\`. ${CALLABILITY_NEEDS}`,
      fields: fieldsText('firstName,phones.number,phones.callability'),
    },
  },
  listCompanies: {
    tag: 'Companies',
    summary: 'List companies',
    description: `${collectionDescription('companies')}\n\n${lookupsDescription('`id`, `externalId`, `domain`, `phone`, `ownerId`, `tag` or `name`')}`,
    schema: 'CompanyPage',
    parameters: {
      ...COLLECTION_PARAMETERS,
      ...lookupParameters('companies'),
      domain:
        'The companies with this domain, in any spelling: case, scheme, `www.`, path and the form of an IDN make no difference.',
      name: 'The companies whose name starts with this text. Case and accents make no difference.',
      fields: fieldsText('name,domain,location.country'),
    },
  },
  getCompany: {
    tag: 'Companies',
    summary: 'Get a company',
    description: 'Returns a company with all fields. Absent values are `null`, never omitted.',
    schema: 'Company',
    parameters: { id: 'The id of the company.', fields: fieldsText('name,domain,location.country') },
  },
  listCallLists: {
    tag: 'Call lists',
    summary: 'List call lists',
    description:
      'Returns the call lists of the organization, newest first by default. Every page but the last has a `nextCursor` and the equivalent `Link` header.',
    schema: 'CallListPage',
    parameters: {
      ...PAGING,
      isLocked: 'Only locked (`true`) or unlocked (`false`) call lists.',
      createdAfter: `Only call lists created after this RFC 3339 date-time, exclusive. ${TRUNCATED}`,
      createdBefore: `Only call lists created before this RFC 3339 date-time, exclusive. ${TRUNCATED}`,
      changedSince: `${CHANGED_SINCE} Not with \`createdAfter\`, \`createdBefore\` or an order of creation.`,
      sort: 'Sorts by creation or by change: oldest first, or newest first with `-`. The default is `-createdAt`, or `changedAt` with `changedSince`.',
      name: 'The call lists whose name starts with this text, ordered by name. Case and accents make no difference.',
      fields: 'Only these fields, comma-separated, such as `name,isLocked`. The `id` is always returned.',
    },
  },
  listCallListEntries: {
    tag: 'Call lists',
    summary: 'List call list entries',
    description: `${collectionDescription('call list entries')} ${NO_PHONES}\n\nA lookup returns the entries of a person, with a status or with a next call: send one of \`personId\`, \`status\` or \`nextCallBefore\`. It finds a change within a second or two, and never returns an entry that no longer matches.`,
    schema: 'CallListEntryPage',
    parameters: {
      ...COLLECTION_PARAMETERS,
      callListId: 'Only the entries of this call list.',
      personId: 'The entries that call this person, in all call lists, ordered by call list and position.',
      status:
        'The entries with one of these statuses, separated by commas or in repeated parameters, ordered by call list and position.',
      nextCallBefore: `The entries whose \`nextCallAt\` is not later than this RFC 3339 date-time, earliest first. ${TRUNCATED}`,
      fields: fieldsText('personId,status,nextCallAt'),
    },
  },
  listFields: {
    tag: 'Fields',
    summary: 'List the fields of a resource',
    description:
      'Returns the fields of a resource: those of the API, in their order, and the custom fields that imports have stored, up to 2,000, sorted by name. With `format=json-schema`, the response is a JSON Schema (draft 2020-12, `application/schema+json`) instead: clients that decode all responses to one type cannot send it. People require `person:read` or `person:list`, companies `company:read` or `company:list`, call lists and their entries `call-list:read`.',
    schema: 'FieldList',
    checksPermissions: true,
    parameters: {
      resource: 'The resource.',
      format: '`json-schema` returns a JSON Schema of the resource.',
    },
  },
  listEvents: {
    tag: 'Events',
    summary: 'List events',
    description:
      'Returns the changes of the organization as events, in one order without gaps, each exactly once, with the same ids and bodies as webhooks. Start with the `eventCursor` of a collection, `from` or `since`, and continue with `nextCursor`. A key receives the events of resources that it may read: those of people need `person:read` or `person:list`, those of companies `company:read` or `company:list`, and those of call lists and entries `call-list:read`. Without `person.contact:read`, events show people and entries as the other operations do, and `previous` has only fields that look different.',
    schema: 'EventPage',
    parameters: {
      limit:
        'The maximum number of events per page. A page has fewer if they exceed the response size, or if many were skipped; `hasMore` says whether more follow.',
      cursor:
        'The `nextCursor` of the previous page, or the `eventCursor` of a collection. Valid with any `types` and `limit`, for as long as the events after it are kept: 90 days in production and 30 in other stages by default, or less if the organization set a shorter period.',
      from: '`earliest` starts with the oldest event that is kept, and `latest` after the newest. The default is `earliest`.',
      since: `Starts with the first event that entered the feed at or after this RFC 3339 date-time. ${TRUNCATED}`,
      types:
        'Only events of these types, separated by commas or in repeated parameters: types such as `call_list.locked`, or all types of a resource such as `person.*`.',
    },
  },
  getCallList: {
    tag: 'Call lists',
    summary: 'Get a call list with its entries',
    description: `Returns a call list with a page of its entries, sorted by \`position\`. With \`include\`, each entry embeds its person or company, which saves a request per entry. ${NO_CONTACT_DETAILS}, and so is \`phone\` of entries.`,
    schema: 'CallListWithEntries',
    parameters: {
      id: 'The id of the call list.',
      ...PAGING,
      limit:
        'The maximum number of entries per page. A page has fewer if its records exceed the response size; `nextCursor` continues from there.',
      include:
        'The records to embed in each entry, separated by commas or in repeated parameters. `person` requires the permission `person:read`, and `company` requires `company:read`. ' +
        `${CALLABILITY} of each entry. ${CALLABILITY_NEEDS}`,
      fields: `${fieldsText('name,entries.status,person.firstName')} Paths of entries start with \`entries.\`; those of included records may start with \`person.\`, \`company.\` or \`callability.\`.`,
    },
  },
  getKey: {
    tag: 'Keys',
    summary: 'Get the key of this request',
    description:
      'Returns the API key that the request is made with: its organization, permissions and usage plan. Use it to test a connection.',
    schema: 'Key',
    parameters: {},
  },
  listEventTypes: {
    tag: 'Events',
    summary: 'List event types',
    description:
      'Returns every event type with its description, the permissions to subscribe to it, and a sample event. The samples are the same for every key and contain no customer data.',
    schema: 'EventTypeList',
    parameters: {},
  },
  listWebhookEndpoints: {
    tag: 'Webhook endpoints',
    summary: 'List webhook endpoints',
    description:
      'Returns the webhook endpoints of the organization that were created with an API key, newest first. Endpoints of admins are not listed, and secrets are never shown again.',
    schema: 'WebhookEndpointPage',
    parameters: PAGING,
  },
  createWebhookEndpoint: {
    tag: 'Webhook endpoints',
    summary: 'Create a webhook endpoint',
    description:
      'Subscribes a URL to event types from now on, and returns its signing secret, which is shown only once. The key needs permission to read every subscribed type: people need `person:read` or `person:list`, companies `company:read` or `company:list`, call lists and their entries `call-list:read`, and events of imports and exports `event:read`; `*` needs all of them. Deliveries contain contact details of people if the key has `person.contact:read`. An endpoint with the same URL and event types as another one, or one more than a host may have, is refused with `409`. With an `Idempotency-Key`, a repeated request returns the endpoint that the first one created, with its secret; a `409` if the endpoint was deleted since, or has another secret. Revoking the key disables the endpoint, and so does removing a permission that its events need.',
    schema: 'IssuedWebhookEndpoint',
    body: 'CreateWebhookEndpointBody',
    status: 201,
    parameters: {},
  },
  deleteWebhookEndpoint: {
    tag: 'Webhook endpoints',
    summary: 'Delete a webhook endpoint',
    description:
      'Deletes an endpoint that was created with an API key of your organization, and returns it. Its pending deliveries are dropped. Endpoints of admins return the same `404` as unknown ones.',
    schema: 'WebhookEndpoint',
    parameters: { id: 'The id of the webhook endpoint.' },
  },
  createExport: {
    tag: 'Exports',
    summary: 'Create an export',
    description: `Writes all people, companies, call lists or entries into files, in the background: poll the export in \`Location\`, or wait for \`export.completed\`. One export of the organization runs at a time, and up to 10 wait or run. The key also needs the permission to list the resource: \`person:list\`, \`company:list\` or \`call-list:read\`. ${NO_CONTACT_DETAILS}, and so is \`phone\` of entries.\n\n\`fields\` selects fields like the parameter of the collections, \`changedSince\` what changed at or after a time, and \`callListId\` the entries of one call list.`,
    schema: 'QueuedExport',
    body: 'CreateExportBody',
    status: 202,
    parameters: {},
  },
  listExports: {
    tag: 'Exports',
    summary: 'List exports',
    description:
      'Returns the exports of the last 30 days, newest first: those that the key could have made itself, so that a page may have fewer than `limit`.',
    schema: 'ExportPage',
    parameters: PAGING,
  },
  getExport: {
    tag: 'Exports',
    summary: 'Get an export',
    description:
      'Returns an export with its progress and, once completed, its files. Each record that existed when it started is in one file, once, in the state it had then or later. Continue with `GET /v1/event` and `eventCursor` to get all changes since. Files are kept for 7 days. Erasing a person deletes the files that may hold the person.',
    schema: 'Export',
    parameters: { id: 'The id of the export.' },
  },
};

const permissionText = ({ permission }: DataRoute): string =>
  permission === null
    ? 'Requires no permission: any valid key will do.'
    : `Requires the permission \`${permission}\`.`;

interface Operation extends Omit<OperationText, 'parameters'> {
  readonly operationId: string;
  readonly security: readonly JsonObject[];
  readonly parameters: readonly JsonObject[];
  readonly method: DataRoute['method'];
  /** Headers of successful responses, in addition to `X-Request-Id` and the `ETag` of reads. */
  readonly headers: readonly HeaderName[];
  readonly examples?: JsonObject;
  readonly bodyExample?: object | undefined;
  /** In addition to {@link UNCONDITIONAL_PROBLEMS}. */
  readonly problems: readonly (keyof typeof PROBLEM_RESPONSES)[];
}

/** The responses to a read, which a client may cache. */
const readResponses = (success: JsonObject, headers: JsonObject): JsonObject => ({
  200: success,
  304: {
    description: 'Unchanged since the response whose `ETag` was sent as `If-None-Match`.',
    headers,
  },
});

const requestBodyOf = ({ body, bodyExample }: Operation): JsonObject =>
  body === undefined
    ? {}
    : {
        requestBody: {
          required: true,
          content: { 'application/json': { schema: reference('schemas', body), example: bodyExample } },
        },
      };

const operationObject = (operation: Operation): JsonObject => {
  const { method, schema, examples, status = 200, headers: names, problems } = operation;
  const { operationId, tag, summary, description, security, parameters } = operation;
  const isRead = method === 'GET';
  const responseHeaders = headers('RequestId', ...(isRead ? (['ETag'] as const) : []), ...names);
  const content = { schema: reference('schemas', schema), ...(examples && { examples }) };
  const success = {
    description: 'Success.',
    headers: responseHeaders,
    content: { 'application/json': content },
  };
  const all = [...parameters, ...(isRead ? [reference('parameters', 'IfNoneMatch')] : [])];
  return {
    [method.toLowerCase()]: {
      operationId,
      tags: [tag],
      summary,
      description,
      security,
      ...(all.length === 0 ? {} : { parameters: all }),
      ...requestBodyOf(operation),
      responses: {
        ...(isRead ? readResponses(success, responseHeaders) : { [status]: success }),
        ...problemReferences(PROBLEM_RESPONSES, [...UNCONDITIONAL_PROBLEMS, ...problems]),
      },
    },
  };
};

const routeOperation = (name: RouteName): JsonObject => {
  const route: DataRoute = ROUTES[name];
  const text = TEXTS[name];
  const cacheControl = route.method === 'GET' ? 'PrivateNoCache' : 'NoStore';
  return operationObject({
    operationId: name,
    method: route.method,
    ...text,
    description: text.checksPermissions
      ? text.description
      : `${text.description}\n\n${permissionText(route)}`,
    security: [{ apiKey: route.permission === null ? [] : [route.permission] }],
    parameters: [
      ...parameters(route, text.parameters),
      ...(route.takesIdempotencyKey ? [reference('parameters', 'IdempotencyKey')] : []),
    ],
    headers: [
      cacheControl,
      'Vary',
      'RateLimitPolicy',
      ...nextLink(route),
      ...(text.status === 202 ? (['Location'] as const) : []),
    ],
    examples: RESPONSE_EXAMPLES[name],
    bodyExample: REQUEST_EXAMPLES[name],
    problems: [
      'Unauthorized',
      'Forbidden',
      ...(route.path.includes('{id}') ? (['NotFound'] as const) : []),
      ...(name === 'listEvents' ? (['Gone'] as const) : []),
      ...(text.body === undefined ? [] : (['Conflict', 'UnsupportedMediaType'] as const)),
      ...(route.takesIdempotencyKey ? (['IdempotencyMismatch'] as const) : []),
    ],
  });
};

/** A path item for each path of the data API, and for its OpenAPI document. */
export const dataApiPaths = (): JsonObject => {
  const names = Object.keys(ROUTES) as RouteName[];
  const byPath = Object.groupBy(names, (name) => ROUTES[name].path);
  return {
    ...mapValues(byPath, (ofPath) => Object.assign({}, ...ofPath.map(routeOperation))),
    [OPENAPI_PATH]: operationObject({
      operationId: 'getOpenApiDocument',
      method: 'GET',
      tag: 'Description',
      summary: 'Get this document',
      description: 'The OpenAPI document of this API, with the URL it was requested from. Requires no key.',
      schema: 'OpenApiDocument',
      security: [],
      parameters: [],
      headers: ['PublicForMinutes', 'Vary'],
      problems: [],
    }),
  };
};
