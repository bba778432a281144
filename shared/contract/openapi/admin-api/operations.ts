import { ADMIN_ROUTES } from '../../admin-routes.ts';
import { pathParameterOf } from '../../path-parameters.ts';
import type { AdminRoute } from '../../route.ts';
import { headers, nextLink } from '../headers.ts';
import { type JsonObject, mapValues, pascalCase, reference } from '../json-object.ts';
import { parameters } from '../parameters.ts';
import { problemReferences, UNCONDITIONAL_PROBLEMS } from '../problem-response.ts';
import { ADMIN_EXAMPLES } from './examples.ts';
import { ADMIN_OPERATION_TEXTS, type AdminOperationName } from './operation-texts.ts';
import { ADMIN_PROBLEM_RESPONSES } from './problems.ts';
import { tagOf } from './tags.ts';

const PARAMETER_DESCRIPTIONS: Readonly<Record<string, string>> = {
  id: 'The id of the key, endpoint, delivery, record, import or user.',
  position: 'The position of the event in the feed.',
  limit: 'The maximum number of items per page.',
  recordRetentionDays: 'The period to preview, in days.',
  cursor: 'The `nextCursor` of the previous page.',
  withPredecessors: 'Whether to revoke the keys that were rotated to it, too. The default is `false`.',
  keyId: 'Only this key.',
  status: 'Only requests with this outcome, or with this status code.',
  route: 'Only requests of this operation. `GET` includes `HEAD`.',
  requestId: 'Only the request with this `X-Request-Id`, with all that is known of it.',
  days: 'The number of days, up to and including today.',
  actorId: 'Only entries of this actor.',
  targetId: 'Only entries of this key, endpoint, record or user.',
  after: 'Only items after this RFC 3339 date-time, exclusive. Digits beyond milliseconds are truncated.',
  before: 'Only items before this RFC 3339 date-time, exclusive. Digits beyond milliseconds are truncated.',
  externalId:
    'Lookup by a source and the id there, separated by a colon, such as `hubspot:123`. Excludes all other parameters but `limit` and `cursor`, as does each lookup.',
  email: 'Lookup by an email address, case-insensitive.',
  phone: 'Lookup by a phone number in E.164 form, such as `+12025550143`. Encode the plus sign as `%2B`.',
  domain: 'Lookup by domain, case-insensitive.',
  companyId: 'Lookup of the people of this company.',
  callListId: 'Lookup of the people whom the entries of this call list call.',
  ownerId: 'Lookup by the owner, case-insensitive.',
  tag: 'Lookup by a tag, case-insensitive.',
  name: 'Lookup by the start of a name, without case and accents, ordered by name.',
  isLocked: 'Only call lists that are, or are not, locked.',
  sort: 'The order, in which a minus sign means descending.',
  state: 'Only deliveries in these states, comma-separated.',
  resource: 'The resource whose fields to list.',
  include: 'What to add, comma-separated.',
  apps: 'What becomes of connected apps that the user can no longer back. The default is `revoke`; `transfer` keeps them connected with you as the owner.',
  keys: 'What becomes of API keys that the user can no longer back. The default is `transfer`: you become the owner, and they stay active. Their users may still know them.',
};

const IDS_DESCRIPTION =
  'Lookup by up to 100 ids, comma-separated. The response keeps their order and omits unknown ids.';

const PROFILE_DESCRIPTIONS = {
  kind: 'What the files hold. Required.',
  source: 'The system that the files come from. Required; without slashes.',
};

