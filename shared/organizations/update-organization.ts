import { type Actor, recordEntry } from '../audit-log/audit-entry.ts';
import { timestampOf } from '../domain/timestamp.ts';
import { limitFeed } from '../events/feed/feed-head.ts';
import { restartExpiry } from '../records/retention/expiry-state.ts';
import { organizationKey } from '../table/items/keys.ts';
import { nextVersion, unchangedSince, versionOf } from '../table/items/versions.ts';
import { LOST, retryLostRaces } from '../table/lost-races.ts';
import type { Table } from '../table/table.ts';
import { OrganizationConflictError } from './errors.ts';
import { type Organization, organizationFromItem, organizationToItem } from './organization.ts';

/** New values; absent ones stay unchanged. */
export type OrganizationChanges = Partial<
  Pick<Organization, 'name' | 'timeZone' | 'membersSeeData' | 'recordRetentionDays' | 'eventRetentionDays'>
>;

const settingsOf = ({
  name,
  timeZone,
  membersSeeData,
  recordRetentionDays,
  eventRetentionDays,
}: Organization) => ({
  name,
  timeZone,
  membersSeeData,
  recordRetentionDays,
  eventRetentionDays,
});

/**
 * Changes the settings of an organization.
 *
 * @throws OrganizationConflictError if the organization is not registered
 */
export const updateOrganization = (
  { reader, writer }: Table,
  id: string,
  changes: OrganizationChanges,
  actor: Actor,
): Promise<Organization> =>
  retryLostRaces(async () => {
    const item = await reader.get(organizationKey(id), { consistentRead: true });
    if (item === undefined) {
      throw new OrganizationConflictError(
        'Your organization is not registered. Contact the operator of this service.',
      );
    }
    const before = organizationFromItem(item);
    const at = timestampOf(new Date());
    const merged = { ...before, ...changes };
    const after = {
      ...merged,
      recordRetentionSince: merged.recordRetentionDays === null ? null : (before.recordRetentionSince ?? at),
    };
    const version = versionOf(item);
    const limit =
      after.eventRetentionDays === before.eventRetentionDays
        ? []
        : [await limitFeed(reader, id, after.eventRetentionDays, new Date())];
    const isWritten = await writer.transact([
      { put: { Item: nextVersion(organizationToItem(after), version), ...unchangedSince(version) } },
      ...(after.recordRetentionDays === before.recordRetentionDays ? [] : [restartExpiry(id, at)]),
      ...limit,
      recordEntry(
        'organization.updated',
        { organizationId: id, at, actor, targetId: id },
        { before: settingsOf(before), after: settingsOf(after) },
      ),
    ]);
    return isWritten ? after : LOST;
  });
