import { CONTACT_PERMISSION } from '../../shared/contract/keys/permissions.ts';
import { missingPermissions } from '../../shared/contract/problems.ts';
import { viewOf } from '../../shared/kinds/contact-details.ts';
import type { Fields, RecordOf } from '../../shared/kinds/fields.ts';
import type { LookupsOf } from '../../shared/kinds/kinds.ts';
import { type PlainKind, pluralOf } from '../../shared/kinds/names.ts';
import { listRoute } from '../../shared/operations/data-api/record-routes.ts';
import type { DataRoute } from '../../shared/operations/route.ts';
import { collectionOf } from '../../shared/records/collections/collections.ts';
import type { ResourceLookup } from '../../shared/records/lookups/find-resources.ts';
import type { LookupQuery } from '../../shared/records/lookups/record-lookup.ts';
import { recordReader } from '../../shared/records/store/record-reader.ts';
import type { Item, TableReader } from '../../shared/table/reader.ts';
import { collectionPage } from '../http/collection-page.ts';
import { seesContactDetails } from '../http/data-principal.ts';
import { isLookup, lookupPage } from '../http/lookup-page.ts';
import type { HttpResponse } from '../http/response.ts';
import { createTableReaderFromEnv } from '../runtime/table-reader.ts';
import { type PlainHandler, recordFunction } from './record-function.ts';

/** What the operations on a kind without code of its own read. */
interface Source<K extends PlainKind, F extends Fields> {
  readonly kind: K;
  readonly fields: F;
  /** Loads what looks them up, with the first request that does. @default that of all kinds */
  readonly loadLookups?: () => Promise<{
    readonly contactLookup: (kind: K, fields: Fields, query: LookupQuery) => string | undefined;
    readonly lookupOf: (
      kind: K,
      fromItem: (item: Item) => RecordOf<F>,
    ) => (reader: TableReader, organizationId: string, query: LookupQuery) => ResourceLookup<RecordOf<F>>;
  }>;
}

type List = DataRoute & { readonly query: { readonly limit: object; readonly sort: object } };

type ListRequest = Parameters<typeof collectionPage>[1];

/** The operation that lists the records of a kind, or looks them up by a value. */
export const createListRecords =
  <K extends PlainKind, F extends Fields>(
    { query: parameters }: List,
    {
      kind,
      fields,
      loadLookups = () => import('../../shared/records/lookups/record-lookup.ts'),
    }: Source<K, F>,
  ) =>
  ({ reader }: { readonly reader: TableReader }): PlainHandler => {
    const fromItem = recordReader(fields);
    return async (given) => {
      const request = { ...given, query: given.query as ListRequest['query'] & LookupQuery };
      const { query, principal } = request;
      const { organizationId } = principal;
      const view = viewOf(fields, seesContactDetails(principal));
      const respond = async () => {
        if (!isLookup(query, parameters)) {
          const scope = [pluralOf(kind), organizationId];
          return collectionPage(collectionOf(kind, fromItem)(reader, organizationId), request, scope, view);
        }
        const { contactLookup, lookupOf } = await loadLookups();
        const hidden = seesContactDetails(principal) ? undefined : contactLookup(kind, fields, query);
        // A lookup by a value that the caller may not see would confirm guesses.
        if (hidden !== undefined) throw missingPermissions([CONTACT_PERMISSION], `a lookup by \`${hidden}\``);
        return lookupPage(
          lookupOf(kind, fromItem)(reader, organizationId, query),
          pluralOf(kind),
          request,
          view,
        );
      };
      return (await respond()) as HttpResponse<object> as HttpResponse<never>;
    };
  };

/** The Lambda handler of the operation that lists the records of a kind. */
export const listFunction = <K extends PlainKind>(kind: K, fields: Fields, lookups: LookupsOf<K>) => {
  const route = listRoute<PlainKind>(kind, lookups);
  const list = createListRecords(route, { kind, fields });
  return recordFunction(route, list({ reader: createTableReaderFromEnv() }));
};
