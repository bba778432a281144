import type { CallToolResult, Client } from '@modelcontextprotocol/client';
import { z } from 'zod';

/** The text of a result, which has exactly one. */
const textOf = ({ content }: Pick<CallToolResult, 'content'>): string =>
  z.tuple([z.object({ type: z.literal('text'), text: z.string() })]).parse(content)[0].text;

/** Calls a tool and returns its answer. Throws with the advice of an error. */
export const ask = async (
  client: Client,
  name: string,
  inputs: Record<string, unknown> = {},
): Promise<Record<string, unknown>> => {
  const result = await client.callTool({ name, arguments: inputs });
  const text = textOf(result);
  if (result.isError === true) throw new Error(text);
  const answer = z.record(z.string(), z.unknown()).parse(result.structuredContent);
  if (JSON.stringify(answer) !== text) throw new Error('Text and structured content differ.');
  return answer;
};

/** The advice of a call that fails. */
export const adviceFor = async (
  client: Client,
  name: string,
  inputs: Record<string, unknown> = {},
): Promise<string> => {
  const result = await client.callTool({ name, arguments: inputs });
  if (result.isError !== true) throw new Error(`The call succeeded: ${textOf(result)}`);
  return textOf(result);
};

/** The names of the tools, sorted. */
export const toolNames = async (client: Client): Promise<readonly string[]> =>
  (await client.listTools()).tools.map(({ name }) => name).sort();

/** All items of a tool's answers, to the end. `field` holds them. */
export const askAll = async (
  client: Client,
  name: string,
  inputs: Record<string, unknown>,
  field = 'items',
): Promise<{ readonly items: readonly Record<string, unknown>[]; readonly lengths: readonly number[] }> => {
  const items: Record<string, unknown>[] = [];
  const lengths: number[] = [];
  let cursor: unknown;
  do {
    const answer = await ask(client, name, { ...inputs, ...(cursor === undefined ? {} : { cursor }) });
    items.push(...z.array(z.record(z.string(), z.unknown())).parse(answer[field]));
    lengths.push(JSON.stringify(answer).length);
    cursor = answer['nextCursor'];
  } while (cursor !== undefined);
  return { items, lengths };
};
