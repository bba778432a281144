import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { metadataDocuments } from '../../shared/agents/metadata.ts';
import { MCP_REGISTRY_DOCUMENT, OAUTH_PATHS } from '../../shared/contract/agents/oauth.ts';
import { describePython, pythonEnvironment } from '../support/clients/python-environment.ts';
import { ROOT, runProgram } from '../support/service/command.ts';

const environment = await pythonEnvironment('mcp-registry', 'test/connectors/mcp-registry/requirements.txt');
const SCRIPT = join(ROOT, 'test/connectors/mcp-registry/validate.py');

const documentAt = (dataApiUrl: string): object => {
  const settings = { dataApiUrl, consoleUrl: 'https://admin.example.com/console', allowsRegistration: true };
  return Object(metadataDocuments(settings).get(`${OAUTH_PATHS.wellKnown} ${MCP_REGISTRY_DOCUMENT}`));
};

describePython('server.json', environment, ({ python }) => {
  /** What is wrong with a document by the schema of the MCP registry. */
  const problemsOf = async (document: object): Promise<readonly string[]> => {
    const folder = mkdtempSync(join(tmpdir(), 'mcp-registry-'));
    try {
      const file = join(folder, 'server.json');
      writeFileSync(file, JSON.stringify(document));
      const { exitCode, stdout, stderr } = await runProgram('sh', [
        '-c',
        '"$0" "$1" < "$2"',
        ...[python, SCRIPT, file],
      ]);
      expect(exitCode, stderr).toBe(0);
      return JSON.parse(stdout);
    } finally {
      rmSync(folder, { recursive: true });
    }
  };

  it.each([
    'https://api.example.com',
    'https://a1b2c3.execute-api.eu-central-1.amazonaws.com/api',
    'http://127.0.0.1:3000',
  ])('conforms to the published schema at %s', async (url) => {
    expect(await problemsOf(documentAt(url))).toEqual([]);
  });

  it('is checked for what the registry refuses', async () => {
    const wrong = {
      ...documentAt('https://api.example.com'),
      name: 'sales-data',
      description: 'x'.repeat(101),
    };
    expect((await problemsOf(wrong)).map((problem) => problem.split(':')[0]).toSorted()).toEqual([
      '$.description',
      '$.name',
    ]);
  });
});
