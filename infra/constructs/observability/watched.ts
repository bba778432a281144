import type { AdminApi } from '../apis/admin-api.ts';
import type { SalesApi } from '../apis/sales-api.ts';
import type { ChangeEvents } from '../events/change-events.ts';
import type { Imports } from '../imports/imports.ts';
import type { ServiceProps } from '../platform/data-table.ts';
import type { Lookups } from '../records/lookups.ts';
import type { RecordExpiry } from '../records/record-expiry.ts';
import type { Webhooks } from '../webhooks/webhooks.ts';

/** What alarms and the dashboard monitor. */
export interface Watched extends ServiceProps {
  readonly salesApi: SalesApi;
  readonly adminApi: AdminApi;
  readonly changeEvents: ChangeEvents;
  readonly lookups: Lookups;
  readonly webhooks: Webhooks;
  readonly imports: Imports;
  readonly expiry: RecordExpiry;
}
