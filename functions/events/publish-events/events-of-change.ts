import { composeEventSources } from '../../../shared/events/events-of-change.ts';
import { exportEvents } from '../../../shared/exports/export-events.ts';
import { importEvents } from '../../../shared/imports/import-events.ts';
import { RECORD_EVENT_KINDS, type RecordEventKind } from '../../../shared/kinds/event-kinds.ts';
import { recordEvents } from '../../../shared/records/record-events.ts';
import { endpointEvents } from '../../../shared/webhooks/operational-events.ts';

/** The events of any change of the table. */
export const eventsOfChange = composeEventSources({
  ...(Object.fromEntries(RECORD_EVENT_KINDS.map((kind) => [kind, recordEvents])) as Readonly<
    Record<RecordEventKind, typeof recordEvents>
  >),
  webhook_endpoint: endpointEvents,
  import: importEvents,
  export: exportEvents,
});
