import type { Item, TableReader } from '../../../shared/table/reader.ts';
import { createReader } from '../../../shared/table/table-reader.ts';
import { checkQuery } from '../engine/lagging-table/check-query.ts';

/**
 * An empty table that validates the start key of a Query as strictly as DynamoDB, unlike local engines.
 *
 * @param item returned by every GetItem
 */
export const createStrictReader = (item: Item): TableReader =>
  createReader(
    {
      getItem: async () => ({ Item: { ...item } }),
      batchGetItem: async () => ({}),
      transactGetItems: async () => ({}),
      async query(input) {
        checkQuery(input);
        return { Items: [], Count: 0 };
      },
      updateItem: async () => undefined,
    },
    'table',
  );
