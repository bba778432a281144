/** The longest description of an endpoint, in UTF-16 code units. */
export const MAX_DESCRIPTION_LENGTH = 200;

/** How deliveries can stand that are replayed by a range: whatever has come to an end. */
export const REPLAYED_STATES = ['failed', 'missed', 'succeeded'] as const;
