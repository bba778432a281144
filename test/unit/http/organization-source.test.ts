import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ADMIN_ROUTES } from '../../../shared/operations/admin-api/routes.ts';
import { ROUTES } from '../../../shared/operations/data-api/routes.ts';
import { ROOT } from '../../support/service/command.ts';

const ALL_ROUTES = [...Object.values(ROUTES), ...Object.values(ADMIN_ROUTES)];
const folders = [...new Set(ALL_ROUTES.map(({ functionName }) => functionName))];
const sources = folders.flatMap((folder) =>
  globSync(`functions/*/${folder}/*.ts`, { cwd: ROOT }).map((file): readonly [string, string] => [
    file,
    readFileSync(`${ROOT}/${file}`, 'utf8'),
  ]),
);

/** The only allowed sources of an organization id in a route's function. */
const SOURCES = /principal|scope/;

/** Forbidden sources: fields of the client's input. */
const OTHER_SOURCES =
  /\b(?:request|query|body|params|headers)\??\.organizationId|\b(?:query|body):\s*\{[^{}]*\borganizationId/;

describe('the organization of a request', () => {
  it.each(sources)(
    'reads the organization in %s from the verified principal, never from the API Gateway event',
    (_, source) => {
      expect(source).not.toMatch(/aws-lambda|requestContext|multiValueHeaders|claims|authorizer/);
      expect(source).not.toMatch(OTHER_SOURCES);
      for (const line of source.split('\n')) {
        // `_` and `true` leave it out.
        if (/const [^=]*organizationId(?!: _,)[^=]* =|organizationId: (?!string\b|_,|true,)/.test(line))
          expect(line).toMatch(SOURCES);
      }
    },
  );

  it('accepts an organization as query parameter or body field in no operation', () => {
    for (const route of ALL_ROUTES) {
      const fields = 'body' in route ? Object.keys(route.body.def.shape) : [];
      const names = [...Object.keys(route.query), ...fields].map((name) => name.toLowerCase());
      expect(
        names.filter((name) => /org|tenant/.test(name)),
        route.path,
      ).toEqual([]);
    }
  });
});
