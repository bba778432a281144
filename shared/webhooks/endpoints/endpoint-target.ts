import { hash } from 'node:crypto';
import { destinationOf, placeOfArn } from '../../contract/webhooks/destinations.ts';
import { optionalNumber, optionalString } from '../../table/items/attributes.ts';
import type { TableKey } from '../../table/items/keys.ts';
import { updateOf } from '../../table/items/update-expression.ts';
import { webhookDomainKey } from '../../table/items/webhook-keys.ts';
import type { Table } from '../../table/table.ts';
import type { WriteOperation } from '../../table/writer.ts';
import { WebhookConflictError } from '../errors.ts';
import { hasLostKey, type WebhookEndpoint } from './endpoint.ts';

type Targeting = Pick<
  WebhookEndpoint,
  'id' | 'organizationId' | 'apiKeyId' | 'url' | 'eventTypes' | 'filter' | 'disabledReason'
>;

/** Where an endpoint sends which events. */
interface Target {
  /**
   * What one registers: subdomains are free, and may all lead to one server. An address is itself. Queues and
   * buses have their account instead.
   */
  readonly domain: string;
  /** The item of the domain. */
  readonly key: TableKey;
  /**
   * Stands for URL, event types and filter. In the item, its value is the id of the endpoint that has them.
   */
  readonly attribute: string;
}

const targetOf = async ({
  organizationId,
  apiKeyId,
  url,
  eventTypes,
  filter,
}: Targeting): Promise<Target> => {
  // Its list of suffixes is larger than all else that the start of these functions loads.
  const { getDomain } = await import('tldts');
  const { hostname } = new URL(url);
  const host = destinationOf(url) === 'https' ? hostname : placeOfArn(url).account;
  const domain = getDomain(host, { allowPrivateDomains: true }) ?? host;
  const text = JSON.stringify([url, [...new Set(eventTypes)].sort(), ...(filter === null ? [] : [filter])]);
  return {
    domain,
    key: webhookDomainKey(organizationId, apiKeyId === null ? 'ADMINS' : 'KEYS', domain),
    attribute: `target${hash('sha256', text).slice(0, 32)}`,
  };
};

/** The number of endpoints at a domain. */
const COUNT_ATTRIBUTE = 'endpoints';

interface DomainChange {
  readonly endpointId: string;
  readonly claimed?: string;
  readonly released?: string;
  readonly maxPerDomain?: number | undefined;
}

const changeDomain = (key: TableKey, change: DomainChange): WriteOperation => {
  const { endpointId, claimed, released, maxPerDomain } = change;
  const added = Number(claimed !== undefined) - Number(released !== undefined);
  const isLimited = added > 0 && maxPerDomain !== undefined;
  const conditions = [
    ...(claimed === undefined ? [] : [`attribute_not_exists(#${claimed})`]),
    ...(isLimited ? [`(attribute_not_exists(#${COUNT_ATTRIBUTE}) OR #${COUNT_ATTRIBUTE} < :maximum)`] : []),
  ];
  const attributes = {
    ...(claimed !== undefined && { [claimed]: endpointId }),
    ...(released !== undefined && { [released]: null }),
  };
  const condition = {
    ...(conditions.length > 0 && { ConditionExpression: conditions.join(' AND ') }),
    ...(isLimited && { ExpressionAttributeValues: { ':maximum': maxPerDomain } }),
  };
  return { update: updateOf(key, attributes, condition, added === 0 ? {} : { [COUNT_ATTRIBUTE]: added }) };
};

/** @throws WebhookConflictError if another endpoint has the target, or the domain has the maximum */
const requireFree = (
  { domain, attribute }: Target,
  { apiKeyId }: Targeting,
  stored: Readonly<Record<string, unknown>>,
  maxPerDomain: number | undefined,
): void => {
  const other = optionalString(stored, attribute);
  if (other !== null) {
    throw new WebhookConflictError(
      `The webhook endpoint ${other} already has this URL, these event types and this filter. ` +
        'Use it, or delete it first.',
    );
  }
  if (maxPerDomain === undefined || (optionalNumber(stored, COUNT_ATTRIBUTE) ?? 0) < maxPerDomain) return;
  const owners = apiKeyId === null ? 'Admins' : 'API keys';
  throw new WebhookConflictError(
    `${owners} of your organization already have ${maxPerDomain} webhook endpoints at ${domain} and its ` +
      'subdomains, the maximum per domain. Delete one first.',
  );
};

/**
 * The writes by which an endpoint takes its target, or gives it up, for the transaction that creates,
 * changes, disables or deletes it. One whose key lost access gives it up. Their conditions hold whatever is
 * written meanwhile: no two endpoints have the same URL and event types, and no domain has more than the
 * maximum. That transaction must be conditional on the endpoint as it was `before`.
 *
 * @param before `undefined` for a new endpoint
 * @param after `undefined` if the endpoint is deleted
 * @param maxPerDomain `undefined` without a limit
 * @throws WebhookConflictError if another endpoint has the target, or the domain has the maximum
 */
export const moveTarget = async (
  { reader }: Pick<Table, 'reader'>,
  before: Targeting | undefined,
  after: Targeting | undefined,
  maxPerDomain?: number,
): Promise<readonly WriteOperation[]> => {
  const endpointId = after?.id ?? before?.id ?? '';
  const read = async ({ key }: Target) => (await reader.get(key, { consistentRead: true })) ?? {};
  const from = before && (await targetOf(before));
  const to = after === undefined || hasLostKey(after) ? undefined : await targetOf(after);
  const isUnchanged = from?.attribute === to?.attribute;
  if (isUnchanged && before !== undefined && !hasLostKey(before)) return [];
  // An endpoint whose key lost access holds none.
  const isHeld = from !== undefined && (await read(from))[from.attribute] === endpointId;
  if (isHeld && isUnchanged) return [];
  const released = isHeld ? from : undefined;
  const release = released && changeDomain(released.key, { endpointId, released: released.attribute });
  if (to === undefined || after === undefined) return release === undefined ? [] : [release];

  const isAtDomain = released?.key.sk === to.key.sk;
  requireFree(to, after, await read(to), isAtDomain ? undefined : maxPerDomain);
  const claimed = to.attribute;
  if (released !== undefined && isAtDomain) {
    return [changeDomain(to.key, { endpointId, claimed, released: released.attribute })];
  }
  const claim = changeDomain(to.key, { endpointId, claimed, maxPerDomain });
  return release === undefined ? [claim] : [release, claim];
};
