import { describe, expect, it } from 'vitest';
import type * as z from 'zod/mini';
import { sourceOf } from '../../../infra/cli/imports/options.ts';
import { nameOf } from '../../../infra/cli/keys/key-options.ts';
import { emailOf, organizationNameOf } from '../../../infra/cli/organizations/organization-options.ts';
import { UsageError } from '../../../infra/cli/support/usage-error.ts';
import { descriptionOf } from '../../../infra/cli/webhooks/webhook-options.ts';
import { decodeCursor, encodeCursor } from '../../../shared/contract/cursor.ts';
import { createImportBody } from '../../../shared/contract/imports/import-bodies.ts';
import { createApiKeyBody, updateApiKeyBody } from '../../../shared/contract/keys/api-key-bodies.ts';
import {
  inviteUserBody,
  updateOrganizationBody,
} from '../../../shared/contract/organizations/user-bodies.ts';
import {
  createWebhookEndpointBody,
  subscribeWebhookBody,
  updateWebhookEndpointBody,
} from '../../../shared/contract/webhooks/webhook-bodies.ts';
import { readDropKey } from '../../../shared/imports/object-keys.ts';

const webhook = { url: 'https://hooks.example/', eventTypes: ['*'] };
const upload = { kind: 'people', source: 'crm', fileName: 'a.csv', size: 1, contentType: 'text/csv' };
const ORGANIZATION = '6f1c1a52-7f0b-4b60-9d3e-2f4f8f0f7a11';

/** Each request with a text that is stored unchanged. */
const DOCUMENTS: readonly (readonly [string, z.ZodMiniType, (text: string) => object])[] = [
  ['the name of a new key', createApiKeyBody, (name) => ({ name })],
  ['the new name of a key', updateApiKeyBody, (name) => ({ name })],
  [
    'the description of a new webhook',
    createWebhookEndpointBody,
    (description) => ({ ...webhook, description }),
  ],
  ['the new description of a webhook', updateWebhookEndpointBody, (description) => ({ description })],
  [
    'the description of a webhook of a key',
    subscribeWebhookBody,
    (description) => ({ url: webhook.url, eventTypes: ['*'], description }),
  ],
  ['the name of an organization', updateOrganizationBody, (name) => ({ name })],
  ['the source of an import', createImportBody, (source) => ({ ...upload, source })],
  ['the name of an imported file', createImportBody, (fileName) => ({ ...upload, fileName })],
];

/** How the command line and the import bucket read such texts; they throw, or return a problem. */
const READERS: readonly (readonly [string, (text: string) => unknown])[] = [
  ['--name of keys', nameOf],
  ['--name of organizations', organizationNameOf],
  ['--description of webhooks', descriptionOf],
  ['--source of imports', sourceOf],
  ['the source of a dropped file', (source) => readDropKey(`imports/${ORGANIZATION}/people/${source}/a.csv`)],
];

/** A line separator, a paragraph separator, an embedding, an override and an isolate. */
const REORDERING = ['\u2028', '\u2029', '\u202a', '\u202e', '\u2066'];
const CONTROL = ['\0', 'a\nb', '\x7f'];
const OTHER = ['𝒳', 'Zoë', '日本', '👩‍💻', 'שלום\u200f!', '__proto__'];

describe.each(DOCUMENTS)('%s', (_, schema, documentOf) => {
  it.each(['\ud800', 'a\udc00', '\udc00\ud800'])(
    'rejects lone surrogates, which UTF-8 cannot encode: %j',
    (text) => {
      expect(schema.safeParse(documentOf(text)).success).toBe(false);
    },
  );

  it.each([...CONTROL, ...REORDERING])('rejects control characters and overrides: %j', (text) => {
    expect(schema.safeParse(documentOf(`x${text}y`)).success).toBe(false);
  });

  it.each(OTHER)('accepts any other text: %j', (text) => {
    expect(schema.safeParse(documentOf(text)).success).toBe(true);
  });
});

describe.each(READERS)('%s', (_, read) => {
  const accepts = (text: string): boolean => {
    try {
      return !JSON.stringify(read(text)).includes('problem');
    } catch (error) {
      expect(error).toBeInstanceOf(UsageError);
      return false;
    }
  };

  it('rejects text that would display differently than stored, and accepts any other', () => {
    expect([...CONTROL, ...REORDERING].filter((text) => accepts(`x${text}y`))).toEqual([]);
    expect(OTHER.filter((text) => !accepts(text))).toEqual([]);
  });
});

describe('the email address of an invited user', () => {
  it("rejects overrides in an invited user's email address", () => {
    const invited = (email: string) => inviteUserBody.safeParse({ email, role: 'member' }).success;
    expect(REORDERING.filter((text) => invited(`a${text}b@c.example`))).toEqual([]);
    expect(invited('ab@c.example')).toBe(true);
    for (const text of REORDERING)
      expect(() => emailOf(`a${text}b@c.example`, '--email')).toThrow(UsageError);
  });
});

describe('a cursor', () => {
  it('rejects a cursor without a position, even with a valid checksum', () => {
    const scope = ['call-lists', 'organization'];
    expect(decodeCursor(scope, encodeCursor(scope, ''))).toBeUndefined();
    expect(decodeCursor(scope, encodeCursor(scope, '0'))).toBe('0');
  });
});
