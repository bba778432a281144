import { hash } from 'node:crypto';
import { timestampOf } from '../domain/timestamp.ts';
import { isSameHash } from '../keys/authenticate.ts';
import { createNamedGatewayKey, recordCreation } from '../keys/create-key.ts';
import type { KeyStore } from '../keys/key-store.ts';
import { activateKey, changePendingKey, discardPendingKey } from '../keys/key-writes.ts';
import { hashToken } from '../keys/token.ts';
import { TIME_TO_LIVE_ATTRIBUTE } from '../table/items/schema.ts';
import type { Table } from '../table/table.ts';
import { type App, CODE, issuedTokens, readApp } from './app-item.ts';
import { firstRefreshToken, idOfCode, tokensFor } from './credentials.ts';
import type { GrantedTokens } from './granted-tokens.ts';
import { OAuthError } from './oauth-error.ts';
import { findLostOwner, LOST_OWNER_TEXTS, requireOwner } from './owner-access.ts';
import { revokeApp } from './revoke-app.ts';

export interface CodeExchange {
  readonly code: string;
  readonly clientId: string;
  /** If sent, it must be that of the authorization request. OAuth 2.1 leaves it out: PKCE binds the code. */
  readonly redirectUri: string | undefined;
  readonly codeVerifier: string;
  /** The address of the client. */
  readonly from: string;
}

/** RFC 7636, section 4.1. */
const VERIFIER = /^[A-Za-z0-9\-._~]{43,128}$/;

const invalidGrant = (message: string): OAuthError => new OAuthError('invalid_grant', message);

/** @throws OAuthError unless the client that asked for the code presents it as it asked */
const requireMatch = ({ apiKey, code }: App, exchange: CodeExchange, now: string): void => {
  if (code.expiresAt === undefined || code.expiresAt <= now) {
    throw invalidGrant('The code has expired. Start the authorization again.');
  }
  if (exchange.clientId !== apiKey.client.id) throw invalidGrant('The code was issued to another client.');
  if (exchange.redirectUri !== undefined && exchange.redirectUri !== code.redirectUri) {
    throw invalidGrant('`redirect_uri` differs from that of the authorization request.');
  }
  const challenge = VERIFIER.test(exchange.codeVerifier)
    ? hash('sha256', exchange.codeVerifier, 'base64url')
    : '';
  if (challenge !== code.challenge) throw invalidGrant('`code_verifier` does not match the code challenge.');
};

export interface ExchangeStore extends Table {
  readonly gatewayKeys: Pick<KeyStore['gatewayKeys'], 'create'>;
}

/**
 * Exchanges a code for the first tokens of an app, which becomes active. A code works once: presented again,
 * it was stolen from the client, or by it, and the app is revoked. Refused if the user who connected the app
 * has lost the access, or the role, since.
 *
 * An interrupted exchange can be repeated while the code is valid. If it is not, `removeOrphanedGatewayKeys`
 * finds the gateway key by the pending app, which no longer has a time to live.
 *
 * @throws OAuthError
 * @throws GatewayBusyError if the gateway key cannot be created; the code stays valid
 */
export const exchangeCode = async (
  { gatewayKeys, ...table }: ExchangeStore,
  exchange: CodeExchange,
  now: Date,
): Promise<GrantedTokens> => {
  const id = idOfCode(exchange.code);
  const app = id === undefined ? undefined : await readApp(table.reader, id);
  if (app === undefined || !isSameHash(app.code.hash, hashToken(exchange.code))) {
    throw invalidGrant('The code is invalid. Start the authorization again.');
  }
  const used = invalidGrant('The code was already used. The app is revoked: start the authorization again.');
  if (!app.isPending) {
    await revokeApp(table, app, 'code_reuse', exchange.from);
    throw used;
  }
  requireMatch(app, exchange, timestampOf(now));
  const lost = await findLostOwner(table.reader, app.apiKey);
  if (lost !== undefined) {
    await table.writer.transact([discardPendingKey(app.apiKey.id)]);
    throw invalidGrant(`${LOST_OWNER_TEXTS[lost]} Start the authorization again.`);
  }
  const { apiKey, secret, code } = app;
  const { actor } = code;
  if (actor === undefined) throw new Error('The code of the app does not say who connected it.');
  const first = firstRefreshToken(secret, exchange.code);
  const tokens = tokensFor(secret, apiKey.id, exchange.code, first);
  const issued = issuedTokens(app, tokens, first, now);
  const isActivated =
    (await table.writer.transact([changePendingKey(apiKey.id, { [TIME_TO_LIVE_ATTRIBUTE]: null })])) &&
    (await table.writer.transact([
      activateKey(apiKey.id, {
        ...issued,
        gatewayKeys: await createNamedGatewayKey(gatewayKeys, app.item),
        [CODE]: { hash: code.hash },
      }),
      ...requireOwner(apiKey),
      recordCreation({ ...apiKey, expiresAt: issued.expiresAt }, actor, timestampOf(now)),
    ]));
  if (!isActivated) {
    // Another request with the code came first, or the app was discarded: as interrupted, or with its owner.
    const current = await readApp(table.reader, apiKey.id);
    if (current?.isPending !== false) {
      throw invalidGrant('The code is no longer valid. Start the authorization again.');
    }
    await revokeApp(table, current, 'code_reuse', exchange.from);
    throw used;
  }
  return { ...tokens, expiresAt: issued.tokenExpiresAt, permissions: apiKey.permissions };
};
