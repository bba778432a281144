import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../../service/command.ts';

/** A request of an `.http` file, with its variables replaced. */
export interface FileRequest {
  readonly name: string;
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}

const FILE = join(ROOT, 'shared/operations/openapi/sales-data.http');

/**
 * Reads the `.http` file by the rules that both editors share.
 *
 * @param settings replace the values of variables, as a user edits them. The requests are read one by one, so
 * that a response can change them.
 * @throws Error for a variable that is not declared
 */
export function* httpFileRequests(settings: Map<string, string>): Generator<FileRequest> {
  const [head = '', ...sections] = readFileSync(FILE, 'utf8').split(/^###.*\n/m);
  const declared = [...head.matchAll(/^@(\w+) = (.+)$/gm)].map(
    ([, name = '', value = '']) => [name, value] as const,
  );
  const values = new Map(declared);
  const fill = (text: string): string =>
    text.replaceAll(/\{\{(\w+)\}\}/g, (_, name) => {
      const value = values.get(name);
      if (value === undefined) throw new Error(`The file does not declare ${name}.`);
      return settings.get(name) ?? value;
    });
  for (const section of sections) {
    const name = /^# @name (\w+)$/m.exec(section)?.[1] ?? '';
    const [start = '', ...rest] = fill(section.replaceAll(/^#.*\n/gm, '')).split('\n');
    const [method = '', url = ''] = start.split(' ');
    const blank = rest.indexOf('');
    const headers = rest.slice(0, blank).map((line) => line.split(': ') as [string, string]);
    const body = rest.slice(blank).join('\n').trim();
    yield { name, method, url, headers: Object.fromEntries(headers), body: body || undefined };
  }
}
