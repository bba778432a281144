import type { FieldResource } from '../contract/field-resources.ts';
import {
  type FieldSelection,
  parseFields,
  select,
  selectedContactDetail,
} from '../contract/field-selection.ts';
import { EXPORTED_FIELDS } from '../contract/record-columns.ts';

/** What the paths of an export select, or what is wrong with them. */
export const readSelection = (
  resource: FieldResource,
  paths: readonly string[],
):
  | { readonly selection: FieldSelection; readonly contactDetail: string | undefined }
  | { readonly detail: string } => {
  const name = EXPORTED_FIELDS[resource];
  // A comma belongs to the name of a custom field: the paths are separate.
  const parsed = parseFields(
    name,
    paths.map((path) => path.replaceAll(',', '\\,')),
  );
  if ('detail' in parsed) return parsed;
  return { selection: parsed.value, contactDetail: selectedContactDetail(name, parsed.value) };
};

/** The selected part of a record. */
export const selectedBy =
  (selection: FieldSelection | null) =>
  (record: object): object =>
    selection === null ? record : Object(select(record, selection));
