import { recordEntry } from '../../../shared/audit-log/audit-entry.ts';
import { timestampOf } from '../../../shared/domain/timestamp.ts';
import { IMPORTS } from '../../../shared/imports/import-repository.ts';
import type { IMPORT_ROUTES } from '../../../shared/operations/admin-api/imports.ts';
import type { AdminHandler } from '../../http/admin-api.ts';
import { requireSettings } from '../require-settings.ts';
import type { ImportDependencies } from './dependencies.ts';
import { conflict, findImport, requireObject, startQueued } from './find-import.ts';
import { viewOfImport } from './import-view.ts';

/** Starts the import of an uploaded file. Does nothing to one that is queued. */
export const createStartImport =
  (dependencies: ImportDependencies): AdminHandler<typeof IMPORT_ROUTES.startImport> =>
  async ({ principal: { organizationId, actor }, id, body: { settings } }) => {
    const { table } = dependencies;
    const before = await findImport(dependencies, organizationId, id);
    if (before.status === 'queued') return { status: 202, body: viewOfImport(before) };
    if (before.status !== 'awaiting_upload' && before.status !== 'uploaded') {
      throw conflict('The import was already started. Repeat it instead.');
    }
    await requireSettings(before.kind, settings);
    const { etag, size } = await requireObject(dependencies, before);
    const at = timestampOf(new Date());
    const { kind, source, fileName } = before;
    const entry = recordEntry(
      'import.queued',
      { organizationId, at, actor, targetId: id },
      { kind, source, fileName, settings },
    );
    const changes = { status: 'queued', queuedAt: at, etag, size, settings, startedBy: actor } as const;
    return startQueued(dependencies, await IMPORTS.change(table, before, changes, [entry]));
  };
