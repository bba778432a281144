import {
  type McpServer,
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  ResourceTemplate,
} from '@modelcontextprotocol/server';
import { ProblemError } from '../../../clients/typescript/src/problems.ts';
import { adviceOf } from './advice.ts';
import { boundedRecord, marked } from './bounds.ts';
import { callSignal, INTERNAL_ERROR, type ServerContext } from './context.ts';
import type { Permission } from './data-api.ts';

const MIME_TYPE = 'application/json';

type Call = ReturnType<typeof callSignal>;

interface RecordResource {
  readonly name: string;
  readonly title: string;
  readonly uri: string;
  readonly permission: Permission;
  readonly read: (context: ServerContext, id: string, call: Call) => Promise<object>;
}

const RECORD_RESOURCES: readonly RecordResource[] = [
  {
    name: 'person',
    title: 'Person',
    uri: 'sales-data://person/{id}',
    permission: 'person:read',
    read: ({ api }, id, call) => api.person(id, call),
  },
  {
    name: 'company',
    title: 'Company',
    uri: 'sales-data://company/{id}',
    permission: 'company:read',
    read: ({ api }, id, call) => api.company(id, call),
  },
  {
    name: 'call-list',
    title: 'Call list',
    uri: 'sales-data://call-list/{id}',
    permission: 'call-list:read',
    read: async ({ api }, id, call) => {
      const { entries: _, nextCursor: __, ...callList } = await api.callList(id, { limit: 1 }, call);
      return callList;
    },
  },
];

/** Reads a resource. Throws errors of the protocol, whose messages say what to do. */
const contentsOf = async (uri: URL, read: () => Promise<object>, { onError }: ServerContext) => {
  try {
    const text = JSON.stringify(marked(boundedRecord(await read())));
    return { contents: [{ uri: uri.href, mimeType: MIME_TYPE, text }] };
  } catch (error) {
    if (error instanceof ProblemError && error.problem.type === 'urn:sales-data:problem:not-found') {
      throw new ResourceNotFoundError(uri.href, error.problem.detail);
    }
    const advice = adviceOf(error);
    if (advice === undefined) onError(error);
    throw new ProtocolError(ProtocolErrorCode.InternalError, advice ?? INTERNAL_ERROR);
  }
};

/** Registers the key, and the records that it may read, as resources. */
export const registerResources = (server: McpServer, context: ServerContext): void => {
  server.registerResource(
    'key',
    'sales-data://key',
    {
      title: 'API key',
      description: 'The API key in use, with its organization, permissions and usage plan.',
      mimeType: MIME_TYPE,
    },
    (uri, { mcpReq }) => contentsOf(uri, () => context.api.key(callSignal(mcpReq.signal, context)), context),
  );
  for (const { name, title, uri: template, permission, read } of RECORD_RESOURCES) {
    if (!context.permissions.has(permission)) continue;
    server.registerResource(
      name,
      new ResourceTemplate(template, { list: undefined }),
      { title, description: `${title}, by id.`, mimeType: MIME_TYPE },
      (uri, { id }, { mcpReq }) =>
        contentsOf(uri, () => read(context, String(id), callSignal(mcpReq.signal, context)), context),
    );
  }
};
