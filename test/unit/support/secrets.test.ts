import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { generateToken } from '../../../shared/keys/token.ts';
import { generateSigningSecret } from '../../../shared/webhooks/secrets/signature.ts';
import {
  expectNoSecretsInLogs,
  findSecrets,
  registerSecrets,
  secretsIn,
} from '../../support/values/secrets.ts';

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'secrets-'));
  mkdirSync(join(directory, 'logs'));
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

const log = (text: string, name = 'functions.log'): void =>
  writeFileSync(join(directory, 'logs', name), `{"message":${JSON.stringify(text)}}\n`);

describe('the log search', () => {
  it('recognizes secrets by field name at any depth', () => {
    const { token } = generateToken();
    const secret = generateSigningSecret();
    const document = { id: 'x', key: token, items: [{ endpoint: { secret } }], secret: null };
    expect(secretsIn(document)).toEqual([token, token.slice(-49), secret, secret.slice('whsec_'.length)]);
    expect(secretsIn(['key', null, 1])).toEqual([]);
  });

  it.each([
    ['an API key', () => generateToken().token],
    ['a signing secret', generateSigningSecret],
    ['a token', () => `eyJ${'a'.repeat(20)}.eyJ${'b'.repeat(20)}.${'c'.repeat(20)}`],
  ])('finds %s that is not registered, without repeating it', (kind, make) => {
    const secret = make();
    log(`Bearer ${secret}`);
    expect(() => expectNoSecretsInLogs(directory)).toThrow(`functions.log: ${kind}`);
    expect(findSecrets({ file: secret }, [secret]).join()).not.toContain(secret);
  });

  it('finds parts and unknown formats of registered secrets', () => {
    const { token } = generateToken();
    log(token.slice(-49));
    expectNoSecretsInLogs(directory);
    registerSecrets(directory, { key: token });
    expect(() => expectNoSecretsInLogs(directory)).toThrow('a secret that was given out');
    log('correct horse battery staple');
    expectNoSecretsInLogs(directory);
    registerSecrets(directory, [{ temporaryPassword: 'correct horse battery staple' }]);
    expect(() => expectNoSecretsInLogs(directory)).toThrow('functions.log');
  });

  it("finds the service's encryption keys", () => {
    writeFileSync(join(directory, 'kms.json'), JSON.stringify({ keys: { id: 'key-material' } }));
    log('key-id');
    expectNoSecretsInLogs(directory);
    log('key-material', 'access.log');
    expect(() => expectNoSecretsInLogs(directory)).toThrow('access.log');
  });

  it('ignores ids and hints', () => {
    const { id, token } = generateToken();
    log(`sd_live_${id} sd_live_…${token.slice(-4)}`);
    expectNoSecretsInLogs(directory);
  });
});
