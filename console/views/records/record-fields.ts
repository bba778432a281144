import type { QueryParameters } from '../../../shared/contract/query-parameters.ts';
import { referencesIn as declaredReferences, type Fields } from '../../../shared/kinds/fields.ts';
import { KINDS } from '../../../shared/kinds/kinds.ts';
import { type KindName, OWN_KINDS, type OwnKind, pluralOf } from '../../../shared/kinds/names.ts';
import { RECORD_FILTERS } from '../../../shared/operations/admin-api/record-filters.ts';
import type { Values } from '../../parts/record-text.ts';
import {
  type KindSegment,
  type RecordAddress,
  KINDS as SEGMENTS,
  segmentOfKind,
} from '../../routing/record-paths.ts';
import { kindOfReference } from '../../words.ts';

/** The declared fields of the records of a kind, with those that are counted. */
export const fieldsOf = (kind: KindName): Fields => ({ ...KINDS[kind].fields, ...KINDS[kind].counts });

/** The fields that lists of a kind show besides the name. */
export const listedFields = (kind: KindName): readonly string[] => KINDS[kind].listed ?? [];

/** The declared parameters that find records of a kind. */
export const filtersOf = (kind: KindSegment): QueryParameters => RECORD_FILTERS[SEGMENTS[kind].resource];

/** What names a record: it is the heading of its page. */
export const NAMES: ReadonlySet<string> = new Set(['id', 'firstName', 'lastName', 'name']);

/** The record that a field refers to; `undefined` for none, and for one without a page. */
export const referenceOf = (field: string, value: unknown): RecordAddress | undefined => {
  const kind = segmentOfKind(kindOfReference(field));
  return kind === undefined || typeof value !== 'string' ? undefined : { kind, id: value };
};

/** The records that records refer to with some of their fields. */
export const referencesIn = (
  records: readonly Values[],
  fields: readonly string[],
): readonly RecordAddress[] =>
  records.flatMap((record) => fields.flatMap((field) => referenceOf(field, record[field]) ?? []));

/** The field by which records of a kind refer to one of another kind. */
export const referenceTo = (to: KindName, from: KindName): string | undefined =>
  declaredReferences(KINDS[from].fields).find(([, kind]) => kind === to)?.[0];

/** The kinds with pages whose records can be found by the record of this kind that they refer to. */
export const relatedKinds = (kind: OwnKind): readonly KindSegment[] =>
  OWN_KINDS.filter((other) => (referenceTo(kind, other) ?? '') in RECORD_FILTERS[other]).map(pluralOf);
