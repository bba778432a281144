import { type Actor, recordEntry } from '../audit-log/audit-entry.ts';
import { timestampOf } from '../domain/timestamp.ts';
import { tokenHashOfItem } from '../keys/api-key-mapper.ts';
import { isSameHash } from '../keys/authenticate.ts';
import { markRevoked } from '../keys/key-writes.ts';
import { hashToken, keyIdOfToken } from '../keys/token.ts';
import type { Table } from '../table/table.ts';
import { type App, givenRefreshToken, readApp } from './app-item.ts';
import { idOfRefreshToken } from './credentials.ts';

import type { LostOwner } from './owner-access.ts';

/** Why an app lost its access without a user. */
export type RevocationReason = 'client_request' | 'code_reuse' | 'refresh_token_reuse' | LostOwner;

/** The app as the actor of what it does to itself. */
const actorOf = ({ apiKey }: App, from: string): Actor => ({
  id: `key:${apiKey.id}`,
  name: `Connected app “${apiKey.name}”`,
  from,
});

/**
 * Revokes an app from the next request on. Its gateway key is removed by the next listing of the keys.
 *
 * @param from the address of the client
 */
export const revokeApp = async (
  { writer }: Table,
  app: App,
  reason: RevocationReason,
  from: string,
): Promise<void> => {
  const { id, organizationId } = app.apiKey;
  const at = timestampOf(new Date());
  const subject = { organizationId, at, actor: actorOf(app, from), targetId: id };
  // A no-op for an app that is revoked already.
  await writer.transact([markRevoked(id, at), recordEntry('api_key.revoked', subject, { reason })]);
};

/** The app that a token belongs to: its current access token, or a refresh token that it was ever given. */
const findApp = async ({ reader }: Table, token: string): Promise<App | undefined> => {
  const refreshedId = idOfRefreshToken(token);
  const id = refreshedId ?? keyIdOfToken(token);
  const app = id === undefined ? undefined : await readApp(reader, id);
  if (app === undefined) return undefined;
  const isOwn =
    refreshedId === undefined
      ? isSameHash(tokenHashOfItem(app.item), hashToken(token))
      : givenRefreshToken(app, token) !== undefined;
  return isOwn ? app : undefined;
};

/**
 * Revokes the app of a token at the request of its client (RFC 7009). Each of its tokens ends the whole
 * grant. A no-op for any other text.
 */
export const revokeAppOfToken = async (table: Table, token: string, from: string): Promise<void> => {
  const app = await findApp(table, token);
  if (app !== undefined) await revokeApp(table, app, 'client_request', from);
};
