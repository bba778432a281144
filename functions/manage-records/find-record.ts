import { invalidRequest, ProblemError } from '../../shared/contract/problems.ts';
import type { RecordKind } from '../../shared/contract/record-kinds.ts';
import type { RECORD_ROUTES } from '../../shared/contract/record-routes.ts';
import { createIdMaker } from '../../shared/domain/import-ids.ts';
import { callListKey, companyKey, personKey } from '../../shared/table/items/keys.ts';
import { existing } from '../../shared/table/items/versions.ts';
import type { TableReader } from '../../shared/table/reader.ts';
import type { AdminHandler } from '../middleware/admin-function.ts';

const KINDS = {
  person: { keyOf: personKey, name: 'person' },
  company: { keyOf: companyKey, name: 'company' },
  call_list: { keyOf: callListKey, name: 'call list' },
} as const;

const readParameters = (
  kind: RecordKind | undefined,
  externalId = '',
): { readonly kind: RecordKind; readonly source: string; readonly sourceId: string } => {
  const [, source, sourceId] = /^([^:]+):(.+)$/s.exec(externalId) ?? [];
  const isExternalId = source !== undefined && sourceId !== undefined;
  if (kind !== undefined && isExternalId) return { kind, source, sourceId };
  throw invalidRequest([
    ...(kind === undefined
      ? [{ parameter: 'kind', detail: `must be one of: ${Object.keys(KINDS).join(', ')}` }]
      : []),
    ...(isExternalId
      ? []
      : [{ parameter: 'externalId', detail: 'must be a source and an id in it, such as hubspot:123' }]),
  ]);
};

/** Finds an imported record by its id in the source, from which its own id is computed. */
export const createFindRecord =
  (reader: TableReader): AdminHandler<typeof RECORD_ROUTES.findRecord> =>
  async ({ principal: { organizationId }, query }) => {
    const { kind, source, sourceId } = readParameters(query.kind, query.externalId);
    const { keyOf, name } = KINDS[kind];
    const id = createIdMaker(organizationId)(kind, source, sourceId);
    if (existing(await reader.get(keyOf(organizationId, id))) === undefined) {
      throw new ProblemError('not-found', `There is no ${name} with this external id.`);
    }
    return { body: { kind, id } };
  };
