import type { CursorScope } from '../../../shared/contract/cursor.ts';
import type { ResponseBody } from '../../../shared/contract/response-bodies.ts';
import type { CallListWithEntries } from '../../../shared/records/call-lists/call-lists.ts';
import { entryPositionText } from '../../../shared/table/items/positions.ts';
import { nextPage } from '../../http/next-page.ts';
import { type HttpResponse, withSmaller } from '../../http/response.ts';
import type { EntryWithRecords } from './include.ts';

interface EntriesPage {
  readonly page: CallListWithEntries;
  readonly entries: readonly EntryWithRecords[];
  readonly scope: CursorScope;
  readonly request: { urlWith(parameter: string, value: string): string };
}

/**
 * The response for a page of entries. `limit` is an upper bound: if the entries with their included records
 * are too large for one response, it returns fewer, and the cursor continues after the last one.
 */
export const entriesPage = ({
  page,
  entries,
  scope,
  request,
}: EntriesPage): HttpResponse<ResponseBody<'CallListWithEntries'>> => {
  const last = entries.at(-1);
  const position = page.hasMore && last !== undefined ? entryPositionText(last) : undefined;
  const next = nextPage(scope, position, request);
  const response: HttpResponse<ResponseBody<'CallListWithEntries'>> = {
    body: { ...page.callList, entryCount: page.entryCount, entries, ...next.body },
    headers: next.headers,
  };
  return withSmaller(response, entries, (fewer) =>
    entriesPage({ page: { ...page, hasMore: true }, entries: fewer, scope, request }),
  );
};
