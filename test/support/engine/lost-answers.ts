import { createDocumentClientCalls } from '../../../shared/table/sdk/document-client-table.ts';
import { createDocumentClientWrites } from '../../../shared/table/sdk/document-client-writer.ts';
import type { Table } from '../../../shared/table/table.ts';
import { createReader } from '../../../shared/table/table-reader.ts';
import { createWriter } from '../../../shared/table/table-writer.ts';
import type { TestEngine } from './engine.ts';

/**
 * A table that makes these of the transactions, counted from 1, but whose answer comes only after the writer
 * has given up. Counts the transactions.
 */
export const tableLosingAnswers = (
  { client, tableName }: TestEngine,
  isLost: (transaction: number) => boolean,
): Table & { readonly transactions: () => number } => {
  const { transactWriteItems, ...others } = createDocumentClientWrites(client);
  const lost = new Set<string | undefined>();
  let transactions = 0;
  const writes = {
    ...others,
    transactWriteItems: async (...[input, options]: Parameters<typeof transactWriteItems>) => {
      await transactWriteItems(input, options);
      if (lost.has(input.ClientRequestToken)) return;
      transactions += 1;
      if (!isLost(transactions)) return;
      lost.add(input.ClientRequestToken);
      throw new DOMException('The stamp became too old.', 'AbortError');
    },
  };
  return {
    reader: createReader(createDocumentClientCalls(client), tableName),
    writer: createWriter(writes, tableName),
    transactions: () => transactions,
  };
};
