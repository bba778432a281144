import { useEffect, useRef, useState } from 'preact/hooks';
import { useConsole } from '../../console-context.ts';
import { nameOf } from '../../parts/record-text.ts';
import { useLifetime } from '../../parts/use-lifetime.ts';
import { KIND_SEGMENTS, type KindSegment, type RecordAddress } from '../../routing/record-paths.ts';
import { readRecords } from './read-records.ts';

/** Shown until a name is loaded. */
const PENDING = '…';

/**
 * The names of records: the id for a record that is gone, or whose request failed.
 *
 * @param records may grow and repeat
 */
export const useNames = (records: readonly RecordAddress[]): ((record: RecordAddress) => string) => {
  const { api } = useConsole();
  const signal = useLifetime();
  const [names, setNames] = useState<ReadonlyMap<string, string>>(new Map());
  const asked = useRef(new Set<string>());
  const missing = records.filter(({ id }) => !asked.current.has(id));
  const load = async (kind: KindSegment): Promise<void> => {
    const ids = [...new Set(missing.flatMap((each) => (each.kind === kind ? each.id : [])))];
    for (const id of ids) asked.current.add(id);
    const found = await readRecords(api, kind, ids, signal).catch(() => []);
    if (ids.length === 0 || signal.aborted) return;
    const named = found.map((record) => [record.id, nameOf(record)] as const);
    setNames((before) => new Map([...before, ...ids.map((id) => [id, id] as const), ...named]));
  };
  useEffect(() => {
    for (const kind of KIND_SEGMENTS) void load(kind);
  }, [missing.map(({ id }) => id).join()]);
  return ({ id }) => names.get(id) ?? PENDING;
};