/** Descriptions for one operation, in place of those above. */
const OWN_DESCRIPTIONS: { readonly [N in AdminOperationName]?: Readonly<Record<string, string>> } = {
  listPeople: { id: IDS_DESCRIPTION },
  listCompanies: { id: IDS_DESCRIPTION },
  listEvents: {
    types:
      'Only events of these types, comma-separated: types such as `person.created`, patterns such as `person.*`, or `*` for all.',
    kind: 'Only events about one record: its kind. Requires `id`.',
    id: 'Only events about one record: its id. Requires `kind`.',
    after: 'Only events after this RFC 3339 date-time, exclusive.',
    before: 'Only events before this RFC 3339 date-time, exclusive.',
    tail: 'The events that follow `cursor`, oldest first; without a cursor, none, but the cursor to start with.',
  },
  listRequests: {
    limit: 'The maximum number of items per page; 0 for `counts` alone.',
  },
  getAppRequest: {
    response_type: '`code`.',
    client_id: 'The address of the client’s metadata document, or its id from registration.',
    redirect_uri: 'Exactly one that the client declares; the port of a loopback address may differ.',
    code_challenge: 'The PKCE challenge.',
    code_challenge_method: '`S256`.',
    resource: 'The address of the MCP server.',
    scope:
      'Permissions, separated by spaces. Unknown ones are ignored. Without any that exists, the app asks for all that an app can have.',
    state: 'Returned to the client unchanged.',
  },
  listApiKeys: {
    search: 'Only keys with this part of a name, without case and accents, or whose id starts with it.',
    state: 'Only keys in these states, comma-separated.',
    ownerId: 'Only keys of this user. Only admins may name another user.',
  },
  listUsers: {
    search: 'Only users with this part of an email, or with this id.',
    role: 'Only users with this role.',
    status: 'Only users with these statuses, comma-separated.',
  },
  listAuditLog: {
    search:
      'Only entries of a key, user or endpoint with this part of a name, or with it in a detail or an id. Without case and accents.',
    actor: 'Only entries of users and operators with this part of a name, or with this id.',
    action:
      'Only these actions, comma-separated: an action such as `api_key.created`, or all of a subject, such as `api_key.*`.',
    grouped: 'Whether to list of each import and export only its latest matching entry.',
  },
  getCallList: { status: 'Only entries with these statuses, comma-separated.' },
  listImports: { kind: 'Only imports of files of this kind.' },
  putImportProfile: PROFILE_DESCRIPTIONS,
  deleteImportProfile: PROFILE_DESCRIPTIONS,
};

/** `CreateApiKeyBody` for `createApiKey`. */
export const requestBodyName = (operation: string): string => `${pascalCase(operation)}Body`;

/** Functions whose changes succeed whatever the state of the resource. */
const NEVER_IN_CONFLICT: ReadonlySet<string> = new Set(['try-request', 'manage-records']);

const finds = (name: AdminOperationName, { path }: AdminRoute): boolean =>
  // The query identifies the profile, and the body the organization.
  name === 'deleteImportProfile' || name === 'chooseOrganization' || pathParameterOf(path) !== undefined;

const mayConflict = (name: AdminOperationName, { functionName, method }: AdminRoute): boolean =>
  // A preview needs a file.
  name === 'previewImport' || (method !== 'GET' && !NEVER_IN_CONFLICT.has(functionName));

/** Errors of some operations only. */
const conditionalProblems = (name: AdminOperationName, route: AdminRoute) => [
  ...(finds(name, route) ? (['NotFound'] as const) : []),
  ...(mayConflict(name, route) ? (['Conflict'] as const) : []),
  ...(route.body === undefined ? [] : (['UnsupportedMediaType'] as const)),
];

const content = (schema: string): JsonObject => {
  const example = ADMIN_EXAMPLES[schema];
  if (example === undefined)
    throw new Error(`The schema ${schema} has no example. Add one to ADMIN_EXAMPLES.`);
  return { 'application/json': { schema: reference('schemas', schema), example } };
};

const operation = (name: AdminOperationName): JsonObject => {
  const route: AdminRoute = ADMIN_ROUTES[name];
  const { summary, description, status = 200 } = ADMIN_OPERATION_TEXTS[name];
  const operationParameters = parameters(route, { ...PARAMETER_DESCRIPTIONS, ...OWN_DESCRIPTIONS[name] });
  return {
    operationId: name,
    tags: [tagOf(route)],
    summary,
    description,
    ...(operationParameters.length === 0 ? {} : { parameters: operationParameters }),
    ...(route.body && { requestBody: { required: true, content: content(requestBodyName(name)) } }),
    responses: {
      [status]: {
        description: 'Success.',
        headers: headers('RequestId', 'NoStore', ...nextLink(route)),
        content: content(route.response),
      },
      ...problemReferences(ADMIN_PROBLEM_RESPONSES, [
        'Unauthorized',
        'Forbidden',
        ...UNCONDITIONAL_PROBLEMS,
        ...conditionalProblems(name, route),
      ]),
    },
  };
};

/** A path item for each path of the admin API. */
export const adminPaths = (): JsonObject => {
  const names = Object.keys(ADMIN_ROUTES) as AdminOperationName[];
  const byPath = Object.groupBy(names, (name) => ADMIN_ROUTES[name].path);
  return mapValues(byPath, (ofPath) =>
    Object.fromEntries(ofPath.map((name) => [ADMIN_ROUTES[name].method.toLowerCase(), operation(name)])),
  );
};
