import type { KindName } from '../../shared/kinds/names.ts';

/** The resources of the data API, as users read them. */
export const RESOURCES: Readonly<Record<KindName, string>> = {
  person: 'People',
  company: 'Companies',
  'call-list': 'Call lists',
  'call-list-entry': 'Call list entries',
  call: 'Calls',
};
