import { viewOf } from '../../shared/kinds/contact-details.ts';
import type { Fields } from '../../shared/kinds/fields.ts';
import { nounOf, type PlainKind } from '../../shared/kinds/names.ts';
import { getRoute } from '../../shared/operations/data-api/record-routes.ts';
import { recordReader } from '../../shared/records/store/record-reader.ts';
import { recordKeyOf } from '../../shared/table/items/keys.ts';
import { existing } from '../../shared/table/items/versions.ts';
import type { TableReader } from '../../shared/table/reader.ts';
import { seesContactDetails } from '../http/data-principal.ts';
import { requireFound } from '../http/not-found.ts';
import type { HttpResponse } from '../http/response.ts';
import { createTableReaderFromEnv } from '../runtime/table-reader.ts';
import { type PlainHandler, recordFunction } from './record-function.ts';

/** The operation that gets a record of a kind. */
export const createGetRecord =
  ({ kind, fields }: { readonly kind: PlainKind; readonly fields: Fields }) =>
  ({ reader }: { readonly reader: TableReader }): PlainHandler => {
    const fromItem = recordReader(fields);
    const keyOf = recordKeyOf(kind);
    return async ({ principal, id }) => {
      const item = existing(await reader.get(keyOf(principal.organizationId, id)));
      const record = fromItem(requireFound(item, nounOf(kind)));
      const body: object = viewOf(fields, seesContactDetails(principal))(record);
      return { body } as HttpResponse<object> as HttpResponse<never>;
    };
  };

/** The Lambda handler of the operation that gets a record of a kind. */
export const getFunction = (kind: PlainKind, fields: Fields) =>
  recordFunction(getRoute(kind), createGetRecord({ kind, fields })({ reader: createTableReaderFromEnv() }));
