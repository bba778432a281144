/** Maps a column, by its name in the file, to a field, by its dotted path, or to `SKIP_PATH`. */
export interface ColumnMapping {
  readonly column: string;
  readonly path: string;
}

/** The mapping, or the files that it is for, cannot be used as given. The message says what to change. */
export class ImportInputError extends Error {
  override readonly name = 'ImportInputError';
}

/**
 * Splits at the separators outside quotes. A backslash takes the meaning from the next character; double
 * quotes, themselves doubled inside, take it from everything between them.
 */
const splitUnescaped = (text: string, separator: string, limit = Number.POSITIVE_INFINITY): string[] => {
  const parts: string[] = [];
  let start = 0;
  let isQuoted = false;
  for (let at = 0; at < text.length; at++) {
    const character = text.charAt(at);
    if (character === '\\') at += 1;
    else if (character === '"') isQuoted = !isQuoted;
    else if (character === separator && !isQuoted && parts.length + 1 < limit) {
      parts.push(text.slice(start, at));
      start = at + 1;
    }
  }
  if (isQuoted) throw new ImportInputError(`A double quote in --map is never closed: ${text}`);
  return [...parts, text.slice(start)];
};

const unescaped = (text: string): string => {
  const trimmed = text.trim();
  const quoted = /^"(.*)"$/s.exec(trimmed);
  const inner = quoted?.[1]?.replaceAll('""', '"') ?? trimmed;
  return inner.replaceAll(/\\(.)/gs, '$1').trim();
};

/**
 * Reads `Column=field,Other column=field`. Commas, equals signs, quotes and backslashes that belong to a name
 * are written `\,` and so on, or the name stands in double quotes: `"Name, last"=lastName`.
 */
export const parseColumnMapping = (text: string): readonly ColumnMapping[] =>
  splitUnescaped(text, ',')
    .filter((part) => part.trim() !== '')
    .map((part) => {
      const [column = '', path = ''] = splitUnescaped(part, '=', 2).map(unescaped);
      if (column === '' || path === '') {
        throw new ImportInputError(
          `"${part.trim()}" in --map is not of the form Column=field; ` +
            `write a comma or an equals sign that belongs to a name as \\, or \\=, or put the name in ` +
            'double quotes.',
        );
      }
      return { column, path };
    });
