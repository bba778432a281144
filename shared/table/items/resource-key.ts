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

const PARTITION = /^ORG#([^#]+)#(PERSON|COMPANY|CALL_LIST)#([^#]+)$/;
const ENTRY = /^ENTRY#\d{10}#([^#]+)$/;
const KINDS = new Map([
  ['PERSON', 'person'],
  ['COMPANY', 'company'],
  ['CALL_LIST', 'call_list'],
] as const);

/** The resource with this key, or `undefined` for other items: counts, locators, API keys and so on. */
export const resourceOfKey = ({ pk, sk }: TableKey): Resource | undefined => {
  const [, organizationId, name, id] = PARTITION.exec(pk) ?? [];
  if (organizationId === undefined || id === undefined) return undefined;
  const kind = [...KINDS].find(([sortKey]) => sortKey === name)?.[1];
  if (kind === undefined) return undefined;
  // A resource's sort key repeats the name in its partition key.
  if (sk === name) return { kind, organizationId, id };
  const entryId = kind === 'call_list' ? ENTRY.exec(sk)?.[1] : undefined;
  if (entryId === undefined) return undefined;
  return { kind: 'call_list_entry', organizationId, id: entryId, callListId: id };
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

/** The resource, webhook endpoint, import or export with this key, or `undefined` for other items. */
export const changedResourceOfKey = (key: TableKey): ChangedResource | undefined =>
  resourceOfKey(key) ?? endpointOfKey(key) ?? importOfKey(key) ?? exportOfKey(key);
