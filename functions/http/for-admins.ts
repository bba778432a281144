import type { AdminRoute } from '../../shared/contract/admin-route.ts';
import { type AdminHandler, type AdminOperation, adminOperation } from './admin-function.ts';
import { requireAdmin } from './require-admin.ts';

/**
 * Binds handlers to routes that only admins may use.
 *
 * @param what completes "Only an admin of your organization can …"
 */
export const forAdminsTo =
  (what: string) =>
  <R extends AdminRoute>(route: R, handle: AdminHandler<R>): AdminOperation =>
    adminOperation<R>(route, (request) => {
      requireAdmin(request.principal, what);
      return handle(request);
    });
