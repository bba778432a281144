import { describe, expect, it } from 'vitest';
import type * as z from 'zod/mini';
import { createApiKeyBody, updateApiKeyBody } from '../../../shared/contract/api-key-bodies.ts';
import { decodeCursor, encodeCursor } from '../../../shared/contract/cursor.ts';
import {
  createWebhookEndpointBody,
  updateWebhookEndpointBody,
} from '../../../shared/contract/webhook-bodies.ts';

const webhook = { url: 'https://hooks.example/', events: ['*'] };

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
];

describe.each(DOCUMENTS)('%s', (_, schema, documentOf) => {
  it.each(['\ud800', 'a\udc00', '\udc00\ud800'])(
    'rejects lone surrogates, which UTF-8 cannot encode: %j',
    (text) => {
      expect(schema.safeParse(documentOf(text)).success).toBe(false);
    },
  );

  it.each(['\0', 'a\nb', '\x7f'])('rejects control characters: %j', (text) => {
    expect(schema.safeParse(documentOf(`x${text}y`)).success).toBe(false);
  });

  it.each(['𝒳', 'Zoë', '日本', '👩‍💻', '__proto__'])('accepts any other text: %j', (text) => {
    expect(schema.safeParse(documentOf(text)).success).toBe(true);
  });
});

describe('a cursor', () => {
  it('is rejected without a position, even with a valid checksum', () => {
    const scope = ['call-lists', 'organization'];
    expect(decodeCursor(scope, encodeCursor(scope, ''))).toBeUndefined();
    expect(decodeCursor(scope, encodeCursor(scope, '0'))).toBe('0');
  });
});
