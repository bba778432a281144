import { invalidRequest, missingPermissions, ProblemError } from '../../../shared/contract/problems.ts';
import { listOf } from '../../../shared/contract/query-parameters.ts';
import type { ResponseBody } from '../../../shared/contract/response-bodies.ts';
import { type Count, countsOf } from '../../../shared/kinds/counts.ts';
import { IDENTITIES, type KindName } from '../../../shared/kinds/names.ts';
import type { COUNT_ROUTES } from '../../../shared/operations/data-api/counts.ts';
import { createCounts, isCounterKey } from '../../../shared/records/lookups/list-counts.ts';
import type { TableReader } from '../../../shared/table/reader.ts';
import { nextPage, positionOf } from '../../http/next-page.ts';
import {
  COUNT_PATTERN,
  countFromText,
  knownCount,
  shownCount,
  textFromCount,
} from '../../http/total-count.ts';
import type { RecordHandler } from '../record-function.ts';

type CountPage = ResponseBody<'CountPage'>;

/** @throws ProblemError if the records are not counted by this field */
const countOf = (resource: KindName, by: string): Count => {
  const counts = countsOf(resource).filter(({ fields }) => fields.length === 1);
  const count = counts.find(({ fields }) => fields[0] === by);
  if (count !== undefined) return count;
  const allowed = listOf(counts.flatMap(({ fields }) => fields.map((field) => `\`${field}\``)));
  throw invalidRequest([
    { parameter: 'by', detail: `must be one of ${allowed} for \`resource=${resource}\`` },
  ]);
};

const END = new RegExp(`^${COUNT_PATTERN} (.+)$`, 's');

const readEnd = (text: string) => {
  const [, count, after = ''] = END.exec(text) ?? [];
  return isCounterKey(after) ? { after, count: countFromText(count) } : undefined;
};

export const createCountRecords =
  ({ reader }: { readonly reader: TableReader }): RecordHandler<typeof COUNT_ROUTES.countRecords> =>
  async (request) => {
    const { resource, by, value: values, limit, cursor, count: mode } = request.query;
    const { organizationId, permissions } = request.principal;
    const required = IDENTITIES[resource].list;
    if (!permissions.has(required)) throw missingPermissions([required], `\`resource=${resource}\``);
    const counts = createCounts(reader, organizationId, countOf(resource, by));
    if (!(await counts.isComplete())) {
      const detail =
        'The counts of this organization are incomplete: it has records from before the service counted ' +
        'them. The operator completes them with `npm run records -- recount`.';
      throw new ProblemError('service-unavailable', detail);
    }
    if (values !== undefined) {
      const items = await counts.of(values.map((value) => [value]));
      return { body: { totalCount: shownCount(mode, items.length), items } satisfies CountPage };
    }
    const scope = ['counts', organizationId, resource, by];
    const start = positionOf(scope, cursor, readEnd);
    const page = await counts.page({ limit, after: start?.after });
    const isAll = start === undefined && !page.hasMore;
    const total = isAll ? page.items.length : await knownCount(mode, start?.count, counts.countValues);
    const last = page.hasMore ? page.items.at(-1) : undefined;
    const next = nextPage(scope, last && `${textFromCount(total)} ${last.key}`, request);
    const items = page.items.map(({ value, count }) => ({ value, count }));
    return {
      body: { totalCount: shownCount(mode, total), items, ...next.body } satisfies CountPage,
      headers: next.headers,
    };
  };
