import { KINDS } from '../../kinds/kinds.ts';
import type { KindName, PlainKind } from '../../kinds/names.ts';
import { list, requiredString } from '../../table/items/attributes.ts';
import { customFieldKey, customFieldPartition } from '../../table/items/custom-field-keys.ts';
import { readItems } from '../../table/paging/read-items.ts';
import type { Item, TableReader } from '../../table/reader.ts';
import type { TableWriter } from '../../table/writer.ts';

/** The resources that have custom fields. */
export type CustomizedResource = PlainKind;

export const hasCustomFields = (kind: KindName): kind is CustomizedResource =>
  'customFields' in KINDS[kind].fields;

/** A JSON type of a custom field's value. */
export type CustomFieldType = 'string' | 'number' | 'boolean';

/** A custom field that imports have stored. */
export interface CustomField {
  readonly name: string;
  /** In the order in which imports found them. */
  readonly types: readonly CustomFieldType[];
  /** The systems that the values come from, at most {@link MAX_SOURCES}. */
  readonly sources: readonly string[];
  readonly firstSeenAt: string;
}

/** The maximum number of custom fields per resource that are described. Records may have others. */
export const MAX_CUSTOM_FIELDS = 2_000;

/** The maximum number of sources that are listed of a custom field. */
export const MAX_SOURCES = 20;

const fromItem = (item: Item): CustomField => ({
  name: requiredString(item, 'name'),
  types: list<CustomFieldType>(item, 'types'),
  sources: list<string>(item, 'sources'),
  firstSeenAt: requiredString(item, 'firstSeenAt'),
});

/** The custom fields of a resource, sorted by name. Costs 1 read unit per 60. */
export const readCustomFields = async (
  reader: TableReader,
  organizationId: string,
  resource: CustomizedResource,
): Promise<readonly CustomField[]> => {
  const from = customFieldKey(organizationId, resource, '').sk;
  // `$` follows `#`.
  const range = { partition: customFieldPartition(organizationId), from, to: `${from.slice(0, -1)}$` };
  return (await readItems(reader, range)).map(fromItem);
};

/** Adds a custom field, or types and sources to one. Repeating it changes nothing. */
export const storeCustomField = async (
  writer: TableWriter,
  organizationId: string,
  resource: CustomizedResource,
  { name, types, sources, firstSeenAt }: CustomField,
): Promise<void> => {
  await writer.update({
    Key: { ...customFieldKey(organizationId, resource, name) },
    UpdateExpression:
      'SET #name = :name, #types = :types, #sources = :sources, #firstSeenAt = ' +
      'if_not_exists(#firstSeenAt, :now)',
    ExpressionAttributeNames: {
      '#name': 'name',
      '#types': 'types',
      '#sources': 'sources',
      '#firstSeenAt': 'firstSeenAt',
    },
    ExpressionAttributeValues: {
      ':name': name,
      ':types': types,
      ':sources': sources,
      ':now': firstSeenAt,
    },
  });
};
