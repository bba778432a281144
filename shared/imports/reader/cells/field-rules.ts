import type { CountryCode } from 'libphonenumber-js/min';
import { isTimeZone, isWebAddress, MAX_LONG_TEXT, MAX_SHORT_TEXT } from '../../../domain/fields.ts';
import { callRuleOf } from '../../../domain/readings/calls.ts';
import { type DateOrder, timestampOfCell } from '../../../domain/readings/dates.ts';
import { secondsOf } from '../../../domain/readings/durations.ts';
import { phonesOf, unreadReason } from '../../../domain/readings/phones.ts';
import {
  amountOf,
  booleanOf,
  choiceOf,
  currencyOf,
  identifierText,
  integerOf,
  sourceIdOf,
  textOf,
  timeZoneOf,
} from '../../../domain/readings/values.ts';
import { uuidOf } from '../../../domain/uuid.ts';
import { emailAddressOf } from '../../../domain/values/email-address.ts';
import type { Field, Fields, ScalarName } from '../../../kinds/fields.ts';
import { type KindName, snakeOf } from '../../../kinds/names.ts';
import type { IdMaker } from '../../../table/items/import-ids.ts';
import { longText, type RecordDraft, setPart } from '../drafts/record-draft.ts';
import { RowError } from '../drafts/row-error.ts';

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
  /** Whether the file is an export of this service, so that its ids are those of records. Default: false. */
  readonly isOwn?: boolean;
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
 * @param warn notes why a part of the cell is not understood, although the field has a place for its text.
 * Throws a RowError in a strict import
 */
export type CellRule<Draft> = (
  draft: Draft,
  cell: string,
  context: RowContext,
  column: string,
  warn: (reason: string) => void,
) => void;

export type Rules<Draft> = Readonly<Record<string, CellRule<Draft>>>;

/** The fields that columns of one kind of file can fill, by dotted path. */
export interface FieldRules<Draft> {
  /** The paths as documented, with `<name>` where any name may stand. */
  readonly paths: readonly string[];
  /** The rule of a path, or undefined if there is no such field. */
  ruleOf(path: string): CellRule<Draft> | undefined;
}

/** Whether several columns can fill the field of a path together. */
export const isRepeatable = (path: string): boolean =>
  /^(?:emails|phones|extension)(?:\.|$)|^(?:doNotCall|deleted)$/.test(path);

/** What a cell of one type says, for the field that messages name. Throws a RowError if it says nothing. */
type Reading = (field: string, cell: string, context: RowContext, column: string) => unknown;

const text =
  (limit: number): Reading =>
  (field, cell) => {
    const value = textOf(cell);
    if (value === null || value.length <= limit) return value;
    throw new RowError(`${field}: has ${value.length} characters, and at most ${limit} are stored`);
  };

/** A value that has to be in a form that only its schema knows. */
const checked =
  (read: (cell: string) => string | null, isValid: (value: string) => boolean, rule: string): Reading =>
  (field, cell) => {
    const value = read(cell);
    if (value === null || (value.length <= MAX_SHORT_TEXT && isValid(value))) return value;
    throw new RowError(`${field}: "${value}" is not ${rule}`);
  };

const phoneNumber: Reading = (field, cell, { region, isOwn }) => {
  // A spreadsheet takes the plus sign of a number away.
  const given = isOwn === true && /^\d{7,15}$/.test(cell) ? `+${cell}` : cell;
  const [phone] = phonesOf(given, 'other', { region });
  if (phone === undefined) return null;
  if (phone.number !== null) return phone.number;
  throw new RowError(unreadReason(field, phone.raw, { region }));
};

const emailAddress: Reading = (field, cell) => {
  const text = identifierText(cell);
  const address = text === null ? null : emailAddressOf(text);
  if (text === null || address !== null) return address;
  throw new RowError(`${field}: "${text}" is not an email address such as nora@nowhere.example`);
};

/** The id of a record of this service, in a file that it exported. */
export const ownId = (text: string, { isOwn }: RowContext): string | undefined =>
  isOwn === true ? uuidOf(text) : undefined;

/** Reads the id of a record: of this service in a file that it exported, else of the source. */
export const readId: CellRule<RecordDraft> = (draft, cell, context) => {
  const id = ownId(cell, context);
  if (id === undefined) draft.sourceId = sourceIdOf('id', cell);
  else draft.id = id;
};

/** The id of a record that the source names by its own id. */
const referenceOf = (field: string, cell: string, to: KindName, context: RowContext): string | null => {
  const own = ownId(cell, context);
  if (own !== undefined) return own;
  const id = sourceIdOf(field, cell);
  return id === null ? null : context.idOf(snakeOf(to), context.source, id);
};

