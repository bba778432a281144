import type { EventKind } from '../../kinds/event-kinds.ts';
import { OWN_KINDS, type OwnKind, type Snake, snakeOf } from '../../kinds/names.ts';
import { recordKeyOf, type TableKey } from './keys.ts';

/** The resource that an item's key identifies. */
export type Resource =
  | {
      readonly kind: Snake<OwnKind>;
      readonly organizationId: string;
      readonly id: string;
    }
  | {
      readonly kind: 'call_list_entry';
      readonly organizationId: string;
      readonly id: string;
      readonly callListId: string;
    };

/**
 * A webhook endpoint. Its operational events are published like those of resources, but no collection lists
 * it.
 */
export interface EndpointResource {
  readonly kind: 'webhook_endpoint';
  readonly organizationId: string;
  readonly id: string;
}

/** An import. The event of its end is published, but no collection lists it. */
export interface ImportResource {
  readonly kind: 'import';
  readonly organizationId: string;
  readonly id: string;
}

/** An export. The event of its end is published, but no collection lists it. */
export interface ExportResource {
  readonly kind: 'export';
  readonly organizationId: string;
  readonly id: string;
}

/** What a change of an item may be about. */
export type ChangedResource = Resource | EndpointResource | ImportResource | ExportResource;

type Reader<T> = (key: TableKey) => T | undefined;

const recordOfKey = (kind: OwnKind): Reader<Resource> => {
  const of = recordKeyOf(kind)('([^#]+)', '([^#]+)');
  const partition = new RegExp(`^${of.pk}$`);
  return ({ pk, sk }) => {
    const [, organizationId, id] = sk === of.sk ? (partition.exec(pk) ?? []) : [];
    if (organizationId === undefined || id === undefined) return undefined;
    return { kind: snakeOf(kind), organizationId, id };
  };
};

const LIST_PARTITION = /^ORG#([^#]+)#CALL_LIST#([^#]+)$/;
const ENTRY = /^ENTRY#\d{10}#([^#]+)$/;

const entryOfKey: Reader<Resource> = ({ pk, sk }) => {
  const id = ENTRY.exec(sk)?.[1];
  const [, organizationId, callListId] = LIST_PARTITION.exec(pk) ?? [];
  if (organizationId === undefined || callListId === undefined || id === undefined) return undefined;
  return { kind: 'call_list_entry', organizationId, id, callListId };
};

const ENDPOINT_PARTITION = /^WEBHOOKS#([^#]+)$/;
const ENDPOINT = /^ENDPOINT#([^#]+)$/;

const endpointOfKey = ({ pk, sk }: TableKey): EndpointResource | undefined => {
  const organizationId = ENDPOINT_PARTITION.exec(pk)?.[1];
  const id = ENDPOINT.exec(sk)?.[1];
  if (organizationId === undefined || id === undefined) return undefined;
  return { kind: 'webhook_endpoint', organizationId, id };
};

const IMPORT = /^IMPORT#([^#]+)#([^#]+)$/;

const importOfKey = ({ pk, sk }: TableKey): ImportResource | undefined => {
  const [, organizationId, id] = IMPORT.exec(pk) ?? [];
  if (organizationId === undefined || id === undefined || sk !== 'IMPORT') return undefined;
  return { kind: 'import', organizationId, id };
};

const EXPORT_PARTITION = /^EXPORTS#([^#]+)$/;
const EXPORT = /^EXPORT#([^#]+)$/;

const exportOfKey = ({ pk, sk }: TableKey): ExportResource | undefined => {
  const organizationId = EXPORT_PARTITION.exec(pk)?.[1];
  const id = EXPORT.exec(sk)?.[1];
  if (organizationId === undefined || id === undefined) return undefined;
  return { kind: 'export', organizationId, id };
};

/** Reads the keys of each kind of record. */
const RECORDS: { readonly [K in Resource['kind']]: Reader<Resource> } = {
  ...(Object.fromEntries(OWN_KINDS.map((kind) => [snakeOf(kind), recordOfKey(kind)])) as Readonly<
    Record<Snake<OwnKind>, Reader<Resource>>
  >),
  call_list_entry: entryOfKey,
};

/** Reads the keys of each kind of item that has events. */
const CHANGED: { readonly [K in EventKind]: Reader<ChangedResource> } = {
  ...RECORDS,
  webhook_endpoint: endpointOfKey,
  import: importOfKey,
  export: exportOfKey,
};

const firstOf =
  <T>(readers: readonly Reader<T>[]): Reader<T> =>
  (key) => {
    for (const read of readers) {
      const found = read(key);
      if (found !== undefined) return found;
    }
    return undefined;
  };

/** The resource with this key, or `undefined` for other items: counts, locators, API keys and so on. */
export const resourceOfKey: Reader<Resource> = firstOf(Object.values(RECORDS));

/** The resource, webhook endpoint, import or export with this key, or `undefined` for other items. */
export const changedResourceOfKey: Reader<ChangedResource> = firstOf(Object.values(CHANGED));
