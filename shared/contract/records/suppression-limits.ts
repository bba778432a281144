/** Values that one request puts on the suppression list or takes from it. */
export const MAX_SUPPRESSED_VALUES = 100;

/** What is on the list: a phone number, an email address, or the identity of a person or company. */
export const SUPPRESSED_KINDS = ['number', 'address', 'record'] as const;
export type SuppressedKind = (typeof SUPPRESSED_KINDS)[number];
