import { isCallColumn } from '../../../domain/readings/calls.ts';
import { isDeletionColumn } from '../../../domain/readings/deletions.ts';
import { DURATION_UNITS } from '../../../domain/readings/durations.ts';
import vocabulary from '../../../domain/readings/vocabulary.json' with { type: 'json' };
import { type ColumnNames, LANGUAGES, normalizedName } from '../../../domain/readings/words.ts';
import { contactFieldsOf, contactPaths } from '../../../kinds/contact-details.ts';
import { KINDS } from '../../../kinds/kinds.ts';
import { camelOf, OWN_KINDS, type OwnKind } from '../../../kinds/names.ts';
import { PHONE_TYPES, type PhoneType } from '../../../kinds/phone-fields.ts';
import vendors from '../vendors.json' with { type: 'json' };

export interface RecognizedName {
  readonly path: string;
  /** The lower, the more specific for its field; of phones and emails also the order of their values. */
  readonly rank: number;
  /** Ties a column to the one with its label: `Phone 1 - Label` and `Phone 1 - Value` have the same. */
  readonly number?: string;
}

/** Finds the field of a column by its name. */
export type Recognizer = (column: string) => RecognizedName | undefined;

/** The names that a system gives to columns, by kind; `when` other columns have to be there. */
interface Vendor {
  readonly when?: readonly string[];
  readonly columns: Readonly<Record<string, ColumnNames>>;
}

const VENDORS: readonly Vendor[] = Object.values(vendors);

/** Kinds of which each row is a record that may be called: their columns have names in common. */
const hasBoth = (kind: OwnKind): boolean => 'doNotCall' in KINDS[kind].fields;

const DECORATION = new RegExp(`[([]\\s*(?:${vocabulary.headerDecorations.join('|')})\\s*[)\\]]`, 'giu');

/** Ranks of columns that come after all others of their field (`path+`), and of a name's second number. */
const LAST = 100_000;
const NEXT_NUMBER = 1000;

/** Calls go to the first number, so the person's own lines come first. */
const PHONES = ['phones.work', 'phones.mobile', 'phones', 'phones.home', 'phones.other'];

type Names = Map<string, RecognizedName>;

const addNames = (names: Names, columns: ColumnNames = {}): void => {
  for (const [key, list] of Object.entries(columns)) {
    const path = key.replace('+', '');
    for (const name of list.map(normalizedName)) {
      if (names.has(name)) continue;
      const later = key === path ? NEXT_NUMBER * 10 * Math.max(0, PHONES.indexOf(path)) : LAST;
      names.set(name, { path, rank: names.size + later });
    }
  }
};

/** The names of fields that kinds have in common: of most of a record that may be called. */
const commonNames = (kind: OwnKind, { person = {}, both = {} }: Vendor['columns']): ColumnNames => {
  if (hasBoth(kind)) return both;
  const { fields } = KINDS[kind];
  return Object.fromEntries([
    ...Object.entries(both).filter(([path]) => path in fields),
    // People name their company like all that refer to one, and rows their person by an address.
    ...Object.entries(person).filter(([path]) => 'companyId' in fields && path.startsWith('company')),
    ...('personId' in fields ? [['email', person['emails'] ?? []]] : []),
  ]);
};

const namesOf = (kind: OwnKind, isSpecial: (vendor: Vendor) => boolean): Names => {
  const names: Names = new Map();
  for (const { columns = {} } of [
    ...VENDORS.filter((vendor) => vendor.when !== undefined && isSpecial(vendor)),
    ...LANGUAGES,
    ...VENDORS.filter(({ when }) => when === undefined),
  ]) {
    addNames(names, columns[camelOf(kind)]);
    addNames(names, commonNames(kind, columns));
  }
  if (kind !== 'person') return names;
  // What Pipedrive names after the other object: `Organisation - Name` of a person.
  for (const { objects, columns } of LANGUAGES) {
    for (const object of objects?.['company'] ?? []) {
      const { name = [], id = [] } = columns?.['company'] ?? {};
      addNames(names, {
        companyName: ['Name', ...name].map((each) => `${object} - ${each}`),
        companyId: ['ID', ...id].map((each) => `${object} - ${each}`),
      });
    }
  }
  return names;
};

const ofEach = <T>(make: (kind: OwnKind) => T): Readonly<Record<OwnKind, T>> =>
  Object.fromEntries(OWN_KINDS.map((kind) => [kind, make(kind)])) as Record<OwnKind, T>;

