import { callListSchema } from '../../../domain/call-list.ts';
import { EVENT_SCHEMAS, listedEntrySchema, PREVIOUS_SCHEMAS } from '../../event-schemas.ts';
import { PROBLEM_SCHEMAS } from '../../problem-schemas.ts';
import type { ProblemName } from '../../problems.ts';
import { includingEntrySchema, RESPONSE_BODIES } from '../../response-bodies.ts';
import { type NamedSchemas, namedSchemas } from '../component-schemas.ts';
import { HEADERS } from '../headers.ts';
import { type JsonObject, reference } from '../json-object.ts';
import { type ProblemResponse, problemResponse, problemSchemaName } from '../problem-response.ts';
import { descriptionPath } from './description-path.ts';
import { routePaths } from './operations.ts';
import { PROBLEM_RESPONSES } from './problems.ts';
import { DESCRIPTION, KEY_DESCRIPTION, LOCAL_SERVER_DESCRIPTION, TAGS } from './texts.ts';
import { eventSchemaName, WEBHOOK_PARAMETERS, WEBHOOK_RESPONSES, webhooks } from './webhooks.ts';

/** The major version is that of the paths. */
const API_VERSION = '1.0.0';

/** Where `npm start` serves the API. */
const LOCAL_SERVER = { url: 'http://127.0.0.1:3000', description: LOCAL_SERVER_DESCRIPTION };

const responses: readonly ProblemResponse[] = Object.values(PROBLEM_RESPONSES);

/** The problems that the data API can return. */
const usedProblems: ReadonlySet<ProblemName> = new Set(
  responses.flatMap(({ examples }) => examples.map(({ problem }) => problem)),
);

const schemas = (): NamedSchemas => ({
  ...namedSchemas({
    Person: RESPONSE_BODIES.getPerson,
    Company: RESPONSE_BODIES.getCompany,
    CallList: callListSchema,
    CallListPage: RESPONSE_BODIES.listCallLists,
    CallListEntry: includingEntrySchema,
    CallListWithEntries: RESPONSE_BODIES.getCallList,
    ...Object.fromEntries(
      [...PROBLEM_SCHEMAS]
        .filter(([name]) => usedProblems.has(name))
        .map(([name, schema]) => [problemSchemaName(name), schema]),
    ),
    ListedEntry: listedEntrySchema,
    PreviousPerson: PREVIOUS_SCHEMAS.person,
    PreviousCompany: PREVIOUS_SCHEMAS.company,
    PreviousCallList: PREVIOUS_SCHEMAS.call_list,
    PreviousEntry: PREVIOUS_SCHEMAS.call_list_entry,
    ...Object.fromEntries([...EVENT_SCHEMAS].map(([type, schema]) => [eventSchemaName(type), schema])),
  }),
  OpenApiDocument: {
    type: 'object',
    description: 'An OpenAPI document (https://spec.openapis.org/oas/v3.1.1.html).',
    required: ['openapi', 'info', 'servers', 'paths', 'webhooks', 'components'],
    properties: {
      openapi: { type: 'string', pattern: '^3\\.1\\.\\d+$' },
      info: { type: 'object' },
      servers: { type: 'array' },
      paths: { type: 'object' },
      webhooks: { type: 'object' },
      components: { type: 'object' },
    },
  },
});

const parameters: Readonly<Record<string, JsonObject>> = {
  IfNoneMatch: {
    name: 'If-None-Match',
    in: 'header',
    description:
      'The `ETag` of a cached response, or several separated by commas. Returns `304` if one still matches.',
    schema: { type: 'string' },
    example: 'W/"0f3cPzvEJrBzF2bFz8XyT4l9b2Q"',
  },
  ...WEBHOOK_PARAMETERS,
};

/** The OpenAPI 3.1 document of the data API, generated from the routes and schemas. */
export const dataApiDocument = (): JsonObject => ({
  openapi: '3.1.1',
  info: {
    title: 'Sales Data API',
    version: API_VERSION,
    summary: "Read an organization's people, companies and call lists.",
    description: DESCRIPTION,
    license: { name: 'MIT', identifier: 'MIT' },
  },
  servers: [LOCAL_SERVER],
  tags: TAGS,
  security: [{ apiKey: [] }],
  paths: { ...routePaths(), ...descriptionPath() },
  webhooks: webhooks(),
  // OpenAPI cannot describe other methods and paths.
  'x-unlisted-requests': {
    method: { 405: reference('responses', 'MethodNotAllowed') },
    path: { 404: reference('responses', 'UnknownPath') },
  },
  components: {
    securitySchemes: {
      apiKey: { type: 'apiKey', in: 'header', name: 'X-Api-Key', description: KEY_DESCRIPTION },
    },
    parameters,
    headers: HEADERS,
    responses: {
      ...Object.fromEntries(
        Object.entries<ProblemResponse>(PROBLEM_RESPONSES).map(([name, each]) => [
          name,
          problemResponse(each),
        ]),
      ),
      ...WEBHOOK_RESPONSES,
    },
    schemas: schemas(),
  },
});
