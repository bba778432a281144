import { KINDS, LOOKUPS } from '../../shared/kinds/kinds.ts';
import type { PlainKind } from '../../shared/kinds/names.ts';
import { listRoute } from '../../shared/operations/data-api/record-routes.ts';
import { createGetRecord } from './get-record.ts';
import { createListRecords } from './list-records.ts';

/** The operations on a kind without code of its own, for a function that serves several kinds. */
export const operationsOf = (kind: PlainKind) => {
  const source = { kind, fields: KINDS[kind].fields };
  return {
    list: createListRecords(listRoute<PlainKind>(kind, LOOKUPS[kind]), source),
    get: createGetRecord(source),
  };
};
