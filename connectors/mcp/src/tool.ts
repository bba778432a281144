import type { McpServer } from '@modelcontextprotocol/server';
import * as z from 'zod';
import { adviceOf, type InputNames } from './advice.ts';
import { marked } from './bounds.ts';
import { callSignal, INTERNAL_ERROR, type ServerContext } from './context.ts';
import type { Permission } from './data-api.ts';

/** What a tool reads with. */
export interface ToolCall extends Pick<ServerContext, 'api' | 'permissions'> {
  readonly call: { readonly signal: AbortSignal };
}

interface ToolDefinition<I extends z.ZodObject> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** The permission without which the tool is not registered; `null` for any valid key. */
  readonly permission: Permission | null;
  readonly input: I;
  readonly output: z.ZodObject;
  /** @default inputs have the names of the API's parameters */
  readonly inputNames?: InputNames;
  /** Returns an answer of at most MAX_CHARACTERS as JSON. */
  readonly run: (input: z.output<I>, call: ToolCall) => Promise<object>;
}

export interface Tool extends Pick<ToolDefinition<z.ZodObject>, 'name' | 'permission'> {
  readonly register: (server: McpServer, context: ServerContext) => void;
}

/** No tool writes, and all read the data of one organization. */
const ANNOTATIONS = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
} as const;

/**
 * Makes a tool that answers with structured content and the same as text, marked as data, or with an error
 * that says what to do.
 */
export const defineTool = <I extends z.ZodObject>({
  name,
  title,
  description,
  permission,
  input,
  output,
  inputNames = {},
  run,
}: ToolDefinition<I>): Tool => ({
  name,
  permission,
  register: (server, context) => {
    const config = {
      title,
      description,
      inputSchema: input,
      outputSchema: output.extend({ notice: z.string().describe('How to read the rest.') }),
      annotations: { title, ...ANNOTATIONS },
    };
    const { api, permissions, onError } = context;
    server.registerTool<z.ZodObject, z.ZodObject>(name, config, async (given, { mcpReq }) => {
      try {
        const call = callSignal(mcpReq.signal, context);
        const answer = marked(await run(given as z.output<I>, { api, permissions, call }));
        return {
          content: [{ type: 'text', text: JSON.stringify(answer) }],
          structuredContent: answer,
        };
      } catch (error) {
        const advice = adviceOf(error, inputNames);
        if (advice === undefined) onError(error);
        return { isError: true, content: [{ type: 'text', text: advice ?? INTERNAL_ERROR }] };
      }
    });
  },
});
