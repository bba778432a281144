import type { FieldResource } from '../../shared/contract/field-resources.ts';

/** The resources of the data API, as users read them. */
export const RESOURCES: Readonly<Record<FieldResource, string>> = {
  person: 'People',
  company: 'Companies',
  'call-list': 'Call lists',
  'call-list-entry': 'Call list entries',
};
