import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { expectProblem } from '../../support/http/problem.ts';
import { admin, bodyOf, describeAdmin } from '../../support/organizations/admin.ts';
import { at, call, service } from '../../support/service/service.ts';

const { people, companies, callLists } = service.first.data;

const KINDS = [
  { kind: 'people', noun: 'person', records: people, dataPath: '/v1/person' },
  { kind: 'companies', noun: 'company', records: companies, dataPath: '/v1/company' },
  { kind: 'call-lists', noun: 'call list', records: callLists, dataPath: '/v1/call-list' },
] as const;

describeAdmin.each(KINDS)('GET /$kind/{id}', ({ kind, noun, records, dataPath }) => {
  const { id } = at<{ id: string }>(records, 0);

  it('returns the record as the data API does', async () => {
    const limit = kind === 'call-lists' ? '?limit=20' : '';
    const { nextCursor: _, ...shown } = bodyOf<Record<string, unknown>>(await admin(`/${kind}/${id}`));
    const { nextCursor: __, ...expected } = (await call(`${dataPath}/${id}${limit}`)).json as Record<
      string,
      unknown
    >;
    expect(shown).toEqual(expected);
  });

  it('returns the same 404 for an unknown id and for a record of another organization', async () => {
    const ofFirst = new Set(records.map((record) => record.id));
    const { data } = service.second;
    const foreign = [data.people, data.companies, data.callLists]
      .flat()
      .find((record) => !ofFirst.has(record.id));
    for (const missing of [randomUUID(), at<{ id: string }>([foreign ?? { id: '' }], 0).id]) {
      const problem = expectProblem(await admin(`/${kind}/${missing}`), 404, 'not-found');
      expect(problem.detail).toBe(`There is no ${noun} with this id.`);
    }
  });

  it('rejects an id that is not a UUID', async () => {
    const { errors } = expectProblem(await admin(`/${kind}/1`), 400, 'invalid-request');
    expect(errors).toEqual([{ parameter: 'id', detail: expect.stringContaining('must be a UUID') }]);
  });
});

describeAdmin('GET /call-lists/{id}', () => {
  it('pages through the entries', async () => {
    const { id, entries } = at<(typeof callLists)[number]>(
      callLists.toSorted((one, other) => other.entries.length - one.entries.length),
      0,
    );
    const seen: string[] = [];
    let cursor = '';
    do {
      const page = bodyOf<{ entries: { id: string }[]; entryCount: number; nextCursor?: string }>(
        await admin(`/call-lists/${id}?limit=2${cursor}`),
      );
      expect(page.entryCount).toBe(entries.length);
      seen.push(...page.entries.map((entry) => entry.id));
      cursor = page.nextCursor === undefined ? '' : `&cursor=${page.nextCursor}`;
    } while (cursor !== '');
    expect(seen.toSorted()).toEqual(entries.map((entry) => entry.id).toSorted());
  });
});
