import type { OpenApiReader, Part, Pointer } from '../../support/contract/openapi/document.ts';

/**
 * What v1 allows beyond a recorded response:
 * - `grown`: every object has fields that a later version added
 * - `large`: 64-bit integers exceed 32 bits
 * - `empty`: everything nullable is null
 */
export const VARIANTS = ['grown', 'large', 'empty'] as const;
export type Variant = (typeof VARIANTS)[number];

export const ADDED = { addedText: 'later', addedNumber: 7, addedObject: { addedList: ['a', null, true] } };

/** More than a 32-bit integer holds, and as large as a position may be. */
const LARGE = 9_999_999_999;

type Members = Readonly<Record<string, unknown>>;

const isMembers = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const alternativesOf = (document: OpenApiReader, { pointer, value }: Part): readonly Part[] =>
  (['anyOf', 'oneOf'] as const).flatMap((keyword) =>
    Object.keys((value[keyword] ?? []) as readonly unknown[]).flatMap(
      (index) => document.at(...pointer, keyword, index) ?? [],
    ),
  );

/** Rewrites a value of the schema at a pointer into a variant that the schema still allows. */
export const variantOf = (
  document: OpenApiReader,
  schema: Pointer,
  value: unknown,
  variant: Variant,
): unknown => {
  const part = document.at(...schema);
  if (part === undefined || value === null) return value;
  const alternatives = alternativesOf(document, part);
  if (alternatives.length > 0) {
    const isNullable = alternatives.some((each) => each.value['type'] === 'null');
    if (isNullable && variant === 'empty') return null;
    const match = alternatives.find(({ pointer }) => document.errors(pointer, value).length === 0);
    return match === undefined ? value : variantOf(document, match.pointer, value, variant);
  }
  if (Array.isArray(value)) {
    return value.map((item) => variantOf(document, [...part.pointer, 'items'], item, variant));
  }
  if (part.value['format'] === 'int64' && variant === 'large') return LARGE;
  const { properties, additionalProperties } = part.value;
  if (!isMembers(value) || !isMembers(properties)) return value;
  const members = Object.entries(value).map(([name, member]) => [
    name,
    Object.hasOwn(properties, name)
      ? variantOf(document, [...part.pointer, 'properties', name], member, variant)
      : member,
  ]);
  const isOpen = additionalProperties === true && variant === 'grown';
  return { ...Object.fromEntries(members), ...(isOpen && ADDED) };
};
