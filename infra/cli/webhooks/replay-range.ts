import { REPLAYED_STATES } from '../../../shared/contract/webhook-limits.ts';
import {
  type ReplayedState,
  replayRange as replayPage,
} from '../../../shared/webhooks/deliveries/replay-range.ts';
import { operator } from '../support/operator.ts';
import type { Output } from '../support/run-command.ts';
import { UsageError } from '../support/usage-error.ts';
import { connectWebhooks } from './connect-webhooks.ts';
import { endpointFlagOf, membersOf, noSuchEndpoint, timeOf } from './webhook-options.ts';

export interface RangeFlags {
  readonly organizationId: string;
  readonly endpoint: string;
  readonly after: string;
  readonly before: string;
  readonly states: string | undefined;
}

const statesOf = (value: string | undefined): readonly ReplayedState[] => {
  if (value === undefined) return ['failed', 'missed'];
  const names = membersOf(value);
  const states = REPLAYED_STATES.filter((state) => names.includes(state));
  if (states.length > 0 && states.length === names.length) return states;
  throw new UsageError(`--states must be one or more of ${REPLAYED_STATES.join(', ')}, not "${value}".`);
};

/** Replays the deliveries of a time range, page by page. */
export const replayRange = async (
  flags: RangeFlags,
  { stack, json }: { readonly stack?: string | undefined; readonly json?: boolean | undefined },
  output: Output,
): Promise<void> => {
  const endpointId = endpointFlagOf(flags.endpoint);
  const after = timeOf('--after', flags.after);
  const before = timeOf('--before', flags.before);
  if (after >= before) throw new UsageError('--after must be earlier than --before.');
  const range = { after, before, states: statesOf(flags.states) };
  const { store, queue } = await connectWebhooks(stack);
  const total = { replayed: 0, skipped: 0 };
  let position: string | undefined;
  do {
    const result = await replayPage(
      store,
      queue,
      flags.organizationId,
      endpointId,
      { ...range, position },
      operator(),
    );
    if (result === undefined) throw noSuchEndpoint(endpointId);
    const { replayed, skipped, next } = result;
    total.replayed += replayed;
    total.skipped += skipped;
    position = next;
    if (position !== undefined) output.message(`Replayed ${total.replayed} deliveries …`);
  } while (position !== undefined);
  if (json === true) output.result(JSON.stringify(total));
  else {
    const skipped =
      total.skipped === 0
        ? ''
        : ` Skipped ${total.skipped}: their events are no longer stored or too large, or were replayed concurrently.`;
    output.result(`Replayed deliveries: ${total.replayed}.${skipped}`);
  }
};
