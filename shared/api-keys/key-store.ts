import { apiKeyKey } from '../table/keys.ts';
import type { Item } from '../table/reader.ts';
import type { Table } from '../table/table.ts';
import { isPending } from './api-key-mapper.ts';
import type { GatewayKeys } from './gateway-keys.ts';

/** Whose keys an operation may touch. */
export interface KeyScope {
  readonly organizationId: string;
  /**
   * Only the keys of this user; any other is as good as not there.
   * @default all of the organization's keys
   */
  readonly ownerId?: string;
}

/** What the operations on keys work with. */
export interface KeyStore extends Table {
  readonly gatewayKeys: GatewayKeys;
  /** Ids of the API's usage plans, by plan name. */
  readonly usagePlanIds: Readonly<Record<string, string>>;
  /**
   * Told when a gateway key that is of no use any more could not be removed. The operation itself is done, and a
   * later listing of the keys tries again.
   */
  readonly onCleanUpFailure: (error: unknown) => void;
}

const isInScope = ({ organizationId, ownerId }: KeyScope, item: Item): boolean =>
  item['organizationId'] === organizationId && (ownerId === undefined || item['ownerId'] === ownerId);

/** A key as it is stored now, or `undefined` if there is none with this id in the scope. */
export const readKey = async (
  { reader }: KeyStore,
  scope: KeyScope,
  id: string,
): Promise<Item | undefined> => {
  const item = await reader.get(apiKeyKey(id), { consistentRead: true });
  return item !== undefined && isInScope(scope, item) && !isPending(item) ? item : undefined;
};

/** The id of a usage plan. Throws an error that lists the plans there are. */
export const usagePlanIdOf = ({ usagePlanIds }: KeyStore, plan: string): string => {
  const id = Object.hasOwn(usagePlanIds, plan) ? usagePlanIds[plan] : undefined;
  if (id !== undefined) return id;
  throw new Error(`There is no usage plan "${plan}"; the plans are ${Object.keys(usagePlanIds).join(', ')}.`);
};

/** Thrown where a key cannot be changed as asked because of what became of it. */
export class KeyConflictError extends Error {
  override readonly name = 'KeyConflictError';
}

export const changedMeanwhile = (): KeyConflictError =>
  new KeyConflictError('The key was modified concurrently. Reload it and retry.');
