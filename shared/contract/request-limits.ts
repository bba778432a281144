/** How many days `GET /requests` and the counts of `GET /usage` reach back. */
export const REQUEST_RETENTION_DAYS = 30;

/** How many hours `GET /requests` searches without `after`: a search costs by the lines in its range. */
export const DEFAULT_REQUEST_HOURS = 24;

/**
 * How many seconds a request may take to appear in `GET /requests` and `GET /usage`. CloudWatch Logs promises
 * no maximum: most lines are there within seconds.
 */
export const REQUEST_DELAY_SECONDS = 120;

/** The longest part of a path to search for. */
export const MAX_PATH_SEARCH_LENGTH = 100;

/** Printable ASCII without quotation marks and backslashes, as the log has paths. */
export const PATH_PATTERN = '^[ !#-\\[\\]-~]+$';

/** An IP address of either version. */
export const ADDRESS_PATTERN = '^[0-9A-Fa-f:.]+$';
export const MAX_ADDRESS_LENGTH = 45;

/** How many kinds of errors, by problem and operation, `GET /requests` names. */
export const MAX_COUNTED_ERRORS = 50;

/** How many keys the counts of `GET /requests` name. */
export const MAX_COUNTED_KEYS = 25;

/** How a request ended: with 2xx or 3xx, 4xx, or 5xx. */
export const OUTCOMES = ['succeeded', 'refused', 'failed'] as const;
export type Outcome = (typeof OUTCOMES)[number];

/** Why a key that exists was refused. */
export const REFUSAL_REASONS = ['wrong-secret', 'revoked', 'expired', 'token-expired'] as const;
export type RefusalReason = (typeof REFUSAL_REASONS)[number];

export const isRefusalReason = (text: string | undefined): text is RefusalReason =>
  (REFUSAL_REASONS as readonly (string | undefined)[]).includes(text);
