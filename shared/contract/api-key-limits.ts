/** The longest name of a key, in UTF-16 code units. */
export const MAX_NAME_LENGTH = 100;

/** The longest time that a rotated key may go on working. */
export const MAX_GRACE_SECONDS = 30 * 86_400;

/** The usage plan of a key for which nobody chose another. */
export const DEFAULT_PLAN = 'standard';
