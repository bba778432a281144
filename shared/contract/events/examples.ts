import { byEventKind, type EventKind, kindOfEvent } from '../../kinds/event-kinds.ts';
import { EXAMPLES as RECORDS } from '../../kinds/kinds.ts';
import {
  capitalized,
  EVENTS,
  KIND_NAMES,
  type KindName,
  oneOf,
  type RecordEventType,
  snakeOf,
} from '../../kinds/names.ts';
import { byCountedKind } from '../imports/import-limits.ts';
import { EXAMPLE_PERSON, ORGANIZATION_ID } from '../records/examples.ts';
import { type DeliveredType, TEST_EVENT_TYPE } from './event-types.ts';

/** What events of a kind say, unless they say more. */
const describe = (name: KindName, change: string): string => {
  if (change === 'updated') return `Fields of ${oneOf(name)} changed`;
  return `${capitalized(oneOf(name))} was ${change}`;
};

/** The types whose names alone do not tell what happened. */
type DescribedType = Exclude<DeliveredType, `${string}.${'created' | 'updated' | 'deleted'}`>;

const OWN_DESCRIPTIONS = {
  'person.expiring': 'A person will be deleted in a day or more, unless an import or a call list uses it',
  'person.erased': 'A person was erased: delete all that you store about them',
  'company.expiring':
    'A company will be deleted in a day or more, unless an import, a call list or a person uses it',
  'call_list.updated': 'Fields of a call list other than `isLocked` changed',
  'call_list.locked': 'A call list was locked',
  'call_list.unlocked': 'A call list was unlocked',
  'call_list_entry.created': 'An entry was added to a call list',
  'call_list_entry.updated': 'Fields of an entry changed, including its position',
  'call_list_entry.deleted': 'An entry was removed from a call list',
  'webhook_endpoint.failing': 'A webhook endpoint has failed for a day without a success',
  'webhook_endpoint.disabled':
    'The service disabled a webhook endpoint: after a `410`, or five days without a success',
  'import.completed': 'A file was imported',
  'import.failed': 'A file could not be imported, or only in part',
  'export.completed': 'The files of an export are ready to download',
  'export.failed': 'An export ended without files',
  [TEST_EVENT_TYPE]: 'A webhook endpoint was tested',
} as const satisfies { readonly [T in DeliveredType]?: string } & Readonly<Record<DescribedType, string>>;

/** What each event says. */
export const EVENT_DESCRIPTIONS: Readonly<Record<DeliveredType, string>> = {
  ...(Object.fromEntries(
    KIND_NAMES.flatMap((name) =>
      EVENTS[name].flatMap((change) => {
        const type = `${snakeOf(name)}.${change}`;
        return type in OWN_DESCRIPTIONS ? [] : [[type, describe(name, change)]];
      }),
    ),
  ) as Record<Exclude<RecordEventType, keyof typeof OWN_DESCRIPTIONS>, string>),
  ...OWN_DESCRIPTIONS,
};

export const EVENT_ID = '0b6f1f4e-6a3b-8f0e-9c55-0f7e3c1f2a11';

const EXAMPLE_ENDPOINT = {
  id: '7c1d9e8f-2b3a-4c5d-8e9f-0a1b2c3d4e5f',
  description: 'CRM',
  eventTypes: ['*'],
  disabledReason: null,
  disabledAt: null,
  failingSince: '2026-01-30T09:12:00.000Z',
  apiKeyId: '4f7c2d19-8a3e-4b6d-9c15-2e8f0a7b6c3d',
};

const NO_ROWS = { read: 0, created: 0, changed: 0, unchanged: 0, merged: 0, rejected: 0, warnings: 0 };

const EXAMPLE_IMPORT = {
  id: '5f0c2a9b-3d4e-5f60-8a7b-9c0d1e2f3a4b',
  kind: 'people',
  source: 'hubspot',
  fileName: 'weekly/people.csv',
  problem: null,
  createdAt: '2026-01-31T09:29:40.000Z',
  finishedAt: '2026-01-31T09:30:00.000Z',
  counts: {
    ...byCountedKind(() => NO_ROWS),
    people: { ...NO_ROWS, read: 1200, created: 12, changed: 30, unchanged: 1157, rejected: 1 },
  },
  deleted: 0,
};

const EXAMPLE_EXPORT = {
  id: '019bb160-4c35-7a70-8f52-7a4de0be6a11',
  resource: 'person',
  format: 'csv',
  problem: null,
  recordCount: 2,
  totalCount: 2,
  createdAt: '2026-01-31T09:29:58.000Z',
  completedAt: '2026-01-31T09:30:00.000Z',
  expiresAt: '2026-02-07T09:30:00.000Z',
};

/** The resources and the `previous` of an update in examples, by resource. */
const EXAMPLES: Readonly<Record<EventKind | 'webhook', readonly [data: object, previous: object]>> = {
  ...byEventKind((name) => RECORDS[name]),
  webhook_endpoint: [EXAMPLE_ENDPOINT, {}],
  import: [EXAMPLE_IMPORT, {}],
  export: [EXAMPLE_EXPORT, {}],
  webhook: [
    { id: '7c1d9e8f-2b3a-4c5d-8e9f-0a1b2c3d4e5f', message: 'A test event: nothing has changed.' },
    {},
  ],
};

const changeOf = (type: DeliveredType): { readonly data: object; readonly previous: object } => {
  const change = type.slice(type.indexOf('.') + 1);
  const [data, previous] = EXAMPLES[kindOfEvent(type) ?? 'webhook'];
  if (type === 'webhook_endpoint.disabled') {
    const disabled = { disabledReason: 'failing', disabledAt: '2026-02-04T10:00:00.000Z' };
    return { data: { ...EXAMPLE_ENDPOINT, ...disabled }, previous: {} };
  }
  if (type === 'import.failed') {
    const problem = 'The file was deleted before it was imported. Upload it again.';
    return { data: { ...EXAMPLE_IMPORT, problem, counts: null }, previous: {} };
  }
  if (change === 'erased') return { data: { id: EXAMPLE_PERSON.id }, previous: {} };
  const isLocked = change === 'locked';
  if (change.endsWith('locked')) return { data: { ...data, isLocked }, previous: { isLocked: !isLocked } };
  return { data, previous: change === 'updated' ? previous : {} };
};

/** An example of an event, as webhooks and the feed carry it. */
export const exampleEvent = (type: DeliveredType) => ({
  id: EVENT_ID,
  type,
  organizationId: ORGANIZATION_ID,
  timestamp: '2026-01-31T09:30:00.000Z',
  sequence: type.endsWith('.created') || type === TEST_EVENT_TYPE ? 1 : 4,
  isSilent: false,
  ...changeOf(type),
  ...(type.endsWith('.expiring') && { expiresAt: '2026-02-02T03:15:00.000Z' }),
});
