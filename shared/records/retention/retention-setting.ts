import { optionalNumber, optionalString } from '../../table/items/attributes.ts';
import { organizationKey } from '../../table/items/keys.ts';
import type { TableReader } from '../../table/reader.ts';
import type { RecordRetention } from './record-retention.ts';

/**
 * How long an organization keeps records, with strong consistency; `undefined` if its records do not expire.
 */
export const readRecordRetention = async (
  reader: TableReader,
  organizationId: string,
): Promise<RecordRetention | undefined> => {
  const item = await reader.get(organizationKey(organizationId), { consistentRead: true });
  if (item === undefined) return undefined;
  const days = optionalNumber(item, 'recordRetentionDays');
  const since = optionalString(item, 'recordRetentionSince');
  return days === null || since === null ? undefined : { days, since };
};

/** Whether touches of an organization's records are to be marked: only while its records expire. */
export const marksTouches = async (reader: TableReader, organizationId: string): Promise<boolean> =>
  (await readRecordRetention(reader, organizationId)) !== undefined;
