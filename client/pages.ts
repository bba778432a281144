/** A page of a collection. */
interface Page<T> {
  readonly items: readonly T[];
  /** Absent on the last page. */
  readonly nextCursor?: string | undefined;
}

/**
 * Yields every item of a collection. It requests a page once all items of the previous one are consumed, so that stopping
 * early costs no further request.
 *
 * @param read requests the page at a cursor, or the first page without one
 */
export async function* itemsOf<T>(
  read: (cursor: string | undefined) => Promise<Page<T>>,
): AsyncGenerator<T, void, undefined> {
  let cursor: string | undefined;
  do {
    const page: Page<T> = await read(cursor);
    yield* page.items;
    cursor = page.nextCursor;
  } while (cursor !== undefined);
}
