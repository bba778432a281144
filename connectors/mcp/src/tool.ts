import type { Tool as ListedTool, McpServer } from '@modelcontextprotocol/server';
import * as z from 'zod';
import { adviceOf, type InputNames } from './advice.ts';
import { marked } from './bounds.ts';
import { callSignal, INTERNAL_ERROR, type ServerContext } from './context.ts';
import { customFieldsNote } from './custom-fields.ts';
import type { Permission } from './data-api.ts';

/** What a tool reads with. */
export interface ToolCall extends Pick<ServerContext, 'api' | 'permissions'> {
  readonly call: { readonly signal: AbortSignal };
}

interface ToolDefinition<S extends z.ZodRawShape> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** The resource whose custom fields the listed description names. @default none */
  readonly customFieldsOf?: 'person' | 'company';
  /** The permission without which the tool is not listed; `null` for any valid key. */
  readonly permission: Permission | null;
  /** Required unless optional. `null` counts as absent; unknown ones are rejected. */
  readonly inputs: S;
  /** What is wrong with inputs that are each valid, or `undefined`. @default nothing */
  readonly check?: (inputs: Inputs<S>) => string | undefined;
  readonly output: z.ZodObject;
  /** @default inputs have the names of the API's parameters */
  readonly inputNames?: InputNames;
  /** Returns an answer of at most MAX_CHARACTERS as JSON. */
  readonly run: (inputs: Inputs<S>, call: ToolCall) => Promise<object>;
}

type Inputs<S extends z.ZodRawShape> = z.output<z.ZodObject<S>>;

export interface Tool extends Pick<ToolDefinition<z.ZodRawShape>, 'name' | 'permission'> {
  /** How `tools/list` describes it, to a request with this signal. */
  readonly listed: (signal: AbortSignal, context: ServerContext) => Promise<ListedTool>;
  readonly register: (server: McpServer, context: ServerContext) => void;
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** Drops inputs that are `null`, which some clients send for each optional one. */
const withoutNulls = (inputs: unknown): unknown =>
  isObject(inputs) && !Array.isArray(inputs)
    ? Object.fromEntries(Object.entries(inputs).filter(([, value]) => value !== null))
    : inputs;

const quoted = (names: readonly string[]): string => names.map((name) => `\`${name}\``).join(', ');

/**
 * Unknown inputs are refused: without a filter that it took for one, an agent would draw wrong conclusions.
 */
const inputSchemaOf = <S extends z.ZodRawShape>(
  shape: S,
  check: (inputs: Inputs<S>) => string | undefined,
) => {
  const names = Object.keys(shape);
  const allowed = names.length === 0 ? 'the tool has no inputs' : `allowed inputs: ${quoted(names)}`;
  const inputs = z
    .strictObject(shape, {
      error: (issue) =>
        issue.code === 'unrecognized_keys'
          ? `${quoted(issue.keys)} ${issue.keys.length === 1 ? 'is' : 'are'} unknown; ${allowed}`
          : undefined,
    })
    .superRefine((given, context) => {
      const message = check(given as Inputs<S>);
      if (message !== undefined) context.addIssue({ code: 'custom', message });
    });
  return z.preprocess(withoutNulls, inputs);
};

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
export const defineTool = <S extends z.ZodRawShape>({
  name,
  title,
  description,
  customFieldsOf,
  permission,
  inputs,
  check = () => undefined,
  output,
  inputNames = {},
  run,
}: ToolDefinition<S>): Tool => {
  const inputSchema = inputSchemaOf(inputs, check);
  const outputSchema = output.extend({ notice: z.string().describe('How to read the rest.') });
  const shown = { title, description, annotations: { title, ...ANNOTATIONS } };
  return {
    name,
    permission,
    listed: async (signal, context) => ({
      name,
      ...shown,
      description:
        customFieldsOf === undefined
          ? description
          : `${description}${await customFieldsNote(customFieldsOf, signal, context)}`,
      inputSchema: z.toJSONSchema(inputSchema, { io: 'input' }) as ListedTool['inputSchema'],
      outputSchema: z.toJSONSchema(outputSchema) as NonNullable<ListedTool['outputSchema']>,
    }),
    register: (server, context) => {
      const { api, permissions, onError } = context;
      if (permission !== null && !permissions.has(permission)) {
        const text =
          `The tool needs the permission ${permission}, which this API key lacks. Do not retry: ` +
          'tell the user that an admin of their organization can grant it.';
        server.registerTool(name, shown, () => ({ isError: true, content: [{ type: 'text', text }] }));
        return;
      }
      server.registerTool(name, { ...shown, inputSchema, outputSchema }, async (given, { mcpReq }) => {
        try {
          const call = callSignal(mcpReq.signal, context);
          const answer = marked(await run(given as Inputs<S>, { api, permissions, call }));
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
  };
};
