import type { Actor } from '../../contract/audit-log/audit-log.ts';
import { suppressibleOf } from '../../domain/values/suppressible.ts';
import type { TableReader } from '../../table/reader.ts';
import type { Table } from '../../table/table.ts';
import { createCompanyRepository, createPersonRepository } from '../store/records.ts';
import { enforceSuppressions } from './enforce-suppressions.ts';
import { addSuppressions, liftSuppressions, MANUAL_SOURCE } from './suppression-list.ts';
import { type Target, targetsOf } from './suppression-targets.ts';

/** What became of values that an admin or operator put on the list or took from it. */
export interface SuppressionOutcome {
  /** Entries that were added or removed. */
  readonly changed: number;
  /** People and companies that were changed. */
  readonly records: number;
  /** Call list entries that lost their number. */
  readonly entries: number;
  /** The values that no person and no company has, as they were given. */
  readonly unmatched: readonly string[];
}

/** The targets of a value. That of a person or company names all its numbers and addresses, too. */
const expanded = async (
  reader: TableReader,
  organizationId: string,
  value: string,
): Promise<readonly Target[]> => {
  const named = suppressibleOf(value);
  if (named === undefined) return [];
  const target: Target = `${named.kind}:${named.value}`;
  if (named.kind !== 'record') return [target];
  const record =
    (await createPersonRepository(reader).get(organizationId, named.value)) ??
    (await createCompanyRepository(reader).get(organizationId, named.value));
  return record === undefined ? [target] : targetsOf(record);
};

/**
 * Puts values on an organization's list, or takes them from it whoever put them there, and brings its records
 * in step. Can be interrupted and repeated. Takes some seconds: the lookups lag behind the records.
 *
 * @param values numbers, addresses and ids, each {@link suppressibleOf}
 */
export const changeSuppressions = async (
  table: Table,
  { organizationId, actor }: { readonly organizationId: string; readonly actor: Actor },
  values: readonly string[],
  isLifting: boolean,
): Promise<SuppressionOutcome> => {
  const targets = new Map<string, readonly Target[]>();
  for (const value of values) targets.set(value, await expanded(table.reader, organizationId, value));
  const all = [...new Set([...targets.values()].flat())];
  const change = { organizationId, source: MANUAL_SOURCE, actor };
  const { changed } = await (isLifting ? liftSuppressions : addSuppressions)(table, change, all);
  const { records, entries, unmatched } = await enforceSuppressions(table, {
    organizationId,
    // A repetition brings in step what an interrupted change has left.
    targets: all,
    isLifting,
  });
  const missing = new Set(unmatched);
  return {
    changed: changed.length,
    records,
    entries,
    unmatched: [...targets].flatMap(([value, each]) =>
      each.every((one) => missing.has(one)) ? [value] : [],
    ),
  };
};
