import { randomUUID } from 'node:crypto';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  loggableRequest,
  MAX_PATH_LENGTH,
  MAX_USER_AGENT_LENGTH,
} from '../../../shared/keys/requests/loggable-request.ts';
import { randomSecret, tokenOf } from '../../../shared/keys/token.ts';
import { ROUTES, UNKNOWN_PATH } from '../../../shared/operations/data-api/routes.ts';

const PEOPLE = ROUTES.listPeople;

const describePath = (query: Readonly<Record<string, readonly string[]>> | null, path = '/v1/person') =>
  loggableRequest(PEOPLE, { path, query, userAgent: undefined }).path;

describe('a loggable request', () => {
  it('shows the path, and the values of parameters that are about the request', () => {
    expect(describePath(null)).toBe('/v1/person');
    const query = {
      limit: ['100'],
      changedSince: ['2026-01-31T09:30:00.000+01:00'],
      sort: ['-changedAt'],
      fields: ['id,customFields.tier', 'emails'],
    };
    expect(describePath(query)).toBe(
      '/v1/person?limit=100&changedSince=2026-01-31T09:30:00.000+01:00&sort=-changedAt&fields=id,customFields.tier,emails',
    );
  });

  it('hides values of lookups, cursors and unknown parameters', () => {
    for (const [name, parameter] of Object.entries(PEOPLE.query)) {
      const text = describePath({ [name]: ['nora@nowhere.example'] });
      expect(text, parameter.kind).toBe(`/v1/person?${name}=*`);
    }
    expect(describePath({ email: ['a'], phone: ['+12025550143', 'b'] })).toBe('/v1/person?email=*&phone=*,*');
    expect(describePath({ cursor: ['abc'], unknown: ['abc'], constructor: ['abc'] })).toBe(
      '/v1/person?cursor=*&*=*&*=*',
    );
  });

  it('shows what was mistyped in an unknown path, and nothing that may be a value', () => {
    const shown = (path: string) =>
      loggableRequest(UNKNOWN_PATH, { path, query: { email: ['a'] }, userAgent: undefined }).path;
    expect(shown('/v1/persons')).toBe('/v1/persons?*=*');
    expect(shown('/v1/people/nora')).toBe('/v1/people/*?*=*');
    expect(shown('/v1/nora@nowhere.example/x')).toBe('/v1/*/*?*=*');
    expect(shown(`/${tokenOf(randomUUID(), randomSecret())}`)).toBe('/*?*=*');
  });

  it('hides keys and personal data in paths and in names of parameters', () => {
    const key = tokenOf(randomUUID(), randomSecret());
    const id = randomUUID();
    const shown = (path: string) =>
      loggableRequest(ROUTES.getPerson, { path, query: null, userAgent: undefined }).path;
    expect(shown(`/v1/person/${id}`)).toBe(`/v1/person/${id}`);
    for (const text of [key, 'nora@nowhere.example', '+12025550143', encodeURIComponent('Nora Nowhere')]) {
      expect(shown(`/v1/person/${text}`)).toBe('/v1/person/*');
      expect(describePath({ [text]: ['1'], limit: ['1'] })).toContain('*=*');
      expect(describePath({ [text]: ['1'] })).not.toContain(text);
    }
  });

  it('hides keys, addresses and phone numbers in the user agent, and keeps products', () => {
    const shown = (userAgent: string) =>
      loggableRequest(PEOPLE, { path: '/v1/person', query: null, userAgent }).userAgent;
    const key = tokenOf(randomUUID(), randomSecret());
    expect(shown(`curl/8.5.0 ${key}`)).toBe('curl/8.5.0 *');
    expect(shown('Sync (nora@nowhere.example; +1 202-555-0143)')).toBe('Sync * *)');
    for (const agent of [
      'Amazon-Route53-Health-Check/1',
      'Gecko/20100101 Firefox/118.0',
      'python-httpx/0.27.0',
    ])
      expect(shown(agent)).toBe(agent);
  });

  it('hides what is sent in place of a number', () => {
    for (const value of ['nora@nowhere.example', 'Nora Nowhere', '"', 'x'.repeat(65)])
      expect(describePath({ limit: [value] })).toBe('/v1/person?limit=*');
  });

  it('never breaks a line of JSON, and is never too long for one', async () => {
    await fc.assert(
      fc.property(
        fc.string({ unit: 'binary', maxLength: 400 }),
        fc.string({ unit: 'binary', maxLength: 400 }),
        fc.dictionary(fc.string({ unit: 'binary' }), fc.array(fc.string({ unit: 'binary' })), {
          noNullPrototype: true,
        }),
        (path, userAgent, query) => {
          const { path: shownPath, userAgent: shownAgent } = loggableRequest(PEOPLE, {
            path,
            query,
            userAgent,
          });
          const line = `{"path":"${shownPath}","userAgent":"${shownAgent}"}`;
          expect(JSON.parse(line)).toEqual({ path: shownPath, userAgent: shownAgent });
          expect(Buffer.byteLength(shownPath)).toBeLessThanOrEqual(MAX_PATH_LENGTH);
          expect(Buffer.byteLength(shownAgent)).toBeLessThanOrEqual(MAX_USER_AGENT_LENGTH);
        },
      ),
    );
  });
});
