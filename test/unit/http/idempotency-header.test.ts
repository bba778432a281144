import { expect, it } from 'vitest';
import { z } from 'zod/mini';
import { readBody } from '../../../functions/http/json-body.ts';
import { ROUTES } from '../../../shared/operations/data-api/routes.ts';
import { type DataRoute, httpMethodsOf } from '../../../shared/operations/route.ts';
import { proxyEvent } from '../../support/http/proxy-event.ts';

const read = (values: readonly string[], takesIdempotencyKey = true) => {
  const event = proxyEvent({ organizationId: 'o', resource: '/v1/export' });
  const multiValueHeaders = { 'Content-Type': ['application/json'], 'Idempotency-Key': [...values] };
  return readBody(z.object({}), { ...event, multiValueHeaders, body: '{}' }, { takesIdempotencyKey });
};

it.each([
  ['workflow-42', 'workflow-42'],
  ['"workflow-42"', 'workflow-42'],
  ['"say \\"hi\\" \\\\ "', 'say "hi" \\ '],
  ['"', '"'],
  ['"a', '"a'],
  ['a"b"', 'a"b"'],
])('reads the key %s as %s, quoted or not', (value, key) => {
  expect(read([value])).toEqual({ body: {}, idempotencyKey: key });
});

it.each([[['a b']], [['é']], [['']], [['x'.repeat(256)]], [[`"${'x'.repeat(256)}"`]], [['a', 'a']]])(
  'rejects the keys %j',
  (values) => {
    expect(read(values)).toEqual({
      errors: [{ parameter: 'Idempotency-Key', detail: expect.stringContaining('one value') }],
    });
  },
);

it('ignores the header where the operation does not take it', () => {
  expect(read(['a b'], false)).toEqual({ body: {} });
});

it('is declared by every operation that creates something', () => {
  const creating = Object.entries<DataRoute>(ROUTES).filter(([, route]) =>
    httpMethodsOf(route).includes('POST'),
  );
  expect(creating.length).toBeGreaterThan(1);
  for (const [name, { takesIdempotencyKey }] of creating) expect(takesIdempotencyKey, name).toBe(true);
});
