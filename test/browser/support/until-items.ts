import { eventually } from '../../support/eventually.ts';
import { admin, bodyOf } from '../../support/organizations/admin.ts';
import { userOf } from './visit.ts';

/**
 * Waits until an operation of the admin API returns so many items: lookups and the feed show records a moment
 * after the import that wrote them has ended.
 */
export const untilItems = async (path: string, count: number): Promise<void> => {
  const as = await userOf('admin');
  await eventually(async () => {
    const { items } = bodyOf<{ items: object[] }>(await admin(path, { as }));
    return items.length === count;
  });
};
