/** The kinds of records with an id of their own, named as in event types. */
export const RECORD_KINDS = ['person', 'company', 'call_list'] as const;

export type RecordKind = (typeof RECORD_KINDS)[number];
