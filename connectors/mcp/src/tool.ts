import { adviceOf, type InputNames } from './advice.ts';
import { marked } from './bounds.ts';
import { callSignal, INTERNAL_ERROR, type ServerContext } from './context.ts';
import { customFieldsNote } from './custom-fields.ts';
import type { FoundKind, Permission } from './data-api.ts';
import { type InputSchemas, type Inputs, inputSchemaOf, readInputs } from './inputs.ts';
import type { Fields } from './json-rpc.ts';

/** What a tool reads with. */
export interface ToolCall extends Pick<ServerContext, 'api' | 'permissions'> {
  readonly call: { readonly signal: AbortSignal };
}

interface ToolDefinition<S extends InputSchemas, R extends keyof S> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** The resource whose custom fields the listed description names. @default none */
  readonly customFieldsOf?: FoundKind;
  /** The permission without which the tool is not listed; `null` for any valid key. */
  readonly permission: Permission | null;
  /** By name. */
  readonly inputs: S;
  /** @default all are optional */
  readonly required?: readonly R[];
  /** What is wrong with inputs that are each valid, or `undefined`. @default nothing */
  readonly check?: (inputs: Inputs<S, R>) => string | undefined;
  /** JSON Schemas of the members of an answer, by name. */
  readonly output: Fields;
  /** Members that an answer may lack. @default none */
  readonly optionalOutput?: readonly string[];
  /** @default inputs have the names of the API's parameters */
  readonly inputNames?: InputNames;
  /** Returns an answer of at most MAX_CHARACTERS as JSON. */
  readonly run: (inputs: Inputs<S, R>, call: ToolCall) => Promise<object>;
}

export interface Tool {
  readonly name: string;
  readonly permission: Permission | null;
  /** How `tools/list` describes it, to a request with this signal. */
  readonly listed: (signal: AbortSignal, context: ServerContext) => Promise<object>;
  /** The result of `tools/call`, to a request with this signal. */
  readonly call: (given: Fields, signal: AbortSignal, context: ServerContext) => Promise<object>;
}

/** No tool writes, and all read the data of one organization. */
const ANNOTATIONS = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
} as const;

const failed = (text: string) => ({ isError: true, content: [{ type: 'text', text }] });

/**
 * Makes a tool that answers with structured content and the same as text, marked as data, or with an error
 * that says what to do.
 */
export const defineTool = <const S extends InputSchemas, R extends keyof S = never>({
  name,
  title,
  description,
  customFieldsOf,
  permission,
  inputs: schemas,
  required = [],
  check = () => undefined,
  output,
  optionalOutput = [],
  inputNames = {},
  run,
}: ToolDefinition<S, R>): Tool => {
  const outputs: Fields = { ...output, notice: { type: 'string', description: 'How to read the rest.' } };
  return {
    name,
    permission,
    listed: async (signal, context) => ({
      name,
      title,
      description:
        customFieldsOf === undefined
          ? description
          : `${description}${await customFieldsNote(customFieldsOf, signal, context)}`,
      annotations: { title, ...ANNOTATIONS },
      inputSchema: inputSchemaOf(schemas, required),
      outputSchema: {
        type: 'object',
        properties: outputs,
        required: Object.keys(outputs).filter((each) => !optionalOutput.includes(each)),
      },
    }),
    call: async (given, signal, context) => {
      const { api, permissions, onError } = context;
      if (permission !== null && !permissions.has(permission)) {
        return failed(
          `The tool needs the permission ${permission}, which this API key lacks. Do not retry: ` +
            'tell the user that an admin of their organization can grant it.',
        );
      }
      const inputs = readInputs(schemas, required, given);
      const problem = typeof inputs === 'string' ? inputs : check(inputs);
      if (typeof inputs === 'string' || problem !== undefined) {
        return failed(`Invalid input: ${problem}. Correct it and call again.`);
      }
      try {
        const answer = marked(await run(inputs, { api, permissions, call: callSignal(signal, context) }));
        return { content: [{ type: 'text', text: JSON.stringify(answer) }], structuredContent: answer };
      } catch (error) {
        const advice = adviceOf(error, inputNames);
        if (advice === undefined) onError(error);
        return failed(advice ?? INTERNAL_ERROR);
      }
    },
  };
};
