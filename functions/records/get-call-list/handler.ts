import type { Permission } from '../../../shared/contract/keys/permissions.ts';
import type { CALL_LIST_ROUTES } from '../../../shared/operations/data-api/call-lists.ts';
import type { CallListRepository } from '../../../shared/records/call-lists/call-lists.ts';
import { entryPosition } from '../../../shared/table/items/positions.ts';
import { seesContactDetails } from '../../http/data-principal.ts';
import { positionOf } from '../../http/next-page.ts';
import { requireFound } from '../../http/not-found.ts';
import {
  CALLABILITY_PERMISSIONS,
  type CallingHoursSource,
  requestedCallingHours,
  requireForInclude,
} from '../../http/require-callability.ts';
import type { RecordHandler } from '../record-function.ts';
import { entriesPage } from './entries-page.ts';
import { type IncludableRecords, type Inclusion, includeRecords } from './include.ts';

const PERMISSIONS_OF: Readonly<Record<Inclusion, readonly Permission[]>> = {
  person: ['person:read'],
  company: ['company:read'],
  callability: CALLABILITY_PERMISSIONS,
};

export const createGetCallList =
  (
    dependencies: {
      readonly callLists: CallListRepository;
      /** @default none: `include=callability` is not enabled */
      readonly callingHours?: CallingHoursSource | undefined;
    } & IncludableRecords,
  ): RecordHandler<typeof CALL_LIST_ROUTES.getCallList> =>
  async (request) => {
    const { principal, id, query } = request;
    const { organizationId } = principal;
    const { include = new Set<Inclusion>() } = query;
    const callingHours = requestedCallingHours(include, dependencies.callingHours);
    const required = [...include].flatMap((inclusion) => PERMISSIONS_OF[inclusion]);
    requireForInclude(principal, new Set(required), include);
    const scope = ['call-list-entries', organizationId, id];
    const after = positionOf(scope, query.cursor, entryPosition);
    const found = await dependencies.callLists.getWithEntries(organizationId, id, {
      limit: query.limit,
      after,
    });
    const page = requireFound(found, 'call list');
    const entries = await includeRecords(dependencies, organizationId, page.entries, {
      include,
      includesContactDetails: seesContactDetails(principal),
      judge: (await callingHours?.())?.at(Date.now()),
    });
    return entriesPage({ page, entries, scope, request });
  };
