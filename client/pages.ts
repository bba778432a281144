/** A page of a collection. */
interface Page<T> {
  readonly items: readonly T[];
  /** Absent on the last page. */
  readonly nextCursor?: string | undefined;
}

/**
 * Every item of a collection, page after page. A page is asked for once all items of the one before were taken, so that
 * whoever stops early costs no further request.
 *
 * @param read asks for the page that a cursor leads to; for the first one without
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
