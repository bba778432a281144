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
  (plainWords(column.replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2'))
    .split(/[^\p{L}\p{N}]+/u)
    .some((word) => WORDS.has(word)) &&
    samples.length > 0 &&
    samples.every(isAnswer));

/**
 * Whether a cell says that its record was deleted: `true`, or when. Throws a ReadingError for anything else
 * than that or its opposite.
 */
export const isDeletion = (cell: string): boolean => {
  const text = cell.trim();
  if (text === '' || (isPlaceholder(text) && !/^(?:no|false|0)$/i.test(text))) return false;
  if (looksLikeDate(text)) return timestampOfCell('deleted', text, 'dmy') !== null;
  try {
    return booleanOf('deleted', text) === true;
  } catch (error) {
    throw new ReadingError(
      `deleted: "${text}" is neither yes or no nor a time, so whether the record was deleted is not known`,
      { cause: error },
    );
  }
};
