import { IMPORT_KINDS, type ImportKind } from '../contract/imports/import-limits.ts';
import { KINDS } from '../kinds/kinds.ts';
import {
  type Camel,
  camelOf,
  type IDENTITIES,
  KIND_NAMES,
  type KindName,
  PLAIN_KINDS,
  type PlainKind,
  pluralOf,
} from '../kinds/names.ts';

/** The kinds of files, as options and reports name them. */
export type FileKind = Camel<ImportKind>;

export const fileKindOf = ({ kind }: { readonly kind: ImportKind }): FileKind => camelOf(kind);

/** The kinds that the fields of a kind refer to. */
const referencesOf = (kind: KindName): readonly KindName[] =>
  Object.values(KINDS[kind].fields).flatMap((field) => ('to' in field && field.to ? [field.to] : []));

/** How far a kind is from those that refer to no other. */
const depthOf = (kind: KindName): number => Math.max(0, ...referencesOf(kind).map((to) => 1 + depthOf(to)));

/** The depth of a file of call lists is that of its entries, which are stored in the partition of the list. */
const placeOf = (kind: ImportKind): number =>
  Math.max(
    ...KIND_NAMES.filter(
      (name) =>
        pluralOf(name) === kind ||
        Object.values(KINDS[name].fields).some(
          (field) => 'to' in field && field.to && field.inPartition === true && pluralOf(field.to) === kind,
        ),
    ).map(depthOf),
  );

/** Kinds of imports, in the order in which files are imported: each refers only to earlier ones. */
export const IMPORT_ORDER: readonly ImportKind[] = /* @__PURE__ */ IMPORT_KINDS.toSorted(
  (a, b) => placeOf(a) - placeOf(b),
);
export const FILE_KINDS: readonly FileKind[] = /* @__PURE__ */ IMPORT_ORDER.map((kind) => camelOf(kind));

/** The kinds of files whose records remember which source brought them. */
export type SourcedKind = Camel<(typeof IDENTITIES)[PlainKind]['plural']>;
export const SOURCED_KINDS: readonly SourcedKind[] = /* @__PURE__ */ PLAIN_KINDS.map((kind) =>
  camelOf(pluralOf(kind)),
);

/** The kind of record in a kind of file. */
export const recordKindOf = (kind: SourcedKind): PlainKind =>
  PLAIN_KINDS.find((name) => camelOf(pluralOf(name)) === kind) ?? 'person';

export const isSourced = (kind: string): kind is SourcedKind =>
  (SOURCED_KINDS as readonly string[]).includes(kind);
