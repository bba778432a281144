import { randomUUID } from 'node:crypto';
import { describe } from 'vitest';
import { adminApiDocument } from '../../../shared/operations/openapi/admin-api/document.ts';
import { readOpenApi } from '../contract/openapi/document.ts';
import { checkResponse } from '../contract/openapi/response-check.ts';
import { type HttpRequest, jsonOf, send } from '../http/http.ts';
import { type ApiResponse, patiently, service } from '../service/service.ts';
import type { AdminUnderTest } from '../service/service-setup.ts';
import { registerSecrets } from '../values/secrets.ts';
import {
  createOrganizationAdmin,
  createOrganizationUsers,
  type OrganizationUsers,
  type SampleUser,
} from './organization-users.ts';
import { signIn } from './sign-in.ts';

if (service.admin === undefined) {
  console.warn('Skipped: the admin API of a deployed stack, whose users have to sign in first by hand.');
}

/** Describes a suite for the admin API; skipped when the service under test has none. */
export const describeAdmin = describe.skipIf(service.admin === undefined);

/** Returns the admin API under test; call it only in suites that are not skipped. */
export const adminApi = (): AdminUnderTest => {
  if (service.admin === undefined) throw new Error('There is no admin API to test.');
  return service.admin;
};

/** Creates an organization for one test file, for tests that read all of its keys or its whole audit log. */
export const newOrganization = async (): Promise<OrganizationUsers & { readonly organizationId: string }> => {
  if (service.admin === undefined) return service.first;
  const organizationId = randomUUID();
  return { organizationId, ...(await createOrganizationUsers(organizationId, service)) };
};

/** Like `newOrganization`, but without a member, which takes half the time. */
export const newOrganizationWithAdmin = async (): Promise<
  Pick<OrganizationUsers, 'admin'> & { readonly organizationId: string }
> => {
  if (service.admin === undefined) return service.first;
  const organizationId = randomUUID();
  return { organizationId, admin: await createOrganizationAdmin(organizationId, service) };
};

const contract = readOpenApi(adminApiDocument('exact'));

const tokens = new Map<string, Promise<string>>();

/** The ID token of a user. The first call signs in; later calls reuse the token. */
export const idTokenOf = ({ email, password }: SampleUser): Promise<string> => {
  const token =
    tokens.get(email) ??
    signIn({ ...adminApi(), scope: 'openid', email, password }).then((all) => {
      registerSecrets(service.toolEnvironment['DATA_DIR'], all);
      return all.idToken;
    });
  tokens.set(email, token);
  return token;
};

export interface AdminCall extends Omit<HttpRequest, 'body'> {
  /** The caller; `null` sends no token. Default: the first organization's admin. */
  readonly as?: SampleUser | null;
  /** Sent as JSON. */
  readonly body?: unknown;
  /** Sent verbatim, in place of `body`. */
  readonly text?: string;
}

const adminOnce = async (path: string, call: AdminCall): Promise<ApiResponse> => {
  const { as = service.first.admin, body, text, headers = {}, ...options } = call;
  const content = text ?? (body === undefined ? undefined : JSON.stringify(body));
  const response = await send(adminApi().url + path, {
    ...options,
    ...(content === undefined ? {} : { body: content }),
    headers: {
      ...(as === null ? {} : { Authorization: `Bearer ${await idTokenOf(as)}` }),
      ...(content === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...headers,
    },
  });
  checkResponse(contract, { method: options.method ?? 'GET', path, response });
  const json = response.bytes.length === 0 ? undefined : jsonOf(response);
  registerSecrets(service.toolEnvironment['DATA_DIR'], json);
  return { ...response, json };
};

/**
 * Calls the admin API and checks the response against its OpenAPI document. All test files share the limits
 * of its routes, and API Gateway's of new keys, so it repeats what they refuse.
 */
export const admin = (path: string, call: AdminCall = {}): Promise<ApiResponse> => {
  const mayCreateKey = path.startsWith('/api-keys') && (call.method ?? 'GET') !== 'GET';
  return patiently(mayCreateKey ? [429, 503] : [429], () => adminOnce(path, call));
};

export interface KeyDocument {
  readonly id: string;
  readonly name: string;
  readonly permissions: readonly string[];
  readonly plan: string;
  readonly allowedAddresses: readonly string[] | null;
  readonly importSource: string | null;
  readonly state: string;
  readonly hint: string;
  readonly ownerId: string | null;
  readonly createdBy: string;
  readonly expiresAt: string | null;
  readonly revokedAt: string | null;
  readonly lastUsedAt: string | null;
  readonly rotatedTo: string | null;
  readonly client: { readonly endsAt: string | null } | null;
  /** Present only in the response that created it. */
  readonly key: string;
}

/** Returns the body of a response after checking its status. */
export const bodyOf = <T>(response: ApiResponse, status = 200): T => {
  if (response.status !== status)
    throw new Error(`${response.status} instead of ${status}: ${response.text}`);
  return response.json as T;
};

export const createKeyAs = async (
  user: SampleUser,
  body: Readonly<Record<string, unknown>> = {},
): Promise<KeyDocument> =>
  bodyOf(await admin('/api-keys', { as: user, method: 'POST', body: { name: 'A key', ...body } }), 201);

/** All keys visible to a user, newest first. */
export const listKeysAs = async (user: SampleUser): Promise<readonly KeyDocument[]> => {
  const keys: KeyDocument[] = [];
  let cursor = '';
  do {
    const query = cursor === '' ? '' : `?cursor=${cursor}`;
    const page = bodyOf<{ items: KeyDocument[]; nextCursor?: string }>(
      await admin(`/api-keys${query}`, { as: user }),
    );
    keys.push(...page.items);
    cursor = page.nextCursor ?? '';
  } while (cursor !== '');
  return keys;
};
