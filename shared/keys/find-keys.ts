import type { ApiKeyState } from '../contract/keys/api-key-view.ts';
import type { API_KEY_ORDERS } from '../contract/records/list-orders.ts';
import { nameText } from '../domain/values/name-text.ts';
import { type SortedPage, sortedPage } from '../table/paging/sorted-page.ts';
import { type ApiKey, stateOf } from './api-key.ts';
import type { KeyScope, KeyStore } from './key-store.ts';
import { listKeys } from './list-keys.ts';

export interface KeySearch {
  /** Part of a name, in any case and with or without accents, or the start of an id. @default any */
  readonly search: string | undefined;
  /** Empty for any. */
  readonly states: ReadonlySet<ApiKeyState>;
  readonly order: (typeof API_KEY_ORDERS)[number];
  readonly limit: number;
  /** The end of the previous page. */
  readonly position: string | undefined;
}

/** More keys than an account of API Gateway can have. Only the newest ones are searched. */
export const MAX_SEARCHED_KEYS = 10_000;

/** The id within a key, of which only the start may be known. */
const idStartOf = (search: string): string =>
  search
    .toLowerCase()
    .replace(/^sd_live_/, '')
    .replaceAll('-', '');

/** A shorter text is found in nearly every id. */
const MIN_ID_LENGTH = 4;

const isFoundBy = (search: string): ((key: ApiKey) => boolean) => {
  const name = nameText(search);
  const id = idStartOf(search);
  return (key) =>
    nameText(key.name).includes(name) ||
    (id.length >= MIN_ID_LENGTH && key.id.replaceAll('-', '').startsWith(id));
};

const valueIn = (order: string, key: ApiKey): string => {
  switch (order.replace('-', '')) {
    case 'name':
      return nameText(key.name);
    case 'lastUsedAt':
      return key.lastUsedAt ?? '';
    case 'expiresAt':
      // A key that never expires comes after all others.
      return key.expiresAt ?? '~';
    default:
      return key.createdAt;
  }
};

/**
 * A page of the keys in a scope, filtered and ordered. Each order needs all keys, so all are read: a read
 * unit per key.
 *
 * @param now as a timestamp in the stored form
 */
export const findKeys = async (
  store: KeyStore,
  scope: KeyScope,
  { search, states, order, limit, position }: KeySearch,
  now: string,
): Promise<SortedPage<ApiKey>> => {
  const { keys } = await listKeys(store, scope, { limit: MAX_SEARCHED_KEYS });
  const isFound = search === undefined ? () => true : isFoundBy(search);
  const found = keys.filter((key) => (states.size === 0 || states.has(stateOf(key, now))) && isFound(key));
  return sortedPage(found, {
    keyOf: (key) => valueIn(order, key),
    isDescending: order.startsWith('-'),
    limit,
    position,
  });
};
