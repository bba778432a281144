/** Spreadsheets otherwise take UTF-8 for the code page of the machine. */
export const BYTE_ORDER_MARK = '\ufeff';

/** The columns of the CSV files that an import writes about its rows. */
export const WARNING_COLUMNS = ['file', 'line', 'field', 'value', 'reason'] as const;
export const ID_COLUMNS = ['kind', 'source', 'sourceId', 'id', 'file', 'line'] as const;

const OWN_HEADERS: readonly (readonly string[])[] = [WARNING_COLUMNS, ID_COLUMNS];

/**
 * What rejected rows have in addition to the columns, or keys, of the file that they come from, so that they
 * can be corrected and imported again.
 */
export const REASON_COLUMN = 'reason';

/** Whether the service wrote the file with this header, so that its cells have to be restored. */
export const isOwnHeader = (header: readonly string[]): boolean =>
  OWN_HEADERS.some(
    (columns) => columns.length === header.length && columns.every((name, index) => name === header[index]),
  );

/**
 * Text that a spreadsheet runs as a formula, after any number of apostrophes
 * (https://owasp.org/www-community/attacks/CSV_Injection).
 */
const FORMULA = /^'*(?:[\t\r\n]|\s*[=+\-@＝＋－＠])/;

/** Text that would run gets an apostrophe; so does text with apostrophes before it, to be told apart. */
const neutralized = (text: string): string => (FORMULA.test(text) ? `'${text}` : text);

/** The text that the service wrote into a cell of its own files. */
export const restored = (cell: string): string =>
  cell.startsWith("'") && FORMULA.test(cell) ? cell.slice(1) : cell;

/** A number cannot be a formula. */
const csvCell = (value: string | number | null): string => {
  const text = typeof value === 'string' ? neutralized(value) : String(value ?? '');
  return /[",;|\t\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

/** A {@link csvLine} with another delimiter: a semicolon, tab or vertical bar. */
export const delimitedLine = (cells: readonly (string | number | null)[], delimiter: string): string =>
  `${cells.map(csvCell).join(delimiter)}\n`;

/**
 * One line of a CSV file (RFC 4180), ended by LF. Spreadsheets run none of its cells. {@link isOwnHeader} has
 * to recognize the file, so that an import restores what it neutralizes.
 */
export const csvLine = (cells: readonly (string | number | null)[]): string => delimitedLine(cells, ',');
