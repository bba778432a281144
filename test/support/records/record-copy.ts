import type { CopyBatch, CopyState } from '../../../clients/typescript/src/index.ts';

/** A copy in memory, which stores batches as a database does. */
export const createRecordCopy = () => {
  const records = new Map<string, { readonly scan: number; readonly data: unknown }>();
  const erased: string[] = [];
  let state: CopyState | undefined;
  return {
    erased,
    state: () => state,
    /** The records by kind and id, such as `person 6f1c…`. */
    records: () => new Map([...records].map(([key, { data }]) => [key, data])),
    store({ changes, scan, deleteScansBefore = 0, state: next }: CopyBatch): void {
      for (const change of changes) {
        const key = `${change.kind} ${change.id}`;
        if (change.action === 'upsert') records.set(key, { scan, data: change.data });
        else records.delete(key);
        if (change.action === 'erase') erased.push(change.id);
      }
      for (const [key, record] of records) if (record.scan < deleteScansBefore) records.delete(key);
      // What a database reads back.
      state = JSON.parse(JSON.stringify(next));
    },
  };
};
