/** Whether a request wants `totalCount`: `none`, `exact` at any cost, or what is cheap. */
export type CountMode = 'none' | 'exact' | undefined;

/** The number of all matches when the first page was read: `null` for more than are counted. */
export type KnownCount = number | null | undefined;

/** The count at the start of a position in a cursor. Cursors from before it was optional have a number. */
export const COUNT_PATTERN = String.raw`(\d{1,10}|[-+])`;

export const countFromText = (text: string | undefined): KnownCount => {
  if (text === undefined || text === '-') return undefined;
  return text === '+' ? null : Number(text);
};

export const textFromCount = (count: KnownCount): string =>
  String(count === undefined ? '-' : (count ?? '+'));

/** The count that a page knows from its cursor, or else that it reads, if the request wants it. */
export const knownCount = async (
  mode: CountMode,
  known: KnownCount,
  read: (isExact: boolean) => Promise<number | null>,
): Promise<KnownCount> => {
  if (mode === 'none' || typeof known === 'number') return known;
  return known === undefined || mode === 'exact' ? read(mode === 'exact') : known;
};

/** The count that a response shows. */
export const shownCount = (mode: CountMode, known: KnownCount): number | null =>
  mode === 'none' ? null : (known ?? null);
