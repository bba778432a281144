/** The maximum length of an endpoint's URL, with percent-encoding. */
export const MAX_URL_LENGTH = 2_048;

/** The maximum length of an endpoint's description, in UTF-16 code units. */
export const MAX_DESCRIPTION_LENGTH = 200;

/**
 * Why an endpoint is disabled: by an admin, after a 410 response, after days without a success, or because
 * the API key that created it was revoked or may no longer read its events.
 */
export const DISABLED_REASONS = [
  'admin',
  'gone',
  'failing',
  'key_revoked',
  'key_permission_removed',
] as const;

/**
 * How long an endpoint is kept that was disabled because its API key lost access, in days. It is deleted
 * then unless an admin enables it.
 */
export const DAYS_WITHOUT_KEY = 90;

/**
 * `pending`: an attempt is due; `retrying`: the last attempt failed, and another one follows; `failed`: the
 * last attempt of the schedule failed; `missed`: the endpoint was disabled.
 */
export const DELIVERY_STATES = ['pending', 'retrying', 'succeeded', 'failed', 'missed'] as const;

/** How many deliveries of each period the activity of an endpoint covers, the newest ones. */
export const ACTIVITY_SAMPLE_SIZE = 50;

/** The delivery states that lists can select. */
export const LISTED_STATES = ['retrying', 'failed', 'missed'] as const;

/** How many deliveries of each of these states are counted at most. */
export const MAX_UNDELIVERED = 1_000;

/** The delivery states that a replay of many deliveries can select. */
export const REPLAYED_STATES = ['retrying', 'failed', 'missed', 'succeeded'] as const;

export type ReplayedState = (typeof REPLAYED_STATES)[number];

/** `queued` and `running` end as `completed` or `failed`. */
export const REPLAY_STATES = ['queued', 'running', 'completed', 'failed'] as const;

/** The maximum length of an endpoint's filter as JSON, as for a rule of EventBridge. */
export const MAX_FILTER_LENGTH = 2_048;

/** The fields of an event that a filter can test. `changed` has the names of the fields in `previous`. */
export const FILTERED_FIELDS = [
  'id',
  'type',
  'timestamp',
  'sequence',
  'data',
  'previous',
  'changed',
  'expiresAt',
] as const;

/** How many headers an endpoint may have. */
export const MAX_HEADERS = 10;

/** The maximum length of a header's name, and of its value. */
export const MAX_HEADER_LENGTH = 1_024;

/** The highest limit of requests per second that an endpoint may have. */
export const MAX_PER_SECOND = 1_000;

/** What a delivery contains: the whole event, or what identifies it and its record. */
export const PAYLOADS = ['full', 'thin'] as const;

export type Payload = (typeof PAYLOADS)[number];

/** How deliveries are signed: by a shared secret, or by a private key whose public key verifies them. */
export const SIGNATURES = ['hmac', 'ed25519'] as const;

export type Signature = (typeof SIGNATURES)[number];
