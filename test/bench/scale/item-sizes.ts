import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { chunksOfItems, itemsOfChunk } from '../../../shared/events/feed/feed-chunk.ts';
import { FILTERS, type Filter } from '../../../shared/kinds/filters.ts';
import { type PlainKind, snakeOf } from '../../../shared/kinds/names.ts';
import { lookupChanges } from '../../../shared/records/lookups/lookup-changes.ts';
import { batchesOf } from '../../../shared/table/batches.ts';
import { requiredBinary } from '../../../shared/table/items/attributes.ts';
import { itemBytes } from '../../../shared/table/items/item-size.ts';
import { upperOf } from '../../../shared/table/items/keys.ts';
import { resourceOfKey } from '../../../shared/table/items/resource-key.ts';
import type { Item } from '../../../shared/table/reader.ts';
import { openService } from '../../faults/support/service-access.ts';
import { synthesizeAssembly } from '../../support/platform/assembly.ts';
import { startRunnerProcess } from '../../support/service/runner-process.ts';
import { CHUNK_ATTRIBUTES, CLAIM_UNITS, createSeenLists, HEAD_UNITS } from './append-units.ts';

/** What DynamoDB stores and charges for one imported record of a kind, on average. */
export interface RecordSizes {
  readonly kind: PlainKind;
  /**
   * Bytes of the record, of its entry in the change index, and of its lookups, without DynamoDB's overhead.
   */
  readonly bytes: { readonly record: number; readonly index: number; readonly lookups: number };
  /** Its lookups, and those among them whose value many records share. */
  readonly lookups: number;
  readonly sharedLookups: number;
  /** Bytes of the event in a chunk of many, and of its lookup. */
  readonly eventBytes: { readonly feed: number; readonly lookup: number };
  /** Write units of a chunk with so many events, in a transaction. */
  readonly chunkUnits: (events: number) => number;
  /** Write units of an import, where events are appended a hundred at a time. */
  readonly writeUnits: {
    readonly record: number;
    readonly index: number;
    readonly lookups: number;
    readonly event: number;
  };
}

/** DynamoDB's overhead per stored item and per index entry. */
export const OVERHEAD_BYTES = 100;

const BATCH = 100;

const units = (bytes: number): number => Math.ceil(bytes / 1024);
const mean = (numbers: readonly number[]): number =>
  numbers.reduce((sum, each) => sum + each, 0) / numbers.length;

const indexBytes = ({ pk, sk, gsi4pk, gsi4sk }: Item): number => itemBytes({ pk, sk, gsi4pk, gsi4sk });

/** All items of a local service with the sample data, once lookups and events are written. */
export const readItems = async (): Promise<readonly Item[]> => {
  const runner = await startRunnerProcess({ assembly: synthesizeAssembly() });
  const service = await openService(runner.dataDirectory);
  const { client, tableName } = service.table;
  const scan = async (): Promise<readonly Item[]> => {
    const items: Item[] = [];
    let ExclusiveStartKey: Record<string, unknown> | undefined;
    do {
      const page = await client.send(new ScanCommand({ TableName: tableName, ExclusiveStartKey }));
      items.push(...(page.Items ?? []));
      ExclusiveStartKey = page.LastEvaluatedKey;
    } while (ExclusiveStartKey !== undefined);
    return items;
  };
  try {
    for (let before = await scan(); ; ) {
      await setTimeout(3_000);
      const items = await scan();
      if (items.length === before.length) return items;
      before = items;
    }
  } finally {
    service.close();
    await runner.stop();
  }
};

/**
 * Bytes of a chunk with so many events of a kind; with more than there are, as many times those of all.
 * Repeated events would compress too well.
 */
const createChunkBytes = (items: readonly Item[], kind: PlainKind) => {
  const stored = items.filter(({ sk }) => String(sk).startsWith('CHUNK#'));
  const all = chunksOfItems(stored)
    .chunks.flatMap((chunk) => chunk.events)
    .filter((event) => event?.type.startsWith(`${snakeOf(kind)}.`) === true);
  const measured = all.map((_, last) => {
    const events = all.slice(0, last + 1);
    const [chunk] = itemsOfChunk(randomUUID(), { number: 1, at: '', revision: 0, events }, 0);
    return requiredBinary(chunk ?? {}, 'body').length;
  });
  return (count: number): number => measured[count - 1] ?? ((measured.at(-1) ?? 0) * count) / all.length;
};

/** The write units of the lookups of new records and of their counters, written for a batch of the stream. */
const lookupUnits = (records: readonly Item[]): number => {
  const batches = batchesOf(records, BATCH).map((batch) => {
    const changes = batch.flatMap((item) => {
      const resource = resourceOfKey({ pk: String(item['pk']), sk: String(item['sk']) });
      return resource === undefined ? [] : lookupChanges({ resource, before: undefined, after: item });
    });
    const counters = changes
      .flatMap((change) => change.counters ?? [])
      .map(({ key }) => `${key.pk} ${key.sk}`);
    return changes.length + new Set(counters).size;
  });
  return batches.reduce((sum, each) => sum + each, 0) / records.length;
};

const namesIn = (
  filters: Readonly<Record<string, Filter>>,
  isWanted: (filter: Filter) => boolean,
): RegExp => {
  const names = Object.entries(filters).flatMap(([name, filter]) => (isWanted(filter) ? [name] : []));
  return new RegExp(`^LOOKUP#[^#]+#(?:${names.join('|')})#`);
};

/** Measures the items of a kind of the sample data as the service stores them. */
export const measureRecord = (items: readonly Item[], kind: PlainKind): RecordSizes => {
  const startsWith = (start: RegExp): readonly Item[] => items.filter(({ pk }) => start.test(String(pk)));
  const records = items.filter(({ sk }) => sk === upperOf(kind));
  const lookups = startsWith(namesIn(FILTERS[kind], () => true));
  const shared = startsWith(namesIn(FILTERS[kind], (filter) => 'by' in filter && filter.isSharded === true));
  const eventLookups = startsWith(/^LOOKUP#[^#]+#EVENT_RECORD/);
  const chunkBytes = createChunkBytes(startsWith(/^FEED#/), kind);
  const feedBytes = chunkBytes(BATCH) / BATCH;
  const chunkUnits = (events: number): number => 2 * units(chunkBytes(events) + CHUNK_ATTRIBUTES);
  const lookupsOfRecord = lookups.length / records.length;
  const append =
    CLAIM_UNITS +
    HEAD_UNITS +
    chunkUnits(BATCH) +
    createSeenLists().units(Array.from({ length: BATCH }, () => 0));
  return {
    kind,
    bytes: {
      record: mean(records.map(itemBytes)),
      index: mean(records.map(indexBytes)),
      lookups: lookupsOfRecord * mean(lookups.map(itemBytes)),
    },
    lookups: lookupsOfRecord,
    sharedLookups: shared.length / records.length,
    chunkUnits,
    eventBytes: { feed: feedBytes, lookup: mean(eventLookups.map(itemBytes)) },
    writeUnits: {
      record: mean(records.map((item) => 2 * units(itemBytes(item)))),
      index: 1,
      lookups: lookupUnits(records),
      event: append / BATCH + 1,
    },
  };
};