const NAMES = ofEach((kind) => namesOf(kind, () => false));

/** Words before or after a name, longest first. */
const byLength = <T extends readonly [string, ...unknown[]]>(words: readonly T[]): readonly T[] =>
  words.toSorted(([a], [b]) => b.length - a.length);

/** Words for what a phone or an address is for: `Téléphone (bureau)`, `Business Phone`. */
const PURPOSES = byLength(
  LANGUAGES.flatMap(({ purposes = {} }) =>
    Object.entries(purposes).flatMap(([type, words]) =>
      words.map((word) => [normalizedName(word), type] as const),
    ),
  ),
);

/** Which of several addresses of a record counts: `Mailing City` before `City`. */
const ADDRESSES = ofEach((kind) =>
  byLength(
    LANGUAGES.flatMap(({ addresses, purposes }) =>
      [addresses?.[camelOf(kind)], purposes?.['work'], purposes?.['home']].flatMap((words) => words ?? []),
    ).map((word, rank) => [normalizedName(word), rank] as const),
  ),
);

/** Tries what is left of a name without a word at its start or end. */
const withoutWord = <W, R>(
  key: string,
  words: readonly (readonly [string, W])[],
  find: (rest: string, word: W) => R | undefined,
): R | undefined => {
  for (const [word, value] of words) {
    if (key.length < word.length + 2) continue;
    const rests = [
      ...(key.startsWith(word) ? [key.slice(word.length)] : []),
      ...(key.endsWith(word) ? [key.slice(0, -word.length)] : []),
    ];
    for (const rest of rests) {
      const found = find(rest, value);
      if (found !== undefined) return found;
    }
  }
  return undefined;
};

const typedPath = (path: string, type: string): string | undefined => {
  if (/^phones(?:\.work)?$/.test(path)) return `phones.${type}`;
  if (path === 'emails' && type !== 'mobile') return `emails.${type}`;
  return /^(?:phones|extension)/.test(path) ? path : undefined;
};

