import type { EventType } from '../contract/events/event-types.ts';
import type { ResourceEvent } from '../contract/events/events.ts';
import { hashedUuid } from '../domain/hashed-uuid.ts';
import type { TableKey } from '../table/items/keys.ts';
import type { ChangedResource } from '../table/items/resource-key.ts';
import type { TableChange } from './table-change.ts';

/** What a capability says of an event of its items. `previous` is empty by default. */
export interface ChangeEvent
  extends Pick<ResourceEvent, 'type' | 'data' | 'sequence'>,
    Partial<Pick<ResourceEvent, 'previous' | 'expiresAt'>> {}

/**
 * Converts a change of a capability's item into its events: none if the API does not show the change.
 *
 * @throws CorruptItemError if the API cannot show an item
 */
export type EventSource<T extends ChangedResource = ChangedResource> = (
  change: TableChange & { readonly resource: T },
) => readonly ChangeEvent[];

/** The source of the events of each kind of item. */
export type EventSources = {
  readonly [K in ChangedResource['kind']]: EventSource<Extract<ChangedResource, { readonly kind: K }>>;
};

/**
 * The id of an event: a hash, the same each time the stream record is read. It includes the key of the item
 * because a local engine counts its records from 1; DynamoDB's `eventID` would be unique on its own.
 */
export const eventIdOf = (recordId: string, key: TableKey, type: EventType): string =>
  hashedUuid([recordId, key.pk, key.sk, type]);

/** Composes the sources of all capabilities into one function, which converts any change. */
export const composeEventSources =
  (sources: EventSources) =>
  (change: TableChange): readonly ResourceEvent[] => {
    const { resource, recordId, key, at, isSilent } = change;
    // TypeScript does not see that the source is the one of this kind.
    const source = sources[resource.kind] as EventSource;
    return source(change).map(({ type, data, sequence, previous = {}, ...rest }) => ({
      id: eventIdOf(recordId, key, type),
      type,
      organizationId: resource.organizationId,
      timestamp: at,
      sequence,
      isSilent,
      data,
      previous,
      ...rest,
    }));
  };
