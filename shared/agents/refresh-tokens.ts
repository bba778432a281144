import { timestampOf } from '../domain/timestamp.ts';
import { stateOf } from '../keys/api-key.ts';
import { TOKEN_EXPIRES_AT } from '../keys/api-key-mapper.ts';
import { changeKey } from '../keys/key-writes.ts';
import { requiredString } from '../table/items/attributes.ts';
import { versionOf } from '../table/items/versions.ts';
import { LOST, retryLostRaces } from '../table/lost-races.ts';
import type { Table } from '../table/table.ts';
import { type App, givenRefreshToken, issuedTokens, readApp, type StoredRefreshToken } from './app-item.ts';
import { idOfRefreshToken, type RefreshTokenParts, tokensFor } from './credentials.ts';
import type { GrantedTokens } from './granted-tokens.ts';
import { OAuthError } from './oauth-error.ts';
import { findLostOwner, LOST_OWNER_TEXTS } from './owner-access.ts';
import { revokeApp } from './revoke-app.ts';

export interface Renewal {
  readonly refreshToken: string;
  readonly clientId: string;
  /** The address of the client. */
  readonly from: string;
}

/**
 * How long a replaced refresh token still yields the tokens that replaced it: clients ask again after a lost
 * response, and some ask twice at once. The user pool has the same.
 */
const GRACE_MILLISECONDS = 60_000;

const invalidGrant = (message: string): OAuthError => new OAuthError('invalid_grant', message);

interface PresentedToken {
  readonly app: App;
  readonly stored: StoredRefreshToken;
  readonly given: RefreshTokenParts;
}

const requireActive = async (
  table: Table,
  { refreshToken, clientId, from }: Renewal,
  now: Date,
): Promise<PresentedToken> => {
  const id = idOfRefreshToken(refreshToken);
  const app = id === undefined ? undefined : await readApp(table.reader, id);
  const given = app === undefined ? undefined : givenRefreshToken(app, refreshToken);
  const stored = app?.refreshToken ?? null;
  if (app === undefined || app.isPending || stored === null || given === undefined) {
    throw invalidGrant('The refresh token is invalid. Start the authorization again.');
  }
  const state = stateOf(app.apiKey, timestampOf(now));
  if (state !== 'active') throw invalidGrant(`The app is ${state}. Start the authorization again.`);
  if (clientId !== app.apiKey.client.id) {
    throw invalidGrant('The refresh token was issued to another client.');
  }
  const lost = await findLostOwner(table.reader, app.apiKey);
  if (lost !== undefined) {
    await revokeApp(table, app, lost, from);
    throw invalidGrant(`${LOST_OWNER_TEXTS[lost]} The app is revoked: start the authorization again.`);
  }
  return { app, stored, given };
};

/**
 * Exchanges a refresh token for the next tokens of an app, which replace all others. One that was replaced
 * earlier is known to two parties, so the app is revoked. One of a later generation than the stored one
 * proves that the table was restored to before that renewal, so it is accepted. An app whose owner has lost
 * the access, or the role that its permissions need, is revoked.
 *
 * @throws OAuthError
 */
export const refreshTokens = (table: Table, renewal: Renewal, now: Date): Promise<GrantedTokens> =>
  retryLostRaces(async () => {
    const { app, stored, given } = await requireActive(table, renewal, now);
    const { apiKey, item, secret } = app;
    const { id, permissions } = apiKey;
    const next = { ...given, generation: given.generation + 1 };
    const tokens = tokensFor(secret, id, renewal.refreshToken, next);
    if (given.generation >= stored.generation) {
      if (given.generation > stored.generation) {
        console.warn({ warning: 'A refresh token is newer than its app: the table was restored.', key: id });
      }
      const issued = issuedTokens(app, tokens, next, now);
      const isWritten = await table.writer.transact([changeKey(id, versionOf(item), issued)]);
      return isWritten ? { ...tokens, expiresAt: issued.tokenExpiresAt, permissions } : LOST;
    }
    const isRepeated =
      next.generation === stored.generation && now.getTime() - Date.parse(stored.at) <= GRACE_MILLISECONDS;
    if (isRepeated) return { ...tokens, expiresAt: requiredString(item, TOKEN_EXPIRES_AT), permissions };
    await revokeApp(table, app, 'refresh_token_reuse', renewal.from);
    throw invalidGrant(
      'The refresh token was already replaced. The app is revoked: start the authorization again.',
    );
  });
