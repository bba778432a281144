import { referencesIn } from '../shared/kinds/fields.ts';
import { KINDS } from '../shared/kinds/kinds.ts';
import { camelOf, capitalized, KIND_NAMES, type KindName, nounOf, pluralOf } from '../shared/kinds/names.ts';

/** The kinds of records of the data API, as users read them. */
export const RESOURCES = Object.fromEntries(
  KIND_NAMES.map((name) => [name, capitalized(nounOf(pluralOf(name)))]),
) as Readonly<Record<KindName, string>>;

const REFERENCES = new Map(KIND_NAMES.flatMap((name) => referencesIn(KINDS[name].fields)));

/** The kind of record whose id a field or parameter holds, such as `companyId`; `undefined` for others. */
export const kindOfReference = (field: string): KindName | undefined => REFERENCES.get(field);

/** The labels that differ from the name of their field in words. */
const LABELS: Readonly<Record<string, string>> = {
  changedAt: 'Stored here',
  createdAt: 'Created or first imported',
  employeeCount: 'Employees',
  entryCount: 'Entries',
  linkedinUrl: 'LinkedIn',
  ownerId: 'Owner',
  timezone: 'Time zone',
  updatedAt: 'Updated or imported',
};

/** The name of a field or parameter in words: `lastCalledAt` as “Last called at”, `companyId` as “Company”. */
export const labelOf = (field: string): string => {
  const reference = kindOfReference(field);
  const name =
    reference === undefined ? field.replace(/^is(?=[A-Z])|Url$|Seconds$/g, '') : camelOf(reference);
  const words = name.replaceAll(/(?<!^)[A-Z]/g, (letter) => ` ${letter}`).toLowerCase();
  return LABELS[field] ?? capitalized(words);
};
