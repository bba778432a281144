import { beforeEach, describe, expect, it, vi } from 'vitest';
import { dataFunction } from '../../../functions/http/data-api.ts';
import { ROUTES } from '../../../shared/operations/data-api/routes.ts';
import { lambdaContext, proxyEvent } from '../../support/http/proxy-event.ts';

const pageWith = (unversioned: Readonly<Record<string, string>>) => {
  const handler = dataFunction(ROUTES.listPeople, async () => ({ body: { items: [] }, unversioned }));
  const event = proxyEvent({ organizationId: 'an organization', resource: ROUTES.listPeople.path });
  return handler(event, lambdaContext());
};

describe('the body of a page', () => {
  it.each([
    ['a cursor', { nextCursor: 'next' }, '{"items":[],"nextCursor":"next"}'],
    ['none', {}, '{"items":[]}'],
  ])('returns JSON with %s', async (_, unversioned, body) => {
    expect((await pageWith(unversioned)).body).toBe(body);
  });
});

describe('the ETag of a page', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date'] });
    return () => vi.useRealTimers();
  });

  const entityTagAt = async (time: string, unversioned: Readonly<Record<string, string>>) => {
    vi.setSystemTime(time);
    return (await pageWith(unversioned)).headers?.['ETag'];
  };

  it('confirms the cursor of an unchanged page on the same day only, since cursors expire', async () => {
    const first = await entityTagAt('2026-01-01T00:00:00Z', { eventCursor: 'first' });
    expect(await entityTagAt('2026-01-01T23:59:59Z', { eventCursor: 'second' })).toBe(first);
    expect(await entityTagAt('2026-01-02T00:00:00Z', { eventCursor: 'third' })).not.toBe(first);
  });

  it('keeps the ETag of a page without a cursor', async () => {
    const first = await entityTagAt('2026-01-01T00:00:00Z', {});
    expect(await entityTagAt('2026-01-02T00:00:00Z', {})).toBe(first);
  });
});
