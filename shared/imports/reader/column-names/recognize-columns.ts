/** Field paths, each with the column names that fill it, separated by commas. */
export type FieldNames = readonly (readonly [path: string, names: string])[];

/** Reads lines of `path: name, name, …`. Lines without a path continue the one before. */
export const fieldNames = (text: string): FieldNames =>
  text
    .trim()
    .split(/\n\s*(?=[\w.]+: )/)
    .map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1)] as const);

export interface RecognizedName {
  readonly path: string;
  /** Where the name stands among all names of the kind of file: the lower, the more specific. */
  readonly rank: number;
}

/** Recognized names by normalized column name. */
export type RecognizedNames = ReadonlyMap<string, RecognizedName>;

/** The form in which column names are compared: without accents, which some systems drop or decompose. */
export const normalizedName = (column: string): string =>
  column
    .normalize('NFD')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '');

/**
 * Names are compared without case, accents, spaces and punctuation, so `First Name`, `FirstName` and
 * `first_name` are one. A path may be listed more than once, with other paths in between.
 *
 * @param fields most specific names first
 */
export const recognizeNames = (fields: FieldNames): RecognizedNames => {
  const recognized = new Map<string, RecognizedName>();
  let rank = 0;
  for (const [path, names] of fields) {
    for (const name of names.split(',').map(normalizedName)) {
      // A column without a name, or with punctuation alone, would be recognized.
      if (name === '') throw new Error(`A column name of "${path}" has neither letters nor digits.`);
      const known = recognized.get(name);
      if (known !== undefined && known.path !== path) {
        throw new Error(`The column name "${name}" is listed for "${known.path}" and "${path}".`);
      }
      if (known === undefined) recognized.set(name, { path, rank: rank++ });
    }
  }
  return recognized;
};
