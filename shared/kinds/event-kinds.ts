import { KIND_NAMES, type KindName } from './names.ts';

/** The name of a kind of record in event types. */
type InEvents<N extends string> = N extends `${infer First}-${infer Rest}` ? `${First}_${InEvents<Rest>}` : N;

/** The name of a kind of record in event types: `call_list` for `call-list`. */
export const eventKindOf = <N extends KindName>(name: N) => name.replaceAll('-', '_') as InEvents<N>;

const OF_RECORDS = KIND_NAMES.map(eventKindOf);

const NAMES = Object.fromEntries(KIND_NAMES.map((name) => [eventKindOf(name), name])) as Readonly<
  Record<InEvents<KindName>, KindName>
>;

/** What events are about: event types begin with it. Every table over kinds is total, and has no default. */
const EVENT_KINDS = [...OF_RECORDS, 'webhook_endpoint', 'import', 'export'] as const;

export type EventKind = (typeof EVENT_KINDS)[number];

/** What an event type, or a pattern of them, is about; `undefined` for a kind that is not declared. */
export const kindOfEvent = (type: string): EventKind | undefined =>
  EVENT_KINDS.find((kind) => type.startsWith(`${kind}.`));

type RecordEventKind = (typeof OF_RECORDS)[number];

/** The kind of record that events of a kind are about. */
export const nameOfRecordKind = (kind: RecordEventKind): KindName => NAMES[kind];

/** The same; `undefined` for operational events. */
export const nameOfEventKind = (kind: EventKind): KindName | undefined =>
  kind in NAMES ? NAMES[kind as RecordEventKind] : undefined;
