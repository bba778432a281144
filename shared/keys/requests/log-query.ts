/**
 * Builds queries of CloudWatch Logs Insights
 * (https://docs.aws.amazon.com/AmazonCloudWatch/latest/logs/CWL_QuerySyntax.html). The access log has all
 * values as text, so that values are quoted throughout: numbers of equal length compare alike as text.
 */

/** The maximum number of rows of a result. */
export const MAX_LOG_ROWS = 10_000;

/** Fields of lines; a dot leads into an object. */
type Field = string;

/** Printable ASCII without quotation marks and backslashes, which would end or escape the literal. */
const QUOTABLE = /^[ !#-[\]-~]*$/;

/** @throws Error for a text that no literal can hold. Lines never contain one: see `loggableRequest` */
export const quoted = (text: string): string => {
  if (QUOTABLE.test(text)) return `"${text}"`;
  throw new Error('A log query can only contain printable ASCII without quotation marks and backslashes.');
};

export const isEqual = (field: Field, value: string): string => `${field} = ${quoted(value)}`;

export const isNot = (field: Field, value: string): string => `${field} != ${quoted(value)}`;

/** Case matters. */
export const contains = (field: Field, part: string): string => `${field} like ${quoted(part)}`;

export const isBefore = (field: Field, value: string): string => `${field} < ${quoted(value)}`;

export const isAfter = (field: Field, value: string): string => `${field} > ${quoted(value)}`;

/** An index also serves this condition. */
export const isOneOf = (field: Field, values: readonly string[]): string =>
  `${field} in [${values.map(quoted).join(', ')}]`;

/** @param start letters and digits */
export const startsWith = (field: Field, start: string): string => `${field} like /^${start}/`;

export const either = (...conditions: readonly string[]): string => `(${conditions.join(' or ')})`;

export const both = (...conditions: readonly string[]): string => `(${conditions.join(' and ')})`;

interface LineQuery {
  readonly fields: readonly Field[];
  readonly conditions: readonly string[];
  /** Sorts in descending order. */
  readonly newestBy: readonly Field[];
  readonly limit: number;
}

/** Returns lines. */
export const lineQuery = ({ fields, conditions, newestBy, limit }: LineQuery): string =>
  [
    `filter ${conditions.join(' and ')}`,
    `fields ${fields.join(', ')}`,
    `sort ${newestBy.map((field) => `${field} desc`).join(', ')}`,
    `limit ${limit}`,
  ].join(' | ');

/** The field of a group's UTC day in a result. */
export const DAY = 'bin(1d)';
/** The field of a group's hour in a result. */
export const HOUR = 'bin(1h)';
/** The field of a group's number of lines in a result. */
export const COUNT = 'lines';

/** Counts lines by the values of fields, such as {@link DAY}. */
export const countQuery = (conditions: readonly string[], by: readonly Field[]): string =>
  [
    `filter ${conditions.join(' and ')}`,
    `stats count(*) as ${COUNT} by ${by.join(', ')}`,
    `limit ${MAX_LOG_ROWS}`,
  ].join(' | ');
