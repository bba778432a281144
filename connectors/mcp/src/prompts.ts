import type { McpServer } from '@modelcontextprotocol/server';
import * as z from 'zod';
import type { ServerContext } from './context.ts';

const DAY_MILLISECONDS = 86_400_000;

const ask = (text: string) => ({
  messages: [{ role: 'user' as const, content: { type: 'text' as const, text } }],
});

/** Registers the prompts whose tools the key may use. */
export const registerPrompts = (server: McpServer, { permissions }: ServerContext, now: () => Date): void => {
  if (permissions.has('call-list:read')) {
    server.registerPrompt(
      'brief_call_list',
      {
        title: 'Brief me on a call list',
        description: 'Summarizes a call list before a calling session.',
        argsSchema: z.object({
          callList: z.string().min(1).max(500).describe('The name or id of the call list.'),
        }),
      },
      ({ callList }) =>
        ask(
          `Brief me on the call list "${callList}" before I start calling. ` +
            'If this is a name, find its id with the input name of list_call_lists. ' +
            'Read its entries with read_call_list, page by page. Tell me how many are pending, due for a ' +
            'callback, completed and not to be called. For the next ten to call, list name, title, ' +
            'company, local time and number, what happened last, and one sentence on how to open. ' +
            'Leave out everyone marked do not call.',
        ),
    );
  }
  if (permissions.has('event:read')) {
    server.registerPrompt(
      'changes_since',
      {
        title: 'What changed since yesterday',
        description: 'Summarizes the changes of the last 24 hours, or since a time.',
        argsSchema: z.object({
          since: z.string().min(1).max(100).optional().describe('RFC 3339. The default is 24 hours ago.'),
        }),
      },
      ({ since }) =>
        ask(
          'What changed in our sales data since ' +
            `${since ?? new Date(now().getTime() - DAY_MILLISECONDS).toISOString()}? ` +
            'Use what_changed_since, with `cursor` while `hasMore` is true. ' +
            'Group it by call lists, people and companies, count what is routine, and name what deserves ' +
            'attention: new or lost records, changed phone numbers and owners, locked lists, ' +
            'dispositions, erased people.',
        ),
    );
  }
};
