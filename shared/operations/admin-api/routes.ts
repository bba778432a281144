import type { AdminRoutes } from '../route.ts';
import { APP_ROUTES } from './agents.ts';
import { EVENT_ROUTES } from './events.ts';
import { EXPORT_ROUTES } from './exports.ts';
import { IMPORT_ROUTES } from './imports.ts';
import { API_KEY_ROUTES } from './keys.ts';
import { ORGANIZATION_ROUTES } from './organizations.ts';
import { RECORD_ROUTES } from './records.ts';
import { WEBHOOK_ROUTES } from './webhooks.ts';

/**
 * Every operation of the admin API: the source for the stack, the handlers and the tests. `{id}` in a path is
 * always a lower-case UUID. The handlers authorize each request from the verified token alone.
 */
export const ADMIN_ROUTES = {
  ...API_KEY_ROUTES,
  ...APP_ROUTES,
  ...WEBHOOK_ROUTES,
  ...RECORD_ROUTES,
  ...EVENT_ROUTES,
  ...ORGANIZATION_ROUTES,
  ...IMPORT_ROUTES,
  ...EXPORT_ROUTES,
} as const satisfies AdminRoutes;
