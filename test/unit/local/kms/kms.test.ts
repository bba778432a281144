import { mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  DecryptCommand,
  type DecryptCommandInput,
  EncryptCommand,
  type EncryptCommandInput,
  KMSClient,
} from '@aws-sdk/client-kms';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readAssembly } from '../../../../infra/local/assembly/assembly.ts';
import { deployStack, type Resource } from '../../../../infra/local/assembly/stack.ts';
import { type Kms, startKms } from '../../../../infra/local/kms/kms.ts';
import { signHeaders } from '../../../support/engine/signed-requests.ts';
import { writeAssembly } from '../small-assembly.ts';

const key = (Properties: object = {}) => ({
  Type: 'AWS::KMS::Key',
  Properties: { KeyPolicy: { Statement: [] }, EnableKeyRotation: true, ...Properties },
});

const keysOf = (resources: Record<string, object>): readonly Resource[] =>
  deployStack(readAssembly(writeAssembly({ Resources: resources })), 'us-east-1').resourcesOf(
    'AWS::KMS::Key',
  );

const keys = keysOf({ First: key(), Second: key() });
const [first, second] = keys.map(({ physicalId }) => physicalId);
const unknown = '11111111-2222-3333-4444-555555555555';
const context = { organization: 'o1', endpoint: 'e1' };

let file: string;
let kms: Kms;
let client: KMSClient;
let errors: unknown[];

const CALLER = {
  region: 'us-east-1',
  credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
};

const start = async (): Promise<void> => {
  kms = await startKms({ keys, file, ...CALLER, onError: (error) => errors.push(error) });
  client = new KMSClient({
    endpoint: kms.endpoint,
    ...CALLER,
  });
};
const stop = async (): Promise<void> => {
  client.destroy();
  await kms.stop();
};
beforeEach(async () => {
  file = join(mkdtempSync(join(tmpdir(), 'kms-')), 'kms.json');
  errors = [];
  await start();
});
afterEach(async () => {
  await stop();
  expect(errors).toEqual([]);
});

const encrypt = (input: Partial<EncryptCommandInput> = {}) =>
  client.send(
    new EncryptCommand({
      KeyId: first,
      Plaintext: Buffer.from('secret'),
      EncryptionContext: context,
      ...input,
    }),
  );
const decrypt = (CiphertextBlob: Uint8Array | undefined, input: Partial<DecryptCommandInput> = {}) =>
  client.send(new DecryptCommand({ KeyId: first, CiphertextBlob, EncryptionContext: context, ...input }));

describe('the local KMS', () => {
  it('decrypts what it encrypted', async () => {
    const arn = `arn:aws:kms:us-east-1:000000000000:key/${first}`;
    const encrypted = await encrypt();
    expect(encrypted.KeyId).toBe(arn);
    expect(Buffer.from(encrypted.CiphertextBlob ?? '').includes('secret')).toBe(false);
    const reordered = { EncryptionContext: { endpoint: 'e1', organization: 'o1' } };
    for (const input of [{ KeyId: first }, { KeyId: arn }, reordered]) {
      const { Plaintext, KeyId } = await decrypt(encrypted.CiphertextBlob, input);
      expect([Buffer.from(Plaintext ?? '').toString(), KeyId]).toEqual(['secret', arn]);
    }
  });

  it('never returns the same ciphertext twice, and keeps its keys across restarts', async () => {
    const [one, two] = [await encrypt({ KeyId: keys[1]?.arn }), await encrypt({ KeyId: second })];
    expect(one.CiphertextBlob).not.toEqual(two.CiphertextBlob);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const before = readFileSync(file, 'utf8');
    await stop();
    await start();
    expect(readFileSync(file, 'utf8')).toBe(before);
    const { Plaintext } = await decrypt(one.CiphertextBlob, { KeyId: second });
    expect(Buffer.from(Plaintext ?? '').toString()).toBe('secret');
  });

  it.each([
    ['another context', { EncryptionContext: { ...context, endpoint: 'e2' } }],
    ['more context', { EncryptionContext: { ...context, more: '' } }],
    ['no context', { EncryptionContext: {} }],
  ])('rejects a ciphertext with %s', async (_, input) => {
    const { CiphertextBlob } = await encrypt();
    await expect(decrypt(CiphertextBlob, input)).rejects.toMatchObject({
      name: 'InvalidCiphertextException',
    });
  });

  it('rejects a ciphertext with any byte changed, or truncated', async () => {
    const blob = (await encrypt()).CiphertextBlob ?? new Uint8Array();
    for (let index = 0; index < blob.length; index++) {
      const changed = Uint8Array.from(blob);
      changed[index] = (changed[index] ?? 0) ^ 1;
      await expect(decrypt(changed)).rejects.toMatchObject({ name: 'InvalidCiphertextException' });
    }
    for (const length of [1, 2, 40, blob.length - 6, blob.length - 1]) {
      await expect(decrypt(blob.slice(0, length))).rejects.toMatchObject({
        name: 'InvalidCiphertextException',
      });
    }
  });

  it('rejects another key and unknown keys', async () => {
    const { CiphertextBlob } = await encrypt();
    const cases = [
      [decrypt(CiphertextBlob, { KeyId: second }), 'IncorrectKeyException'],
      [decrypt(CiphertextBlob, { KeyId: unknown }), 'NotFoundException'],
      [encrypt({ KeyId: unknown }), 'NotFoundException'],
      [encrypt({ KeyId: 'alias/some' }), 'NotFoundException'],
    ] as const;
    for (const [call, name] of cases) await expect(call).rejects.toMatchObject({ name });
  });

  it('accepts 1 to 4,096 bytes', async () => {
    const largest = Buffer.alloc(4_096, 'x');
    const { CiphertextBlob } = await encrypt({ Plaintext: largest });
    expect(Buffer.from((await decrypt(CiphertextBlob)).Plaintext ?? '')).toEqual(largest);
    for (const Plaintext of [Buffer.alloc(4_097), Buffer.alloc(0)]) {
      await expect(encrypt({ Plaintext })).rejects.toMatchObject({
        name: 'ValidationException',
        message: 'Plaintext: must have 1 to 4096 bytes',
      });
    }
  });

  it('rejects unsupported parameters and operations', async () => {
    await expect(encrypt({ DryRun: true })).rejects.toMatchObject({ name: 'ValidationException' });
    const request = {
      url: `${kms.endpoint}/`,
      method: 'POST',
      headers: { 'x-amz-target': 'TrentService.CreateKey' },
      body: '{}',
    };
    const headers = await signHeaders(request, { ...CALLER, service: 'kms' });
    const response = await fetch(request.url, { ...request, headers });
    expect([response.status, await response.json()]).toEqual([
      400,
      {
        __type: 'UnknownOperationException',
        message: 'The local KMS does not know the operation TrentService.CreateKey.',
      },
    ]);
  });

  it('does not start with unsupported keys or a damaged file', async () => {
    const options = { file, ...CALLER, onError: () => undefined };
    const rsa = keysOf({ Key: key({ KeySpec: 'RSA_2048' }) });
    await expect(startKms({ keys: rsa, ...options })).rejects.toThrow(/Key .*KeySpec/);
    writeFileSync(file, '{"keys":{"a":"AAAA"}}');
    await expect(startKms({ keys, ...options })).rejects.toThrow(/kms\.json is damaged: restore it, or/);
  });
});
