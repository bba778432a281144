import { expect } from 'vitest';
import type { HttpResponse } from '../../support/http/http.ts';
import { expectProblem } from '../../support/http/problem.ts';
import type { LoadResult } from './load.ts';
import type { ServiceAccess } from './service-access.ts';
import type { Created, Writers } from './writers.ts';

/** API Gateway's maximum integration timeout. */
export const LIMIT_MILLISECONDS = 29_000;

const NAMES: Readonly<Record<number, string>> = {
  500: 'internal-error',
  502: 'internal-error',
  503: 'service-unavailable',
};

export const isSuccess = ({ status }: HttpResponse): boolean => status === 200 || status === 201;

/** Expects every response to be correct or a well-formed error, and in time. */
export const expectWellFormed = ({ reads, writes, slowest }: LoadResult): void => {
  expect(slowest).toBeLessThan(LIMIT_MILLISECONDS);
  for (const answer of [...reads, ...writes]) {
    if (isSuccess(answer)) continue;
    expectProblem({ ...answer, json: JSON.parse(answer.text) }, answer.status, NAMES[answer.status] ?? '');
    if (answer.status === 503) expect(answer.headers['retry-after']).toBe('1');
  }
};

/** Expects every request to have succeeded. */
export const expectSuccess = ({ reads, writes }: LoadResult): void => {
  const wrong = [...reads, ...writes].filter((answer) => !isSuccess(answer));
  expect(wrong.map(({ status, text }) => `${status} ${text}`)).toEqual([]);
};

const namesOnce = (
  listed: readonly Readonly<Record<string, unknown>>[],
  nameOf: 'name' | 'description',
  made: ReadonlyMap<string, Created | undefined>,
): void => {
  const ids = Map.groupBy(listed, (item) => String(item[nameOf]));
  for (const [name, created] of made) {
    const found = (ids.get(name) ?? []).map(({ id }) => id);
    // An unacknowledged write may be stored, but only once.
    if (created === undefined) expect(found.length, name).toBeLessThanOrEqual(1);
    else expect(found, name).toEqual([created.id]);
  }
};

/** Expects every acknowledged write to be stored once and usable. */
export const expectAcknowledged = async (service: ServiceAccess, writers: Writers): Promise<void> => {
  const { keys, endpoints, lists } = writers;
  const acknowledged = [...keys.values(), ...endpoints.values()].filter((created) => created !== undefined);
  expect(lists.length).toBeGreaterThan(0);
  expect([...keys.values()].some((created) => created !== undefined)).toBe(true);
  expect([...endpoints.values()].some((created) => created !== undefined)).toBe(true);

  namesOnce(await service.adminItems('/api-keys'), 'name', keys);
  namesOnce(await service.adminItems('/webhook-endpoints'), 'description', endpoints);
  for (const created of keys.values()) {
    if (created === undefined) continue;
    expect((await service.get('/v1/call-list?limit=1', created.key)).status).toBe(200);
  }
  const audited = Map.groupBy(await service.adminItems('/audit-log'), ({ targetId }) => targetId);
  for (const { id } of acknowledged) expect(audited.get(id), id).toHaveLength(1);

  for (const list of lists) {
    const stored = JSON.parse((await service.get(`/v1/call-list/${list.id}?include=person`)).text);
    expect(stored).toMatchObject({ name: list.name, entryCount: list.personIds.length });
    const people = stored.entries.map(({ person }: { person: { id: string } }) => person.id);
    expect(people).toEqual(list.personIds);
    expect(await writers.importAgain(list)).toBe(0);
  }
  const { totalCount } = JSON.parse((await service.get('/v1/call-list?limit=1')).text);
  expect(totalCount).toBe(service.callListsAtFirst + lists.length);
};
