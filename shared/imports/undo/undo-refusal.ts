import type { TableReader } from '../../table/reader.ts';
import type { Import } from '../import.ts';
import { listImports } from '../import-repository.ts';
import { totalOf } from '../reader/run/import-report.ts';
import { PARTS_MILLISECONDS, readSourceState } from '../source-state.ts';

/** The records that an import created, with the companies that its people named. */
export const createdBy = ({ counts }: Pick<Import, 'counts'>): number =>
  counts === null ? 0 : totalOf(counts, 'created') + counts.companiesCreatedForPeople;

const recordsOf = (count: number): string => `${count} ${count === 1 ? 'record' : 'records'}`;

/** Why the outcome of an import cannot be undone; `undefined` if it can. */
const outcomeRefusal = (item: Import): string | undefined => {
  const { status, counts, deletions } = item;
  if (status === 'undone') return 'The import was already undone.';
  if (status !== 'completed' && status !== 'failed') {
    return 'The import has not finished. Only an import that has finished can be undone.';
  }
  const changed = counts === null ? 0 : totalOf(counts, 'changed');
  if (changed > 0) {
    return (
      `The import changed ${recordsOf(changed)}, whose earlier values are not kept. ` +
      'Only an import that created records, and changed and deleted none, can be undone.'
    );
  }
  const deleted = deletions?.deleted ?? 0;
  if (deleted > 0) {
    return (
      `The import deleted ${recordsOf(deleted)}, which are not kept. ` +
      'Only an import that created records, and changed and deleted none, can be undone.'
    );
  }
  return createdBy(item) === 0 ? 'The import created no records, so there is nothing to undo.' : undefined;
};

const PAGE_SIZE = 100;
/** Bounds the time of a request. */
const MAX_PAGES = 10;

const LATER_IMPORT =
  'Another import of this source has run since, whose file may contain the same records. ' +
  'Undo that one first.';

/** Whether an import has begun to write after another one of its kind and source, and is not undone. */
const isLater = (other: Import, item: Import): boolean =>
  other.id !== item.id &&
  other.source === item.source &&
  other.status !== 'undone' &&
  other.counts !== null &&
  (other.startedAt ?? '') > (item.startedAt ?? '');

/** Why an import is not the last one of its kind and source; `undefined` if it is. */
const orderRefusal = async (reader: TableReader, item: Import): Promise<string | undefined> => {
  const { organizationId, kind, createdAt } = item;
  const state = await readSourceState(reader, item);
  if (state?.commandAt != null && state.commandAt > createdAt) {
    return (
      'A later `npm run import` has imported this source. Its file may contain the same records, so they ' +
      'are kept.'
    );
  }
  // Parts of one export may be imported in any order.
  const oldest = new Date(Date.parse(createdAt) - PARTS_MILLISECONDS).toISOString();
  let position: string | undefined;
  for (let page = 0; page < MAX_PAGES; page++) {
    const { imports, next } = await listImports(
      reader,
      { organizationId, kind },
      { limit: PAGE_SIZE, position },
    );
    if (imports.some((other) => isLater(other, item))) return LATER_IMPORT;
    if (next === undefined || (imports.at(-1)?.createdAt ?? '') < oldest) return undefined;
    position = next;
  }
  return 'Too many imports have run since.';
};

/** Why an import cannot be undone, and what to do; `undefined` if it can. */
export const undoRefusal = async (reader: TableReader, item: Import): Promise<string | undefined> =>
  outcomeRefusal(item) ?? (await orderRefusal(reader, item));
