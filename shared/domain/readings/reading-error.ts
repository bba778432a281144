/** A text is not what its field holds. The message names the field, and what would be understood. */
export class ReadingError extends Error {
  override readonly name: string = 'ReadingError';
}
