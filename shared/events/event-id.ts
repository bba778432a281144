import { createHash } from 'node:crypto';
import { stringify } from 'uuid';
import type { EventType } from '../contract/event-types.ts';
import type { TableKey } from '../table/keys.ts';

/**
 * The id of an event: a version 8 UUID (RFC 9562, section 5.8) made of the stream record that it comes from, so
 * that it is the same however often the record is read. The key of the item is part of it because a local engine
 * counts its records from 1, while DynamoDB's `eventID` is unique by itself.
 */
export const eventIdOf = (recordId: string, key: TableKey, type: EventType): string => {
  // JSON keeps the parts apart whatever they contain.
  const hash = createHash('sha256').update(JSON.stringify([recordId, key.pk, key.sk, type]));
  const bytes = hash.digest().subarray(0, 16);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return stringify(bytes);
};
