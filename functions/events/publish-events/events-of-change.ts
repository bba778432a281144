import { composeEventSources } from '../../../shared/events/events-of-change.ts';
import { exportEvents } from '../../../shared/exports/export-events.ts';
import { importEvents } from '../../../shared/imports/import-events.ts';
import { recordEvents } from '../../../shared/records/record-events.ts';
import { endpointEvents } from '../../../shared/webhooks/operational-events.ts';

/** The events of any change of the table. */
export const eventsOfChange = composeEventSources({
  person: recordEvents,
  company: recordEvents,
  call_list: recordEvents,
  call_list_entry: recordEvents,
  webhook_endpoint: endpointEvents,
  import: importEvents,
  export: exportEvents,
});
