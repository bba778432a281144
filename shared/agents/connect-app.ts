import type { Actor } from '../audit-log/audit-entry.ts';
import { DEFAULT_PLAN } from '../contract/keys/api-key-limits.ts';
import type { Permission } from '../contract/keys/permissions.ts';
import { timestampOf } from '../domain/timestamp.ts';
import { storePendingKey } from '../keys/create-key.ts';
import type { KeyStore } from '../keys/key-store.ts';
import type { KeyOptions } from '../keys/member-limit.ts';
import { hashToken, randomSecret } from '../keys/token.ts';
import { TIME_TO_LIVE_ATTRIBUTE } from '../table/items/schema.ts';
import { CODE, type StoredCode } from './app-item.ts';
import type { CheckedRequest } from './authorization-request.ts';
import { codeOf } from './credentials.ts';

/** Clients exchange a code at once. */
const CODE_SECONDS = 300;

export interface Grant {
  readonly organizationId: string;
  readonly permissions: readonly Permission[];
  /** The user who connects the app, and owns it. */
  readonly actor: Actor;
  /** When the app ends, also if it is used; `null` for never. */
  readonly endsAt: string | null;
}

/**
 * Stores the app that a user connects: a key that gets its gateway key, becomes active and is listed once the
 * client exchanges its code. DynamoDB removes it otherwise.
 *
 * @returns the code
 * @throws KeyConflictError if the user is limited and has the maximum of active keys
 */
export const connectApp = async (
  store: KeyStore,
  { client, redirectUri, challenge }: CheckedRequest,
  { organizationId, permissions, actor, endsAt }: Grant,
  options: KeyOptions,
): Promise<string> => {
  const secret = randomSecret();
  const end = Math.ceil(Date.now() / 1_000) + CODE_SECONDS;
  const codeFor = (id: string) => ({
    [CODE]: {
      hash: hashToken(codeOf(id, secret)),
      expiresAt: timestampOf(new Date(end * 1_000)),
      redirectUri,
      challenge,
      actor,
    } satisfies StoredCode,
    [TIME_TO_LIVE_ATTRIBUTE]: end,
  });
  const settings = {
    ...{ organizationId, permissions, name: client.name, plan: DEFAULT_PLAN },
    ...{ ownerId: actor.id, expiresAt: null, allowedAddresses: null, importSource: null },
    client: { id: client.id, name: client.name, endsAt },
  };
  const { apiKey } = await storePendingKey(store, settings, actor, options, codeFor);
  return codeOf(apiKey.id, secret);
};
