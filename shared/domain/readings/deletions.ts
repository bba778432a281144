import { isPlaceholder } from '../values/placeholder.ts';
import { looksLikeDate, timestampOfCell } from './dates.ts';
import { ReadingError } from './reading-error.ts';
import { booleanOf } from './values.ts';
import { LANGUAGES, normalizedName, plainWords } from './words.ts';

const ALL_NAMES = LANGUAGES.flatMap(({ deleted = [] }) => deleted);
const NAMES = new Set(ALL_NAMES.map(normalizedName));

/** Words of those names that say as much in any other name. */
const WORDS = new Set(
  ALL_NAMES.flatMap((name) => plainWords(name).split(' ')).filter((word) => word.length > 4),
);

const DELETE = /^(?:d|deleted?)$/i;
const OTHER_CHANGE = /^(?:[icur]|(?:insert|upsert)(?:ed)?|(?:create|update)d?|read|update_postimage)$/i;

/** Whether a cell is a word for a change, as in a log of changes: `D` and `insert`. */
export const isChange = (cell: string): boolean => DELETE.test(cell.trim()) || OTHER_CHANGE.test(cell.trim());

const CHANGE_NAMES = new Set(LANGUAGES.flatMap(({ changes = [] }) => changes).map(normalizedName));

/** Whether a column of this name tells the changes of a log, if its values are some. */
export const isChangeColumn = (column: string): boolean => CHANGE_NAMES.has(normalizedName(column));

/** Logs that tell an update by two rows, of the record before and after: deleting by them would lose it. */
const looksLikeChanges = (column: string, samples: readonly string[]): boolean =>
  /(?:^|[^a-z])(?:op|operation|action|change)(?:$|[^a-z])/i.test(column) &&
  samples.every((cell) => isChange(cell) || /^update_preimage$/i.test(cell));

/** Whether a column of this name is known to mark the records that its source has deleted. */
export const isDeletionColumn = (column: string): boolean => NAMES.has(normalizedName(column));

const isAnswer = (cell: string): boolean => {
  try {
    return looksLikeDate(cell) || booleanOf('deleted', cell) !== null;
  } catch {
    return false;
  }
};

/** Whether a column may mark deleted records, by a word of its name and by its values. */
export const looksLikeDeletion = (column: string, samples: readonly string[]): boolean =>
  isDeletionColumn(column) ||
  (samples.length > 0 &&
    (looksLikeChanges(column, samples) ||
      (plainWords(column.replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2'))
        .split(/[^\p{L}\p{N}]+/u)
        .some((word) => WORDS.has(word)) &&
        samples.every(isAnswer))));

/**
 * Whether a cell says that its record was deleted: `true`, `D`, or when. Throws a ReadingError for anything
 * else than that or its opposite.
 */
export const isDeletion = (cell: string): boolean => {
  const text = cell.trim();
  if (text === '' || (isPlaceholder(text) && !/^(?:no|false|0)$/i.test(text))) return false;
  if (looksLikeDate(text)) return timestampOfCell('deleted', text, 'dmy') !== null;
  if (isChange(text)) return DELETE.test(text);
  try {
    return booleanOf('deleted', text) === true;
  } catch (error) {
    throw new ReadingError(
      `deleted: "${text}" is neither yes or no nor a time, so whether the record was deleted is not known`,
      { cause: error },
    );
  }
};
