/** Reads all pages of a collection, each from the position where the previous one ended. */
export async function* pagesOf<T extends { readonly next?: string | undefined }>(
  read: (position: string | undefined) => Promise<T>,
): AsyncGenerator<T, void> {
  let position: string | undefined;
  do {
    const page = await read(position);
    yield page;
    position = page.next;
  } while (position !== undefined);
}
