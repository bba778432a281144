import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { KMSClient } from '@aws-sdk/client-kms';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Kms, startKms } from '../../../infra/local/kms/kms.ts';
import type { SecretCipher } from '../../../shared/webhooks/secrets/kms-cipher.ts';
import { createKmsCipher, createKmsClient } from '../../../shared/webhooks/secrets/kms-cipher.ts';
import { generateSigningSecret } from '../../../shared/webhooks/secrets/signature.ts';

const context = { organizationId: 'o1', endpointId: 'e1' };
const key = (id: string) => ({
  logicalId: id,
  physicalId: id,
  arn: `arn:aws:kms:::key/${id}`,
  properties: {},
});

let kms: Kms;
let client: KMSClient;
let cipher: SecretCipher;
beforeAll(async () => {
  const file = join(mkdtempSync(join(tmpdir(), 'cipher-')), 'kms.json');
  const caller = {
    region: 'us-east-1',
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
  };
  kms = await startKms({
    keys: [key('one'), key('two')],
    file,
    ...caller,
    onError: () => undefined,
  });
  client = createKmsClient({ endpoint: kms.endpoint, ...caller });
  cipher = createKmsCipher(client, 'one');
});
afterAll(async () => {
  client.destroy();
  await kms.stop();
});

it('decrypts what it encrypted, and hides it in the ciphertext', async () => {
  const secret = generateSigningSecret();
  const ciphertext = await cipher.encrypt(secret, context);
  expect(ciphertext).toMatch(/^[A-Za-z0-9+/]+={0,2}$/);
  expect(Buffer.from(ciphertext, 'base64').includes(secret)).toBe(false);
  expect(await cipher.decrypt(ciphertext, context)).toBe(secret);
});

it('decrypts a secret only for its organization and endpoint', async () => {
  const ciphertext = await cipher.encrypt('secret', context);
  for (const other of [
    { ...context, organizationId: 'o2' },
    { ...context, endpointId: 'e2' },
    { organizationId: 'e1', endpointId: 'o1' },
  ]) {
    await expect(cipher.decrypt(ciphertext, other)).rejects.toMatchObject({
      name: 'InvalidCiphertextException',
    });
  }
});

it('decrypts only with its own key', async () => {
  const ciphertext = await createKmsCipher(client, 'two').encrypt('secret', context);
  await expect(cipher.decrypt(ciphertext, context)).rejects.toMatchObject({ name: 'IncorrectKeyException' });
});
