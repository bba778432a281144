import { missingPermissions } from '../../../shared/contract/problems.ts';
import type { OwnField } from '../../../shared/contract/records/field-resources.ts';
import { ownFieldsOf } from '../../../shared/contract/records/own-fields.ts';
import type { ResponseBody } from '../../../shared/contract/response-bodies.ts';
import { KINDS } from '../../../shared/kinds/kinds.ts';
import { type KindName, readersOf } from '../../../shared/kinds/names.ts';
import type { FIELD_ROUTES } from '../../../shared/operations/data-api/fields.ts';
import {
  type CustomField,
  hasCustomFields,
  readCustomFields,
} from '../../../shared/records/fields/custom-fields.ts';
import type { TableReader } from '../../../shared/table/reader.ts';
import type { RecordHandler } from '../record-function.ts';
import { schemaOfFields } from './field-schema.ts';

type Field = ResponseBody<'FieldList'>['items'][number];

const ownField = ({ path, type, format, values, description }: OwnField): Field => ({
  path,
  type: type as Field['type'],
  format,
  values: values ?? [],
  isCustom: false,
  sources: [],
  firstSeenAt: null,
  description,
});

const customField = ({ name, types, sources, firstSeenAt }: CustomField): Field => ({
  path: `customFields.${name}`,
  type: [...types, 'null'],
  format: null,
  values: [],
  isCustom: true,
  sources,
  firstSeenAt,
  description: null,
});

/** The fields of a resource: those of the contract, then the custom ones. */
export const fieldsOf = async (
  reader: TableReader,
  organizationId: string,
  resource: KindName,
): Promise<readonly Field[]> => {
  const custom = hasCustomFields(resource) ? await readCustomFields(reader, organizationId, resource) : [];
  const { fields, counts } = KINDS[resource];
  return [...ownFieldsOf({ ...fields, ...counts }).map(ownField), ...custom.map(customField)];
};

export const createListFields =
  ({
    reader,
  }: {
    readonly reader: TableReader;
  }): RecordHandler<typeof FIELD_ROUTES.listFields, ResponseBody<'FieldList'> | object> =>
  async ({ principal, query: { resource, format } }) => {
    const required = readersOf(resource);
    if (!required.some((permission) => principal.permissions.has(permission))) {
      throw missingPermissions(required.slice(0, 1), `\`resource=${resource}\``);
    }
    const items = await fieldsOf(reader, principal.organizationId, resource);
    return format === 'json-schema'
      ? { body: schemaOfFields(resource, items), contentType: 'application/schema+json; charset=utf-8' }
      : { body: { items } };
  };
