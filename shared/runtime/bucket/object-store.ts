/**
 * The object does not exist, or not in the revision that was asked for. The message is for the import's
 * owner.
 */
export class ObjectChangedError extends Error {
  override readonly name = 'ObjectChangedError';
}

/** The bucket with the files to import. Throws transient failures unchanged, after retries. */
export interface ObjectStore {
  /**
   * Reads an object from its start.
   *
   * @param etag its revision
   * @throws ObjectChangedError if there is no such revision
   */
  read(key: string, etag: string): AsyncIterable<Uint8Array>;
  /** Creates or replaces an object. */
  write(key: string, text: string, contentType: string): Promise<void>;
  /** Creates or replaces an object from a text and the content of other objects. */
  concatenate(key: string, start: string, parts: readonly string[], contentType: string): Promise<void>;
}
