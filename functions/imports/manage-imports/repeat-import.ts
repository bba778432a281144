import { randomUUID } from 'node:crypto';
import { recordEntry } from '../../../shared/audit-log/audit-entry.ts';
import type { ImportStatus } from '../../../shared/contract/imports/import-limits.ts';
import { timestampOf } from '../../../shared/domain/timestamp.ts';
import { insertImport, newImport } from '../../../shared/imports/import-repository.ts';
import type { IMPORT_ROUTES } from '../../../shared/operations/admin-api/imports.ts';
import type { AdminHandler } from '../../http/admin-api.ts';
import { requireSettings } from '../require-settings.ts';
import type { ImportDependencies } from './dependencies.ts';
import { conflict, findImport, requireObject, startQueued } from './find-import.ts';

const REPEATABLE: ReadonlySet<ImportStatus> = new Set([
  'completed',
  'failed',
  'skipped',
  'awaiting_confirmation',
  'undone',
]);

/** Imports the same file again, with the same settings or others. */
export const createRepeatImport =
  (dependencies: ImportDependencies): AdminHandler<typeof IMPORT_ROUTES.repeatImport> =>
  async ({ principal: { organizationId, actor }, id, body }) => {
    const { table } = dependencies;
    const repeated = await findImport(dependencies, organizationId, id);
    if (!REPEATABLE.has(repeated.status)) {
      throw conflict('The import has not finished. Wait until it has, then repeat it.');
    }
    const { kind, source, fileName, objectKey } = repeated;
    const { settings = repeated.settings } = body;
    await requireSettings(kind, settings);
    const { etag, size } = await requireObject(dependencies, repeated);
    const at = timestampOf(new Date());
    const created = newImport(
      {
        id: randomUUID(),
        organizationId,
        kind,
        source,
        fileName,
        objectKey,
        etag,
        size,
        settings,
        isRepeat: true,
        startedBy: actor,
        createdAt: at,
      },
      at,
    );
    const entry = recordEntry(
      'import.repeated',
      { organizationId, at, actor, targetId: created.id },
      { kind, source, fileName, settings, repeats: id },
    );
    return startQueued(dependencies, await insertImport(table, created, [entry]));
  };
