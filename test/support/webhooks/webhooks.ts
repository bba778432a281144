import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Webhook } from 'standardwebhooks';
import { checkDelivery } from '../contract/openapi/delivery-check.ts';
import { eventually } from '../eventually.ts';
import { admin, bodyOf } from '../organizations/admin.ts';
import type { SampleUser } from '../organizations/organization-users.ts';
import { jsonLines } from '../records/sample-data.ts';
import { runToolHere } from '../service/command-here.ts';
import { contract, service } from '../service/service.ts';
import { type Receiver, startReceiver } from './webhook-receiver.ts';

/** The fields common to all events. */
export interface EventDocument {
  readonly id: string;
  readonly type: string;
  readonly organizationId: string;
  readonly timestamp: string;
  readonly sequence: number;
  readonly isSilent: boolean;
  readonly data: Readonly<Record<string, unknown>> & { readonly id: string };
  readonly previous: Readonly<Record<string, unknown>>;
}

export interface EndpointDocument {
  readonly id: string;
  readonly url: string;
  readonly description: string | null;
  readonly eventTypes: readonly string[];
  readonly isEnabled: boolean;
  readonly disabledReason: string | null;
  readonly disabledAt: string | null;
  readonly failingSince: string | null;
  readonly previousSecretExpiresAt: string | null;
  /** Present only in the response that created it. */
  readonly secret: string;
}

export interface DeliveryDocument {
  readonly id: string;
  readonly eventId: string;
  readonly eventType: string;
  readonly eventTimestamp: string;
  readonly state: string;
  readonly reason: string | null;
  readonly attemptCount: number;
  readonly attempts: readonly {
    readonly status: number | null;
    readonly error: string | null;
    readonly responseBody: string | null;
  }[];
  /** Present only when a single delivery is requested. */
  readonly payload?: EventDocument;
}

export interface Received {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly event: EventDocument;
}

/** A local webhook endpoint that records its deliveries. */
export interface Endpoint {
  readonly url: string;
  readonly received: Received[];
  /** Sets the response statuses in order; the last one repeats. */
  answer(...statuses: readonly number[]): void;
  /** Additional response headers. */
  headers: Record<string, string>;
  stop(): Promise<void>;
}

export const startEndpoint = async (): Promise<Endpoint> => {
  const received: Received[] = [];
  let statuses: number[] = [204];
  const endpoint: Pick<Endpoint, 'headers'> = { headers: {} };
  const receiver: Receiver = await startReceiver(({ incoming, body }, response) => {
    const names = Object.entries(incoming.headers);
    const headers = Object.fromEntries(names.map(([name, value]) => [name, String(value)]));
    received.push({ headers, body, event: JSON.parse(body) });
    const [status = 204] = statuses.length > 1 ? statuses.splice(0, 1) : statuses;
    response.writeHead(status, endpoint.headers).end('{"thanks":true}');
  });
  return Object.assign(endpoint, {
    url: `http://127.0.0.1:${receiver.port}/hooks`,
    received,
    answer(...next: readonly number[]) {
      statuses = [...next];
    },
    stop: () => receiver.stop(),
  });
};

/**
 * Verifies a delivery as a receiver would, with the public library, and against the OpenAPI document.
 * @throws Error if the signature or the document does not match
 */
export const verify = (received: Received, secret: string): unknown => {
  checkDelivery(contract, received);
  return new Webhook(secret).verify(received.body, { ...received.headers });
};

export const createEndpointAs = async (
  user: SampleUser,
  body: Readonly<Record<string, unknown>>,
): Promise<EndpointDocument> =>
  bodyOf(
    await admin('/webhook-endpoints', { as: user, method: 'POST', body: { eventTypes: ['*'], ...body } }),
    201,
  );

/**
 * Sends a test event to an endpoint that fails, and waits until the service knows: its health is stored after
 * the attempt.
 *
 * @returns the id of the delivery
 */
export const failTestEventAs = async (as: SampleUser, endpointId: string): Promise<string> => {
  const endpoint = `/webhook-endpoints/${endpointId}`;
  const sent = await admin(`${endpoint}/test`, { as, method: 'POST' });
  await eventually(async () => {
    const { failingSince } = bodyOf<EndpointDocument>(await admin(endpoint, { as }));
    return failingSince !== null;
  });
  return bodyOf<DeliveryDocument>(sent, 202).id;
};

export const deliveriesAs = async (
  user: SampleUser,
  endpointId: string,
  query = '',
): Promise<readonly DeliveryDocument[]> =>
  bodyOf<{ items: DeliveryDocument[] }>(
    await admin(`/webhook-endpoints/${endpointId}/deliveries${query}`, { as: user }),
  ).items;

/** Imports records into an organization with the command-line tool. */
export const importRecords = async (
  organizationId: string,
  files: Readonly<Partial<Record<'people' | 'companies' | 'call-lists', readonly unknown[]>>>,
  flags: readonly string[] = [],
): Promise<void> => {
  const folder = mkdtempSync(join(tmpdir(), 'webhooks-'));
  const options = Object.entries(files).flatMap(([name, records]) => {
    const file = join(folder, `${name}.jsonl`);
    writeFileSync(file, jsonLines(records));
    return [`--${name}`, file];
  });
  await runToolHere(
    'import',
    ['--organization', organizationId, ...service.toolArguments, ...options, ...flags],
    service.toolEnvironment,
  );
};
