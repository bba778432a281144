import { describe, expect, it } from 'vitest';
import { withDataAccess } from '../../../functions/http/data-principal.ts';
import { fittingResponse, type HttpResponse, withSmaller } from '../../../functions/http/response.ts';
import { withoutFeed } from '../../../functions/records/browse-records/handler.ts';
import type { Item, TableReader } from '../../../shared/table/reader.ts';

interface Body {
  readonly totalCount: number;
  readonly items: readonly string[];
}

describe('a page of records', () => {
  const pageOf = (items: readonly string[], isLast: boolean): HttpResponse<Body> =>
    withSmaller(
      {
        body: { totalCount: 100, items },
        unversioned: isLast ? { eventCursor: 'feed' } : { nextCursor: `after ${items.length}` },
      },
      items,
      (fewer) => pageOf(fewer, false),
    );

  it('shortens a page until it fits into the response of a function', () => {
    const large = Array.from({ length: 100 }, () => 'x'.repeat(100_000));
    expect(fittingResponse(withoutFeed(pageOf(large, true))).response).toMatchObject({
      body: { totalCount: 100, items: large.slice(0, 50) },
      unversioned: { nextCursor: 'after 50' },
    });
  });

  it("omits the feed's cursor at the end", () => {
    expect(withoutFeed(pageOf(['x'], true)).unversioned).toEqual({});
  });
});

describe('the access of a member to records', () => {
  const access = (role: 'admin' | 'member', item: Item | undefined) => {
    const reads: boolean[] = [];
    const refuse = () => Promise.reject(new Error('not expected'));
    const reader: TableReader = {
      get: async (_, options) => {
        reads.push(options?.consistentRead === true);
        return item;
      },
      getMany: refuse,
      transactGet: refuse,
      queryPage: refuse,
      count: refuse,
    };
    const principal = { organizationId: 'o', actor: { id: 'ada', name: 'Ada', from: null }, role };
    return { granted: withDataAccess(principal, reader), reads };
  };
  const organization = { id: 'o', name: 'Acme', createdAt: '2026-01-12T08:15:00.000Z' };

  it.each([
    ['is not registered', undefined],
    ['does not allow it', { ...organization, membersSeeData: false }],
  ])('denies a member access if the organization %s', async (_, item) => {
    await expect(access('member', item).granted).rejects.toThrow('Members of your organization cannot see');
  });

  it('grants access by an organization that is read consistently', async () => {
    const { granted, reads } = access('member', { ...organization, membersSeeData: true });
    await granted;
    expect(reads).toEqual([true]);
  });

  it("never checks an admin's access", async () => {
    const { granted, reads } = access('admin', undefined);
    await granted;
    expect(reads).toEqual([]);
  });
});
