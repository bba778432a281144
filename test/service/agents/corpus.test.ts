import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { MCP_ROUTE } from '../../../shared/contract/agents/mcp-route.ts';
import { send } from '../../support/http/http.ts';
import { patiently, service } from '../../support/service/service.ts';

const FOLDER = join(import.meta.dirname, 'corpus');

/** A line of the corpus, whose README explains the members. */
interface Line {
  readonly client: string;
  readonly version?: string;
  readonly method: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body?: unknown;
  readonly status: number;
  readonly answer?: object;
}

const files = readdirSync(FOLDER).filter((file) => file.endsWith('.jsonl'));

const linesOf = (file: string): readonly Line[] =>
  readFileSync(join(FOLDER, file), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));

/** A header that is sent twice has two values. */
const grouped = (headers: Line['headers']): Record<string, readonly string[]> => {
  const names = new Set(headers.map(([name]) => name));
  return Object.fromEntries(
    [...names].map((name) => [name, headers.filter(([each]) => each === name).map(([, value]) => value)]),
  );
};

/** Lists of tools and templates must contain the expected ones: the service may have gained others since. */
const GROWING = new Set(['tools', 'resourceTemplates']);

const expected = (answer: object): object =>
  JSON.parse(JSON.stringify(answer), (member, value) =>
    GROWING.has(member) && Array.isArray(value)
      ? expect.arrayContaining(value.map((each) => expect.objectContaining(each)))
      : value,
  );

const replay = ({ method, headers, body }: Line) => {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return patiently([429, 503], () =>
    send(service.baseUrl + MCP_ROUTE.path, {
      method,
      headers: { 'X-Api-Key': service.first.key, ...grouped(headers) },
      ...(text !== undefined && { body: text }),
    }),
  );
};

describe('what MCP clients send', () => {
  it.each(files)('is answered: %s', async (file) => {
    for (const [index, line] of linesOf(file).entries()) {
      const { status, text } = await replay(line);
      const where = `line ${index + 1} of ${file} (${line.client}): ${text.slice(0, 300)}`;
      expect(status, where).toBe(line.status);
      // No stream is offered, and nothing to subscribe to. A client never causes an internal error.
      expect(text, where).not.toMatch(/listChanged|-32603/);
      if (line.answer !== undefined) expect(JSON.parse(text), where).toMatchObject(expected(line.answer));
      else if (line.method === 'POST') expect(text, where).toBe('');
    }
  });

  it('has at least 120 messages of 15 clients', () => {
    const recorded = files.flatMap(linesOf).filter(({ version }) => version !== undefined);
    expect(recorded.length).toBeGreaterThanOrEqual(120);
    expect(new Set(recorded.map(({ client }) => client)).size).toBeGreaterThanOrEqual(15);
  });
});
