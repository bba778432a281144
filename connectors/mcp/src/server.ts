import { McpServer } from '@modelcontextprotocol/server';
import type { ServerContext } from './context.ts';
import { instructionsFor } from './instructions.ts';
import { registerPrompts } from './prompts.ts';
import { registerResources } from './resources.ts';
import { describeKey } from './tools/describe-key.ts';
import { findCompanies } from './tools/find-companies.ts';
import { findEntries } from './tools/find-entries.ts';
import { findPeople } from './tools/find-people.ts';
import { listCallLists } from './tools/list-call-lists.ts';
import { readCallList } from './tools/read-call-list.ts';
import { whatChangedSince } from './tools/what-changed-since.ts';

/** The version of the package. */
export const VERSION = '1.0.0';

const TOOLS = [
  findPeople,
  findCompanies,
  listCallLists,
  readCallList,
  findEntries,
  whatChangedSince,
  describeKey,
];

/** More than any tool's input has, which lists up to 100 ids. */
const MAX_INPUT_ELEMENTS = 500;

/**
 * Creates an MCP server that reads the data API with one key. It shows only the tools, resources and prompts
 * that the permissions of the key allow, and none writes.
 *
 * @param now the time from which prompts count back
 */
export const createSalesDataServer = (
  context: ServerContext,
  now: () => Date = () => new Date(),
): McpServer => {
  const { permissions } = context;
  const server = new McpServer(
    { name: 'sales-data', title: 'Sales Data', version: VERSION },
    {
      instructions: instructionsFor(TOOLS, permissions),
      maxToolInputElements: MAX_INPUT_ELEMENTS,
    },
  );
  for (const { register } of TOOLS) register(server, context);
  // One that the key may not use is not shown, but says so when it is called.
  const tools = TOOLS.filter(({ permission }) => permission === null || permissions.has(permission));
  server.server.setRequestHandler('tools/list', async (_, { mcpReq: { signal } }) => ({
    tools: await Promise.all(tools.map(({ listed }) => listed(signal, context))),
  }));
  registerResources(server, context);
  registerPrompts(server, context, now);
  return server;
};
