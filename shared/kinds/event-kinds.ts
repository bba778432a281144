import { KIND_NAMES, type KindName, type Snake, snakeOf } from './names.ts';

/** The kinds of records as event types begin with them. */
export const RECORD_EVENT_KINDS = /* @__PURE__ */ KIND_NAMES.map(snakeOf);

/** A table over the kinds of records, by the kinds of their events. */
export const byEventKind = <T>(entryOf: (name: KindName) => T): Readonly<Record<RecordEventKind, T>> =>
  Object.fromEntries(KIND_NAMES.map((name) => [snakeOf(name), entryOf(name)])) as Record<RecordEventKind, T>;

const NAMES = byEventKind((name) => name);

/** What events are about: event types begin with it. Every table over kinds is total, and has no default. */
export const EVENT_KINDS = [...RECORD_EVENT_KINDS, 'webhook_endpoint', 'import', 'export'] as const;

export type EventKind = (typeof EVENT_KINDS)[number];

/** What an event type, or a pattern of them, is about; `undefined` for a kind that is not declared. */
export const kindOfEvent = (type: string): EventKind | undefined =>
  EVENT_KINDS.find((kind) => type.startsWith(`${kind}.`));

export type RecordEventKind = Snake<KindName>;

/** The kind of record that events of a kind are about. */
export const nameOfRecordKind = (kind: RecordEventKind): KindName => NAMES[kind];

/** The same; `undefined` for operational events. */
export const nameOfEventKind = (kind: EventKind): KindName | undefined =>
  kind in NAMES ? NAMES[kind as RecordEventKind] : undefined;
