import type { CountedKind } from '../../contract/imports/import-limits.ts';
import {
  type Camel,
  camelOf,
  type IDENTITIES,
  PLAIN_KINDS,
  type PlainKind,
  pluralOf,
} from '../../kinds/names.ts';

/** The kinds of files whose records remember which source brought them. */
export type SourcedKind = Camel<(typeof IDENTITIES)[PlainKind]['plural']>;
export const SOURCED_KINDS: readonly SourcedKind[] = PLAIN_KINDS.map((kind) => camelOf(pluralOf(kind)));

/** The kind of record in a kind of file. */
export const recordKindOf = (kind: SourcedKind): PlainKind =>
  PLAIN_KINDS.find((name) => camelOf(pluralOf(name)) === kind) ?? 'person';

export const isSourced = (kind: CountedKind): kind is SourcedKind =>
  (SOURCED_KINDS as readonly CountedKind[]).includes(kind);
