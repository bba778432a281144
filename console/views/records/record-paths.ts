/** The address of the view, and the prefix of its pages. */
export const RECORDS_PATH = 'organization/data/records';

interface Kind {
  /** As in event types. */
  readonly name: 'person' | 'company' | 'call_list';
  /** In sentences. */
  readonly noun: string;
  /** The path of one record in the data API, before its id. */
  readonly dataPath: string;
}

/** The kinds of records, by their segment in addresses. */
export const KINDS = {
  people: { name: 'person', noun: 'person', dataPath: '/v1/person' },
  companies: { name: 'company', noun: 'company', dataPath: '/v1/company' },
  'call-lists': { name: 'call_list', noun: 'call list', dataPath: '/v1/call-list' },
} as const satisfies Record<string, Kind>;

export type KindSegment = keyof typeof KINDS;

export const isKindSegment = (text: string | undefined): text is KindSegment =>
  text !== undefined && Object.hasOwn(KINDS, text);

export const recordPath = (kind: KindSegment, id: string): string => `${RECORDS_PATH}/${kind}/${id}`;

/** Identifies a record in the console. */
export interface RecordAddress {
  readonly kind: KindSegment;
  readonly id: string;
}
