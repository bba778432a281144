/**
 * Measures what the fan-out of events reads: batches of ten events of one organization that waited, handled
 * by one function that keeps its list of endpoints, and by a function that reads them for each batch. Prints
 * a table, or one JSON document with `--json`. `--batches N` handles N batches instead of 40.
 */
import { parseArgs } from 'node:util';
import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import { createFanOut } from '../../../functions/webhooks/fan-out-webhooks/handler.ts';
import { webhookEndpointPartition } from '../../../shared/table/items/webhook-keys.ts';
import type { Table } from '../../../shared/table/table.ts';
import { startTestEngine } from '../../support/engine/engine.ts';
import { createWebhookFixture, jsonOf, sqsEvent } from '../../support/webhooks/webhook-fixture.ts';
import { machine, table } from '../support/output.ts';

const { values } = parseArgs({
  options: { json: { type: 'boolean', default: false }, batches: { type: 'string', default: '40' } },
});
const BATCHES = Number(values.batches);
const ENDPOINTS = [10, 100, 1_000];
const CONTEXT = { getRemainingTimeInMillis: () => 60_000 };

console.info = () => undefined;
const engine = await startTestEngine();

const measure = async (endpoints: number) => {
  const fixture = createWebhookFixture(engine);
  await fixture.putEndpoints(endpoints);
  const { ConsumedCapacity: consumed } = await engine.client.send(
    new QueryCommand({
      TableName: engine.tableName,
      KeyConditionExpression: 'pk = :partition',
      ExpressionAttributeValues: { ':partition': webhookEndpointPartition(fixture.organizationId) },
      ConsistentRead: true,
      ReturnConsumedCapacity: 'TOTAL',
    }),
  );
  const unitsOfRead = consumed?.CapacityUnits ?? Number.NaN;
  let reads = 0;
  const store: Table = {
    ...fixture.store,
    reader: {
      ...fixture.store.reader,
      queryPage: (query) => {
        if (query.startAfter === undefined) reads += 1;
        return fixture.store.reader.queryPage(query);
      },
    },
  };
  const newBatch = () =>
    sqsEvent(
      Array.from({ length: 10 }, () =>
        JSON.stringify({
          detail: {
            organizationId: fixture.organizationId,
            event: JSON.parse(jsonOf(fixture.newEvent())),
            feedPosition: '7.3',
            keptDays: 30,
            streamSequence: '7',
          },
        }),
      ),
      'events',
    );
  const run = async (createHandler: () => ReturnType<typeof createFanOut>) => {
    const batches = Array.from({ length: BATCHES }, newBatch);
    reads = 0;
    const start = performance.now();
    for (const batch of batches) {
      const { batchItemFailures } = await createHandler()(batch, CONTEXT);
      if (batchItemFailures.length > 0) throw new Error('The fan-out failed.');
    }
    fixture.queued.length = 0;
    return {
      unitsPerBatch: (reads * unitsOfRead) / BATCHES,
      millisecondsPerBatch: (performance.now() - start) / BATCHES,
    };
  };
  const create = () => createFanOut({ ...fixture, store });
  // The first calls of the process are slower.
  await run(create);
  const each = await run(create);
  const kept = create();
  return { endpoints, each, kept: await run(() => kept) };
};

const results = [];
for (const endpoints of ENDPOINTS) results.push(await measure(endpoints));
await engine.stop();

if (values.json) {
  console.log(JSON.stringify({ machine: machine(), batches: BATCHES, results }));
} else {
  console.log(
    table(
      [
        'endpoints',
        'read units per batch, read each time',
        'kept',
        'ratio',
        'ms per batch, read each time',
        'kept',
      ],
      results.map(({ endpoints, each, kept }) => [
        String(endpoints),
        each.unitsPerBatch.toFixed(1),
        kept.unitsPerBatch.toFixed(1),
        (each.unitsPerBatch / kept.unitsPerBatch).toFixed(0),
        each.millisecondsPerBatch.toFixed(1),
        kept.millisecondsPerBatch.toFixed(1),
      ]),
    ),
  );
}
