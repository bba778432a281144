import { isDeepStrictEqual } from 'node:util';
import type { Call } from './calls/call.ts';
import { ADDED } from './calls/variant.ts';
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

/** Where two values differ first. */
const differingPath = (one: unknown, other: unknown): string => {
  const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
    typeof value === 'object' && value !== null;
  if (!isObject(one) || !isObject(other)) return '';
  const name = Object.keys({ ...one, ...other }).find((each) => !isDeepStrictEqual(one[each], other[each]));
  return name === undefined ? '' : `/${name}${differingPath(one[name], other[name])}`;
};

/** Without the fields that a later version added. */
const withoutAdded = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withoutAdded);
  if (typeof value !== 'object' || value === null) return value;
  const known = Object.entries(value).filter(([name]) => !Object.hasOwn(ADDED, name));
  return Object.fromEntries(known.map(([name, member]) => [name, withoutAdded(member)]));
};

/** Describes how a decoded response differs from the one that was sent; `undefined` if it does not. */
export const differenceOf = (
  { operationId, status }: Call,
  exchange: Exchange | undefined,
  decoded: Decoded | undefined,
  {
    precision = 'milliseconds',
    dropsUnknownFields = false,
  }: { readonly precision?: TimestampPrecision; readonly dropsUnknownFields?: boolean },
): string | undefined => {
  const name = `${operationId} ${status} ${exchange?.url ?? ''}`;
  if (exchange === undefined || decoded === undefined) return `${name}: no response`;
  if (exchange.status !== status) return `${name}: sent ${exchange.status} ${shown(exchange.body)}`;
  if (decoded.error !== undefined) return `${name}: ${decoded.error}`;
  if (decoded.status !== status) return `${name}: decoded as status ${decoded.status}`;
  // Its schema declares only some of what OpenAPI does.
  if (dropsUnknownFields && operationId === 'getOpenApiDocument') return undefined;
  const [sent, received] = [exchange.body, decoded.body]
    .map((body) => (dropsUnknownFields ? withoutAdded(body) : body))
    .map((body) => normalized(body, precision));
  if (isDeepStrictEqual(received, sent)) return undefined;
  return `${name}: ${differingPath(sent, received)}:\n  sent    ${shown(sent)}\n  decoded ${shown(received)}`;
};
