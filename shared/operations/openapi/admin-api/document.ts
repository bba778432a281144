import { ADMIN_RESPONSE_BODIES, headerFieldsSchema } from '../../../contract/admin-response-bodies.ts';
import { importRowCountsSchema, importSettingsSchema } from '../../../contract/imports/import-views.ts';
import { ADMIN_ROUTES } from '../../admin-api/routes.ts';
import type { AdminRoute } from '../../route.ts';
import { namedSchemas } from '../component-schemas.ts';
import { openApiDocument } from '../document.ts';
import type { JsonObject } from '../json-object.ts';
import { problemSchemas } from '../problem-response.ts';
import type { SchemaForm } from '../schema-form.ts';
import { adminPaths, requestBodyName } from './operations.ts';
import { ADMIN_PROBLEM_RESPONSES } from './problems.ts';
import { TAGS } from './tags.ts';

const DESCRIPTION = `
Manage the API keys, webhooks, single records, imports and users of your organization. The web console is \
built on this API.

The ID token determines your organization and role. Unlisted paths return \`UnknownPath\`. Unsupported methods
return \`MethodNotAllowed\`, or \`UnsupportedMediaType\` if the request has a body that is not JSON. The pages
of the console at \`/console\` are not part of this document.

Bodies and parameters are strict: unknown or malformed ones return a \`400\` that names them all.
`.trim();

const SIGN_IN = `
Send the ID token of a signed-in user as \`Authorization: Bearer <token>\`. To get one, use the authorization
code flow with PKCE at the sign-in page (OAuth 2.0, OpenID Connect):

- **Endpoints:** \`/oauth2/authorize\` and \`/oauth2/token\` below the address of the sign-in page.
- **Client id:** a public client without a secret.
- **Redirect address:** the address of the console, \`…/console\`. No other address is registered.
- **Scope:** \`openid\`.

The stack outputs \`SignInUrl\`, \`UserPoolClientId\` and \`ConsoleUrl\` hold these values. Without access to
the stack, read them from the page of the console: \`data-sign-in-url\` and \`data-client-id\` of its \`html\`
element.
`.trim();

const REQUEST_BODIES = Object.fromEntries(
  Object.entries<AdminRoute>(ADMIN_ROUTES).flatMap(([name, { body }]) =>
    body === undefined ? [] : [[requestBodyName(name), body]],
  ),
);

/** The OpenAPI 3.1 document of the admin API. It is only a file; no endpoint serves it. */
export const adminApiDocument = (form: SchemaForm = 'published'): JsonObject =>
  openApiDocument({
    info: {
      title: 'Sales Data admin API',
      summary: 'Manage API keys, webhooks, records and users.',
      description: DESCRIPTION,
    },
    server: { url: 'http://127.0.0.1:3001', description: 'The local service started by `npm start`.' },
    tags: TAGS,
    paths: adminPaths(),
    problems: ADMIN_PROBLEM_RESPONSES,
    unlistedMethods: ['MethodNotAllowed', 'UnsupportedMediaType'],
    securitySchemes: {
      idToken: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: SIGN_IN },
    },
    schemas: {
      ...namedSchemas(
        {
          ...ADMIN_RESPONSE_BODIES,
          HeaderFields: headerFieldsSchema,
          ImportRowCounts: importRowCountsSchema,
          ImportSettings: importSettingsSchema,
          ...problemSchemas(ADMIN_PROBLEM_RESPONSES),
        },
        { form, io: 'output' },
      ),
      ...namedSchemas(REQUEST_BODIES, { form, io: 'input' }),
    },
  });
