import type { Table } from '../table/table.ts';
import { targetKeysOf, touchRecords } from './retention/record-touches.ts';
import { marksTouches } from './retention/retention-setting.ts';

/** Marks what call list entries refer to as touched, before they are deleted. */
export const touchTargets = async (
  { reader, writer }: Table,
  organizationId: string,
  entries: Parameters<typeof targetKeysOf>[1],
): Promise<void> => {
  const keys = targetKeysOf(organizationId, entries);
  if (keys.length === 0 || !(await marksTouches(reader, organizationId))) return;
  await touchRecords(writer, await reader.getMany(keys, { consistentRead: true }));
};
