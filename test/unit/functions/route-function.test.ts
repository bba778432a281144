import { beforeEach, describe, expect, it, vi } from 'vitest';
import { routeFunction } from '../../../functions/middleware/route-function.ts';
import { ROUTES } from '../../../shared/contract/routes.ts';
import { lambdaContext, proxyEvent } from '../../support/proxy-event.ts';

describe('the ETag of a page', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date'] });
    return () => vi.useRealTimers();
  });

  const entityTagAt = async (time: string, unversioned: Readonly<Record<string, string>>) => {
    vi.setSystemTime(time);
    const handler = routeFunction(ROUTES.listPeople, async () => ({ body: { items: [] }, unversioned }));
    const event = proxyEvent({ organizationId: 'an organization', resource: ROUTES.listPeople.path });
    return (await handler(event, lambdaContext())).headers?.['ETag'];
  };

  it('confirms the cursor of an unchanged page on the same day only, since cursors expire', async () => {
    const first = await entityTagAt('2026-01-01T00:00:00Z', { eventCursor: 'first' });
    expect(await entityTagAt('2026-01-01T23:59:59Z', { eventCursor: 'second' })).toBe(first);
    expect(await entityTagAt('2026-01-02T00:00:00Z', { eventCursor: 'third' })).not.toBe(first);
  });

  it('stays as it is if the page has no cursor', async () => {
    const first = await entityTagAt('2026-01-01T00:00:00Z', {});
    expect(await entityTagAt('2026-01-02T00:00:00Z', {})).toBe(first);
  });
});
