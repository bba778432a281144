/**
 * Text that is shown as one line, in the order in which it is stored: no control characters, line and
 * paragraph separators, characters that reorder what follows (https://www.trojansource.codes), or lone
 * surrogates, which UTF-8 cannot encode.
 */
export const SINGLE_LINE = /^[^\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]*$/u;

/** Completes "must be … characters". */
export const SINGLE_LINE_RULE = 'without control characters, line separators and bidirectional overrides';
