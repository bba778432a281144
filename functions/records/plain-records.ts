import { CONTACT_PERMISSION } from '../../shared/contract/keys/permissions.ts';
import { missingPermissions } from '../../shared/contract/problems.ts';
import type { ResponseBody } from '../../shared/contract/response-bodies.ts';
import { viewOf } from '../../shared/kinds/contact-details.ts';
import type { Fields, RecordOf } from '../../shared/kinds/fields.ts';
import { nounOf, type PlainKind, pluralOf } from '../../shared/kinds/names.ts';
import type { DataRoute } from '../../shared/operations/route.ts';
import { collectionOf } from '../../shared/records/collections/collections.ts';
import type { ResourceLookup } from '../../shared/records/lookups/find-resources.ts';
import type { LookupQuery } from '../../shared/records/lookups/record-lookup.ts';
import { recordReader } from '../../shared/records/store/record-reader.ts';
import type { RecordRepository } from '../../shared/records/store/records.ts';
import type { Item, TableReader } from '../../shared/table/reader.ts';
import { collectionPage } from '../http/collection-page.ts';
import { seesContactDetails } from '../http/data-principal.ts';
import { isLookup, lookupPage } from '../http/lookup-page.ts';
import { requireFound } from '../http/not-found.ts';
import type { HttpResponse } from '../http/response.ts';
import type { RecordHandler } from './record-function.ts';

/** What the operations on a kind without code of its own read. */
interface Source<K extends PlainKind, F extends Fields> {
  readonly kind: K;
  readonly fields: F;
  /** Loads what looks them up, with the first request that does. */
  readonly loadLookups: () => Promise<{
    readonly contactLookup: (kind: K, fields: Fields, query: LookupQuery) => string | undefined;
    readonly lookupOf: (
      kind: K,
      fromItem: (item: Item) => RecordOf<F>,
    ) => (reader: TableReader, organizationId: string, query: LookupQuery) => ResourceLookup<RecordOf<F>>;
  }>;
}

type List = DataRoute & { readonly query: { readonly limit: object; readonly sort: object } };

type Request = Parameters<typeof collectionPage>[1] & {
  readonly principal: Parameters<typeof seesContactDetails>[0];
};

/** The operation that lists the records of a kind, or looks them up by a value. */
export const createListRecords =
  <R extends List, K extends PlainKind, F extends Fields>(
    route: R,
    { kind, fields, loadLookups }: Source<K, F>,
  ) =>
  ({ reader }: { readonly reader: TableReader }): RecordHandler<R> => {
    const fromItem = recordReader(fields);
    return async (given) => {
      const request = given as unknown as Request;
      const { query, principal } = request;
      const { organizationId } = principal;
      const view = viewOf(fields, seesContactDetails(principal));
      const respond = async () => {
        if (!isLookup(query, route.query)) {
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
      // The schema of the response derives from the same fields.
      return (await respond()) as HttpResponse<object> as HttpResponse<ResponseBody<R['response']>>;
    };
  };

/** The operation that gets a record of a kind. */
export const createGetRecord =
  <R extends DataRoute, F extends Fields>(
    _: R,
    { kind, fields }: Pick<Source<PlainKind, F>, 'kind' | 'fields'>,
  ) =>
  (records: RecordRepository<RecordOf<F> & { readonly id: string }>): RecordHandler<R> =>
  async ({ principal, id }) => {
    const record = requireFound(await records.get(principal.organizationId, id), nounOf(kind));
    const shown: object = viewOf(fields, seesContactDetails(principal))(record);
    return { body: shown as ResponseBody<R['response']> };
  };
