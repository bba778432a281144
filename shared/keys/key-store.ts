import { apiKeyKey } from '../table/items/keys.ts';
import type { Item } from '../table/reader.ts';
import type { Table } from '../table/table.ts';
import { isPending } from './api-key-mapper.ts';
import type { GatewayKeys } from './gateway-keys.ts';

/** The keys that an operation may access. */
export interface KeyScope {
  readonly organizationId: string;
  /**
   * Restricts the operation to the keys of this user.
   * @default all of the organization's keys
   */
  readonly ownerId?: string;
}

/** The dependencies of all key operations. */
export interface KeyStore extends Table {
  readonly gatewayKeys: GatewayKeys;
  /** Usage plan ids by plan name. */
  readonly usagePlanIds: Readonly<Record<string, string>>;
  /**
   * Called when an orphaned gateway key could not be removed. The operation itself succeeded, and a later
   * listing of the keys retries the removal.
   */
  readonly onCleanUpFailure: (error: unknown) => void;
}

const isInScope = ({ organizationId, ownerId }: KeyScope, item: Item): boolean =>
  item['organizationId'] === organizationId && (ownerId === undefined || item['ownerId'] === ownerId);

/** The stored item of a key, or `undefined` if the scope has no key with this id. */
export const readKey = async (
  { reader }: Pick<KeyStore, 'reader'>,
  scope: KeyScope,
  id: string,
): Promise<Item | undefined> => {
  const item = await reader.get(apiKeyKey(id), { consistentRead: true });
  return item !== undefined && isInScope(scope, item) && !isPending(item) ? item : undefined;
};

/** The id of a usage plan. Throws an error that lists the known plans. */
export const usagePlanIdOf = ({ usagePlanIds }: KeyStore, plan: string): string => {
  const id = Object.hasOwn(usagePlanIds, plan) ? usagePlanIds[plan] : undefined;
  if (id !== undefined) return id;
  throw new Error(`Unknown usage plan "${plan}". Use one of: ${Object.keys(usagePlanIds).join(', ')}.`);
};

/** The state of the key does not allow the change. */
export class KeyConflictError extends Error {
  override readonly name = 'KeyConflictError';
}

export const concurrentUpdate = (): KeyConflictError =>
  new KeyConflictError('The key was modified concurrently. Reload it and retry.');