/** One reading for each type of value, whatever field it is of. */
export const READINGS: Readonly<Record<ScalarName, Reading>> = {
  text: text(MAX_SHORT_TEXT),
  'long-text': text(MAX_LONG_TEXT),
  'phone-extension': text(20),
  'web-address': checked(
    identifierText,
    isWebAddress,
    'an http or https address such as https://nowhere.example',
  ),
  'time-zone': checked(timeZoneOf, isTimeZone, 'an IANA time zone such as America/New_York'),
  timestamp: (field, cell, { dateOrder, columnDateOrders }, column) =>
    timestampOfCell(field, cell, dateOrder ?? columnDateOrders?.get(column)),
  currency: currencyOf,
  integer: integerOf,
  number: (field, cell) => amountOf(field, cell).amount,
  seconds: (field, cell, _context, column) => secondsOf(field, cell, column),
  boolean: booleanOf,
  uuid: text(MAX_SHORT_TEXT),
  'email-address': emailAddress,
  'phone-number': phoneNumber,
};

/** How the cells of a declared field of one value are read; undefined for other fields. */
export const readingOf = (declared: Field): Reading | undefined => {
  if (declared.is === 'choice') return (field, cell) => choiceOf(field, cell, declared.of);
  if (declared.is === 'object' || declared.is === 'list' || declared.is === 'custom-fields') return undefined;
  const { to } = declared;
  if (to === undefined) return READINGS[declared.is];
  return (field, cell, context) => referenceOf(field, cell, to, context);
};

/** Types whose values are stored as any text. */
const EXACT = new Set<Field['is']>(['text', 'long-text', 'web-address', 'time-zone', 'currency']);

/** Fields whose text may say that calls are forbidden, such as a last name `Nobody (DO NOT CALL)`. */
const SPEAKING = /^(?:firstName|lastName|name|title|description|industry|disposition|note)$/;

/** Lets a cell of free text forbid calls, besides what else it says. */
const speaking =
  (field: string, rule: CellRule<RecordDraft>): CellRule<RecordDraft> =>
  (draft, cell, context, column, warn) => {
    rule(draft, cell, context, column, warn);
    const said = context.isOwn === true ? undefined : callRuleOf(cell, column);
    if (said === undefined) return;
    if (said === 'forbidden') draft.values['doNotCall'] = true;
    if (said === 'limited') warn(`doNotCall: "${cell.trim()}" limits calls, which the service cannot store`);
    else if (SPEAKING.test(field)) warn(`doNotCall: "${cell.trim()}" forbids calls`);
  };

/** The rules of declared fields: those of one value each, and of columns of exported lists. */
export const declaredRules = (fields: Fields, parent?: string): Rules<RecordDraft> =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]): readonly (readonly [string, CellRule<RecordDraft>])[] => {
      const path = parent === undefined ? name : `${parent}.${name}`;
      if (field.is === 'object') return Object.entries(declaredRules(field.fields, name));
      if (field.is === 'list' && field.of.is === 'object') {
        return Object.keys(field.of.fields).map((leaf) => [
          `${name}.${leaf}`,
          (draft, cell) => {
            draft.lists[name] ??= {};
            draft.lists[name][leaf] = cell;
          },
        ]);
      }
      const read = readingOf(field);
      if (read === undefined) return [];
      const rule: CellRule<RecordDraft> = (draft, cell, context, column) => {
        // An export has the texts of records exactly as they are.
        const isExact = context.isOwn === true && EXACT.has(field.is);
        const value = isExact ? cell || null : read(path, cell, context, column);
        if (parent !== undefined) setPart(draft, parent, name, value);
        // A record always has its dates and flags, so a blank cell leaves them unchanged.
        else if (value !== null || field.isNullable === true) draft.values[name] = value;
      };
      return [[path, rule]];
    }),
  );

/** Keeps the start of a text that is longer than a custom field can be. */
export const customField =
  (name: string): CellRule<RecordDraft> =>
  (draft, cell, { isOwn }, _column, warn) => {
    const value = isOwn === true ? cell || null : textOf(cell);
    if (value !== null && value.length > MAX_LONG_TEXT) {
      warn(`customFields.${name}: only the first ${MAX_LONG_TEXT} of ${value.length} characters are kept`);
    }
    draft.customFields.set(name, value === null ? undefined : longText(value));
  };

/** Lets the cells of free text forbid calls. */
export const speakingRules = (rules: Rules<RecordDraft>): Rules<RecordDraft> =>
  Object.fromEntries(
    Object.entries(rules).map(([path, rule]) => [path, SPEAKING.test(path) ? speaking(path, rule) : rule]),
  );

/** A text that fills no field, such as a tag, which may forbid calls. */
export const remark: CellRule<RecordDraft> = speaking('', () => undefined);

/** A column that fills no field. It still forbids calls if it says so: `Lead Status: Do Not Call`. */
export const unknownColumn = (name: string): CellRule<RecordDraft> => speaking('', customField(name));
