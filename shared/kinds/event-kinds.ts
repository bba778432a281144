import { KIND_NAMES, type KindName } from './names.ts';

/** The name of a kind of record in event types. */
type InEvents<N extends string> = N extends `${infer First}-${infer Rest}` ? `${First}_${InEvents<Rest>}` : N;

/** The name of a kind of record in event types: `call_list` for `call-list`. */
export const eventKindOf = <N extends KindName>(name: N) => name.replaceAll('-', '_') as InEvents<N>;

const OF_RECORDS = KIND_NAMES.map(eventKindOf);

/** What events are about: event types begin with it. Every table over kinds is total, and has no default. */
const EVENT_KINDS = [...OF_RECORDS, 'webhook_endpoint', 'import', 'export'] as const;

export type EventKind = (typeof EVENT_KINDS)[number];

/** What an event type, or a pattern of them, is about; `undefined` for a kind that is not declared. */
export const kindOfEvent = (type: string): EventKind | undefined =>
  EVENT_KINDS.find((kind) => type.startsWith(`${kind}.`));
