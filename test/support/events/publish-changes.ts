import { createEventPublisher } from '../../../functions/events/publish-events/handler.ts';
import type { TestEngine } from '../engine/engine.ts';
import { openTableStream } from '../engine/table-stream.ts';
import { createFakeBus, type FakeBus } from './fake-bus.ts';

/**
 * Appends all changes of an engine's table to the feeds, as the function on its stream does. Returns the bus.
 */
export const publishChanges = async (engine: TestEngine): Promise<FakeBus> => {
  const stream = openTableStream(engine);
  const bus = createFakeBus();
  const publish = createEventPublisher({
    table: engine.table,
    retentionDays: 30,
    bus,
    backoff: async () => undefined,
  });
  const Records = [...(await stream.recordsOf('ORG#'))];
  const { batchItemFailures } = await publish({ Records }, { getRemainingTimeInMillis: () => 60_000 });
  stream.close();
  if (batchItemFailures.length > 0) throw new Error('The changes could not be published.');
  return bus;
};
