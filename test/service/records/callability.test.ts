import { describe, expect, it } from 'vitest';
import { callingHoursOf } from '../../../shared/calling-hours/record-judge.ts';
import { PERMISSIONS, type Permission } from '../../../shared/contract/keys/permissions.ts';
import type { Callability } from '../../../shared/domain/callability.ts';
import { expectProblem } from '../../support/http/problem.ts';
import { northAmerica } from '../../support/records/calling-hours.ts';
import { type ApiResponse, at, call, createKey, service } from '../../support/service/service.ts';

const { people, companies, callLists } = service.first.data;
const list = at(callLists, 0);
const person = at(people, 0);
const companyOf = (id: string | null) => (id === null ? null : companies.find((each) => each.id === id));

const PATHS = [
  ['a person', `/v1/person/${person.id}?include=callability`],
  ['a call list', `/v1/call-list/${list.id}?limit=500&include=callability`],
] as const;

/** What the repository's table says at the time of a response. */
const judgeAt = ({ headers }: ApiResponse) =>
  callingHoursOf(northAmerica).at(Date.parse(String(headers['date'])));

const read = async (path: string): Promise<ApiResponse> => {
  const response = await call(path);
  expect(response.status, response.text).toBe(200);
  return response;
};

/** Whether the service has calling hours: a deployed one may have none. */
const { status: probed } = await call(at(PATHS, 0)[1]);

describe('include=callability', () => {
  if (probed === 400) {
    it.each(PATHS)('rejects callability of %s where it is not enabled', async (_, path) => {
      const { errors } = expectProblem(await call(path), 400, 'invalid-request');
      expect(errors).toEqual([{ parameter: 'include', detail: expect.stringContaining('`callingHours`') }]);
    });
    return;
  }

  it('judges each entry, next to the records', async () => {
    const response = await read(`/v1/call-list/${list.id}?limit=500&include=person,company,callability`);
    const { entries } = response.json as {
      entries: readonly {
        id: string;
        person: object | null;
        company: object | null;
        callability: Callability;
      }[];
    };
    expect(entries).toHaveLength(list.entries.length);
    for (const [index, { id, callability }] of entries.entries()) {
      const entry = at(list.entries, index);
      const called = entry.personId === null ? null : people.find((each) => each.id === entry.personId);
      const ids = new Set([entry.companyId, called?.companyId ?? null]);
      const expected = judgeAt(response).entry(entry, called, [...ids].map(companyOf));
      expect(callability, id).toEqual(expected);
    }
    expect(Object.keys(at(entries, 0)).slice(-3)).toEqual(['person', 'company', 'callability']);
  });

  it('judges each phone of a person', async () => {
    const response = await read(at(PATHS, 0)[1]);
    const { phones } = response.json as { phones: readonly { callability: Callability }[] };
    expect(phones.map(({ callability }) => callability)).toEqual(
      judgeAt(response).phones(person, companyOf(person.companyId)),
    );
  });

  it.each(PATHS)('keeps the ETag of %s while the callability is unchanged', async (_, path) => {
    const first = await read(path);
    const again = await call(path, { headers: { 'If-None-Match': String(first.headers['etag']) } });
    // The answer may change between two requests, but then the body does too.
    if (again.status === 200) expect(again.text).not.toBe(first.text);
    else expect(again.status).toBe(304);
  });

  it.each(PATHS)('requires all permissions for %s', async (_, path) => {
    for (const missing of ['person.contact:read', 'company:read'] satisfies Permission[]) {
      const { key } = await createKey(PERMISSIONS.filter((each) => each !== missing));
      const response = await call(path, { key });
      expectProblem(response, 403, 'forbidden');
      expect(response.json).toMatchObject({ missingPermissions: [missing] });
    }
  });
});
