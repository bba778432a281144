import { randomUUID } from 'node:crypto';
import type { SQSEvent } from 'aws-lambda';
import { createImporter } from '../../../functions/imports/import-files/handler.ts';
import { DEFAULT_SETTINGS } from '../../../shared/contract/imports/import-limits.ts';
import type { ImportSettings } from '../../../shared/imports/import.ts';
import { putProfile } from '../../../shared/imports/import-profiles.ts';
import type { ImportMessage } from '../../../shared/imports/import-repository.ts';
import type { OtherBucket } from '../../../shared/imports/other-buckets.ts';
import type { StepDependencies } from '../../../shared/imports/steps/row-import.ts';
import { ORGANIZATION_DEFAULTS, organizationToItem } from '../../../shared/organizations/organization.ts';
import type { Messages } from '../../../shared/runtime/sqs-messages.ts';
import { nextVersion } from '../../../shared/table/items/versions.ts';
import { type SomeTable, tableOf } from '../engine/function-table.ts';
import { ACTOR, at } from '../keys/key-fixture.ts';
import { MemoryObjects } from '../platform/memory-objects.ts';

interface DropOptions {
  /** The bucket that the notification names. Default: that of the function. */
  readonly bucket?: string;
  /** How long ago the file arrived, in milliseconds. Default: it arrives now, after all others. */
  readonly age?: number;
}

/** The function `import-files` with a real table, and a bucket and a queue in memory. */
export const createImportBucket = async (
  engine: SomeTable,
  {
    organizationId = randomUUID(),
    otherBucket,
    ...options
  }: Partial<Pick<StepDependencies, 'windowRows' | 'leaseMilliseconds' | 'checkpointMilliseconds'>> & {
    readonly organizationId?: string;
    /** A bucket of another account. Default: none */
    readonly otherBucket?: OtherBucket;
  } = {},
) => {
  const table = tableOf(engine);
  const createdAt = new Date().toISOString();
  const organization = organizationToItem({
    id: organizationId,
    name: 'Test',
    createdAt,
    ...ORGANIZATION_DEFAULTS,
  });
  await table.writer.put(nextVersion(organization, undefined), undefined);
  const objects = new MemoryObjects();
  const otherObjects = new MemoryObjects();
  if (otherBucket !== undefined) objects.others.set(otherBucket.name, otherObjects);
  const queue: { body: string; receives: number }[] = [];
  /** Milliseconds left, at each call. */
  let remaining = () => 900_000;
  const messages: Messages<ImportMessage> = {
    send: async (message) => void queue.push({ body: JSON.stringify(message), receives: 0 }),
  };
  const handler = createImporter({
    table,
    objects,
    bucket: 'imports',
    otherBuckets: otherBucket === undefined ? [] : [otherBucket],
    messages,
    leaseMilliseconds: 60_000,
    checkpointMilliseconds: 0,
    ...options,
  });
  let sequencer = 0;
  let lastArrival = 0;
  const notificationOf = (
    key: string,
    { bucket = 'imports', age = 0 }: DropOptions,
    from = objects,
  ): string => {
    sequencer += 1;
    const now = Date.now();
    const arrivedAt = age === 0 ? Math.max(now, lastArrival + 1) : now - age;
    lastArrival = Math.max(lastArrival, arrivedAt);
    const object = {
      key: encodeURIComponent(key).replaceAll('%2F', '/').replaceAll('%20', '+'),
      size: from.content.get(key)?.length ?? 0,
      eTag: from.etagOf(key),
      sequencer: String(sequencer),
    };
    const record = {
      eventTime: new Date(arrivedAt).toISOString(),
      userIdentity: { principalId: 'AWS:AIDAEXAMPLE' },
      requestParameters: { sourceIPAddress: '192.0.2.1' },
      s3: { bucket: { name: bucket }, object },
    };
    return JSON.stringify({ Records: [record] });
  };
  const receive = async (message: { body: string; receives: number }): Promise<boolean> => {
    message.receives += 1;
    const record = {
      messageId: '1',
      body: message.body,
      attributes: { ApproximateReceiveCount: String(message.receives) },
    };
    const { batchItemFailures } = await handler({ Records: [record] } as unknown as SQSEvent, {
      getRemainingTimeInMillis: () => remaining(),
    });
    return batchItemFailures.length === 0;
  };
  return {
    organizationId,
    table,
    objects,
    queue,
    messages,
    receive,
    /** Stores an object under the address of the organization, and returns its notification. */
    drop(path: string, content: string | Buffer, options: DropOptions = {}) {
      const key = `imports/${organizationId}/${path}`;
      objects.content.set(key, Buffer.from(content));
      return { key, message: { body: notificationOf(key, options), receives: 0 } };
    },
    /** Stores an object in the other bucket, and returns its notification. */
    dropElsewhere(key: string, content: string, bucket = otherBucket?.name ?? '') {
      otherObjects.content.set(key, Buffer.from(content));
      return { body: notificationOf(key, { bucket }, otherObjects), receives: 0 };
    },
    /** Delivers all messages until none is left. Returns how many deliveries it took. */
    async drain(...messages: { body: string; receives: number }[]): Promise<number> {
      queue.push(...messages);
      let deliveries = 0;
      for (let message = queue.shift(); message !== undefined; message = queue.shift()) {
        deliveries += 1;
        if (deliveries > 200) throw new Error('The queue does not become empty.');
        if (!(await receive(message))) queue.push(message);
      }
      return deliveries;
    },
    /** Stores a profile for people of the source `crm`: default settings, but for those given. */
    putProfile: (settings: Partial<ImportSettings>) =>
      putProfile(table, {
        organizationId,
        kind: 'people',
        source: 'crm',
        settings: { ...DEFAULT_SETTINGS, ...settings },
        updatedAt: at(0),
        updatedBy: ACTOR,
      }),
    limitTime(milliseconds: () => number) {
      remaining = milliseconds;
    },
    text: (key: string) => objects.content.get(key)?.toString(),
  };
};
