import { isDeepStrictEqual } from 'node:util';
import { emailKey } from '../../../domain/values/email-address.ts';
import type { CompanyReference, RecordDraft, TypedValues } from '../drafts/record-draft.ts';
import { repeatedReason, TO_IMPORT_IT } from '../files/rejects-file.ts';
import type { ReadRow } from '../rows/read-drafts.ts';
import { FingerprintTable } from '../run/fingerprint-index.ts';

/** The merged rows of one record. */
export interface IdentifiedRow {
  readonly id: string;
  readonly draft: RecordDraft;
  /** Other ids that lead to the record from now on. */
  readonly aliases: readonly string[];
  /** Whether an earlier row of the file is of the same record, although it names it otherwise. */
  readonly isFurther: boolean;
  /** One row, or more if rows are merged. */
  readonly rows: readonly ReadRow[];
}

/** How often each id occurs in a file, in some 20 to 36 bytes an id. */
export class Occurrences {
  readonly #counts = new FingerprintTable(1);

  add(id: string): void {
    const counts = this.#counts.numbersOf(id);
    counts[0] = (counts[0] ?? 0) + 1;
  }

  /** Takes one occurrence away. Returns how many are left. */
  take(id: string): number {
    const counts = this.#counts.numbersOf(id);
    counts[0] = Math.max(0, (counts[0] ?? 0) - 1);
    return counts[0];
  }
}

/** Keeps a value that its field has no place for next to the first one: `location.city (2)`. */
const keepFurther = (customFields: Map<string, unknown>, name: string, value: unknown): void => {
  for (let number = 2; ; number++) {
    const numbered = `${name} (${number})`;
    const present = customFields.get(numbered);
    if (present === undefined) customFields.set(numbered, value);
    if (present === undefined || isDeepStrictEqual(present, value)) return;
  }
};

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

const isBlank = (value: unknown): value is null | undefined => value === null || value === undefined;

type Values = Record<string, unknown>;

/** Fields whose two values are combined; of all others the first value counts. */
const COMBINED: Readonly<Record<string, (first: unknown, later: unknown) => unknown>> = {
  // One row is enough to forbid calls.
  doNotCall: (first, later) => first === true || later === true,
  createdAt: (first, later) => (String(first) < String(later) ? first : later),
  updatedAt: (first, later) => (String(first) > String(later) ? first : later),
};

const mergeValue = (values: Values, name: string, later: unknown, customFields: Map<string, unknown>) => {
  const first = values[name];
  if (isBlank(first)) values[name] = later;
  else if (isBlank(later) || isDeepStrictEqual(first, later)) return;
  else if (COMBINED[name] !== undefined) values[name] = COMBINED[name](first, later);
  else if (Array.isArray(first) && Array.isArray(later)) {
    values[name] = [
      ...first,
      ...later.filter((value) => !first.some((one) => isDeepStrictEqual(one, value))),
    ];
  } else keepFurther(customFields, name, later);
};

/** Parts that contradict each other belong to two places (or amounts), which must not be mixed. */
const mergeParts = (
  first: Values,
  later: Values,
  group: string,
  customFields: Map<string, unknown>,
): Values => {
  const given = Object.entries(later).filter(([, value]) => !isBlank(value));
  const isOther = given.some(([part, value]) => !isBlank(first[part]) && first[part] !== value);
  if (!isOther) return { ...later, ...first, ...Object.fromEntries(given) };
  for (const [part, value] of given) keepFurther(customFields, `${group}.${part}`, value);
  return first;
};

/** What makes two phones or e-mail addresses of one record the same. */
const identityOf = (value: unknown): string => {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if ('address' in value) return emailKey(String(value.address));
  if (!('number' in value) || !('raw' in value)) return JSON.stringify(value);
  return JSON.stringify([value.number ?? value.raw, 'extension' in value ? value.extension : null]);
};

const isBlocked = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && 'doNotCall' in value && value.doNotCall === true;

