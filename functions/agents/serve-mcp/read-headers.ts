import type { APIGatewayProxyEvent } from 'aws-lambda';
import { HEADER_MISMATCH, type Message, RpcError } from '../../../connectors/mcp/src/json-rpc.ts';
import { ProblemError } from '../../../shared/contract/problems.ts';
import { headerValues } from '../../http/headers.ts';

type Headers = APIGatewayProxyEvent['multiValueHeaders'];

/**
 * Requires JSON, the only form of messages here. What the client accepts is not read: every answer is JSON.
 *
 * @throws ProblemError
 */
export const requireJson = ({ multiValueHeaders }: APIGatewayProxyEvent): void => {
  const [type] = headerValues(multiValueHeaders, 'content-type');
  if (type !== undefined && !/^\s*application\/json\s*(?:;|$)/i.test(type)) {
    throw new ProblemError('unsupported-media-type', '`Content-Type` must be `application/json`.');
  }
};

/** Header values that are not plain text (MCP 2026-07-28). */
const decoded = (value: string): string => {
  const [, base64] = /^=\?base64\?(.*)\?=$/.exec(value) ?? [];
  return base64 === undefined ? value : Buffer.from(base64, 'base64').toString('utf8');
};

/**
 * A header of the protocol. Clients send it once as the user's setting and once as their own: equal copies
 * are one value.
 *
 * @throws RpcError if copies differ
 */
const headerOf = (headers: Headers, name: string): string | undefined => {
  const copies = headerValues(headers, name.toLowerCase()).flatMap((value) =>
    value.split(',').map((each) => each.trim()),
  );
  const [value, ...others] = new Set(copies.filter((copy) => copy !== ''));
  if (others.length === 0) return value === undefined ? undefined : decoded(value);
  throw new RpcError(HEADER_MISMATCH, `The header \`${name}\` is sent with different values.`);
};

/** The parameters that `Mcp-Name` repeats. */
const NAMES: Readonly<Record<string, string>> = {
  'tools/call': 'name',
  'prompts/get': 'name',
  'resources/read': 'uri',
};

/**
 * Reads the version that the headers declare, after checking that they do not contradict the message. Absent
 * ones contradict nothing.
 *
 * @throws RpcError
 */
export const declaredVersion = (
  { multiValueHeaders }: APIGatewayProxyEvent,
  { method, params }: Message,
): string | undefined => {
  const named = params[NAMES[method] ?? ''];
  for (const [header, own] of [
    ['Mcp-Method', method],
    ['Mcp-Name', named],
  ] as const) {
    const value = headerOf(multiValueHeaders, header);
    if (value !== undefined && own !== undefined && value !== own) {
      throw new RpcError(HEADER_MISMATCH, `The header \`${header}\` is "${value}", the body has "${own}".`);
    }
  }
  return headerOf(multiValueHeaders, 'MCP-Protocol-Version');
};
