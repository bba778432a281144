import { TIME_TO_LIVE_ATTRIBUTE } from '../../table/schema.ts';
import { webhookDeliveryKey } from '../../table/webhook-keys.ts';
import type { UpdateOperation } from '../../table/writer.ts';
import type { Delivery } from './delivery.ts';
import { indexKeysOf, timeToLive } from './delivery-mapper.ts';

/** Sets attributes, and removes those that are null. */
const setOrRemove = (attributes: Readonly<Record<string, unknown>>) => {
  const entries = Object.entries(attributes);
  const present = entries.filter(([, value]) => value !== null);
  const absent = entries.filter(([, value]) => value === null);
  const set = present.map(([name]) => `#${name} = :${name}`).join(', ');
  const remove = absent.map(([name]) => `#${name}`).join(', ');
  return {
    UpdateExpression: `SET ${set}${remove === '' ? '' : ` REMOVE ${remove}`}`,
    names: Object.fromEntries(entries.map(([name]) => [`#${name}`, name])),
    values: Object.fromEntries(present.map(([name, value]) => [`:${name}`, value])),
  };
};

/**
 * The update that brings a delivery from how it was read to how it is to be, if no attempt was recorded and no
 * series begun since.
 *
 * @param lookAt when somebody has to see to it that it is attempted; null if it is not pending
 * @param now the time of writing, as a timestamp
 */
export const changesOf = (
  before: Delivery,
  after: Delivery,
  lookAt: string | null,
  now: string,
): UpdateOperation => {
  const { UpdateExpression, names, values } = setOrRemove({
    state: after.state,
    reason: after.reason,
    nextAttemptAt: after.nextAttemptAt,
    attempts: after.attempts,
    attemptCount: after.attemptCount,
    series: after.series,
    seriesAttempts: after.seriesAttempts,
    [TIME_TO_LIVE_ATTRIBUTE]: timeToLive(after.state, now),
    ...indexKeysOf(after, lookAt),
  });
  return {
    Key: { ...webhookDeliveryKey(before.organizationId, before.id) },
    UpdateExpression,
    ConditionExpression: '#series = :readSeries AND #attemptCount = :readAttempts AND #state = :readState',
    ExpressionAttributeNames: names,
    ExpressionAttributeValues: {
      ...values,
      ':readSeries': before.series,
      ':readAttempts': before.attemptCount,
      ':readState': before.state,
    },
  };
};
