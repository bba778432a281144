import { ADMIN_RESPONSE_BODIES } from '../../admin-response-bodies.ts';
import type { AdminRoute } from '../../admin-route.ts';
import { ADMIN_ROUTES } from '../../admin-routes.ts';
import { PROBLEM_SCHEMAS } from '../../problem-schemas.ts';
import type { ProblemName } from '../../problems.ts';
import { type NamedSchemas, namedSchemas } from '../component-schemas.ts';
import { pickHeaders } from '../headers.ts';
import { type JsonObject, reference } from '../json-object.ts';
import { type ProblemResponse, problemResponse, problemSchemaName } from '../problem-response.ts';
import { ADMIN_OPERATION_TEXTS, type AdminOperationName } from './operation-texts.ts';
import { adminPaths } from './operations.ts';
import { ADMIN_PROBLEM_RESPONSES } from './problems.ts';

const DESCRIPTION = `
Manage the API keys and the webhooks of your organization. The web console and its users work with this API.

Organization and role come from the ID token alone. A path that is not listed is answered with the response \`UnknownPath\`, another
method with \`MethodNotAllowed\`, or with \`UnsupportedMediaType\` if it comes with a body that is not JSON. \`/console\` and what is below
it are the pages of the console, which are not part of this document.

Bodies and parameters are strict: whatever is unknown or malformed is refused with a \`400\` that names all of it.
`.trim();

const TAGS = [
  { name: 'API keys', description: 'Who may read the data.' },
  { name: 'Usage', description: 'How much of its limits a key uses.' },
  { name: 'Audit log', description: 'What was done, which nobody can change.' },
  { name: 'Trying requests', description: 'For the console, since the data API lets no browser in.' },
  { name: 'Webhooks', description: 'Who is told of changes, and what came of it.' },
];

const HEADER_NAMES = ['RequestId', 'NoStore', 'RetryAfter', 'WwwAuthenticate', 'Allow', 'NextLink'] as const;

const problemNames: ReadonlySet<ProblemName> = new Set(
  Object.values<ProblemResponse>(ADMIN_PROBLEM_RESPONSES).flatMap(({ examples }) =>
    examples.map(({ problem }) => problem),
  ),
);

const requestSchemas = (): NamedSchemas =>
  namedSchemas(
    Object.fromEntries(
      (Object.keys(ADMIN_ROUTES) as AdminOperationName[]).flatMap((name) => {
        const { body }: AdminRoute = ADMIN_ROUTES[name];
        const { request } = ADMIN_OPERATION_TEXTS[name];
        return body === undefined || request === undefined ? [] : [[request, body]];
      }),
    ),
    'input',
  );

const responseSchemas = (): NamedSchemas =>
  namedSchemas({
    ...ADMIN_RESPONSE_BODIES,
    ...Object.fromEntries(
      [...PROBLEM_SCHEMAS]
        .filter(([name]) => problemNames.has(name))
        .map(([name, schema]) => [problemSchemaName(name), schema]),
    ),
  });

/** The OpenAPI 3.1 document of the admin API. It is kept as a file, and served nowhere. */
export const adminApiDocument = (): JsonObject => ({
  openapi: '3.1.1',
  info: {
    title: 'Sales Data admin API',
    version: '1.0.0',
    summary: 'Manage API keys and webhooks.',
    description: DESCRIPTION,
    license: { name: 'MIT', identifier: 'MIT' },
  },
  servers: [
    { url: 'http://127.0.0.1:3001', description: 'The service on one machine, as `npm start` runs it.' },
  ],
  tags: TAGS,
  security: [{ idToken: [] }],
  paths: adminPaths(),
  'x-unlisted-requests': {
    method: {
      405: reference('responses', 'MethodNotAllowed'),
      415: reference('responses', 'UnsupportedMediaType'),
    },
    path: { 404: reference('responses', 'UnknownPath') },
  },
  components: {
    securitySchemes: {
      idToken: {
        type: 'http',
        scheme: 'bearer',
        bearerFormat: 'JWT',
        description: 'The ID token that the sign-in page gave out, by authorization code with PKCE.',
      },
    },
    headers: pickHeaders(HEADER_NAMES),
    responses: Object.fromEntries(
      Object.entries<ProblemResponse>(ADMIN_PROBLEM_RESPONSES).map(([name, each]) => [
        name,
        problemResponse(each),
      ]),
    ),
    schemas: { ...responseSchemas(), ...requestSchemas() },
  },
});
