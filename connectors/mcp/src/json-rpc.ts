/** An object as JSON has it. */
export type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Error codes of JSON-RPC 2.0. */
export const PARSE_ERROR = -32700;
const INVALID_REQUEST = -32600;
export const METHOD_NOT_FOUND = -32601;
export const INVALID_PARAMS = -32602;
export const INTERNAL = -32603;
/** Error codes of MCP 2026-07-28. */
export const HEADER_MISMATCH = -32020;
export const UNSUPPORTED_VERSION = -32022;

/** An error that the protocol answers with instead of a result. The message says what is allowed. */
export class RpcError extends Error {
  override readonly name = 'RpcError';
  readonly code: number;
  readonly data: object | undefined;

  constructor(code: number, message: string, data?: object) {
    super(message);
    this.code = code;
    this.data = data;
  }
}

type Id = string | number;

/** A request, or a notification, which has no id. */
export interface Message {
  readonly id: Id | undefined;
  readonly method: string;
  /** Empty if absent or `null`. */
  readonly params: Fields;
}

interface Answered {
  readonly jsonrpc: '2.0';
  readonly id: Id | null;
}

export type Response = Answered &
  (
    | { readonly result: object }
    | { readonly error: { readonly code: number; readonly message: string; readonly data?: object } }
  );

const isId = (id: unknown): id is Id => typeof id === 'string' || typeof id === 'number';

/**
 * Reads a parsed message.
 *
 * @returns `undefined` for a response, which no request of this server expects
 * @throws RpcError
 */
export const readMessage = (value: unknown): Message | undefined => {
  if (!isFields(value)) throw new RpcError(INVALID_REQUEST, 'The message must be a JSON object.');
  const { jsonrpc, id, method, params } = value;
  if (jsonrpc !== '2.0') throw new RpcError(INVALID_REQUEST, '`jsonrpc` must be "2.0".');
  if (id !== undefined && !isId(id)) {
    throw new RpcError(INVALID_REQUEST, '`id` must be a string or a number.');
  }
  if (method === undefined && (value['result'] ?? value['error']) !== undefined) return undefined;
  if (typeof method !== 'string') throw new RpcError(INVALID_REQUEST, '`method` must be a string.');
  return { id, method, params: readFields(params, 'params') };
};

/**
 * Reads an object that may be absent or `null`.
 *
 * @throws RpcError
 */
export const readFields = (value: unknown, name: string): Fields => {
  if (value === undefined || value === null) return {};
  if (isFields(value)) return value;
  throw new RpcError(INVALID_PARAMS, `\`${name}\` must be an object.`);
};

/** The response to a message that failed. @param message as it was sent, whose id may be unreadable */
export const errorResponse = (message: unknown, { code, message: text, data }: RpcError): Response => {
  const { id } = Object(message);
  const error = { code, message: text, ...(data !== undefined && { data }) };
  return { jsonrpc: '2.0', id: isId(id) ? id : null, error };
};
