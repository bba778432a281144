const SLOTS = 1024;

/** One name per slot; a later name with the same slot replaces it. */
const names: string[] = new Array(SLOTS).fill('');

/** V8 keeps one copy of each property name. This returns it instead of a part of another text. */
const propertyName = (name: string): string => Object.keys({ [name]: true })[0] ?? name;

/**
 * The attribute name in `text.slice(start, end)`. Names repeat in every item: returning the same string again
 * saves V8 from copying, hashing and looking up each of them before it can become a property.
 */
export const knownName = (text: string, start: number, end: number): string => {
  const length = end - start;
  const first = text.charCodeAt(start);
  const middle = text.charCodeAt(start + (length >> 1));
  const lastButOne = text.charCodeAt(end - 2);
  // With these factors, no two attributes of people, companies and call lists share a slot.
  const slot = (first * 31 + middle * 3 + lastButOne * 41 + length) & (SLOTS - 1);
  const known = names[slot] ?? '';
  if (known.length === length && text.startsWith(known, start)) return known;
  const name = propertyName(text.slice(start, end));
  names[slot] = name;
  return name;
};
