import { useEffect, useRef, useState } from 'preact/hooks';
import { useConsole } from '../../console-context.ts';
import { nameOf } from '../../parts/record-text.ts';
import { useLifetime } from '../../parts/use-lifetime.ts';
import { KIND_SEGMENTS, type KindSegment, type RecordAddress } from '../../routing/record-paths.ts';
import { readRecords, type StoredRecord } from './read-records.ts';

type Found = StoredRecord | undefined;

/**
 * Reads records that others refer to: only the id is known of one that is gone, or whose request failed.
 *
 * @param records may grow and repeat
 * @returns a record; `undefined` until it is loaded
 */
export const useRecords = (records: readonly RecordAddress[]): ((record: RecordAddress) => Found) => {
  const { api } = useConsole();
  const signal = useLifetime();
  const [all, setAll] = useState<ReadonlyMap<string, StoredRecord>>(new Map());
  const asked = useRef(new Set<string>());
  const missing = records.filter(({ id }) => !asked.current.has(id));
  const load = async (kind: KindSegment): Promise<void> => {
    const ids = [...new Set(missing.flatMap((each) => (each.kind === kind ? each.id : [])))];
    for (const id of ids) asked.current.add(id);
    const found = await readRecords(api, kind, ids, signal).catch(() => []);
    if (ids.length === 0 || signal.aborted) return;
    const known = [...ids.map((id) => ({ id })), ...found];
    setAll((before) => new Map([...before, ...known.map((record) => [record.id, record] as const)]));
  };
  useEffect(() => {
    for (const kind of KIND_SEGMENTS) void load(kind);
  }, [missing.map(({ id }) => id).join()]);
  return ({ id }) => all.get(id);
};

/** Shown until a name is loaded. */
const PENDING = '…';

/** The names of records: the id for a record that is gone, or whose request failed. */
export const useNames = (records: readonly RecordAddress[]): ((record: RecordAddress) => string) => {
  const recordOf = useRecords(records);
  return (address) => {
    const record = recordOf(address);
    return record === undefined ? PENDING : nameOf(record);
  };
};
