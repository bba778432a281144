import type { Permission } from '../../contract/keys/permissions.ts';
import { ROUTES } from './routes.ts';

/** Routes without an id come first. */
const FIRST_ROUTES = [ROUTES.listCallLists, ROUTES.getPerson, ROUTES.getCompany] as const;

/**
 * The path of a first request that these permissions allow; the placeholder `ID` is for the user to replace.
 * Any key may read its own description.
 */
export const firstPath = (permissions: readonly Permission[]): string => {
  const allowed = FIRST_ROUTES.find(({ permission }) => permissions.includes(permission));
  return (allowed ?? ROUTES.getKey).path.replace('{id}', 'ID');
};
