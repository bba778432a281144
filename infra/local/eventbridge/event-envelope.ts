import { randomUUID } from 'node:crypto';
import type { Account } from '../assembly/physical-ids.ts';

export interface EnvelopeContent {
  readonly source: string;
  readonly detailType: string;
  readonly time: Date;
  readonly resources: readonly string[];
  /** As JSON. */
  readonly detail: string;
}

export interface EnvelopedEvent {
  readonly id: string;
  /** As JSON. */
  readonly json: string;
}

/**
 * The event as EventBridge hands it to targets
 * (https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-events-structure.html).
 */
export const envelope = (
  { source, detailType, time, resources, detail }: EnvelopeContent,
  { accountId, region }: Account,
): EnvelopedEvent => {
  const id = randomUUID();
  const head = JSON.stringify({
    version: '0',
    id,
    'detail-type': detailType,
    source,
    account: accountId,
    time: `${time.toISOString().slice(0, 19)}Z`,
    region,
    resources,
  });
  // The detail as it was sent: reading and writing it would round large numbers.
  return { id, json: `${head.slice(0, -1)},"detail":${detail}}` };
};
