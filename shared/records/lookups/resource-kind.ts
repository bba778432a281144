import type { TableKey } from '../../table/items/keys.ts';
import type { Item, TableReader } from '../../table/reader.ts';
import type { RecordLookupKind } from './lookup-keys.ts';

/** A kind of resource that is found by its name. */
export interface ResourceKind<T> {
  readonly keyOf: (organizationId: string, id: string) => TableKey;
  readonly fromItem: (item: Item) => T;
  readonly nameKind: 'PERSON_NAME' | 'COMPANY_NAME' | 'CALL_LIST_NAME';
  readonly namesOf: (item: Item) => readonly string[];
}

/** A kind of resource that is also found by its id and its values. */
export interface RecordKind<T> extends ResourceKind<T> {
  readonly name: 'person' | 'company';
  /** The kind of lookup of each parameter that is compared with values of the record. */
  readonly parameters: Readonly<Record<string, RecordLookupKind>>;
}

/** Where a lookup searches. */
export interface LookupContext<K> {
  readonly reader: TableReader;
  readonly organizationId: string;
  readonly kind: K;
}
