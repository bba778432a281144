import type { EventKind } from '../../kinds/event-kinds.ts';
import type { TableKey } from './keys.ts';

/** The resource that an item's key identifies. */
export type Resource =
  | {
      readonly kind: 'person' | 'company' | 'call_list';
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

type OwnKind = Exclude<Resource['kind'], 'call_list_entry'>;

/** Reads the keys of a kind whose sort key repeats the name in the partition key. */
const recordOfKey = (kind: OwnKind, name: string): Reader<Resource> => {
  const partition = new RegExp(`^ORG#([^#]+)#${name}#([^#]+)$`);
  return ({ pk, sk }) => {
    const [, organizationId, id] = sk === name ? (partition.exec(pk) ?? []) : [];
    if (organizationId === undefined || id === undefined) return undefined;
    return { kind, organizationId, id };
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
  person: recordOfKey('person', 'PERSON'),
  company: recordOfKey('company', 'COMPANY'),
  call_list: recordOfKey('call_list', 'CALL_LIST'),
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
