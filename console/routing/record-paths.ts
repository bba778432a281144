import type { KindName } from '../../shared/kinds/names.ts';

/** The prefix of the addresses of all records. */
const DATA_PATH = 'organization/data';

interface Kind {
  /** As in the data API. */
  readonly resource: KindName;
  /** As in event types. */
  readonly name: 'person' | 'company' | 'call_list';
  /** In sentences. */
  readonly noun: string;
  /** The title of the view. */
  readonly title: string;
}

/** The kinds of records, by their segment in addresses. */
export const KINDS = {
  people: { resource: 'person', name: 'person', noun: 'person', title: 'People' },
  companies: { resource: 'company', name: 'company', noun: 'company', title: 'Companies' },
  'call-lists': { resource: 'call-list', name: 'call_list', noun: 'call list', title: 'Call lists' },
} as const satisfies Record<string, Kind>;

export type KindSegment = keyof typeof KINDS;

export const isKindSegment = (text: string | undefined): text is KindSegment =>
  text !== undefined && Object.hasOwn(KINDS, text);

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
