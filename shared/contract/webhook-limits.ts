/** The maximum length of an endpoint's description, in UTF-16 code units. */
export const MAX_DESCRIPTION_LENGTH = 200;

/** The delivery states that a range replay can select: all final ones. */
export const REPLAYED_STATES = ['failed', 'missed', 'succeeded'] as const;
