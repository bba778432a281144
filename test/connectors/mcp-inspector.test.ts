import { beforeAll, describe, expect, it } from 'vitest';
import { MCP_ROUTE } from '../../shared/contract/agents/mcp-route.ts';
import { unpackMcpPackage } from '../support/agents/mcp-package.ts';
import { describeSlow } from '../support/clients/slow-connectors.ts';
import { runProgram } from '../support/service/command.ts';
import { at, service } from '../support/service/service.ts';

/** Not in the lock file: hundreds of packages for one test. */
const INSPECTOR = '@modelcontextprotocol/inspector@2.12.0';

const person = at(service.first.data.people, 0);
const ENVIRONMENT = { SALES_DATA_URL: service.baseUrl, SALES_DATA_API_KEY: service.first.key };

let main = '';

const overHttp = (): readonly string[] => [
  service.baseUrl + MCP_ROUTE.path,
  ...['--transport', 'http', '--header', `X-Api-Key: ${service.first.key}`],
];

const overStdio = (): readonly string[] => [
  ...Object.entries(ENVIRONMENT).flatMap(([name, value]) => ['-e', `${name}=${value}`]),
  process.execPath,
  main,
];

const inspect = async (target: readonly string[], args: readonly string[]) => {
  const { exitCode, stdout, stderr } = await runProgram('npx', [
    ...['--yes', INSPECTOR, '--cli', ...target],
    ...args,
  ]);
  if (exitCode !== 0) throw new Error(stdout + stderr);
  return JSON.parse(stdout);
};

describeSlow('the MCP Inspector', () => {
  beforeAll(async () => {
    ({ main } = await unpackMcpPackage());
  });

  describe.each([
    ['HTTP', overHttp],
    ['stdio', overStdio],
  ])('over %s', (_, target) => {
    it('lists the tools', async () => {
      const { tools } = await inspect(target(), ['--method', 'tools/list']);
      expect(tools.map(({ name }: { name: string }) => name)).toContain('find_people');
    });

    it('calls a tool', async () => {
      const args = ['--tool-name', 'find_people', '--tool-arg', `ids=["${person.id}"]`];
      const { structuredContent } = await inspect(target(), ['--method', 'tools/call', ...args]);
      expect(structuredContent).toMatchObject({ totalCount: 1, items: [{ id: person.id }] });
    });

    it('reads a resource', async () => {
      const { contents } = await inspect(target(), [
        '--method',
        'resources/read',
        '--uri',
        'sales-data://key',
      ]);
      expect(JSON.parse(contents[0].text).organization.id).toBe(service.first.organizationId);
    });
  });
});
