import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { dataApiDocument } from '../../../../shared/operations/openapi/data-api/document.ts';
import { ALLOWED_CHANGES } from '../../../support/contract/openapi/compatibility/allowed-changes.ts';
import { breakingChanges } from '../../../support/contract/openapi/compatibility/breaking-changes.ts';
import { RULED_OUT_CHANGES } from '../../../support/contract/openapi/compatibility/ruled-out-changes.ts';
import { describeChange, RULES } from '../../../support/contract/openapi/compatibility/rules.ts';
import { ROOT } from '../../../support/service/command.ts';

const released = JSON.parse(
  readFileSync(join(ROOT, 'shared/operations/openapi/released/data-api.json'), 'utf8'),
);

it('breaks no client of the last release', () => {
  const changes = breakingChanges(released, dataApiDocument()).map(describeChange);
  expect(changes.join('\n')).toBe('');
});

it.each(RULED_OUT_CHANGES)('reports $name', ({ apply, breaks }) => {
  const changed = structuredClone(released);
  apply(changed);
  const changes = breakingChanges(released, changed);
  expect(changes.map(({ rule, where }) => ({ rule, where }))).toContainEqual(breaks);
  // A change is reported for one reason, although at each place that returns the same schema.
  expect([...new Set(changes.map(({ rule }) => rule))]).toEqual([breaks?.rule]);
});

it.each(ALLOWED_CHANGES)('allows $name', ({ apply }) => {
  const changed = structuredClone(released);
  apply(changed);
  expect(changed).not.toEqual(released);
  expect(breakingChanges(released, changed).map(describeChange)).toEqual([]);
});

it('covers every rule', () => {
  expect(new Set(RULED_OUT_CHANGES.flatMap(({ breaks }) => breaks?.rule ?? []))).toEqual(
    new Set(Object.keys(RULES)),
  );
});

it('explains what broke, where, and what to do instead', () => {
  const changed = structuredClone(released);
  changed.components.schemas.Person.properties.doNotCall.type = 'string';
  const [first = ''] = breakingChanges(released, changed).map(describeChange);
  expect(first).toBe(
    'GET /v1/person › 200.items[].doNotCall: is string, not boolean. v1 must not break its clients. ' +
      'Keep the type, and add a field of another name.',
  );
});
