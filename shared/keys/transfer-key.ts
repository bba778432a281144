import { type Actor, recordEntry } from '../audit-log/audit-entry.ts';
import { timestampOf } from '../domain/timestamp.ts';
import { apiKeyPartition } from '../table/items/keys.ts';
import { PART_INDEX } from '../table/items/schema.ts';
import { versionOf } from '../table/items/versions.ts';
import type { Item } from '../table/reader.ts';
import type { WriteOperation } from '../table/writer.ts';
import { isGrantedByOwner } from './api-key.ts';
import { apiKeyFromItem } from './api-key-mapper.ts';
import { changeKey } from './key-writes.ts';

/**
 * Gives a key another owner, on condition that it is unchanged since it was read. What the previous owner
 * granted is then the grant of the actor.
 *
 * @param newOwnerId `null` for a key of the organization, which has no owner
 */
export const transferKey = (
  item: Item,
  newOwnerId: string | null,
  actor: Actor,
  reason: string,
): readonly WriteOperation[] => {
  const key = apiKeyFromItem(item);
  const { id, organizationId, ownerId } = key;
  return [
    changeKey(id, versionOf(item), {
      ownerId: newOwnerId,
      [PART_INDEX.partitionKey]: newOwnerId === null ? null : apiKeyPartition(organizationId, newOwnerId),
      ...(isGrantedByOwner(key) && { grantedBy: actor.id }),
    }),
    recordEntry(
      'api_key.transferred',
      { organizationId, at: timestampOf(new Date()), actor, targetId: id },
      { before: { ownerId }, after: { ownerId: newOwnerId }, reason },
    ),
  ];
};
