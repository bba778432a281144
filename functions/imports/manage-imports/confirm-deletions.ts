import { recordEntry } from '../../../shared/audit-log/audit-entry.ts';
import { timestampOf } from '../../../shared/domain/timestamp.ts';
import { IMPORTS } from '../../../shared/imports/import-repository.ts';
import { isSuperseded } from '../../../shared/imports/source-state.ts';
import type { IMPORT_ROUTES } from '../../../shared/operations/admin-api/imports.ts';
import type { AdminHandler } from '../../http/admin-api.ts';
import type { ImportDependencies } from './dependencies.ts';
import { conflict, findImport, requireObject, startQueued } from './find-import.ts';
import { viewOfImport } from './import-view.ts';

/**
 * Repeats an import, which deletes the missing records if their number is unchanged. Does nothing to one that
 * is already queued with this number.
 */
export const createConfirmDeletions =
  (dependencies: ImportDependencies): AdminHandler<typeof IMPORT_ROUTES.confirmImportDeletions> =>
  async ({ principal: { organizationId, actor }, id, body: { count } }) => {
    const { table } = dependencies;
    const before = await findImport(dependencies, organizationId, id);
    if (before.status === 'queued' && before.confirmedDeletions === count) {
      return { status: 202, body: viewOfImport(before) };
    }
    const missing = before.deletions?.missing;
    if (before.status !== 'awaiting_confirmation' || missing === undefined) {
      throw conflict('The import has no deletions to confirm. Reload it.');
    }
    if (count !== missing) {
      throw conflict(`The import found ${missing} missing records, not ${count}. Reload it and retry.`);
    }
    if (await isSuperseded(table.reader, before)) {
      throw conflict(
        'Another import of this source has finished since. Repeat this import to find what is missing now.',
      );
    }
    await requireObject(dependencies, before);
    const at = timestampOf(new Date());
    const entry = recordEntry(
      'import.deletions_confirmed',
      { organizationId, at, actor, targetId: id },
      { count },
    );
    const changes = { status: 'queued', queuedAt: at, confirmedDeletions: count } as const;
    return startQueued(dependencies, await IMPORTS.change(table, before, changes, [entry]));
  };
