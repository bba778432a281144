import { setTimeout } from 'node:timers/promises';
import { createListEvents } from '../../../functions/events/list-events/handler.ts';
import { createEventPublisher } from '../../../functions/events/publish-events/handler.ts';
import { createListPeople } from '../../../functions/records/list-people/handler.ts';
import { PERMISSIONS } from '../../../shared/contract/keys/permissions.ts';
import type { ResponseBody } from '../../../shared/contract/response-bodies.ts';
import type { Person } from '../../../shared/kinds/person.ts';
import { ROUTES } from '../../../shared/operations/data-api/routes.ts';
import { deleteRecord } from '../../../shared/records/delete-record.ts';
import { personFromItem, personToItem } from '../../../shared/records/store/record-items.ts';
import { addToCollectionCount, putRecord } from '../../../shared/records/store/record-writes.ts';
import { personKey } from '../../../shared/table/items/keys.ts';
import { existing } from '../../../shared/table/items/versions.ts';
import { LOST, retryLostRaces } from '../../../shared/table/lost-races.ts';
import { validQuery } from '../contract/valid-query.ts';
import type { LaggingTable } from '../engine/lagging-table/lagging-table.ts';
import { createFakeBus } from '../events/fake-bus.ts';
import { sampleData } from './sample-data.ts';

const ORGANIZATION = '6f1c1a52-7f0b-4b60-9d3e-000000000000';
const ACTOR = { id: 'test', name: 'test', from: null };

const [template] = sampleData('History').people;
if (template === undefined) throw new Error('There is no sample person.');

/** The id of the nth person. */
export const personId = (number: number): string =>
  `6f1c1a52-7f0b-4b60-9d3e-${(number * 7_919).toString(16).padStart(12, '0')}`;

type PeoplePage = ResponseBody<'PersonPage'>;

interface ScanQuery {
  readonly limit: number;
  readonly sort: 'changedAt' | '-changedAt';
  readonly changedSince?: string | undefined;
}

const principal = { organizationId: ORGANIZATION, keyId: 'key', permissions: new Set(PERMISSIONS) };
const request = { principal, id: '', body: undefined, from: '127.0.0.1', urlWith: () => '' };

/** People of an organization in a table, as writers, the publisher of events and readers see them. */
export const createPeopleHistory = (table: LaggingTable) => {
  const list = createListPeople(table);
  const events = createListEvents(table);
  const publish = createEventPublisher({
    table,
    retentionDays: 30,
    bus: createFakeBus(),
    backoff: async () => {},
  });
  const removed = new Set<string>();
  let published = 0;
  let isPublishing = true;

  const publishOnce = async (): Promise<void> => {
    const records = await table.recordsOf(`ORG#${ORGANIZATION}#PERSON#`);
    const batch = records.slice(published);
    if (batch.length === 0) return;
    const { batchItemFailures } = await publish(
      { Records: batch },
      { getRemainingTimeInMillis: () => 60_000 },
    );
    if (batchItemFailures.length > 0) throw new Error('The changes could not be published.');
    published += batch.length;
  };

  return {
    organizationId: ORGANIZATION,
    /** The ids of the people that were ever removed. */
    removed,
    /** Creates or changes a person. */
    store: (number: number, title: string): Promise<void> =>
      retryLostRaces(async () => {
        const id = personId(number);
        const stored = await table.reader.get(personKey(ORGANIZATION, id), { consistentRead: true });
        const item = personToItem(ORGANIZATION, { ...template, id, title });
        const isStored = await table.writer.transact((now) => [
          putRecord(item, stored, { isSilent: false, now }),
          ...addToCollectionCount(ORGANIZATION, 'person', existing(stored) === undefined ? 1 : 0),
        ]);
        return isStored ? undefined : LOST;
      }),

    async remove(number: number): Promise<void> {
      removed.add(personId(number));
      const record = { organizationId: ORGANIZATION, kind: 'person', id: personId(number) } as const;
      await deleteRecord(table, record, { actor: ACTOR });
    },

    /** Publishes changes until it is stopped. */
    async runPublisher(pause: number): Promise<void> {
      while (isPublishing) {
        await publishOnce();
        await setTimeout(pause);
      }
    },
    async stopPublisher(): Promise<void> {
      isPublishing = false;
      await publishOnce();
    },

    /** The stored people by id. */
    async people(): Promise<ReadonlyMap<string, Person>> {
      const items = await table.itemsOf(`ORG#${ORGANIZATION}#PERSON#`);
      return new Map(items.filter(existing).map((item) => [String(item['id']), personFromItem(item)]));
    },

    /** Reads a collection to its end. */
    async *scan({ limit, sort, changedSince }: ScanQuery): AsyncGenerator<PeoplePage, void, undefined> {
      let cursor: string | undefined;
      do {
        const { body, unversioned } = await list({
          ...request,
          query: validQuery(ROUTES.listPeople.query, { limit: String(limit), sort, cursor, changedSince }),
        });
        yield { ...body, ...unversioned };
        cursor = unversioned?.['nextCursor'];
      } while (cursor !== undefined);
    },

    /** Applies the events after a cursor to a copy, to the end of the feed. */
    async follow(copy: Map<string, unknown>, eventCursor: string): Promise<void> {
      for (let cursor = eventCursor; ; ) {
        const query = { limit: 100, cursor, from: undefined, since: undefined, types: new Set<string>() };
        const { body } = await events({ ...request, query });
        const { items, nextCursor, hasMore } = JSON.parse(body.text);
        for (const { type, data } of items) {
          if (type === 'person.deleted') copy.delete(data.id);
          else copy.set(data.id, data);
        }
        if (!hasMore) return;
        cursor = nextCursor;
      }
    },
  };
};
