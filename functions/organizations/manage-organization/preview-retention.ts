import { timestampOf } from '../../../shared/domain/timestamp.ts';
import type { ORGANIZATION_ROUTES } from '../../../shared/operations/admin-api/organizations.ts';
import { countUnchanged } from '../../../shared/records/retention/count-unchanged.ts';
import { firstExpiry, readRecordRetention } from '../../../shared/records/retention/record-retention.ts';
import type { TableReader } from '../../../shared/table/reader.ts';
import type { AdminHandler } from '../../http/admin-api.ts';

export const createPreviewRetention =
  (reader: TableReader): AdminHandler<typeof ORGANIZATION_ROUTES.previewRetention> =>
  async ({ principal: { organizationId }, query: { recordRetentionDays: days } }) => {
    const now = new Date();
    const [unchanged, current] = await Promise.all([
      countUnchanged(reader, organizationId, days, now),
      readRecordRetention(reader, organizationId),
    ]);
    const since = current?.since ?? timestampOf(now);
    return { body: { ...unchanged, firstDeletionAt: firstExpiry({ days, since }, now) } };
  };
