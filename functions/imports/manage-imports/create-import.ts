import { randomUUID } from 'node:crypto';
import { recordEntry } from '../../../shared/audit-log/audit-entry.ts';
import { DEFAULT_SETTINGS } from '../../../shared/contract/imports/import-limits.ts';
import { timestampOf } from '../../../shared/domain/timestamp.ts';
import { insertImport, newImport } from '../../../shared/imports/import-repository.ts';
import { uploadKey } from '../../../shared/imports/object-keys.ts';
import type { IMPORT_ROUTES } from '../../../shared/operations/admin-api/imports.ts';
import type { AdminHandler } from '../../http/admin-api.ts';
import { requireSettings } from '../require-settings.ts';
import type { ImportDependencies } from './dependencies.ts';
import { viewOfImport } from './import-view.ts';

/** Prepares the upload of a file. The import starts later, with its settings. */
export const createCreateImport =
  ({ table, bucket }: ImportDependencies): AdminHandler<typeof IMPORT_ROUTES.createImport> =>
  async ({ principal: { organizationId, actor }, body }) => {
    const { kind, source, fileName, size, contentType, settings = DEFAULT_SETTINGS } = body;
    await requireSettings(kind, settings);
    const id = randomUUID();
    const createdAt = timestampOf(new Date());
    const created = newImport(
      {
        id,
        organizationId,
        kind,
        source,
        fileName,
        objectKey: uploadKey(organizationId, id, fileName),
        etag: null,
        size,
        settings,
        isRepeat: false,
        startedBy: actor,
        createdAt,
      },
      null,
    );
    const entry = recordEntry(
      'import.created',
      { organizationId, at: createdAt, actor, targetId: id },
      { kind, source, fileName, size },
    );
    await insertImport(table, created, [entry]);
    const { url, expiresAt } = bucket.uploadUrl(created.objectKey, { size, contentType });
    return {
      status: 201,
      body: { ...viewOfImport(created), uploadUrl: url, uploadExpiresAt: timestampOf(expiresAt) },
    };
  };
