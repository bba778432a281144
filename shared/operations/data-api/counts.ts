import { COUNTED, countedFields } from '../../kinds/counts.ts';
import { COUNT } from '../../kinds/lookups.ts';
import { KIND_NAMES, nounOf, pluralOf } from '../../kinds/names.ts';
import type { DataDocumentation } from '../documentation.ts';
import type { DataRoutes } from '../route.ts';
import { COUNT_TEXT, listOf, listPermissionsText, PAGING } from './texts.ts';

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

const countsText = (): string =>
  KIND_NAMES.flatMap((kind) => {
    const fields = countedFields(kind);
    return fields.length === 0 ? [] : `${nounOf(pluralOf(kind))} are counted by ${listOf(fields, 'and')}`;
  })
    .join(', ')
    .replace(/^./, (letter) => letter.toUpperCase());

/** Its documentation. */
export const documentCountRoutes = (): DataDocumentation<typeof COUNT_ROUTES> => ({
  countRecords: {
    tag: 'Counts',
    summary: 'Count records by a value',
    description:
      'Returns how many records have each value of a field, such as people by owner, sorted by value ' +
      'without case. A change is counted within a second or two. A record with several tags counts for ' +
      'each, and one without a value for none. The cost does not depend on the number of records.\n\n' +
      `${countsText()}. They require the permission to list the resource: ${listPermissionsText()}.`,
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
