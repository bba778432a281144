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
 * `pending`: an attempt is due; `retrying`: the last attempt failed, and another one follows; `failed`: the last
 * attempt of the schedule failed; `missed`: the endpoint was disabled.
 */
export const DELIVERY_STATES = ['pending', 'retrying', 'succeeded', 'failed', 'missed'] as const;

/** The delivery states that lists can select. */
export const LISTED_STATES = ['retrying', 'failed', 'missed'] as const;

/** The delivery states that a range replay can select: all final ones. */
export const REPLAYED_STATES = ['failed', 'missed', 'succeeded'] as const;
