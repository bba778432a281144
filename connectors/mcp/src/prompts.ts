import type { ServerContext } from './context.ts';
import type { Permission } from './data-api.ts';
import { type Fields, INVALID_PARAMS, RpcError } from './json-rpc.ts';

const DAY_MILLISECONDS = 86_400_000;

interface Prompt {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** The permission of the tools that it uses. */
  readonly permission: Permission;
  readonly argument: { readonly name: string; readonly description: string; readonly required: boolean };
  readonly textOf: (argument: string | undefined, now: Date) => string;
}

const MAX_ARGUMENT_CHARACTERS = 500;

const PROMPTS: readonly Prompt[] = [
  {
    name: 'brief_call_list',
    title: 'Brief me on a call list',
    description: 'Summarizes a call list before a calling session.',
    permission: 'call-list:read',
    argument: { name: 'callList', description: 'The name or id of the call list.', required: true },
    textOf: (callList) =>
      `Brief me on the call list "${callList}" before I start calling. ` +
      'If this is a name, find its id with the input name of list_call_lists. ' +
      'Read its entries with read_call_list, page by page. Tell me how many are pending, due for a ' +
      'callback, completed and not to be called. For the next ten to call, list name, title, ' +
      'company, local time and number, what happened last, and one sentence on how to open. ' +
      'Leave out everyone marked do not call.',
  },
  {
    name: 'changes_since',
    title: 'What changed since yesterday',
    description: 'Summarizes the changes of the last 24 hours, or since a time.',
    permission: 'event:read',
    argument: { name: 'since', description: 'RFC 3339. The default is 24 hours ago.', required: false },
    textOf: (since, now) =>
      'What changed in our sales data since ' +
      `${since ?? new Date(now.getTime() - DAY_MILLISECONDS).toISOString()}? ` +
      'Use what_changed_since, with `cursor` while `hasMore` is true. ' +
      'Group it by call lists, people and companies, count what is routine, and name what deserves ' +
      'attention: new or lost records, changed phone numbers and owners, locked lists, ' +
      'dispositions, erased people.',
  },
];

const usable = ({ permissions }: ServerContext): readonly Prompt[] =>
  PROMPTS.filter(({ permission }) => permissions.has(permission));

/** What `prompts/list` lists: the prompts whose tools the key may use. */
export const listedPrompts = (context: ServerContext): readonly object[] =>
  usable(context).map(({ name, title, description, argument }) => ({
    name,
    title,
    description,
    arguments: [argument],
  }));

/**
 * The result of `prompts/get`.
 *
 * @throws RpcError
 */
export const getPrompt = (name: unknown, given: Fields, context: ServerContext, now: Date): object => {
  const prompts = usable(context);
  const prompt = prompts.find((each) => each.name === name);
  if (prompt === undefined) {
    const names = prompts.map((each) => each.name).join(', ');
    throw new RpcError(
      INVALID_PARAMS,
      `\`name\` must be one of the prompts of this API key: ${names || 'none'}.`,
    );
  }
  const { argument, textOf } = prompt;
  const value = given[argument.name] ?? undefined;
  const isText = typeof value === 'string' && value !== '' && value.length <= MAX_ARGUMENT_CHARACTERS;
  if (value === undefined ? argument.required : !isText) {
    throw new RpcError(
      INVALID_PARAMS,
      `\`${argument.name}\` must be a text of 1 to ${MAX_ARGUMENT_CHARACTERS} characters.`,
    );
  }
  const text = textOf(isText ? value : undefined, now);
  return { messages: [{ role: 'user', content: { type: 'text', text } }] };
};
