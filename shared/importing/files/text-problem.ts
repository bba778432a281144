/** What stands for bytes that are no text in the encoding of the file. */
const REPLACEMENT_CHARACTER = '\uFFFD';

/** Why a text is not what its author wrote, or `undefined` if it may be. */
export const textProblem = (text: string): string | undefined =>
  text.includes(REPLACEMENT_CHARACTER)
    ? 'the text is not UTF-8, or holds U+FFFD, which stands for a character that was lost before (save the file as "CSV UTF-8")'
    : undefined;
