import { webhookEndpointKey } from '../../table/webhook-keys.ts';
import type { WriteOperation } from '../../table/writer.ts';
import type { WebhookEndpoint } from './endpoint.ts';

/**
 * Sets attributes of an endpoint, and removes those that are null, if it is still as it was read. Only what is named
 * is written: whether it is failing changes at any time.
 *
 * @param version that was read
 */
export const changeEndpoint = (
  { organizationId, id }: Pick<WebhookEndpoint, 'organizationId' | 'id'>,
  version: number | undefined,
  attributes: Readonly<Record<string, unknown>>,
): WriteOperation => {
  const entries = Object.entries(attributes);
  const present = entries.filter(([, value]) => value !== null);
  const absent = entries.filter(([, value]) => value === null);
  const set = present.map(([name]) => `#${name} = :${name}`).join(', ');
  const remove = absent.map(([name]) => `#${name}`).join(', ');
  return {
    update: {
      Key: { ...webhookEndpointKey(organizationId, id) },
      UpdateExpression: `SET ${set} ${remove === '' ? '' : `REMOVE ${remove} `}ADD version :one`,
      ConditionExpression: 'version = :read',
      ExpressionAttributeNames: Object.fromEntries(entries.map(([name]) => [`#${name}`, name])),
      ExpressionAttributeValues: {
        ...Object.fromEntries(present.map(([name, value]) => [`:${name}`, value])),
        ':one': 1,
        ':read': version,
      },
    },
  };
};
