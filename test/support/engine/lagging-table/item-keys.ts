import type { TableKey } from '../../../../shared/table/items/keys.ts';
import { PARTITION_KEY, SORT_KEY } from '../../../../shared/table/items/schema.ts';
import { failure } from './faults.ts';

export const TABLE_NAME = 'sales-data';

export const keyOf = (item: Readonly<Record<string, unknown>> = {}): TableKey => ({
  pk: String(item[PARTITION_KEY]),
  sk: String(item[SORT_KEY]),
});

export const keyText = ({ pk, sk }: TableKey): string => `${pk} ${sk}`;

/** Rejects a batch or transaction that DynamoDB rejects. */
export const requireDistinct = (keys: readonly TableKey[], maximum: number): void => {
  if (keys.length > maximum || new Set(keys.map(keyText)).size < keys.length) {
    throw failure('ValidationException');
  }
};
