/** The kinds of records with their own id, named as in event types. */
export const RECORD_KINDS = ['person', 'company', 'call_list'] as const;

export type RecordKind = (typeof RECORD_KINDS)[number];

/** The kinds of records that events are about. */
export const EVENT_RECORD_KINDS = [...RECORD_KINDS, 'call_list_entry'] as const;
