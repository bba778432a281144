import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { optionalString } from '../table/items/attributes.ts';
import { apiKeyKey } from '../table/items/keys.ts';
import type { Item, TableReader } from '../table/reader.ts';
import type { ApiKey } from './api-key.ts';
import { isApp } from './api-key-mapper.ts';
import { keyIdOfToken } from './token.ts';

/**
 * The header in which functions that call the data API for a client pass on the client's address, signed.
 * Without a valid signature it is ignored, so clients gain nothing by sending it.
 */
export const CALLER_ADDRESS_HEADER = 'X-Caller-Address';

/** Longer than any function runs. */
const VALID_MILLISECONDS = 60_000;

const SECRET = 'addressSecret';

/**
 * The attributes of a key that limit its use to some addresses. The secret never leaves the service: the
 * holder of the key must not be able to sign. A connected app always has it, and keeps the same.
 *
 * @param stored the item of the key, if it exists
 */
export const addressLimits = (
  { allowedAddresses, client }: Pick<ApiKey, 'allowedAddresses' | 'client'>,
  stored: Item = {},
) => ({
  allowedAddresses,
  [SECRET]:
    client === null && allowedAddresses === null
      ? null
      : (addressSecretOf(stored) ?? randomBytes(32).toString('base64url')),
});

/** The secret of a connected app, and of a key that is limited to some addresses. */
export const addressSecretOf = (item: Item): string | null => optionalString(item, SECRET);

const macOf = (secret: string, text: string): string =>
  createHmac('sha256', secret).update(text).digest('base64url');

/**
 * The address of a client, signed for a minute.
 *
 * @param secret that of the key of the requests
 */
export const signAddress = (secret: string, address: string, now: Date): string => {
  const text = `${address};${now.getTime() + VALID_MILLISECONDS}`;
  return `${text};${macOf(secret, text)}`;
};

/** The address in a header, if it was signed with this secret and is still valid. */
export const readSignedAddress = (secret: string, header: string, now: Date): string | undefined => {
  const [, text = '', address, end, mac = ''] = /^(([^;]+);(\d{1,15}));([^;]+)$/.exec(header) ?? [];
  const [expected, given] = [Buffer.from(macOf(secret, text)), Buffer.from(mac)];
  if (expected.length !== given.length || !timingSafeEqual(expected, given)) return undefined;
  return Number(end) > now.getTime() ? address : undefined;
};

/**
 * Signs the address of a user for requests with an API key.
 *
 * @returns `undefined` for a key that may be used anywhere, for a connected app, which is for the MCP server
 *   alone, and for what is no key
 */
export const signAddressFor = async (
  reader: TableReader,
  token: string,
  address: string,
  now: Date,
): Promise<string | undefined> => {
  const id = keyIdOfToken(token);
  const item = id === undefined ? undefined : await reader.get(apiKeyKey(id), { consistentRead: true });
  const secret = item === undefined || isApp(item) ? null : addressSecretOf(item);
  return secret === null ? undefined : signAddress(secret, address, now);
};
