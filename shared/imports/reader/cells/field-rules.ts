import type { CountryCode } from 'libphonenumber-js/min';
import { MAX_LONG_TEXT } from '../../../domain/fields.ts';
import type { IdMaker } from '../../../domain/import-ids.ts';
import { PHONE_TYPES, type PhoneType } from '../../../kinds/phone-fields.ts';
import { addTyped, longText, type RecordDraft, setPart } from '../drafts/record-draft.ts';
import { callBanOf, forbidsCalls } from './call-permission.ts';
import { identifierText, listOfCell, sourceIdOf } from './cell-parts.ts';
import { textOf, timeZoneOf } from './cell-values.ts';
import { type DateOrder, timestampOfCell } from './dates.ts';
import { numberOriginOf, phonesOf, unreadReason } from './phone-numbers.ts';

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

/** A cell whose value is not what its field holds, of a row that was imported without it. */
export interface CellWarning {
  /** The field that stays as it was. */
  readonly field: string;
  /** The cell as the file has it. */
  readonly value: string;
  /** What is wrong with it, and what would be understood. */
  readonly reason: string;
}

/**
 * Writes what a cell says into a draft. Throws a RowError if the cell cannot be understood.
 *
 * @param column the name of the cell's column
 * @param warn notes why a part of the cell is not understood, although the field has a place for its text.
 *   Throws a RowError in a strict import
 */
export type CellRule<Draft> = (
  draft: Draft,
  cell: string,
  context: RowContext,
  column: string,
  warn: (reason: string) => void,
) => void;

/** What a cell says. Throws a RowError if the cell cannot be understood. */
export type CellReader<Value> = (cell: string, context: RowContext, column: string) => Value;

/** The fields that columns of one kind of file can fill, by dotted path. */
export interface FieldRules<Draft> {
  /** The paths as documented, with `<name>` where any name may stand. */
  readonly paths: readonly string[];
  /** The rule of a path, or undefined if there is no such field. */
  ruleOf(path: string): CellRule<Draft> | undefined;
}

/** Whether several columns can fill the field of a path together. */
export const isRepeatable = (path: string): boolean => /^(?:emails|phones)(?:\.|$)|^doNotCall$/.test(path);

/** A field that holds what its cell says. */
export const valueRule =
  (field: string, read: CellReader<unknown>): CellRule<RecordDraft> =>
  (draft, cell, context, column) => {
    draft.values[field] = read(cell, context, column);
  };

export const timestampReader =
  (field: string): CellReader<string | null> =>
  (cell, context, column) =>
    timestampOfCell(field, cell, context.dateOrder ?? context.columnDateOrders?.get(column));

/** A time that a blank cell leaves unchanged. */
const timestamp =
  (field: string): CellRule<RecordDraft> =>
  (draft, cell, context, column) => {
    const value = timestampReader(field)(cell, context, column);
    if (value !== null) draft.values[field] = value;
  };

const phones =
  (type: PhoneType): CellRule<RecordDraft> =>
  (draft, cell, { region }, _column, warn) => {
    const origin = { region, ...draft.numberOrigin };
    const all = phonesOf(cell, type, origin);
    addTyped(draft, 'phones', type, all);
    for (const { number, raw } of all) {
      if (number === null) warn(unreadReason('phones', raw ?? '', origin));
    }
  };

/** The calling code of the row's numbers, which a record has no place for: it stays readable beside them. */
const callingCode: CellRule<RecordDraft> = (draft, cell, context, column, warn) => {
  Object.assign(draft.numberOrigin, numberOriginOf(cell, column));
  customField(column)(draft, cell, context, column, warn);
};

/** One column is enough to forbid calls, and a blank cell leaves a ban as it is. */
const doNotCall: CellRule<RecordDraft> = (draft, cell, _context, column) => {
  const isBanned = callBanOf(cell, column);
  if (isBanned !== null && draft.values['doNotCall'] !== true) draft.values['doNotCall'] = isBanned;
};

/** Keeps the start of a text that is longer than a custom field can be. */
export const customField =
  (name: string): CellRule<RecordDraft> =>
  (draft, cell, _context, _column, warn) => {
    const text = textOf(cell);
    if (text !== null && text.length > MAX_LONG_TEXT) {
      warn(`customFields.${name}: only the first ${MAX_LONG_TEXT} of ${text.length} characters are kept`);
    }
    draft.customFields.set(name, text === null ? undefined : longText(text));
  };

/** A column that fills no field. It still forbids calls if it says so: `Lead Status: Do Not Call`. */
export const unknownColumn =
  (name: string): CellRule<RecordDraft> =>
  (draft, cell, context, column, warn) => {
    customField(name)(draft, cell, context, column, warn);
    if (forbidsCalls(cell)) draft.values['doNotCall'] = true;
  };

const externalId =
  (source: string): CellRule<RecordDraft> =>
  (draft, cell) => {
    const id = sourceIdOf('externalIds', cell);
    if (id !== null) draft.externalIds.push({ source, id });
  };

export const textRules = (...fields: readonly string[]): Readonly<Record<string, CellRule<RecordDraft>>> =>
  Object.fromEntries(fields.map((field) => [field, valueRule(field, textOf)]));

/** The fields that people and companies have in common. */
const SHARED_RULES: Readonly<Record<string, CellRule<RecordDraft>>> = {
  id: (draft, cell) => {
    draft.sourceId = sourceIdOf('id', cell);
  },
  linkedinUrl: valueRule('linkedinUrl', identifierText),
  websiteUrl: valueRule('websiteUrl', identifierText),
  ...textRules('ownerId'),
  timezone: valueRule('timezone', timeZoneOf),
  doNotCall,
  tags: (draft, cell) => {
    const tags = [...new Set(listOfCell(cell))];
    draft.values['tags'] = tags;
    if (tags.some(forbidsCalls)) draft.values['doNotCall'] = true;
  },
  createdAt: timestamp('createdAt'),
  updatedAt: timestamp('updatedAt'),
  callingCode,
  phones: phones('other'),
  ...Object.fromEntries(PHONE_TYPES.map((type) => [`phones.${type}`, phones(type)])),
  ...Object.fromEntries(
    ['street', 'city', 'region', 'postalCode', 'country'].map((part): [string, CellRule<RecordDraft>] => [
      `location.${part}`,
      (draft, cell) => setPart(draft, 'location', part, textOf(cell)),
    ]),
  ),
};

type Rules<Rule> = Readonly<Record<string, Rule>>;

/**
 * The fields of a kind of record, besides those that all have.
 *
 * @param own by path
 * @param ownNamed by path that ends in a name of the caller's choice, such as `emails.<type>`
 */
export const recordRules = (
  own: Rules<CellRule<RecordDraft>>,
  ownNamed: Rules<(name: string) => CellRule<RecordDraft>> = {},
): FieldRules<RecordDraft> => {
  const rules = { ...SHARED_RULES, ...own };
  const named: Rules<(name: string) => CellRule<RecordDraft>> = {
    ...ownNamed,
    'externalIds.<source>': externalId,
    'customFields.<name>': customField,
  };
  return {
    paths: [...Object.keys(rules), ...Object.keys(named)],
    ruleOf(path) {
      if (Object.hasOwn(rules, path)) return rules[path];
      const name = path.slice(path.indexOf('.') + 1);
      if (name === '' || path === 'customFields.__proto__') return undefined;
      const known = Object.keys(named).find((each) => path === each.replace(/<.*/, () => name));
      return known === undefined ? undefined : named[known]?.(name);
    },
  };
};
