import { createIdMaker } from '../shared/table/items/import-ids.ts';

/** The system that the demo records come from. */
export const DEMO_SOURCE = 'demo';

export const DEMO_ORGANIZATION_ID = 'dec0dec0-0000-4000-8000-000000000001';

const idOf = createIdMaker(DEMO_ORGANIZATION_ID);

/** Ids of demo records, the same on every machine, by the path segment of their resource. */
export const DEMO_IDS = {
  person: idOf('person', DEMO_SOURCE, 'P-1'),
  company: idOf('company', DEMO_SOURCE, 'C-1'),
  call: idOf('call', DEMO_SOURCE, 'K-1'),
  'call-list': idOf('call_list', DEMO_SOURCE, 'L-1'),
} as const;
