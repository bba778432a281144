import { CONTACT_PERMISSION, type Permission } from '../../shared/contract/keys/permissions.ts';
import type { ResponseBody } from '../../shared/contract/response-bodies.ts';
import { type Export, recordCountOf, stateOf } from '../../shared/exports/export.ts';
import { fileNameOf } from '../../shared/exports/object-keys.ts';
import { IDENTITIES } from '../../shared/kinds/names.ts';
import type { Bucket } from '../../shared/runtime/bucket/bucket.ts';
import { collectionEventCursor, firstRead } from '../http/event-cursor.ts';

/** An export as both APIs show it. Its files have new addresses each time. */
export const viewOfExport = (
  bucket: Pick<Bucket, 'downloadUrl'>,
  shown: Export,
  now: Date,
): ResponseBody<'Export'> => {
  const state = stateOf(shown, now);
  const isCompleted = state === 'completed';
  return {
    id: shown.id,
    resource: shown.resource,
    format: shown.format,
    fields: shown.fields ?? [],
    changedSince: shown.changedSince,
    callListId: shown.callListId,
    state,
    problem: shown.problem,
    recordCount: recordCountOf(shown),
    totalCount: shown.totalCount,
    files: isCompleted
      ? shown.files.map(({ key, bytes, sha256, recordCount }, index) => {
          const name = fileNameOf(shown, index + 1);
          return { url: bucket.downloadUrl(key, name).url, name, bytes, sha256, recordCount };
        })
      : [],
    eventCursor:
      isCompleted && shown.startedAt !== null
        ? collectionEventCursor(shown.organizationId, firstRead(shown.startedAt))
        : null,
    createdAt: shown.createdAt,
    completedAt: shown.completedAt,
    expiresAt: shown.expiresAt,
  };
};

/** Whether a caller may download an export: only one that it could have made itself. */
export const isShownTo =
  (permissions: ReadonlySet<Permission>) =>
  ({ resource, includesContactDetails }: Export): boolean =>
    permissions.has(IDENTITIES[resource].list) &&
    (!includesContactDetails || permissions.has(CONTACT_PERMISSION));
