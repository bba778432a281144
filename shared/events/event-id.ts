import type { EventType } from '../contract/event-types.ts';
import { hashedUuid } from '../domain/hashed-uuid.ts';
import type { TableKey } from '../table/keys.ts';

/**
 * The id of an event: made of the stream record that it comes from, so that it is the same however often the
 * record is read. The key of the item is part of it because a local engine counts its records from 1, while
 * DynamoDB's `eventID` is unique by itself.
 */
export const eventIdOf = (recordId: string, key: TableKey, type: EventType): string =>
  hashedUuid([recordId, key.pk, key.sk, type]);
