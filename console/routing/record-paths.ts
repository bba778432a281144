import { kindOfEvent, nameOfEventKind } from '../../shared/kinds/event-kinds.ts';
import {
  capitalized,
  type KindName,
  nounOf,
  OWN_KINDS,
  type OwnKind,
  pluralOf,
} from '../../shared/kinds/names.ts';

/** The prefix of the addresses of all records. */
const DATA_PATH = 'organization/data';

interface Kind {
  /** As in the data API. */
  readonly resource: OwnKind;
  /** In sentences. */
  readonly noun: string;
  /** Several of them, in sentences. */
  readonly plural: string;
  /** The title of the view. */
  readonly title: string;
}

/** A kind of record with a page of its own, by the segment in addresses. */
export type KindSegment = ReturnType<typeof pluralOf<OwnKind>>;

/** The kinds of records with pages of their own, by their segment in addresses. */
export const KINDS = Object.fromEntries(
  OWN_KINDS.map((resource) => {
    const plural = nounOf(pluralOf(resource));
    return [pluralOf(resource), { resource, noun: nounOf(resource), plural, title: capitalized(plural) }];
  }),
) as Readonly<Record<KindSegment, Kind>>;

export const KIND_SEGMENTS: readonly KindSegment[] = OWN_KINDS.map(pluralOf);

/** The segment of a kind; `undefined` for one without pages. */
export const segmentOfKind = (name: KindName | undefined): KindSegment | undefined =>
  KIND_SEGMENTS.find((segment) => KINDS[segment].resource === name);

/** The segment of the kind that an event is about; `undefined` for one without pages. */
export const segmentOfEvent = (type: string): KindSegment | undefined => {
  const kind = kindOfEvent(type);
  return kind && segmentOfKind(nameOfEventKind(kind));
};

/** The address of a view, and the prefix of its pages. */
export const kindPath = (kind: KindSegment): string => `${DATA_PATH}/${kind}`;

export const recordPath = (kind: KindSegment, id: string): string => `${kindPath(kind)}/${id}`;

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Whether a text is the id of a record, and no lookup. */
export const isRecordId = (text: string | undefined): text is string => text !== undefined && UUID.test(text);

/** Identifies a record in the console. */
export interface RecordAddress {
  readonly kind: KindSegment;
  readonly id: string;
}
