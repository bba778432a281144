interface Identity {
  /** The name of the collection, in paths and files. */
  readonly plural: string;
  /** The permission to get a record. */
  readonly get: string;
  /** The permission to list records, and to export them. */
  readonly list: string;
  /** The permission to see contact details in records of any kind. */
  readonly contact?: string;
}

/**
 * Every kind of record, by the name that paths and parameters have, with what even the smallest function may
 * load. All other spellings derive from the name, and a kind without a declaration in `kinds.ts` does not
 * compile.
 */
export const IDENTITIES = {
  person: {
    plural: 'people',
    get: 'person:read',
    list: 'person:list',
    contact: 'person.contact:read',
  },
  company: {
    plural: 'companies',
    get: 'company:read',
    list: 'company:list',
  },
  'call-list': {
    plural: 'call-lists',
    get: 'call-list:read',
    list: 'call-list:read',
  },
  'call-list-entry': {
    plural: 'call-list-entries',
    get: 'call-list:read',
    list: 'call-list:read',
  },
  call: {
    plural: 'calls',
    get: 'call:read',
    list: 'call:read',
  },
} as const satisfies Readonly<Record<string, Identity>>;

type Identities = typeof IDENTITIES;

export type KindName = keyof Identities;

export const KIND_NAMES = /* @__PURE__ */ Object.keys(IDENTITIES) as readonly KindName[];

/** A table over all kinds. */
export const byKind = <T>(entryOf: (name: KindName) => T): Readonly<Record<KindName, T>> =>
  Object.fromEntries(KIND_NAMES.map((name) => [name, entryOf(name)])) as Record<KindName, T>;

export type Plural<N extends KindName> = Identities[N]['plural'];

export const pluralOf = <N extends KindName>(name: N): Plural<N> => IDENTITIES[name].plural;

/** The changes of each kind that are events, in the order in which users read them. */
export const EVENTS = {
  person: ['created', 'updated', 'expiring', 'deleted', 'erased'],
  company: ['created', 'updated', 'expiring', 'deleted'],
  'call-list': ['created', 'updated', 'deleted', 'locked', 'unlocked'],
  'call-list-entry': ['created', 'updated', 'deleted'],
  call: ['created', 'updated', 'deleted'],
} as const satisfies Readonly<Record<KindName, readonly string[]>>;

/** The types of the events about records. */
export type RecordEventType = { [N in KindName]: `${Snake<N>}.${(typeof EVENTS)[N][number]}` }[KindName];

/** The types of the events about records of a kind. */
export const eventTypesOf = (name: KindName): readonly RecordEventType[] =>
  EVENTS[name].map((change) => `${snakeOf(name)}.${change}` as RecordEventType);

/**
 * Kinds that code of their own stores, lists and deletes (`shared/records/call-lists`): call lists count
 * their
 * entries, which move. All others are stored alike.
 */
const OF_CALL_LISTS = ['call-list', 'call-list-entry'] as const;

export type PlainKind = Exclude<KindName, (typeof OF_CALL_LISTS)[number]>;

/** The kinds whose records have no code of their own. */
export const PLAIN_KINDS = /* @__PURE__ */ KIND_NAMES.filter(
  (name): name is PlainKind => !(OF_CALL_LISTS as readonly KindName[]).includes(name),
);

/** A table over these, by the names of their collections. */
export const byPlural = <T>(entryOf: (kind: PlainKind) => T) =>
  Object.fromEntries(PLAIN_KINDS.map((kind) => [pluralOf(kind), entryOf(kind)])) as Readonly<
    Record<Plural<PlainKind>, T>
  >;

/** Kinds whose every change is an event, in sharded collections. One of a call list may only count its entries. */
export type ShardedKind = Exclude<KindName, 'call-list'>;

export const SHARDED_KINDS = /* @__PURE__ */ KIND_NAMES.filter((name) => name !== 'call-list');

/** Kinds whose records have a partition of their own. Those of entries are their call lists'. */
export type OwnKind = Exclude<KindName, 'call-list-entry'>;

export const OWN_KINDS = /* @__PURE__ */ KIND_NAMES.filter((name) => name !== 'call-list-entry');

type PermissionsOf<I> = I extends I ? I[Extract<keyof I, 'get' | 'list' | 'contact'>] : never;

export type KindPermission = PermissionsOf<Identities[KindName]>;

/** The permissions one of which is enough to learn of the records of a kind. */
export const readersOf = (kind: KindName): readonly [KindPermission, ...KindPermission[]] => {
  const { get, list } = IDENTITIES[kind];
  return get === list ? [get] : [get, list];
};

/** `call_list_entry` for `call-list-entry`. */
export type Snake<N extends string> = N extends `${infer First}-${infer Rest}`
  ? `${First}_${Snake<Rest>}`
  : N;

export const snakeOf = <N extends string>(name: N) => name.replaceAll('-', '_') as Snake<N>;

/** `callListEntry` for `call-list-entry`. */
export type Camel<N extends string> = N extends `${infer First}-${infer Rest}`
  ? `${First}${Capitalize<Camel<Rest>>}`
  : N;

export const camelOf = <N extends string>(name: N) =>
  name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase()) as Camel<N>;

/** `CallListEntry` for `call-list-entry`. */
export type Pascal<N extends string> = Capitalize<Camel<N>>;

export const pascalOf = <N extends string>(name: N) => capitalized(camelOf(name)) as Pascal<N>;

/** `call list entry` for `call-list-entry`: for sentences. */
export const nounOf = (name: string): string => name.replaceAll('-', ' ');

/** `a call list`, `an owner`: for sentences. */
export const oneOf = (name: string): string => `${/^[aeiou]/.test(name) ? 'an' : 'a'} ${nounOf(name)}`;

/** `people, companies and calls`: for sentences. */
export const pluralsOf = (kinds: readonly KindName[], word: 'and' | 'or' = 'and'): string =>
  kinds
    .map((kind) => nounOf(pluralOf(kind)))
    .join(', ')
    .replace(/, ([^,]*)$/, ` ${word} $1`);

/** The first letter of a sentence or title. */
export const capitalized = <T extends string>(text: T) =>
  (text.charAt(0).toUpperCase() + text.slice(1)) as Capitalize<T>;
