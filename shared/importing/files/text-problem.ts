/** The decoder's substitute for bytes that are invalid in the file's encoding. */
const REPLACEMENT_CHARACTER = '\uFFFD';

/** Why a text may not be what its author wrote, or `undefined`. */
export const textProblem = (text: string): string | undefined =>
  text.includes(REPLACEMENT_CHARACTER)
    ? 'the text is not UTF-8, or contains U+FFFD, the mark of a lost character (save the file as "CSV UTF-8")'
    : undefined;
