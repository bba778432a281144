import { KINDS } from '../kinds/kinds.ts';
import type { EraseCopies } from '../records/erasure/erase-person.ts';
import { LOST, retryLostRaces } from '../table/lost-races.ts';
import type { Table } from '../table/table.ts';
import { deleteFiles, type RemoveObjects } from './delete-export.ts';
import { type Export, objectsNamedBy, stateOf } from './export.ts';
import { EXPORTS, listExports, readExport } from './export-repository.ts';

const ERASED = 'Its files were deleted because a person was erased. Start another export.';

/** Returns whether the export had files. */
const eraseFiles = (
  table: Table,
  remove: RemoveObjects,
  { organizationId, id }: Pick<Export, 'organizationId' | 'id'>,
): Promise<boolean> =>
  retryLostRaces(async () => {
    const stored = await readExport(table.reader, organizationId, id);
    if (stored === undefined) return false;
    const state = stateOf(stored, new Date());
    if (state === 'running') {
      // What the invocation is writing now, it deletes when it starts over.
      const over = { startedAt: null, totalCount: null, columnsKey: null, files: [], progress: null };
      if ((await EXPORTS.change(table, stored, over)) === undefined) return LOST;
      await remove(objectsNamedBy(stored));
      return stored.files.length > 0;
    }
    if (state !== 'completed' && !(state === 'failed' && stored.files.length > 0)) return false;
    return (await deleteFiles(table, remove, stored, ERASED)) === undefined ? LOST : true;
  });

/** Deletes the files of exports that may hold data of a person. Those that are being written start over. */
export const exportEraser =
  (remove: RemoveObjects): EraseCopies =>
  async (table, organizationId) => {
    let erased = 0;
    for (const item of await listExports(table.reader, organizationId)) {
      if (KINDS[item.resource].personal !== null && (await eraseFiles(table, remove, item))) erased++;
    }
    return { exports: erased };
  };
