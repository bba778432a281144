import { beforeAll, describe, expect, it } from 'vitest';
import { generateToken } from '../../../shared/keys/token.ts';
import { unpackMcpPackage } from '../../support/agents/mcp-package.ts';
import { runProgram } from '../../support/service/command.ts';
import { service } from '../../support/service/service.ts';

let main = '';
beforeAll(async () => {
  ({ main } = await unpackMcpPackage());
});

const run = async (environment: Readonly<Record<string, string>>, args: readonly string[] = []) => {
  const all = { SALES_DATA_URL: '', SALES_DATA_API_KEY: '', ...environment };
  return runProgram(process.execPath, [main, ...args], all);
};

const valid = { SALES_DATA_URL: service.baseUrl, SALES_DATA_API_KEY: service.first.key };

describe('sales-data-mcp', () => {
  it.each([
    ['no address', { SALES_DATA_URL: '' }, /`SALES_DATA_URL` is missing/],
    ['no key', { SALES_DATA_API_KEY: ' ' }, /`SALES_DATA_API_KEY` is missing/],
    ['a key with other text', { SALES_DATA_API_KEY: `Bearer ${service.first.key}` }, /is not an API key/],
    ['a key with a bullet', { SALES_DATA_API_KEY: `${service.first.key}•` }, /is not an API key/],
    ['an address that is none', { SALES_DATA_URL: 'api' }, /`SALES_DATA_URL` must be the base address/],
    ['credentials in the address', { SALES_DATA_URL: 'https://a:b@c.example' }, /must be the base address/],
    ['plain HTTP', { SALES_DATA_URL: 'http://api.example.com' }, /must start with https/],
    ['an unknown key', { SALES_DATA_API_KEY: generateToken().token }, /invalid, expired or revoked/],
    [
      'an unreachable address',
      { SALES_DATA_URL: 'http://127.0.0.1:9' },
      /127\.0\.0\.1:9 is unreachable.*bad port/,
    ],
    ['another service', { SALES_DATA_URL: `${service.baseUrl}/v2` }, /Unknown path/],
  ])('exits with 1 and explains why, given %s', async (_, environment, message) => {
    const { exitCode, stdout, stderr } = await run({ ...valid, ...environment });
    expect(exitCode).toBe(1);
    expect(stdout).toBe('');
    expect(stderr).toMatch(message);
    expect(stderr).not.toContain(service.first.key);
  });

  it('exits with 0 once the client closes its input', async () => {
    const { exitCode, stdout, stderr } = await run({ ...valid, SALES_DATA_URL: `${service.baseUrl}/` });
    expect([exitCode, stdout]).toEqual([0, '']);
    expect(stderr).toContain(`Serving ${service.baseUrl} with the key "First service tests".`);
  });

  it.each([
    [['--version'], 0, /^1\.0\.0\n$/],
    [['--help'], 0, /SALES_DATA_API_KEY/],
    [['--verbose'], 2, /^$/],
  ])('answers %j with exit code %i', async (args, code, output) => {
    const { exitCode, stdout } = await run({}, args);
    expect(exitCode).toBe(code);
    expect(stdout).toMatch(output);
  });
});
