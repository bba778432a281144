import { WELL_KNOWN_FOLDER } from '../../contract/agents/oauth.ts';
import { requiredString } from '../../table/items/attributes.ts';
import { webhookEndpointKey } from '../../table/items/webhook-keys.ts';
import type { TableReader } from '../../table/reader.ts';

/** An endpoint. */
interface Owner {
  readonly organizationId: string;
  readonly id: string;
}

const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const DOCUMENT = new RegExp(`^webhooks/(${UUID})/(${UUID})/jwks\\.json$`);

/** The public address of the keys of an endpoint. */
export const publicKeysUrl = (dataApiUrl: string, { organizationId, id }: Owner): string =>
  `${dataApiUrl}${WELL_KNOWN_FOLDER}/webhooks/${organizationId}/${id}/jwks.json`;

/** The endpoint whose keys a document below the folder has. */
export const endpointOfKeys = (document: string): Owner | undefined => {
  const [, organizationId, id] = DOCUMENT.exec(document) ?? [];
  return organizationId === undefined || id === undefined ? undefined : { organizationId, id };
};

const jwkOf = (publicKey: string) => ({
  kty: 'OKP',
  crv: 'Ed25519',
  alg: 'EdDSA',
  use: 'sig',
  kid: publicKey,
  x: Buffer.from(publicKey.slice(publicKey.indexOf('_') + 1), 'base64').toString('base64url'),
});

/**
 * Reads the public keys that verify deliveries to an endpoint, as a JSON Web Key Set (RFC 7517, RFC 8037):
 * two during a rotation. Of the endpoint, nothing else is public.
 *
 * @param now the current time, as a timestamp
 * @returns `undefined` if there is no such endpoint, or none of its secrets has a public key
 */
export const readPublicKeys = async (reader: TableReader, { organizationId, id }: Owner, now: string) => {
  const item = await reader.get(webhookEndpointKey(organizationId, id));
  if (item === undefined) return undefined;
  const expiresAt = item['previousSecretExpiresAt'];
  const isOverlapping = typeof expiresAt === 'string' && expiresAt > now;
  const names = isOverlapping ? ['publicKey', 'previousPublicKey'] : ['publicKey'];
  const keys = names
    .filter((name) => item[name] !== undefined)
    .map((name) => jwkOf(requiredString(item, name)));
  return keys.length === 0 ? undefined : { keys };
};
