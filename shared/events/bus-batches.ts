import { type BusEntry, entryBytes, MAX_BATCH_BYTES, MAX_BATCH_ENTRIES } from './event-bus.ts';

/** Splits entries into consecutive batches that a bus takes. No entry is larger than a batch may be. */
export const busBatchesOf = (entries: readonly BusEntry[]): readonly (readonly BusEntry[])[] => {
  const batches: BusEntry[][] = [];
  let bytes = 0;
  for (const entry of entries) {
    const size = entryBytes(entry);
    const batch = batches.at(-1);
    if (batch === undefined || batch.length === MAX_BATCH_ENTRIES || bytes + size > MAX_BATCH_BYTES) {
      batches.push([entry]);
      bytes = size;
    } else {
      batch.push(entry);
      bytes += size;
    }
  }
  return batches;
};
