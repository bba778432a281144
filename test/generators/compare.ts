import { isDeepStrictEqual } from 'node:util';
import type { Call } from './calls/call.ts';
import type { Exchange } from './proxy.ts';

/** What a driver reports about a call. */
export interface Decoded {
  readonly status: number;
  /** The decoded body, encoded again by the client's own code. */
  readonly body: unknown;
  readonly error?: string;
}

const TIMESTAMP = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}/;

/** The precision with which a client encodes timestamps. */
export type TimestampPrecision = 'milliseconds' | 'seconds';

/** Drops nulls, which some clients omit, and normalizes timestamps, which clients format differently. */
const normalized = (value: unknown, precision: TimestampPrecision): unknown => {
  if (typeof value === 'string' && TIMESTAMP.test(value)) {
    return new Date(value).toISOString().slice(0, precision === 'seconds' ? 19 : undefined);
  }
  if (Array.isArray(value)) return value.map((item) => normalized(item, precision));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, member]) =>
      member === null ? [] : [[name, normalized(member, precision)]],
    ),
  );
};

const SHOWN_CHARACTERS = 600;

const shown = (value: unknown): string => JSON.stringify(value)?.slice(0, SHOWN_CHARACTERS) ?? '';

/** Describes how a decoded response differs from the one that was sent; `undefined` if it does not. */
export const differenceOf = (
  { operationId, status }: Call,
  exchange: Exchange | undefined,
  decoded: Decoded | undefined,
  precision: TimestampPrecision,
): string | undefined => {
  const name = `${operationId} ${status} ${exchange?.url ?? ''}`;
  if (exchange === undefined || decoded === undefined) return `${name}: no response`;
  if (exchange.status !== status) return `${name}: sent ${exchange.status} ${shown(exchange.body)}`;
  if (decoded.error !== undefined) return `${name}: ${decoded.error}`;
  if (decoded.status !== status) return `${name}: decoded as status ${decoded.status}`;
  const [sent, received] = [exchange.body, decoded.body].map((body) => normalized(body, precision));
  if (isDeepStrictEqual(received, sent)) return undefined;
  return `${name}:\n  sent    ${shown(sent)}\n  decoded ${shown(received)}`;
};
