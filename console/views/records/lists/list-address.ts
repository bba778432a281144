import { type KindSegment, kindPath } from '../../../routing/record-paths.ts';

/** The parameters of a list, as text: the service validates them. */
export type ListQuery = Readonly<Record<string, string>>;

/** The address of a list with these parameters. */
export const listPath = (kind: KindSegment, query: ListQuery): string =>
  [
    kindPath(kind),
    ...Object.entries(query).flatMap(([name, value]) => [name, encodeURIComponent(value)]),
  ].join('/');

const decode = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

/** The parameters in an address, from the part after the view's path. */
export const listQueryOf = (rest: readonly string[]): ListQuery => {
  const query: Record<string, string> = {};
  for (let index = 0; index + 1 < rest.length; index += 2) {
    query[rest[index] ?? ''] = decode(rest[index + 1] ?? '');
  }
  return query;
};

/** A phone number without the characters that people write between digits, and `+` in place of `00`. */
export const compactPhone = (text: string): string => text.replace(/[\s().\-/]/g, '').replace(/^00/, '+');
