/**
 * The object does not exist, or not in the revision that was asked for. The message is for the import's
 * owner.
 */
export class ObjectChangedError extends Error {
  override readonly name = 'ObjectChangedError';
}

/** A revision of an object of any bucket. */
export interface ObjectRevision {
  readonly bucket: string;
  readonly key: string;
  readonly etag: string;
}

/** The bucket of files. Throws transient failures unchanged, after retries. */
export interface ObjectStore {
  /**
   * Reads an object from its start.
   *
   * @param etag its revision
   * @throws ObjectChangedError if there is no such revision
   */
  read(key: string, etag: string): AsyncIterable<Uint8Array>;
  /** Creates or replaces an object. */
  write(key: string, content: string | Uint8Array, contentType: string): Promise<void>;
  /**
   * Creates or replaces an object from one of another bucket, of up to 5 GB.
   *
   * @returns the revision of the copy
   * @throws ObjectChangedError if there is no such revision
   */
  copy(from: ObjectRevision, key: string): Promise<string>;
  /** The whole content of an object. */
  readWhole(key: string): Promise<Uint8Array>;
  /** The keys of all objects with this prefix. */
  list(prefix: string): Promise<readonly string[]>;
  /** Deletes objects. Those that do not exist make no difference. */
  remove(keys: readonly string[]): Promise<void>;
  /** Creates or replaces an object from a text and the content of other objects. */
  concatenate(key: string, start: string, parts: readonly string[], contentType: string): Promise<void>;
}