const mergeTypedValues = (first: TypedValues | undefined, later: TypedValues): TypedValues => {
  if (first === undefined) return later;
  const types =
    first.types === 'all' || later.types === 'all' ? 'all' : new Set([...first.types, ...later.types]);
  const known = new Set(first.values.map(identityOf));
  // One row is enough to forbid calls, as for the whole record.
  const blocked = new Set([...first.values, ...later.values].filter(isBlocked).map(identityOf));
  const values = [...first.values, ...later.values.filter((value) => !known.has(identityOf(value)))];
  return {
    types,
    values: values.map((value) =>
      blocked.has(identityOf(value)) ? { ...Object(value), doNotCall: true } : value,
    ),
  };
};

const isKnown = ({ sourceId, domain, name }: CompanyReference): boolean =>
  (sourceId ?? domain ?? name) !== null;

/**
 * What two rows of the same record say together. Lists hold the values of both; a field for one value keeps
 * the first that is not blank, and further ones become custom fields such as `title (2)`.
 */
const mergeDrafts = (first: RecordDraft, later: RecordDraft): RecordDraft => {
  const customFields = new Map(first.customFields);
  const values = { ...first.values };
  const parts = { ...first.parts };
  const typed = { ...first.typed };
  for (const [name, value] of Object.entries(later.values)) mergeValue(values, name, value, customFields);
  for (const [group, given] of Object.entries(later.parts)) {
    parts[group] = mergeParts(parts[group] ?? {}, given, group, customFields);
  }
  for (const [name, given] of Object.entries(later.typed)) typed[name] = mergeTypedValues(typed[name], given);
  for (const [name, value] of later.customFields) {
    const known = customFields.get(name);
    if (isBlank(known)) customFields.set(name, value);
    else if (!isBlank(value) && known !== value) keepFurther(customFields, name, value);
  }
  const externalIds = later.externalIds.filter(
    (id) => !first.externalIds.some((known) => isDeepStrictEqual(known, id)),
  );
  return {
    ...first,
    company: isKnown(first.company) ? first.company : later.company,
    values,
    parts,
    typed,
    customFields,
    externalIds: [...first.externalIds, ...externalIds],
  };
};

/** The names that a row gives, without case and accents. */
const nameOf = ({ values, fullName }: RecordDraft): string => {
  const names = [values['firstName'], values['lastName'], values['name']].filter(isText);
  const text = names.length > 0 ? names.join(' ') : (fullName ?? '');
  return text
    .normalize('NFD')
    .replaceAll(/[\p{M}\s]+/gu, '')
    .toLowerCase();
};

/** Whether two rows are of two people, although they have one identity. */
const differInName = (first: RecordDraft, later: RecordDraft): boolean => {
  const [one, other] = [nameOf(first), nameOf(later)];
  return one !== '' && other !== '' && !one.includes(other) && !other.includes(one);
};

/**
 * Merges the rows of each record. A record is held until its last row was read, so memory depends on how far
 * apart the rows of one record stand.
 *
 * @param occurrences of each id in all batches
 * @param reject receives a row that has the identity of an earlier one, but another name
 */
export async function* mergeRows<R extends Omit<IdentifiedRow, 'aliases' | 'isFurther'>>(
  batches: AsyncIterable<readonly R[]>,
  occurrences: Occurrences,
  reject: (row: R, reason: string) => void,
): AsyncGenerator<readonly R[]> {
  const open = new Map<string, R>();
  for await (const batch of batches) {
    const complete: R[] = [];
    for (const row of batch) {
      const earlier = open.get(row.id);
      let merged = row;
      if (earlier !== undefined && differInName(earlier.draft, row.draft)) {
        reject(row, repeatedReason(row.id, `with another name: ${TO_IMPORT_IT}`));
        merged = earlier;
      } else if (earlier !== undefined) {
        merged = {
          ...row,
          draft: mergeDrafts(earlier.draft, row.draft),
          rows: [...earlier.rows, ...row.rows],
        };
      }
      if (occurrences.take(row.id) > 0) {
        open.set(row.id, merged);
      } else {
        open.delete(row.id);
        complete.push(merged);
      }
    }
    yield complete;
  }
  // Only if the file grew since its rows were counted.
  yield [...open.values()];
}
