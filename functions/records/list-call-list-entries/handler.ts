import { CALL_LIST_ENTRY } from '../../../shared/kinds/call-list-entry.ts';
import { viewOf } from '../../../shared/kinds/contact-details.ts';
import { CALL_LIST_ROUTES } from '../../../shared/operations/data-api/call-lists.ts';
import { createCallListEntries } from '../../../shared/records/collections/entries.ts';
import type { TableReader } from '../../../shared/table/reader.ts';
import { collectionPage } from '../../http/collection-page.ts';
import { seesContactDetails } from '../../http/data-principal.ts';
import { isLookup, lookupPage } from '../../http/lookup-page.ts';
import type { RecordHandler } from '../record-function.ts';

export const createListCallListEntries =
  ({
    reader,
  }: {
    readonly reader: TableReader;
  }): RecordHandler<typeof CALL_LIST_ROUTES.listCallListEntries> =>
  async (request) => {
    const { organizationId } = request.principal;
    const { callListId } = request.query;
    const view = viewOf(CALL_LIST_ENTRY.fields, seesContactDetails(request.principal));
    if (isLookup(request.query, CALL_LIST_ROUTES.listCallListEntries.query)) {
      const { entryLookup } = await import('../../../shared/records/lookups/entry-lookup.ts');
      const lookup = entryLookup(reader, organizationId, { status: new Set(), ...request.query });
      return lookupPage(lookup, 'entries', request, view);
    }
    const collection = createCallListEntries(reader, organizationId, callListId);
    const scope = ['all-call-list-entries', organizationId, callListId];
    return collectionPage(collection, request, scope, view);
  };
