import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { GetQueueAttributesCommand, ListQueuesCommand } from '@aws-sdk/client-sqs';
import { personToItem } from '../../../shared/records/store/record-items.ts';
import { createSqsClient } from '../../../shared/runtime/sqs-client.ts';
import { personKey } from '../../../shared/table/items/keys.ts';
import { nextVersion } from '../../../shared/table/items/versions.ts';
import type { TableReader } from '../../../shared/table/reader.ts';
import { createDocumentClient } from '../../../shared/table/sdk/document-client.ts';
import { createTable } from '../../../shared/table/sdk/document-client-table.ts';
import type { TableWriter } from '../../../shared/table/writer.ts';
import { createEndpoint } from '../../../shared/webhooks/endpoints/create-endpoint.ts';
import { createKmsCipher, createKmsClient } from '../../../shared/webhooks/secrets/kms-cipher.ts';
import { CREDENTIALS_OF_ENGINE } from '../engine/engine.ts';
import { sampleData } from '../records/sample-data.ts';

/** The table and queues of a local service, accessed without its APIs. */
export interface WebhookTable {
  readonly tableName: string;
  readonly reader: TableReader;
  readonly writer: TableWriter;
  /** Registers an endpoint for all events and returns its secret. */
  addEndpoint(organizationId: string, url: string): Promise<string>;
  /** Stores the nth version of a person. */
  changePerson(organizationId: string, id: string, version: number): Promise<void>;
  /** The number of waiting messages in each queue whose URL matches. */
  queueLengths(names: RegExp): Promise<readonly number[]>;
}

const ACTOR = { id: 'test', name: 'test', from: null };

/** @param dataDirectory of the running service */
export const openWebhookTable = (dataDirectory: string): WebhookTable => {
  const {
    region,
    credentials = CREDENTIALS_OF_ENGINE,
    endpoints,
    outputs,
  } = JSON.parse(readFileSync(join(dataDirectory, 'runner.json'), 'utf8'));
  const client = createDocumentClient({
    endpoint: endpoints.dynamodb,
    region,
    credentials,
    // Functions give up sooner than a busy machine may answer.
    connectionTimeout: 20_000,
    requestTimeout: 20_000,
  });
  const store = createTable(client, outputs.TableName);
  const kms = createKmsClient({ endpoint: endpoints.kms, region, credentials });
  const cipher = createKmsCipher(kms, outputs.WebhookKeyId);
  const sqs = createSqsClient({ endpoint: endpoints.sqs, region, credentials });
  const [template] = sampleData('Webhooks').people;
  if (template === undefined) throw new Error('There is no sample person.');
  return {
    tableName: outputs.TableName,
    reader: store.reader,
    writer: store.writer,
    async addEndpoint(organizationId, url) {
      const dependencies = { store, cipher, policy: { allowsLoopback: true } };
      const endpoint = {
        organizationId,
        url,
        description: null,
        eventTypes: ['*'] as const,
        includesContactDetails: true,
      };
      return (await createEndpoint(dependencies, endpoint, ACTOR)).secret ?? '';
    },
    async changePerson(organizationId, id, version) {
      const before = version === 1 ? undefined : version - 1;
      const person = { ...template, id, title: randomUUID() };
      const isStored = await store.writer.put(
        nextVersion(personToItem(organizationId, person), before),
        before,
      );
      if (isStored) return;
      // On a busy machine, the client repeats a write whose response it lost.
      const stored = await store.reader.get(personKey(organizationId, id), { consistentRead: true });
      if (stored?.['title'] !== person.title)
        throw new Error(`The person ${id} is not at version ${before}.`);
    },
    async queueLengths(names) {
      const { QueueUrls: urls = [] } = await sqs.send(new ListQueuesCommand({}));
      return Promise.all(
        urls
          .filter((url) => names.test(url))
          .map(async (url) => {
            const { Attributes: attributes = {} } = await sqs.send(
              new GetQueueAttributesCommand({ QueueUrl: url, AttributeNames: ['All'] }),
            );
            return Number(attributes['ApproximateNumberOfMessages']);
          }),
      );
    },
  };
};
