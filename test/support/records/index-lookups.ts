import { createLookupIndexer } from '../../../functions/records/index-lookups/handler.ts';
import { createCounterStore } from '../../../shared/records/lookups/counter-store.ts';
import { createLookupStore } from '../../../shared/records/lookups/lookup-store.ts';
import { createDocumentClientWrites } from '../../../shared/table/sdk/document-client-writer.ts';
import type { TestEngine } from '../engine/engine.ts';
import { openTableStream } from '../engine/table-stream.ts';

/** Brings the lookups of an engine's table up to date, as the function on its stream does. */
export const indexLookups = async (engine: TestEngine): Promise<void> => {
  const stream = openTableStream(engine);
  const index = createLookupIndexer({
    reader: engine.table.reader,
    store: createLookupStore(createDocumentClientWrites(engine.client), engine.tableName),
    counters: createCounterStore(createDocumentClientWrites(engine.client), engine.tableName),
  });
  const { batchItemFailures } = await index({ Records: [...(await stream.recordsOf(''))], shardId: '0' });
  stream.close();
  if (batchItemFailures.length > 0) throw new Error('The lookups could not be written.');
};
