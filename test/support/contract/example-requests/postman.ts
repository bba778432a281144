import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { ROOT } from '../../service/command.ts';
import { patientFetch } from './patient-fetch.ts';

interface Parameter {
  readonly key: string;
  readonly value: string;
  readonly disabled?: boolean;
}

/** A request of a collection, as the file has it. */
export interface PostmanItem {
  readonly name: string;
  readonly event: readonly [{ readonly script: { readonly exec: readonly string[] } }];
  readonly request: {
    readonly auth?: { readonly type: 'noauth' };
    readonly method: string;
    readonly header: readonly Parameter[];
    readonly url: {
      readonly host: readonly string[];
      readonly path: readonly string[];
      readonly query: readonly Parameter[];
      readonly variable: readonly Parameter[];
    };
    readonly body?: { readonly raw: string };
  };
}

interface Collection {
  readonly variable: readonly Parameter[];
  readonly item: readonly { readonly name: string; readonly item: readonly PostmanItem[] }[];
}

export const COLLECTION_FILE = join(ROOT, 'shared/operations/openapi/sales-data.postman_collection.json');

const collection: Collection = JSON.parse(readFileSync(COLLECTION_FILE, 'utf8'));

/** Every request of the collection, in order. */
export const postmanItems: readonly PostmanItem[] = collection.item.flatMap(({ item }) => item);

export interface PostmanResult {
  readonly status: number;
  readonly body: string;
}

/** Sends requests of the collection and runs their scripts, as Postman does. */
export const createPostman = (settings: Readonly<Record<'baseUrl' | 'apiKey', string>>) => {
  const values = new Map(collection.variable.map(({ key, value }) => [key, value]));
  for (const [key, value] of Object.entries(settings)) {
    expect(values.has(key)).toBe(true);
    values.set(key, value);
  }
  const fill = (text: string): string =>
    text.replaceAll(/\{\{(\w+)\}\}/g, (_, name) => values.get(name) ?? '');

  const send = async ({ auth, method, header, url, body }: PostmanItem['request'], enabled?: string) => {
    const path = url.path.map((segment) => {
      const parameter = url.variable.find(({ key }) => `:${key}` === segment);
      return parameter === undefined ? segment : fill(parameter.value);
    });
    const isSent = ({ key, disabled }: Parameter): boolean => disabled !== true || key === enabled;
    const target = new URL(`${fill(url.host.join('.'))}/${path.join('/')}`);
    for (const { key, value } of url.query.filter(isSent)) target.searchParams.set(key, fill(value));
    const headers = Object.fromEntries(header.filter(isSent).map(({ key, value }) => [key, fill(value)]));
    if (auth === undefined) headers['X-Api-Key'] = values.get('apiKey') ?? '';
    return patientFetch(target, { method, headers, ...(body !== undefined && { body: body.raw }) });
  };

  return {
    /** Whether the variables of a parameter have values. */
    isSet: ({ value }: Parameter): boolean => fill(value) !== '',
    /**
     * Sends a request and runs its script.
     *
     * @param enabled the name of an optional parameter to send
     */
    async run({ request, event }: PostmanItem, enabled?: string): Promise<PostmanResult> {
      const response = await send(request, enabled);
      const { status } = response;
      const body = await response.text();
      const pm = {
        test: (_: string, check: () => void) => check(),
        response: {
          code: status,
          json: () => JSON.parse(body),
          to: { have: { status: (expected: number) => expect(status, body).toBe(expected) } },
        },
        collectionVariables: { set: (name: string, value: string) => values.set(name, value) },
      };
      new Function('pm', event[0].script.exec.join('\n'))(pm);
      return { status, body };
    },
  };
};
