import { REPLAYED_STATES } from '../../../shared/contract/webhook-limits.ts';
import {
  type ReplayedState,
  replayRange as replayPage,
} from '../../../shared/webhooks/deliveries/replay-range.ts';
import { operator } from '../support/operator.ts';
import type { Output } from '../support/run-command.ts';
import { UsageError } from '../support/usage-error.ts';
import { connectWebhooks } from './webhook-manager.ts';
import { endpointFlagOf, membersOf, noSuchEndpoint, timeOf } from './webhook-options.ts';

/** A time range as it was given. */
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

/** Delivers once more what an endpoint did not get in a time range, call by call until there is no more. */
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
    if (position !== undefined) output.message(`${total.replayed} deliveries are on their way again …`);
  } while (position !== undefined);
  if (json === true) output.result(JSON.stringify(total));
  else {
    const skipped =
      total.skipped === 0
        ? ''
        : ` ${total.skipped} could not be: their events are no longer stored or were too large, or somebody else just replayed them.`;
    output.result(`Deliveries that are on their way again: ${total.replayed}.${skipped}`);
  }
};
