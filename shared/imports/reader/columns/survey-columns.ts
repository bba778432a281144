import type { CountryCode } from 'libphonenumber-js/min';
import {
  DATE_ORDERS,
  type DateOrder,
  looksLikeDate,
  possibleDateOrders,
} from '../../../domain/readings/dates.ts';
import { isChange } from '../../../domain/readings/deletions.ts';
import { isFormOfAddress } from '../../../domain/readings/full-name.ts';
import { decodedTwice, meantText } from '../../../domain/readings/meant-text.ts';
import { lacksCountry, looksNational, phoneOf } from '../../../domain/readings/phones.ts';
import { uuidOf } from '../../../domain/uuid.ts';
import { emailAddressOf } from '../../../domain/values/email-address.ts';

const SAMPLES = 3;
/** UTF-16 code units of one sample. */
const SAMPLE_LENGTH = 40;
/** Values of a column that are examined for what they look like: recognizing phone numbers takes time. */
const EXAMINED_VALUES = 200;
/** The share of the examined values that must look alike. */
const ALIKE = 0.9;

/** What the values of a column look like. */
export type ValueLook =
  | 'phone numbers'
  | 'email addresses'
  | 'LinkedIn profiles'
  | 'URLs'
  | 'dates'
  | 'UUIDs'
  | 'forms of address';

/** A row of a CSV file, or why it could not be read. */
interface SurveyedRow {
  readonly cells?: readonly string[];
  readonly problem?: string;
}

export interface ColumnSurvey {
  /** The first different values, shortened. */
  readonly samples: readonly string[];
  readonly looksLike: ValueLook | undefined;
  /** Whether each value is a word for a change, as in logs of changes. */
  readonly isOfChanges: boolean;
  /** The one order of day and month in which every numeric date of the column can be read, if it is one. */
  readonly dateOrder: DateOrder | undefined;
  /** The values that would be phone numbers if their country was known. 0 with a region. */
  readonly withoutCountry: number;
  /** Values of which UTF-8 was decoded twice: none, some, or all that are not ASCII. */
  readonly encodedTwice: 'none' | 'some' | 'all';
}

const lookOf = (value: string, region: CountryCode | undefined): ValueLook | undefined => {
  if (value.includes('@') && emailAddressOf(value) !== null) return 'email addresses';
  if (value.length >= 36 && uuidOf(value) !== undefined) return 'UUIDs';
  if (isFormOfAddress(value)) return 'forms of address';
  if (/^(?:https?:\/\/)?(?:[a-z]{2,3}\.)?linkedin\.com\/(?:in|pub|company|sales)\//i.test(value)) {
    return 'LinkedIn profiles';
  }
  if (/^(?:https?:\/\/|www\.)\S+$/i.test(value)) return 'URLs';
  if (looksLikeDate(value)) return 'dates';
  if (region === undefined && looksNational(value)) return 'phone numbers';
  return phoneOf(value, 'other', { region }).number === null ? undefined : 'phone numbers';
};

const BEYOND_ASCII = /[\u0080-\uffff]/;

class ColumnSurveyor {
  readonly #samples = new Set<string>();
  readonly #looks = new Map<ValueLook | undefined, number>();
  #dateOrders: readonly DateOrder[] = DATE_ORDERS;
  #isOfChanges = true;
  #examined = 0;
  #withoutCountry = 0;
  #beyondAscii = 0;
  #encodedTwice = 0;

  note(value: string, region: CountryCode | undefined): void {
    if (BEYOND_ASCII.test(value)) {
      this.#beyondAscii += 1;
      if (decodedTwice(value) !== undefined) this.#encodedTwice += 1;
    }
    if (this.#samples.size < SAMPLES) this.#samples.add(value);
    this.#isOfChanges &&= isChange(value);
    if (this.#examined < EXAMINED_VALUES) {
      const look = lookOf(value, region);
      this.#looks.set(look, (this.#looks.get(look) ?? 0) + 1);
      this.#examined += 1;
    }
    if (region === undefined && lacksCountry(value)) this.#withoutCountry += 1;
    const orders = possibleDateOrders(value);
    if (orders.length > 0) this.#dateOrders = this.#dateOrders.filter((order) => orders.includes(order));
  }

  get result(): ColumnSurvey {
    const [looksLike, count = 0] = [...this.#looks].sort(([, a], [, b]) => b - a)[0] ?? [];
    const shortened = [...this.#samples].map((value) =>
      value.length > SAMPLE_LENGTH ? `${value.slice(0, SAMPLE_LENGTH)}…` : value,
    );
    return {
      samples: shortened,
      looksLike: count >= this.#examined * ALIKE ? looksLike : undefined,
      isOfChanges: this.#isOfChanges && this.#samples.size > 0,
      dateOrder: this.#dateOrders.length === 1 ? this.#dateOrders[0] : undefined,
      withoutCountry: this.#withoutCountry,
      encodedTwice:
        this.#encodedTwice === 0 ? 'none' : this.#encodedTwice === this.#beyondAscii ? 'all' : 'some',
    };
  }
}

/**
 * Reads all rows of a CSV file to learn about its columns as a whole.
 *
 * @returns one for each column, in order
 */
export const surveyColumns = async (
  rows: AsyncIterable<readonly SurveyedRow[]>,
  columnCount: number,
  region: CountryCode | undefined,
): Promise<readonly ColumnSurvey[]> => {
  const columns = Array.from({ length: columnCount }, () => new ColumnSurveyor());
  for await (const batch of rows) {
    for (const row of batch) {
      if (row.problem !== undefined) continue;
      for (const [index, column] of columns.entries()) {
        const value = meantText(row.cells?.[index] ?? '').trim();
        if (value !== '') column.note(value, region);
      }
    }
  }
  return columns.map(({ result }) => result);
};
