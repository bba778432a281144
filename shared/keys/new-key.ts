import { withoutAbsent } from '../table/items/attributes.ts';
import { VERSION_ATTRIBUTE } from '../table/items/schema.ts';
import type { Item } from '../table/reader.ts';
import type { ApiKey } from './api-key.ts';
import { apiKeyToItem } from './api-key-mapper.ts';
import { addressLimits } from './caller-address.ts';
import { generateToken, hashToken, hintOf } from './token.ts';

/** What is chosen for a key; the rest is generated. */
export type KeySettings = Omit<
  ApiKey,
  'id' | 'client' | 'hint' | 'revokedAt' | 'lastUsedAt' | 'rotatedTo'
> & {
  /** @default null */
  readonly client?: ApiKey['client'] | undefined;
};

/** A key with its token, which is not available again. */
export interface CreatedApiKey {
  readonly apiKey: ApiKey;
  readonly token: string;
}

/** Generates a key with the item to store, which is not metered yet. */
export const newKey = (settings: KeySettings): CreatedApiKey & { readonly item: Item } => {
  const { id, token } = generateToken();
  const apiKey: ApiKey = {
    ...settings,
    id,
    client: settings.client ?? null,
    hint: hintOf(token),
    revokedAt: null,
    lastUsedAt: null,
    rotatedTo: null,
  };
  const item = {
    ...apiKeyToItem(apiKey, hashToken(token)),
    ...withoutAbsent(addressLimits(apiKey)),
    [VERSION_ATTRIBUTE]: 1,
  };
  return { apiKey, token, item };
};
