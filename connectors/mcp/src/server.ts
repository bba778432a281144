import { INTERNAL_ERROR, type ServerContext } from './context.ts';
import type { FoundKind } from './data-api.ts';
import { instructionsFor } from './instructions.ts';
import {
  errorResponse,
  type Fields,
  INTERNAL,
  INVALID_PARAMS,
  METHOD_NOT_FOUND,
  type Message,
  type Response,
  RpcError,
  readFields,
} from './json-rpc.ts';
import { FOUND } from './kinds.ts';
import { getPrompt, listedPrompts } from './prompts.ts';
import { LISTED_RESOURCES, listedTemplates, readResource } from './resources.ts';
import { countRecords } from './tools/count-records.ts';
import { describeKey } from './tools/describe-key.ts';
import { findEntries } from './tools/find-entries.ts';
import { findRecords } from './tools/find-records.ts';
import { listCallLists } from './tools/list-call-lists.ts';
import { readCallList } from './tools/read-call-list.ts';
import { whatChangedSince } from './tools/what-changed-since.ts';
import { NEWEST_VERSION, negotiate, VERSIONS } from './versions.ts';

/** The version of the package. */
export const VERSION = '1.0.0';

const SERVER_INFO = { name: 'sales-data', title: 'Sales Data', version: VERSION };

/** What is offered never changes while a client is connected, so there is nothing to subscribe to. */
const CAPABILITIES = { tools: {}, resources: {}, prompts: {} };

const FOUND_KINDS = Object.keys(FOUND) as FoundKind[];

const TOOLS = [
  ...FOUND_KINDS.map(findRecords),
  listCallLists,
  readCallList,
  findEntries,
  countRecords,
  whatChangedSince,
  describeKey,
];

const callTool = (
  { name, arguments: given }: Fields,
  signal: AbortSignal,
  context: ServerContext,
): Promise<object> => {
  const tool = TOOLS.find((each) => each.name === name);
  if (tool !== undefined) return tool.call(readFields(given, 'arguments'), signal, context);
  const names = TOOLS.map((each) => each.name).join(', ');
  throw new RpcError(INVALID_PARAMS, `\`name\` must be the name of a tool: ${names}.`);
};

type Method = (params: Fields, signal: AbortSignal) => object | Promise<object>;

const methodsOf = (context: ServerContext, now: () => Date): Readonly<Record<string, Method>> => {
  const { permissions } = context;
  // A tool that the key may not use is not shown, but says so when it is called.
  const tools = TOOLS.filter(({ permission }) => permission === null || permissions.has(permission));
  const described = () => ({
    capabilities: CAPABILITIES,
    instructions: instructionsFor(TOOLS, permissions),
  });
  return {
    initialize: ({ protocolVersion }) => ({
      protocolVersion: negotiate(protocolVersion),
      serverInfo: SERVER_INFO,
      ...described(),
    }),
    'server/discover': () => ({ supportedVersions: VERSIONS, ...described() }),
    ping: () => ({}),
    'tools/list': async (_, signal) => ({
      tools: await Promise.all(tools.map(({ listed }) => listed(signal, context))),
    }),
    'tools/call': (params, signal) => callTool(params, signal, context),
    'resources/list': () => ({ resources: LISTED_RESOURCES }),
    'resources/templates/list': () => ({ resourceTemplates: listedTemplates(context) }),
    'resources/read': ({ uri }, signal) => readResource(uri, signal, context),
    'prompts/list': () => ({ prompts: listedPrompts(context) }),
    'prompts/get': ({ name, arguments: given }) =>
      getPrompt(name, readFields(given, 'arguments'), context, now()),
  };
};

/** Methods whose results 2026-07-28 lets clients keep, for a time that they name: none. */
const CACHEABLE = /^server\/discover$|\/list$|^resources\/read$/;

/** The members that 2026-07-28 adds to each result. */
const withDescription = (method: string, result: object): object => ({
  ...result,
  resultType: 'complete',
  ...(CACHEABLE.test(method) && { ttlMs: 0, cacheScope: 'private' }),
  _meta: { 'io.modelcontextprotocol/serverInfo': SERVER_INFO },
});

/**
 * Creates an MCP server that reads the data API with one key. It shows only the tools, resources and prompts
 * that the permissions of the key allow, and none writes. It keeps nothing between messages.
 *
 * @param now the time from which prompts count back
 * @returns answers a message by a version of the protocol; a notification with `undefined`
 */
export const createSalesDataServer = (context: ServerContext, now: () => Date = () => new Date()) => {
  const methods = methodsOf(context, now);
  return async (message: Message, version: string, signal: AbortSignal): Promise<Response | undefined> => {
    const { id, method, params } = message;
    if (id === undefined) return undefined;
    try {
      const handle = Object.hasOwn(methods, method) ? methods[method] : undefined;
      if (handle === undefined) {
        throw new RpcError(METHOD_NOT_FOUND, `There is no method "${method.slice(0, 100)}".`);
      }
      const result = await handle(params, signal);
      return {
        jsonrpc: '2.0',
        id,
        result: version === NEWEST_VERSION ? withDescription(method, result) : result,
      };
    } catch (error) {
      if (error instanceof RpcError) return errorResponse(message, error);
      context.onError(error);
      return errorResponse(message, new RpcError(INTERNAL, INTERNAL_ERROR));
    }
  };
};
