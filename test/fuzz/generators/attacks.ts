import fc from 'fast-check';
import type { Attack } from '../attack.ts';
import type { FuzzTarget } from '../target.ts';
import { body } from './bodies.ts';
import { credentials } from './credentials.ts';
import { strayHeaders } from './headers.ts';
import { broken } from './messages.ts';
import { query } from './queries.ts';
import { OPERATIONS, type Operation, pathOf, strayTarget } from './targets.ts';

const METHODS = [
  'GET',
  'HEAD',
  'POST',
  'PUT',
  'PATCH',
  'DELETE',
  'OPTIONS',
  'TRACE',
  'QUERY',
  'PROPFIND',
  'PURGE',
];

const method = (operation: Operation): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 8, arbitrary: fc.constant(operation.method) },
    { weight: 1, arbitrary: fc.constantFrom(...METHODS) },
  );

const targetOf = (operation: Operation, target: FuzzTarget): fc.Arbitrary<string> =>
  fc.oneof(
    {
      weight: 12,
      arbitrary: fc.tuple(pathOf(operation, target), query(operation, target)).map((all) => all.join('')),
    },
    { weight: 1, arbitrary: strayTarget() },
  );

const bodyOf = (operation: Operation, target: FuzzTarget) =>
  fc.oneof(
    { weight: operation.fields.length > 0 ? 1 : 9, arbitrary: fc.constant(undefined) },
    { weight: operation.fields.length > 0 ? 15 : 1, arbitrary: body(operation, target) },
  );

/** A request to one operation with few or no defects. */
const attackOn = (operation: Operation, target: FuzzTarget): fc.Arbitrary<Attack> =>
  fc
    .record({
      method: method(operation),
      target: targetOf(operation, target),
      credentials: credentials(operation.api, target),
      stray: strayHeaders(),
      document: bodyOf(operation, target),
      version: fc.oneof(
        { weight: 20, arbitrary: fc.constant('HTTP/1.1') },
        { weight: 1, arbitrary: fc.constant('HTTP/1.0') },
      ),
    })
    .map(
      ({ credentials: who, stray, document, ...rest }): Attack => ({
        ...rest,
        api: operation.api,
        headers: [
          ...(stray.some(([name]) => name === 'Host')
            ? []
            : ([['Host', new URL(target.urls[operation.api]).host]] as const)),
          ...who,
          ...stray,
          ...(document?.type === undefined ? [] : ([['Content-Type', document.type]] as const)),
          ...(document === undefined ? [] : ([['Content-Length', String(document.content.length)]] as const)),
        ],
        body: document?.content ?? '',
        framing: 'complete',
      }),
    );

/** Any request to any operation of both APIs; one in ten is not valid HTTP. */
export const anyAttack = (target: FuzzTarget): fc.Arbitrary<Attack> =>
  fc
    .constantFrom(...OPERATIONS)
    .chain((operation) => attackOn(operation, target))
    .chain((attack) =>
      fc.oneof({ weight: 9, arbitrary: fc.constant(attack) }, { weight: 1, arbitrary: broken(attack) }),
    );
