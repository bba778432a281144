import * as z from 'zod/mini';
import { listField, timestampField } from '../body-fields.ts';
import { EXPIRY_RULE } from '../keys/api-key-bodies.ts';
import type { QueryParameters } from '../query-parameters.ts';
import { APP_PERMISSIONS } from './oauth.ts';

/** The longest values of the parameters of an authorization request: all of them are part of an address. */
const MAX_LENGTHS = {
  response_type: 20,
  client_id: 1_500,
  redirect_uri: 500,
  code_challenge: 128,
  code_challenge_method: 20,
  resource: 500,
  scope: 1_000,
  state: 1_500,
} as const;

const OPTIONAL: ReadonlySet<string> = new Set(['resource', 'scope', 'state']);

type Names = keyof typeof MAX_LENGTHS;
type OptionalNames = 'resource' | 'scope' | 'state';

interface Text {
  readonly kind: 'text';
  readonly maximumLength: number;
}

/** `GET /app-requests`, with the names of RFC 6749, 7636 and 8707. */
export const APP_REQUEST_QUERY = Object.fromEntries(
  Object.entries(MAX_LENGTHS).map(([name, maximumLength]) => [
    name,
    { kind: 'text', maximumLength, ...(!OPTIONAL.has(name) && { isRequired: true }) },
  ]),
) as { readonly [N in Exclude<Names, OptionalNames>]: Text & { readonly isRequired: true } } & {
  readonly [N in OptionalNames]: Text;
} satisfies QueryParameters;

const text = (name: Names) => {
  const rule = `must be a string of 1 to ${MAX_LENGTHS[name]} characters`;
  return z.string(rule).check(z.minLength(1, rule), z.maxLength(MAX_LENGTHS[name], rule));
};

const PERMISSIONS_RULE = `must be a list without duplicates of: ${APP_PERMISSIONS.join(', ')}`;

/** `POST /app-requests` */
export const connectAppBody = z.strictObject({
  response_type: text('response_type'),
  client_id: text('client_id'),
  redirect_uri: text('redirect_uri'),
  code_challenge: text('code_challenge'),
  code_challenge_method: text('code_challenge_method'),
  resource: z.optional(text('resource')),
  scope: z.optional(text('scope')),
  state: z.optional(text('state')),
  /** Only admins may grant any. */
  permissions: listField(APP_PERMISSIONS, PERMISSIONS_RULE),
  /** When the app ends, also if it is used; `null` for never. */
  expiresAt: z._default(z.nullable(timestampField(EXPIRY_RULE)), null),
});
