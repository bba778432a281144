import { randomUUID } from 'node:crypto';
import { describe } from 'vitest';
import { adminApiDocument } from '../../shared/contract/openapi/admin-api/document.ts';
import { type HttpRequest, jsonOf, send } from './http.ts';
import { readOpenApi } from './openapi/document.ts';
import { checkResponse } from './openapi/response-check.ts';
import {
  createOrganizationAdmin,
  createOrganizationUsers,
  type OrganizationUsers,
  type SampleUser,
} from './organization-users.ts';
import { registerSecrets } from './secrets.ts';
import { type ApiResponse, service } from './service.ts';
import type { AdminUnderTest } from './service-setup.ts';
import { signIn } from './sign-in.ts';

if (service.admin === undefined) {
  console.warn('Skipped: the admin API of a deployed stack, whose users have to sign in first by hand.');
}

/** A suite about the admin API. */
export const describeAdmin = describe.skipIf(service.admin === undefined);

/** The API under test, in a suite that is not skipped. */
export const adminApi = (): AdminUnderTest => {
  if (service.admin === undefined) throw new Error('There is no admin API to test.');
  return service.admin;
};

/** An organization of a test file's own, for tests that look at all of its keys or its whole audit log. */
export const newOrganization = async (): Promise<OrganizationUsers & { readonly organizationId: string }> => {
  if (service.admin === undefined) return service.first;
  const organizationId = randomUUID();
  return { organizationId, ...(await createOrganizationUsers(organizationId, service)) };
};

/** The same without a member, which takes half of the time. */
export const newOrganizationWithAdmin = async (): Promise<
  Pick<OrganizationUsers, 'admin'> & { readonly organizationId: string }
> => {
  if (service.admin === undefined) return service.first;
  const organizationId = randomUUID();
  return { organizationId, admin: await createOrganizationAdmin(organizationId, service) };
};

const contract = readOpenApi(adminApiDocument());

const tokens = new Map<string, Promise<string>>();

/** The ID token of a user, who signs in for it once. */
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
  /** Who calls; `null` for nobody. The first organization's admin by default. */
  readonly as?: SampleUser | null;
  /** Sent as JSON. */
  readonly body?: unknown;
  /** Sent as it is, in place of `body`. */
  readonly text?: string;
}

/** Calls the admin API, once. Whatever is answered has to be as its OpenAPI document says. */
export const admin = async (path: string, call: AdminCall = {}): Promise<ApiResponse> => {
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

export interface KeyDocument {
  readonly id: string;
  readonly name: string;
  readonly permissions: readonly string[];
  readonly plan: string;
  readonly state: string;
  readonly hint: string;
  readonly ownerId: string | null;
  readonly createdBy: string;
  readonly expiresAt: string | null;
  readonly revokedAt: string | null;
  readonly lastUsedAt: string | null;
  readonly rotatedTo: string | null;
  /** Only where it was just made. */
  readonly key: string;
}

/** The body of a response that must have this status. */
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

/** All keys that a user sees, newest first. */
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
