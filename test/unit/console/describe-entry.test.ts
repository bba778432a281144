import { describe, expect, it } from 'vitest';
import { describeEntry } from '../../../console/views/audit-log/describe-entry.ts';

const sentenceOf = (action: string, details: Record<string, unknown> = {}) =>
  describeEntry({ action, targetId: 'target-1', details });

const describeAction = (...entry: Parameters<typeof sentenceOf>): string =>
  sentenceOf(...entry)
    .map((part) => (typeof part === 'string' ? part : part.name))
    .join('');

describe('an entry of the audit log', () => {
  it.each([
    ['organization.created', { name: 'Acme' }, 'created the organization Acme'],
    ['user.invited', { email: 'bob@acme.example', role: 'member' }, 'invited bob@acme.example as member'],
    [
      'user.updated',
      { email: 'bob@acme.example', before: { role: 'member' }, after: { role: 'admin' } },
      'changed bob@acme.example: role from “member” to “admin”',
    ],
    ['user.disabled', { email: 'bob@acme.example' }, 'disabled bob@acme.example'],
    [
      'organization.updated',
      { before: { timeZone: null }, after: { timeZone: 'Europe/Berlin' } },
      'changed the organization: timeZone from none to “Europe/Berlin”',
    ],
    [
      'organization.updated',
      { before: {}, after: { timeZone: 'Europe/Berlin' } },
      'changed the organization: timeZone from none to “Europe/Berlin”',
    ],
    ['import.deletions_confirmed', { count: 1200 }, 'confirmed 1,200 deletions of the import of a file'],
    ['import.deletions_confirmed', {}, 'confirmed 0 deletions of the import of a file'],
    [
      'import.finished',
      { file: 'a.csv', source: 'crm', status: 'completed', created: 1200, changed: 0, rejected: 3 },
      'imported a.csv from crm: 1,200 created, 3 rejected',
    ],
    ['import.finished', { file: 'a.csv', source: 'crm' }, 'imported a.csv from crm: no rows'],
    [
      'import.finished',
      { file: 'a.csv', source: 'crm', status: 'failed', created: 2 },
      'imported a.csv from crm: it failed, 2 created',
    ],
    ['api_key.created', { name: 'Warehouse' }, 'created the API key Warehouse'],
    ['api_key.revoked', {}, 'revoked the API key target-1'],
    [
      'api_key.rotated',
      { graceSeconds: 0 },
      'rotated the API key target-1; the old one stopped working immediately',
    ],
    [
      'webhook_endpoint.deleted',
      { url: 'https://a.example/' },
      'deleted the webhook endpoint https://a.example/',
    ],
    [
      'retention.applied',
      { announcedPeople: 1200, announcedCompanies: 0, deletedPeople: 3, deletedCompanies: 1 },
      'deleted 3 people, deleted 1 company, announced the expiry of 1,200 people',
    ],
    ['person.erased', {}, 'erased the person target-1 and their data'],
    ['call_list.deleted', {}, 'deleted the call list target-1 and its entries'],
    ['webhook_endpoint.disabled', { before: {}, after: {} }, 'disabled the webhook endpoint target-1'],
    ['user.removed', { email: 'bob@acme.example' }, 'removed bob@acme.example'],
    [
      'user.removed',
      { email: 'bob@acme.example', wasInvited: true },
      'withdrew the invitation of bob@acme.example',
    ],
    ['company.deleted', {}, 'deleted the company target-1'],
    [
      'webhook_endpoint.disabled',
      { reason: 'gone' },
      'disabled the webhook endpoint target-1 because it responded with 410 Gone',
    ],
  ])('describes %s in words', (action, details, text) => {
    expect(describeAction(action, details)).toBe(text);
  });

  it('names each change, including items added to or removed from lists', () => {
    const before = { name: 'A', permissions: ['person:read', 'company:read'], plan: 'standard' };
    const after = { name: 'A', permissions: ['person:read', 'call-list:read'], plan: 'high-volume' };
    expect(describeAction('api_key.updated', { before, after })).toBe(
      'changed the API key target-1: added call-list:read to permissions, removed company:read from ' +
        'permissions; plan from “standard” to “high-volume”',
    );
  });

  it('names the expiry of a rotated key and the replayed range', () => {
    const endsAt = '2026-02-07T12:00:00.000Z';
    expect(describeAction('api_key.rotated', { graceSeconds: 604_800, endsAt })).toMatch(
      /stays active until 7 Feb 2026/,
    );
    const range = { after: '2026-01-30T12:00:00.000Z', before: '2026-01-31T12:00:00.000Z' };
    const states = ['failed', 'missed'];
    expect(describeAction('webhook_endpoint.replayed', { ...range, states })).toMatch(
      /^started a replay of failed, missed deliveries to target-1 from 30 Jan 2026.* until 31 Jan 2026/,
    );
    const end = { state: 'completed', replayed: 1_203 };
    expect(describeAction('webhook_endpoint.replay_finished', end)).toBe(
      'started a replay of deliveries to target-1, which completed after 1,203',
    );
  });

  it.each(['person.merged', 'toString', 'constructor'])(
    'shows the name of an unknown action (%s)',
    (action) => {
      expect(describeAction(action)).toBe(action);
    },
  );

  it('describes an entry without details', () => {
    expect(describeAction('api_key.updated')).toBe('changed the API key target-1: no changes');
    expect(describeAction('webhook_endpoint.secret_rotated')).toContain('until an unknown time');
  });

  it('links what it names, and isolates the direction of what others typed', () => {
    const [, file, , source] = sentenceOf('import.finished', { file: 'a.csv', source: '\u202ecrm' });
    expect(file).toEqual({ name: 'a.csv', path: 'organization/data/imports/target-1' });
    expect(source).toBe('\u2068\u202ecrm\u2069');
    const [, user] = sentenceOf('user.invited', { email: 'bob@acme.example', role: 'member' });
    expect(user).toMatchObject({
      path: 'organization/settings/users',
      query: { search: 'bob@acme.example' },
    });
    // The files of a key are several imports, with other ids.
    const [, batch] = sentenceOf('import.created', { fileName: 'people.csv', files: 1 });
    expect(batch).toEqual({ name: 'people.csv' });
  });
});
