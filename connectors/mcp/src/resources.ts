import { ProblemError } from '../../../clients/typescript/src/problems.ts';
import { adviceOf } from './advice.ts';
import { boundedRecord, marked } from './bounds.ts';
import { callSignal, INTERNAL_ERROR, type ServerContext } from './context.ts';
import type { FoundKind, Permission } from './data-api.ts';
import { INTERNAL, INVALID_PARAMS, RpcError } from './json-rpc.ts';
import { FOUND } from './kinds.ts';

const MIME_TYPE = 'application/json';

const KEY_URI = 'sales-data://key';

type Call = ReturnType<typeof callSignal>;

interface RecordResource {
  readonly name: string;
  readonly title: string;
  readonly permission: Permission;
  readonly read: (context: ServerContext, id: string, call: Call) => Promise<object>;
}

const RECORD_RESOURCES: readonly RecordResource[] = [
  ...(Object.keys(FOUND) as FoundKind[]).map(
    (kind): RecordResource => ({
      name: kind,
      title: kind.charAt(0).toUpperCase() + kind.slice(1),
      permission: FOUND[kind].get,
      read: ({ api }, id, call) => api.record(kind, id, call),
    }),
  ),
  {
    name: 'call-list',
    title: 'Call list',
    permission: 'call-list:read',
    read: async ({ api }, id, call) => {
      const { entries: _, nextCursor: __, ...callList } = await api.callList(id, { limit: 1 }, call);
      return callList;
    },
  },
];

/** What `resources/list` lists: the key. */
export const LISTED_RESOURCES = [
  {
    uri: KEY_URI,
    name: 'key',
    title: 'API key',
    description: 'The API key in use, with its organization, permissions and usage plan.',
    mimeType: MIME_TYPE,
  },
];

const readable = ({ permissions }: ServerContext): readonly RecordResource[] =>
  RECORD_RESOURCES.filter(({ permission }) => permissions.has(permission));

/** What `resources/templates/list` lists: the records that the key may read. */
export const listedTemplates = (context: ServerContext): readonly object[] =>
  readable(context).map(({ name, title }) => ({
    name,
    uriTemplate: `sales-data://${name}/{id}`,
    title,
    description: `${title}, by id.`,
    mimeType: MIME_TYPE,
  }));

const readRecord = (uri: string, context: ServerContext, call: Call): Promise<object> => {
  if (uri === KEY_URI) return context.api.key(call);
  const [, name, id] = /^sales-data:\/\/([a-z-]+)\/([\w%.~-]{1,100})$/.exec(uri) ?? [];
  const resource = readable(context).find((each) => each.name === name);
  if (resource !== undefined && id !== undefined) return resource.read(context, id, call);
  const allowed = [KEY_URI, ...readable(context).map((each) => `sales-data://${each.name}/{id}`)];
  throw new RpcError(INVALID_PARAMS, `Unknown resource. Resources of this API key: ${allowed.join(', ')}.`, {
    uri,
  });
};

/**
 * The result of `resources/read`.
 *
 * @throws RpcError Its message says what to do
 */
export const readResource = async (
  uri: unknown,
  signal: AbortSignal,
  context: ServerContext,
): Promise<object> => {
  if (typeof uri !== 'string') throw new RpcError(INVALID_PARAMS, '`uri` must be the URI of a resource.');
  try {
    const record = await readRecord(uri, context, callSignal(signal, context));
    const text = JSON.stringify(marked(boundedRecord(record)));
    return { contents: [{ uri, mimeType: MIME_TYPE, text }] };
  } catch (error) {
    if (error instanceof RpcError) throw error;
    const advice = adviceOf(error);
    if (advice === undefined) context.onError(error);
    const isOfClient = error instanceof ProblemError && [400, 404].includes(error.problem.status);
    throw new RpcError(isOfClient ? INVALID_PARAMS : INTERNAL, advice ?? INTERNAL_ERROR, { uri });
  }
};
