import fc from 'fast-check';
import { CONSOLE_PATHS } from '../../../shared/contract/console/console.ts';
import { subscribeWebhookBody } from '../../../shared/contract/webhooks/webhook-bodies.ts';
import { ADMIN_ROUTES } from '../../../shared/operations/admin-api/routes.ts';
import { ROUTES } from '../../../shared/operations/data-api/routes.ts';
import type { DataRoute } from '../../../shared/operations/route.ts';
import { utf8 } from '../attack.ts';
import type { FuzzTarget } from '../target.ts';
import { bytes, nastyText } from './texts.ts';

/** One operation, with the placeholders in its path. */
export interface Operation {
  readonly api: 'data' | 'admin';
  readonly method: string;
  readonly path: string;
  /** The query parameters that it supports. */
  readonly parameters: readonly string[];
  /** The fields of its JSON body; empty if it has no body. */
  readonly fields: readonly string[];
}

export const OPERATIONS: readonly Operation[] = [
  ...Object.values<DataRoute>(ROUTES).map(({ method, path, query }) => ({
    api: 'data' as const,
    method,
    path,
    parameters: Object.keys(query),
    fields: method === 'POST' ? Object.keys(subscribeWebhookBody.def.shape) : [],
  })),
  ...Object.values(ADMIN_ROUTES).map(({ method, path, query, ...rest }) => ({
    api: 'admin' as const,
    method,
    path,
    parameters: Object.keys(query),
    fields: 'body' in rest ? Object.keys(rest.body.def.shape) : [],
  })),
  ...Object.values(CONSOLE_PATHS).map((path) => ({
    api: 'admin' as const,
    method: 'GET',
    path,
    parameters: [],
    fields: [],
  })),
];

const ENCODED = [
  '%00',
  '%2e%2e',
  '%2f',
  '%5c',
  '%c0%af',
  '%e0%80%af',
  '%ff',
  '%',
  '%zz',
  '%ed%a0%80',
  '%25',
  '*',
];

const segment = (): fc.Arbitrary<string> =>
  fc.oneof(
    fc.constantFrom(...ENCODED, '.', '..', '', ';a=b', '\x00', '\xff', '\\', '{id}', '\t'),
    bytes(20),
    nastyText().map((text) => encodeURIComponent(text.toWellFormed())),
    nastyText().map(utf8),
  );

/** The same path, or a variation of it. */
const disguised = (path: string): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 40, arbitrary: fc.constant(path) },
    fc.nat({ max: Math.max(0, path.length - 1) }).map((index) => {
      const code = path.charCodeAt(index).toString(16).padStart(2, '0');
      return `${path.slice(0, index)}%${code}${path.slice(index + 1)}`;
    }),
    fc.constantFrom(
      `${path}/`,
      `//${path}`,
      path.replaceAll('/', '//'),
      `/.${path}`,
      `/x/..${path}`,
      path.toUpperCase(),
      path.slice(1),
      `${path}#fragment`,
      `http://elsewhere.example${path}`,
      `HTTPS://u:p@h:99999${path}`,
    ),
    segment().map((text) => `${path}/${text}`),
    segment().map((text) => `${path}${text}`),
    fc.integer({ min: 8, max: 17 }).map((power) => `${path}/${'a'.repeat(2 ** power)}`),
    fc.integer({ min: 1, max: 400 }).map((count) => path + '/*a'.repeat(count)),
  );

/** A path of the operation, with an ID that is the attacker's, another's, or invalid. */
export const pathOf = ({ path }: Operation, target: FuzzTarget): fc.Arbitrary<string> =>
  fc
    .oneof(
      { weight: 12, arbitrary: fc.constantFrom(...target.ids) },
      { weight: 1, arbitrary: fc.uuid() },
      { weight: 2, arbitrary: segment() },
    )
    .chain((id) => disguised(path.replace(/\{\w+\}/, () => id)));

/** A request target outside of every operation. */
export const strayTarget = (): fc.Arbitrary<string> =>
  fc.oneof(
    fc.constantFrom(
      '*',
      '/',
      '',
      '//',
      '/..',
      '?',
      '#',
      'example.com:443',
      'http://',
      '/v1',
      '/v2/person',
      '/\xff',
    ),
    bytes(60),
    fc.array(segment(), { maxLength: 20 }).map((segments) => `/${segments.join('/')}`),
  );
