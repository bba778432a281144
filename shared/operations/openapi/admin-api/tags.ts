import { OWN_KINDS, type OwnKind, type Plural, pluralOf, pluralsOf } from '../../../kinds/names.ts';
import type { ADMIN_ROUTES } from '../../admin-api/routes.ts';
import type { AdminRoute } from '../../route.ts';

/** The groups of operations, in the order of the documentation. */
export const TAGS = [
  { name: 'API keys', description: 'Credentials for the data API.' },
  { name: 'Connected apps', description: 'Requests of OAuth clients to be connected.' },
  { name: 'Requests', description: 'What happened to each request with an API key.' },
  { name: 'Usage', description: 'Daily requests by outcome and per key.' },
  { name: 'Audit log', description: 'An immutable record of administrative actions.' },
  {
    name: 'Trying requests',
    description: 'A proxy for the console, because the data API does not allow requests from browsers.',
  },
  { name: 'Webhooks', description: 'Endpoints that receive events, and their deliveries.' },
  { name: 'Records', description: `Single ${pluralsOf(OWN_KINDS)}.` },
  { name: 'Events', description: 'The events of the feed, newest first.' },
  { name: 'Session', description: 'The signed-in user.' },
  { name: 'Users', description: 'The users of the organization and their roles.' },
  { name: 'Organization', description: 'The settings of the organization.' },
  { name: 'Single sign-on', description: 'The identity provider of the organization.' },
  { name: 'Imports', description: 'Imports of files, and the profiles of dropped files.' },
  { name: 'Exports', description: 'Records in files to download.' },
] as const;

type TagName = (typeof TAGS)[number]['name'];

type FirstSegment<P> = P extends `/${infer S}/${string}` ? S : P extends `/${infer S}` ? S : never;
type Segment = FirstSegment<(typeof ADMIN_ROUTES)[keyof typeof ADMIN_ROUTES]['path']>;

const RECORDS = Object.fromEntries(OWN_KINDS.map((kind) => [pluralOf(kind), 'Records'])) as Record<
  Plural<OwnKind>,
  'Records'
>;

/** Tags by the first segment of a path. A segment without one does not compile. */
const TAG_OF_SEGMENT: Readonly<Record<Segment, TagName>> = {
  'api-keys': 'API keys',
  'app-requests': 'Connected apps',
  requests: 'Requests',
  usage: 'Usage',
  'audit-log': 'Audit log',
  'try-requests': 'Trying requests',
  'webhook-destinations': 'Webhooks',
  'webhook-endpoints': 'Webhooks',
  deliveries: 'Webhooks',
  events: 'Events',
  ...RECORDS,
  counts: 'Records',
  fields: 'Records',
  suppressions: 'Records',
  session: 'Session',
  users: 'Users',
  organization: 'Organization',
  'single-sign-on': 'Single sign-on',
  imports: 'Imports',
  exports: 'Exports',
  'import-profiles': 'Imports',
};

/** Returns the tag of an operation. */
export const tagOf = ({ path }: AdminRoute): TagName => TAG_OF_SEGMENT[path.split('/')[1] as Segment];
