import { REPLAYED_STATES } from '../../../shared/contract/webhook-bodies.ts';
import { organizationOf, parseCommandLine } from '../support/arguments.ts';
import { operator } from '../support/operator.ts';
import type { Output } from '../support/run-command.ts';
import { UsageError } from '../support/usage-error.ts';
import { connectWebhooks } from './webhook-manager.ts';
import { COMMON_FLAGS, idOf, noSuchEndpoint, someOf, timeOf } from './webhook-options.ts';

const rangeOf = (values: { after?: string; before?: string }) => {
  const { after, before } = values;
  if (after === undefined || before === undefined) {
    throw new UsageError('replay-range needs --after TIME and --before TIME.');
  }
  const range = { after: timeOf('--after', after), before: timeOf('--before', before) };
  if (range.after >= range.before) throw new UsageError('--after must be earlier than --before.');
  return range;
};

/** `webhooks replay-range`: delivers again what failed or was missed in a range of time, to its end. */
export const replayRange = async (argv: readonly string[], output: Output): Promise<void> => {
  const { values, positionals } = parseCommandLine(
    argv,
    {
      ...COMMON_FLAGS,
      after: { type: 'string' },
      before: { type: 'string' },
      states: { type: 'string', default: 'failed,missed' },
    },
    true,
  );
  const organizationId = organizationOf(values.organization);
  const id = idOf('replay-range', 'ENDPOINT_ID', positionals);
  const states = someOf('--states', REPLAYED_STATES, values.states);
  const range = rangeOf(values);
  const manager = await connectWebhooks(values.stack);
  let replayed = 0;
  let skipped = 0;
  let position: string | undefined;
  do {
    const result = await manager.replayRange(organizationId, id, { ...range, states, position }, operator());
    if (result === undefined) throw noSuchEndpoint(id);
    replayed += result.replayed;
    skipped += result.skipped;
    position = result.next;
  } while (position !== undefined);
  if (values.json === true) {
    output.result(JSON.stringify({ replayed, skipped }));
    return;
  }
  const left = skipped === 0 ? '' : ` ${skipped} cannot be: their events are not stored.`;
  output.result(`${replayed} deliveries are being made again.${left}`);
};
