import type { Actor } from '../audit-log/audit-entry.ts';
import { ACCESS_TOKEN_SECONDS } from '../contract/agents/oauth.ts';
import { timestampOf } from '../domain/timestamp.ts';
import type { ApiKey } from '../keys/api-key.ts';
import { apiKeyFromItem, isApp, isPending, TOKEN_EXPIRES_AT } from '../keys/api-key-mapper.ts';
import { isSameHash } from '../keys/authenticate.ts';
import { addressSecretOf } from '../keys/caller-address.ts';
import { hashToken, hintOf } from '../keys/token.ts';
import { MILLISECONDS_PER_DAY } from '../runtime/durations.ts';
import { CorruptItemError, map } from '../table/items/attributes.ts';
import { apiKeyKey } from '../table/items/keys.ts';
import type { Item, TableReader } from '../table/reader.ts';
import { type AppTokens, type RefreshTokenParts, readRefreshToken } from './credentials.ts';

/** An app that does not renew its tokens for so long is no longer connected. */
const UNUSED_DAYS = 30;

/** What a code is good for, until it is exchanged; then only its hash is kept. */
export interface StoredCode {
  readonly hash: string;
  readonly expiresAt?: string;
  readonly redirectUri?: string;
  /** The PKCE challenge, by S256. */
  readonly challenge?: string;
  /** Who connected the app. */
  readonly actor?: Actor;
}

/** The current refresh token. */
export interface StoredRefreshToken {
  /** The hash of its family. */
  readonly family: string;
  readonly generation: number;
  /** When it was issued. */
  readonly at: string;
}

/** A connected app, or one that waits for its code to be exchanged. */
export interface App {
  readonly apiKey: ApiKey & { readonly client: NonNullable<ApiKey['client']> };
  readonly item: Item;
  readonly isPending: boolean;
  /** Never leaves the service. */
  readonly secret: string;
  readonly code: StoredCode;
  /** `null` until the code is exchanged. */
  readonly refreshToken: StoredRefreshToken | null;
}

export const CODE = 'code';
const REFRESH_TOKEN = 'refreshToken';

/** The app with an id, strongly consistent; `undefined` for anything else. */
export const readApp = async (reader: TableReader, id: string): Promise<App | undefined> => {
  const item = await reader.get(apiKeyKey(id), { consistentRead: true });
  if (item === undefined || !isApp(item)) return undefined;
  const { client, ...apiKey } = apiKeyFromItem(item);
  const [secret, code] = [addressSecretOf(item), map<StoredCode>(item, CODE)];
  if (client === null || secret === null || code === null) {
    throw new CorruptItemError(item, CODE, 'code of a connected app');
  }
  return {
    apiKey: { ...apiKey, client },
    item,
    isPending: isPending(item),
    secret,
    code,
    refreshToken: map<StoredRefreshToken>(item, REFRESH_TOKEN),
  };
};

/** The time after a duration, or the end of the app if that comes first. */
const endAfter = (milliseconds: number, { apiKey }: Pick<App, 'apiKey'>, now: Date): string => {
  const end = timestampOf(new Date(now.getTime() + milliseconds));
  const { endsAt } = apiKey.client;
  return endsAt !== null && endsAt < end ? endsAt : end;
};

/**
 * The parts of a refresh token that the app was given at any time; `undefined` for others. Making one up
 * takes the app's secret, which only the service has, and its family, which only the client has.
 */
export const givenRefreshToken = (
  { secret, apiKey, refreshToken: stored }: App,
  token: string,
): RefreshTokenParts | undefined => {
  const parts = readRefreshToken(secret, apiKey.id, token);
  const isOwn = parts !== undefined && isSameHash(stored?.family ?? '', hashToken(parts.family));
  return isOwn ? parts : undefined;
};

/** The attributes of an app that gets these tokens. All previous ones are replaced. */
export const issuedTokens = (
  app: Pick<App, 'apiKey'>,
  tokens: AppTokens,
  next: RefreshTokenParts,
  now: Date,
) => ({
  hash: hashToken(tokens.accessToken),
  hint: hintOf(tokens.accessToken),
  [TOKEN_EXPIRES_AT]: endAfter(ACCESS_TOKEN_SECONDS * 1_000, app, now),
  expiresAt: endAfter(UNUSED_DAYS * MILLISECONDS_PER_DAY, app, now),
  [REFRESH_TOKEN]: {
    family: hashToken(next.family),
    generation: next.generation,
    at: timestampOf(now),
  } satisfies StoredRefreshToken,
});
