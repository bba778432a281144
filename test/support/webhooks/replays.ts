import { createFanOut } from '../../../functions/webhooks/fan-out-webhooks/handler.ts';
import type { Replay } from '../../../shared/webhooks/replays/replay.ts';
import { readReplay } from '../../../shared/webhooks/replays/replay-repository.ts';
import { type RequestedReplay, startReplay } from '../../../shared/webhooks/replays/start-replay.ts';
import { ACTOR } from '../keys/key-fixture.ts';
import { sqsEvent, type WebhookFixture } from './webhook-fixture.ts';

type Dependencies = Pick<WebhookFixture, 'store' | 'queue'>;

/** Handles the messages of replays that wait now. Those that fail wait again. Returns how many did. */
export const handleReplayMessages = async (
  fixture: WebhookFixture,
  { store, queue }: Dependencies = fixture,
): Promise<number> => {
  const fanOut = createFanOut({ ...fixture, store, queue });
  let failures = 0;
  for (const message of fixture.replayMessages.splice(0)) {
    const context = { getRemainingTimeInMillis: () => 60_000 };
    const { batchItemFailures } = await fanOut(sqsEvent([JSON.stringify(message)], 'events'), context);
    if (batchItemFailures.length === 0) continue;
    failures += 1;
    fixture.replayMessages.push(message);
  }
  return failures;
};

/** Starts a replay. */
export const startedReplay = async (
  fixture: WebhookFixture,
  endpointId: string,
  selection: RequestedReplay,
): Promise<Replay> => {
  const { store, messages, organizationId } = fixture;
  const replay = await startReplay(store, messages, organizationId, endpointId, selection, ACTOR);
  if (replay === undefined) throw new Error('There is no endpoint.');
  return replay;
};

export const storedReplay = async (
  { store }: WebhookFixture,
  { organizationId, endpointId, id }: Replay,
): Promise<Replay> => {
  const replay = await readReplay(store.reader, organizationId, endpointId, id);
  if (replay === undefined) throw new Error('There is no replay.');
  return replay;
};

/** Starts a replay and runs its steps to the end. */
export const replayAll = async (
  fixture: WebhookFixture,
  endpointId: string,
  selection: RequestedReplay,
): Promise<Replay> => {
  const replay = await startedReplay(fixture, endpointId, selection);
  while (fixture.replayMessages.length > 0) await handleReplayMessages(fixture);
  return storedReplay(fixture, replay);
};
