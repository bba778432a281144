import type { CountryCode } from 'libphonenumber-js/min';
import { PHONE_TYPES, type PhoneType } from '../../domain/fields.ts';
import { addTyped, type RecordDraft, setPart } from '../rows/record-draft.ts';
import type { IdMaker } from '../run/import-ids.ts';
import { booleanOf, partsOf, textOf, timeZoneOf } from './cell-values.ts';
import { type DateOrder, timestampOfCell } from './dates.ts';
import { emailAddressesOf } from './email-addresses.ts';
import { phonesOf } from './phone-numbers.ts';

/** What understanding a row depends on besides the row. */
export interface RowContext {
  readonly idOf: IdMaker;
  /** The name of the system that the files come from; ids are only the same within one. */
  readonly source: string;
  /** Whose national phone number formats are understood. Default: only international ones are. */
  readonly region?: CountryCode | undefined;
  /** The order of day and month in numeric dates of all columns. Default: as each column shows. */
  readonly dateOrder?: DateOrder | undefined;
  /** The order of day and month by column, where the column as a whole shows it. */
  readonly columnDateOrders?: ReadonlyMap<string, DateOrder>;
  /** Whether one unreadable cell rejects its row. Default: false. */
  readonly isStrict?: boolean;
}

/** The order of day and month in the numeric dates of a column, if it is known. */
export const dateOrderOf = (context: RowContext, column: string): DateOrder | undefined =>
  context.dateOrder ?? context.columnDateOrders?.get(column);

/**
 * Writes what a cell says into a draft. Throws a RowError if the cell cannot be understood.
 *
 * @param column the name of the cell's column
 */
export type CellRule<Draft> = (draft: Draft, cell: string, context: RowContext, column: string) => void;

/** The fields that columns of one kind of file can fill, by dotted path. */
export interface FieldRules<Draft> {
  /** The paths as documented, with `<name>` where any name may stand. */
  readonly paths: readonly string[];
  /** The rule of a path, or undefined if there is no such field. */
  ruleOf(path: string): CellRule<Draft> | undefined;
  /** Whether several columns can fill the field together. */
  isRepeatable(path: string): boolean;
}

const text =
  (field: string): CellRule<RecordDraft> =>
  (draft, cell) => {
    draft.values[field] = textOf(cell);
  };

const timestamp =
  (field: string): CellRule<RecordDraft> =>
  (draft, cell, context, column) => {
    const value = timestampOfCell(field, cell, dateOrderOf(context, column));
    if (value !== null) draft.values[field] = value;
  };

const locationPart =
  (part: string): CellRule<RecordDraft> =>
  (draft, cell) =>
    setPart(draft, 'location', part, textOf(cell));

const phones =
  (type: PhoneType): CellRule<RecordDraft> =>
  (draft, cell, { region }) =>
    addTyped(draft, 'phones', type, phonesOf(cell, type, region));

const emails =
  (type: string | null): CellRule<RecordDraft> =>
  (draft, cell) =>
    addTyped(
      draft,
      'emails',
      type,
      emailAddressesOf(cell).map((address) => ({ address, type })),
    );

export const customField =
  (name: string): CellRule<RecordDraft> =>
  (draft, cell) => {
    draft.customFields.set(name, textOf(cell) ?? undefined);
  };

const externalId =
  (source: string): CellRule<RecordDraft> =>
  (draft, cell) => {
    const id = textOf(cell);
    if (id !== null) draft.externalIds.push({ source, id });
  };

export const textRules = (...fields: readonly string[]): Readonly<Record<string, CellRule<RecordDraft>>> =>
  Object.fromEntries(fields.map((field) => [field, text(field)]));

/** The fields that people and companies have in common. */
const SHARED_RULES: Readonly<Record<string, CellRule<RecordDraft>>> = {
  id: (draft, cell) => {
    draft.sourceId = textOf(cell);
  },
  ...textRules('linkedinUrl', 'websiteUrl', 'ownerId'),
  timezone: (draft, cell) => {
    draft.values['timezone'] = timeZoneOf(cell);
  },
  doNotCall: (draft, cell) => {
    draft.values['doNotCall'] = booleanOf('doNotCall', cell) ?? false;
  },
  tags: (draft, cell) => {
    draft.values['tags'] = [...new Set(partsOf(cell))];
  },
  createdAt: timestamp('createdAt'),
  updatedAt: timestamp('updatedAt'),
  emails: emails(null),
  phones: phones('other'),
  ...Object.fromEntries(PHONE_TYPES.map((type) => [`phones.${type}`, phones(type)])),
  ...Object.fromEntries(
    ['street', 'city', 'region', 'postalCode', 'country'].map((part) => [
      `location.${part}`,
      locationPart(part),
    ]),
  ),
};

/** Paths that end in a name of the caller's choice. */
const NAMED_RULES: Readonly<Record<string, (name: string) => CellRule<RecordDraft>>> = {
  'emails.': emails,
  'externalIds.': externalId,
  'customFields.': customField,
};

const NAMED_PATHS = ['emails.<type>', 'externalIds.<source>', 'customFields.<name>'];

const REPEATABLE = /^(?:emails|phones)(?:\.|$)/;

/** @param options.withoutEmails for companies, which have none */
export const recordRules = (
  own: Readonly<Record<string, CellRule<RecordDraft>>>,
  options: { readonly withoutEmails?: boolean } = {},
): FieldRules<RecordDraft> => {
  const isAllowed = (path: string): boolean => !(options.withoutEmails && path.startsWith('emails'));
  const rules = { ...SHARED_RULES, ...own };
  return {
    paths: [...Object.keys(rules), ...NAMED_PATHS].filter(isAllowed),
    ruleOf(path) {
      if (!isAllowed(path)) return undefined;
      if (Object.hasOwn(rules, path)) return rules[path];
      const prefix = Object.keys(NAMED_RULES).find(
        (name) => path.startsWith(name) && path.length > name.length && path !== 'customFields.__proto__',
      );
      return prefix === undefined ? undefined : NAMED_RULES[prefix]?.(path.slice(prefix.length));
    },
    isRepeatable: (path) => REPEATABLE.test(path),
  };
};
