import type { Permission } from './permissions.ts';
import { ROUTES } from './routes.ts';

/** What can be asked for without knowing an id comes first. */
const FIRST_ROUTES = [ROUTES.listCallLists, ROUTES.getPerson, ROUTES.getCompany] as const;

/** The path of a first request that a key with these permissions may make; `ID` stands for one that its user knows. */
export const firstPath = (permissions: readonly Permission[]): string => {
  const allowed = FIRST_ROUTES.find(({ permission }) => permissions.includes(permission));
  return (allowed ?? ROUTES.listCallLists).path.replace('{id}', 'ID');
};
