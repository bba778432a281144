import { setTimeout } from 'node:timers/promises';
import { withThousandsSeparators } from '../../../shared/runtime/number-format.ts';
import { viewOfDelivery } from '../../../shared/webhooks/deliveries/delivery.ts';
import { replayDelivery } from '../../../shared/webhooks/deliveries/replay-delivery.ts';
import { type Replay, viewOfReplay } from '../../../shared/webhooks/replays/replay.ts';
import { readReplay } from '../../../shared/webhooks/replays/replay-repository.ts';
import { startReplay } from '../../../shared/webhooks/replays/start-replay.ts';
import { optional, SWITCH, time, uuid } from '../support/arguments.ts';
import { operator } from '../support/operator.ts';
import type { Output } from '../support/output.ts';
import { requireFound, UsageError } from '../support/usage-error.ts';
import { type Webhooks, webhookSubcommand } from './connect-webhooks.ts';
import { statesOf } from './webhook-options.ts';

const POLL_MILLISECONDS = 1_000;

/** How often a long replay reports its progress, in polls. */
const POLLS_PER_MESSAGE = 10;

/** Waits until a replay has ended. The service runs it, also if this process stops. */
const ended = async ({ store }: Webhooks, replay: Replay, output: Output): Promise<Replay> => {
  const { organizationId, endpointId, id } = replay;
  let current = replay;
  for (let polls = 1; current.finishedAt === null; polls++) {
    await setTimeout(POLL_MILLISECONDS);
    const read = await readReplay(store.reader, organizationId, endpointId, id);
    current = requireFound(read, 'replay', id);
    if (polls % POLLS_PER_MESSAGE === 0) {
      output.message(`Replayed ${withThousandsSeparators(current.replayed)} deliveries …`);
    }
  }
  if (current.problem !== null) throw new UsageError(`${countsOf(current)} ${current.problem}`);
  return current;
};

const countsOf = ({ replayed, unavailable, changed }: Replay): string =>
  [
    `Replayed deliveries: ${replayed}.`,
    ...(unavailable === 0 ? [] : [`Event no longer stored, or too large: ${unavailable}.`]),
    ...(changed === 0 ? [] : [`Attempted meanwhile: ${changed}.`]),
  ].join(' ');

export const REPLAY_COMMAND = {
  replay: webhookSubcommand(
    {
      delivery: optional(uuid),
      endpoint: optional(uuid),
      after: optional(time),
      before: optional(time),
      states: optional(statesOf),
      'no-wait': SWITCH,
    },
    async (flags, connect, output) => {
      const { organizationId, delivery, endpoint, after = null, before = null, states } = flags;
      const ofMany = [endpoint, flags.after, flags.before, states];
      const hasOfMany = ofMany.some((flag) => flag !== undefined);
      if (delivery === undefined ? endpoint === undefined : hasOfMany) {
        throw new UsageError(
          'replay needs either --delivery DELIVERY_ID, or --endpoint ENDPOINT_ID, optionally with ' +
            '--after TIME, --before TIME and --states LIST.',
        );
      }
      if (after !== null && before !== null && after >= before) {
        throw new UsageError('--after must be earlier than --before.');
      }
      const webhooks = await connect();
      const { store, queue, replays } = webhooks;
      if (endpoint !== undefined) {
        const selection = { after, before, states: states ?? (['failed', 'missed'] as const) };
        const started = requireFound(
          await startReplay(store, replays, organizationId, endpoint, selection, operator()),
          'webhook endpoint',
          endpoint,
        );
        if (flags['no-wait']) {
          return { document: viewOfReplay(started), text: `Started the replay ${started.id}.` };
        }
        const replay = await ended(webhooks, started, output);
        return { document: viewOfReplay(replay), text: countsOf(replay) };
      }
      const id = delivery ?? '';
      const replayed = await replayDelivery(store, queue, organizationId, id, operator());
      const document = viewOfDelivery(requireFound(replayed, 'delivery', id));
      return { document, text: `Replayed the delivery ${id} (${document.eventType}).` };
    },
  ),
};
