import { kindOfStream } from './kind-of-stream.ts';

/** A message of a Singer tap. */
export type SingerMessage =
  | { readonly type: 'SCHEMA'; readonly stream: string }
  | {
      readonly type: 'RECORD';
      readonly stream: string;
      readonly version: number;
      readonly record: SingerRecord;
    }
  | { readonly type: 'ACTIVATE_VERSION'; readonly stream: string; readonly version: number }
  | { readonly type: 'STATE'; readonly value: unknown };

interface SingerRecord {
  readonly id: string;
  readonly _sdc_deleted_at: string | null;
}

export const kindOf = (stream: string): string => {
  const kind = kindOfStream(stream);
  if (kind === undefined) throw new Error(`Unexpected stream ${stream}.`);
  return kind;
};

/** A target in memory that deletes rows, as targets with `hard_delete` do. */
export const createSingerTarget = () => {
  const rows = new Map<
    string,
    { readonly version: number; readonly stream: string; readonly record: object }
  >();
  let state: unknown;
  return {
    /** The last state, as a runner stores it. */
    state: () => state,
    copied: () => new Map([...rows].map(([key, { record }]) => [key, record])),
    apply(message: SingerMessage): void {
      if (message.type === 'STATE') {
        state = message.value;
      } else if (message.type === 'RECORD') {
        const { stream, version } = message;
        const { _sdc_deleted_at: deletedAt, ...record } = message.record;
        const key = `${kindOf(stream)} ${record.id}`;
        if (deletedAt === null) rows.set(key, { stream, version, record });
        else rows.delete(key);
      } else if (message.type === 'ACTIVATE_VERSION') {
        for (const [key, { stream, version }] of rows) {
          if (stream === message.stream && version < message.version) rows.delete(key);
        }
      }
    },
  };
};
