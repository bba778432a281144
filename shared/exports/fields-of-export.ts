import {
  type FieldSelection,
  parseFields,
  select,
  selectedContactDetail,
} from '../contract/records/field-selection.ts';
import type { KindName } from '../kinds/names.ts';

/** What the paths of an export select, or what is wrong with them. */
export const readSelection = (
  resource: KindName,
  paths: readonly string[],
):
  | { readonly selection: FieldSelection; readonly contactDetail: string | undefined }
  | { readonly detail: string } => {
  // A comma belongs to the name of a custom field: the paths are separate.
  const parsed = parseFields(
    resource,
    paths.map((path) => path.replaceAll(',', '\\,')),
  );
  if ('detail' in parsed) return parsed;
  return { selection: parsed.value, contactDetail: selectedContactDetail(resource, parsed.value) };
};

/** The selected part of a record. */
export const selectedBy =
  (selection: FieldSelection | null) =>
  (record: object): object =>
    selection === null ? record : Object(select(record, selection));
