import { z } from 'zod';
import { callListSchema } from '../domain/call-list.ts';
import { callListEntrySchema } from '../domain/call-list-entry.ts';
import { companySchema } from '../domain/company.ts';
import { timestampSchema, uuidSchema } from '../domain/fields.ts';
import { personSchema } from '../domain/person.ts';
import { DELIVERED_TYPES, type DeliveredType, TEST_EVENT_TYPE } from './event-types.ts';
import type { ListedEntry } from './events.ts';

/** An entry as the API returns it, with the id of its call list. */
export const listedEntrySchema = callListEntrySchema.extend({
  callListId: uuidSchema.describe('The call list of the entry.'),
}) satisfies z.ZodType<ListedEntry>;

/** The resource of an event as the API returns it; a call list as in the collection. */
const RESOURCES = {
  person: personSchema,
  company: companySchema,
  call_list: callListSchema,
  call_list_entry: listedEntrySchema,
} as const;

type ResourceName = keyof typeof RESOURCES;

/** The previous values of changed fields, by resource. */
export const PREVIOUS_SCHEMAS: Readonly<Record<ResourceName, z.ZodType>> = {
  person: personSchema.partial(),
  company: companySchema.partial(),
  call_list: callListSchema.partial(),
  call_list_entry: listedEntrySchema.partial(),
};

const isResourceName = (name: string): name is ResourceName => Object.hasOwn(RESOURCES, name);

const eventSchema = (type: DeliveredType, data: z.ZodType, previous: z.ZodType) =>
  z.strictObject({
    id: uuidSchema.describe('Stays the same across retries and replays.'),
    type: z.literal(type),
    timestamp: timestampSchema.describe('When the change was stored.'),
    sequence: z
      .int()
      .min(1)
      .describe(
        'Increases by one with each change of the resource. It restarts at 1 if a deleted resource is created again: compare `timestamp` first, then `sequence`.',
      ),
    data,
    previous,
  });

/** `previous` is empty for a creation or deletion. */
const nothing = z.strictObject({});

const schemaOf = (type: DeliveredType): z.ZodType => {
  if (type === TEST_EVENT_TYPE) {
    const endpoint = {
      id: uuidSchema.describe('The tested webhook endpoint.'),
      message: z.string(),
    };
    return eventSchema(type, z.strictObject(endpoint), nothing);
  }
  const [resource = '', change = ''] = type.split('.');
  if (!isResourceName(resource)) throw new Error(`No schema is declared for the resource of ${type}.`);
  const isChange = change !== 'created' && change !== 'deleted';
  return eventSchema(type, RESOURCES[resource], isChange ? PREVIOUS_SCHEMAS[resource] : nothing);
};

/** The body of a delivery, by event type. */
export const EVENT_SCHEMAS: ReadonlyMap<DeliveredType, z.ZodType> = new Map(
  DELIVERED_TYPES.map((type) => [type, schemaOf(type)]),
);
