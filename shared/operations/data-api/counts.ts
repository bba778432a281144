import { COUNT, COUNTED } from '../../kinds/lookups.ts';
import type { DataDocumentation } from '../documentation.ts';
import type { DataRoutes } from '../route.ts';
import { COUNT_TEXT, PAGING } from './texts.ts';

/** The operation of the data API that counts records. */
export const COUNT_ROUTES = {
  countRecords: {
    functionName: 'count-records',
    method: 'GET',
    path: '/v1/count',
    isRare: true,
    permission: null,
    query: {
      ...COUNTED,
      value: { kind: 'texts', maximum: 100, maximumLength: 500 },
      limit: { kind: 'integer', minimum: 1, maximum: 500, default: 100 },
      cursor: { kind: 'cursor' },
      count: COUNT,
    },
    response: 'CountPage',
  },
} as const satisfies DataRoutes;

/** Its documentation. */
export const documentCountRoutes = (): DataDocumentation<typeof COUNT_ROUTES> => ({
  countRecords: {
    tag: 'Counts',
    summary: 'Count records by a value',
    description:
      'Returns how many records have each value of a field, such as people by owner, sorted by value ' +
      'without case. A change is counted within a second or two. A record with several tags counts for ' +
      'each, and one without a value for none. The cost does not depend on the number of records.\n\n' +
      'People are counted by `ownerId`, `tag` and `companyId`, companies by `ownerId` and `tag`, call list ' +
      'entries by `status` and `callListId`, calls by `disposition`, `companyId` and `callListId`. They ' +
      'require the permission to list the resource: `person:list`, `company:list`, `call-list:read` or ' +
      '`call:read`.',
    checksPermissions: true,
    parameters: {
      ...PAGING,
      resource: 'The records to count.',
      by: 'The field by whose values they are counted.',
      value:
        'Only this value, in any case: repeat the parameter for up to 100. The counts have ' +
        'the order of the request, with 0 for a value that no record has.',
      count: COUNT_TEXT,
    },
    examples: {
      owners: {
        summary: 'People by owner',
        value: {
          totalCount: 2,
          items: [
            { value: 'nora', count: 1204 },
            { value: 'owner-7', count: 87 },
          ],
        },
      },
    },
  },
});