const EXTENSION = ['extension', 'ext'].map((word) => [word, 'extension'] as const);
const LABEL = /\s*[-–:]\s*(label|type|value)$/i;
/** What a duration is in: `Duration (min)`, `Call length in seconds`. */
const UNITS = byLength(
  DURATION_UNITS.flatMap((unit) => [`in ${unit}`, unit].map((word) => [normalizedName(word), unit] as const)),
);
const CLOCKS = /\s*[([]?\bhh?:mm(?::ss)?\b[)\]]?|\s*[([]?\bmm:ss\b[)\]]?/i;
const NUMBERED = /^(.*[^\d\s])[\s_#]*?(\d{1,2})(?!\d)(.*)$/s;

const recognizeWith = (kind: OwnKind, names: Names): Recognizer => {
  const direct = (key: string): RecognizedName | undefined =>
    names.get(key) ??
    (hasBoth(kind) && isCallColumn(key) ? { path: 'doNotCall', rank: 0 } : undefined) ??
    (kind !== 'call-list' && isDeletionColumn(key) ? { path: 'deleted', rank: 0 } : undefined);

  const composed = (key: string): RecognizedName | undefined =>
    direct(key) ??
    withoutWord(key, PURPOSES, (rest, type) => {
      const found = names.get(rest);
      const path = found && typedPath(found.path, type);
      return path === undefined ? undefined : { path, rank: found?.rank ?? 0 };
    }) ??
    withoutWord(key, ADDRESSES[kind], (rest, rank) => {
      const found = names.get(rest);
      return found?.path.startsWith('location.') === true
        ? { path: found.path, rank: found.rank - NEXT_NUMBER * (NEXT_NUMBER - rank) }
        : undefined;
    });

  const numbered = (text: string): RecognizedName | undefined => {
    const [, before = '', number = '', after = ''] = NUMBERED.exec(text) ?? [];
    if (before === '') return undefined;
    const label = LABEL.exec(after)?.[1]?.toLowerCase();
    const key = normalizedName(before + after.replace(LABEL, ''));
    const found = composed(key);
    if (found === undefined || !/^(?:phones|emails)/.test(found.path)) {
      return Number(number) === 1 && label !== 'label' ? found : undefined;
    }
    const isLabel = label === 'label' || label === 'type';
    return {
      path: isLabel ? found.path.replace(/\..*|$/, '.type') : found.path,
      rank: found.rank + NEXT_NUMBER * (Number(number) - 1),
      number: key + number,
    };
  };

  const prefixes = LANGUAGES.flatMap(({ objects }) => objects?.[camelOf(kind)] ?? []).map(
    (object) => [normalizedName(object), null] as const,
  );
  /** `Call Date` is more specific than `Date`. */
  const prefixed = (key: string): RecognizedName | undefined =>
    withoutWord(key, prefixes, (rest) => {
      const found = key.endsWith(rest) ? composed(rest) : undefined;
      return found && { ...found, rank: found.rank - 0.5 };
    });

  const { fields } = KINDS[kind];
  const inUnits = (text: string): RecognizedName | undefined => {
    const find = (key: string): RecognizedName | undefined => composed(key) ?? prefixed(key);
    const plain = normalizedName(text.replace(CLOCKS, ''));
    const found = find(plain) ?? withoutWord(plain, UNITS, find);
    return found !== undefined && fields[found.path]?.is === 'seconds' ? found : undefined;
  };

  return (column) => {
    const text = column.replaceAll(DECORATION, '');
    const key = normalizedName(text);
    if (key === '') return undefined;
    const known = composed(key) ?? numbered(text) ?? inUnits(text);
    if (known !== undefined) return known;
    const extended = withoutWord(key, EXTENSION, (rest) => {
      const [, type] = /^phones\.(\w+)$/.exec(composed(rest)?.path ?? '') ?? [];
      return type === undefined ? undefined : { path: `extension.${type}`, rank: 0 };
    });
    return extended ?? prefixed(key);
  };
};

/** Recognizes columns by the names that systems give them in any language. Some depend on the whole header. */
export const recognizer = (kind: OwnKind, header: readonly string[]): Recognizer => {
  const given = new Set(header.map(normalizedName));
  const isSpecial = ({ when }: Vendor): boolean =>
    when?.every((name) => given.has(normalizedName(name))) === true;
  const hasSpecial = VENDORS.some(isSpecial);
  return recognizeWith(kind, hasSpecial ? namesOf(kind, isSpecial) : NAMES[kind]);
};

/** Names of columns that hold the whole name, unless the file has another one for the rest of it. */
export const isNameAlone = (column: string): boolean =>
  LANGUAGES.some(({ nameAlone }) =>
    nameAlone?.some((name) => normalizedName(name) === normalizedName(column)),
  );

const MAX_CONTACT_NAMES = 10_000;

/**
 * Names the custom field of a column.
 *
 * @param path the field that the column would fill, if it is known
 */
export type CustomNamer = (column: string, path?: string) => string;

/**
 * Names the custom fields of a kind after their columns, and contact details that their field has no room for
 * after it, which tells readers what they are: `linkedinUrl (LinkedIn URL)`.
 */
export const customNamer = (kind: OwnKind): CustomNamer => {
  const { fields } = KINDS[kind];
  const isContactField = contactFieldsOf(fields);
  // A column may also be named after its field: `Location Street`, `Phones Home`.
  const ownPaths = new Map(
    contactPaths(fields)
      .flatMap((path) => [path, ...PHONE_TYPES.map((type) => `${path}.${type}`)])
      .map((path) => [normalizedName(path), path]),
  );
  const recognize = recognizeWith(kind, NAMES[kind]);
  const names = new Map<string, string>();
  return (column, path) => {
    if (isContactField(column)) return column;
    if (path !== undefined && isContactField(path)) return `${path} (${column})`;
    // Asked for each cell of some columns.
    let name = names.get(column);
    if (name === undefined) {
      const plain = column.replace(/ \(\d+\)$/, '');
      const field = recognize(plain)?.path ?? ownPaths.get(normalizedName(plain));
      name = field !== undefined && isContactField(field) ? `${field} (${column})` : column;
      if (names.size === MAX_CONTACT_NAMES) names.clear();
      names.set(column, name);
    }
    return name;
  };
};

/** The type of phone that a label names, in any language: `* Mobile`, `Geschäftlich`. */
export const phoneTypeOf = (label: string): PhoneType => {
  const key = normalizedName(label);
  const type = PURPOSES.find(([word]) => key === word || key.includes(word))?.[1];
  return PHONE_TYPES.find((each) => each === type) ?? 'other';
};
