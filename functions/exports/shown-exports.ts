import { EXPORT_PERMISSIONS } from '../../shared/contract/exports/export-limits.ts';
import { CONTACT_PERMISSION, type Permission } from '../../shared/contract/keys/permissions.ts';
import type { Export } from '../../shared/exports/export.ts';

/** Whether a caller may download an export: only one that it could have made itself. */
export const isShownTo =
  (permissions: ReadonlySet<Permission>) =>
  ({ resource, includesContactDetails }: Export): boolean =>
    permissions.has(EXPORT_PERMISSIONS[resource]) &&
    (!includesContactDetails || permissions.has(CONTACT_PERMISSION));
