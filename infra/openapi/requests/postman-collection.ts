import {
  type ExampleParameter,
  type ExampleRequest,
  exampleRequests,
  type SavedVariable,
} from './example-requests.ts';

const text = (key: string, value: string) => ({ key, value, type: 'string' });

const parameter = ({ name, value, description, isRequired }: ExampleParameter) => ({
  key: name,
  value,
  description,
  ...(!isRequired && { disabled: true }),
});

const access = (path: SavedVariable['path']): string =>
  path.map((key) => (typeof key === 'number' ? `?.[${key}]` : `?.${key}`)).join('');

/** Lines of the script that Postman runs after the response. */
const testScript = ({ status, saves }: ExampleRequest): readonly string[] => [
  `pm.test('returns ${status}', () => pm.response.to.have.status(${status}));`,
  ...(saves.length === 0 ? [] : ['const body = pm.response.code < 300 ? pm.response.json() : {};']),
  ...saves.map(({ name, path }) => {
    const value = `body${access(path)}`;
    return `if (${value}) pm.collectionVariables.set('${name}', ${value});`;
  }),
];

const item = (request: ExampleRequest) => {
  const { summary, description, method, path, needsKey, pathParameters, query, headers, body } = request;
  const segments = path.split('/').slice(1);
  const postmanPath = segments.map((segment) => segment.replace(/^\{(\w+)\}$/, ':$1'));
  const required = query.filter(({ isRequired }) => isRequired).map(({ name, value }) => `${name}=${value}`);
  const search = required.length === 0 ? '' : `?${required.join('&')}`;
  return {
    name: summary,
    event: [{ listen: 'test', script: { type: 'text/javascript', exec: testScript(request) } }],
    request: {
      ...(!needsKey && { auth: { type: 'noauth' } }),
      method,
      header: [
        ...(body === undefined ? [] : [text('Content-Type', 'application/json')]),
        ...headers.map(parameter),
      ],
      url: {
        raw: `{{baseUrl}}/${postmanPath.join('/')}${search}`,
        host: ['{{baseUrl}}'],
        path: postmanPath,
        query: query.map(parameter),
        variable: pathParameters.map(({ name, value, description: about }) => ({
          key: name,
          value,
          description: about,
        })),
      },
      ...(body !== undefined && {
        body: {
          mode: 'raw',
          raw: JSON.stringify(body, null, 2),
          options: { raw: { language: 'json' } },
        },
      }),
      description,
    },
    response: [],
  };
};

interface Document {
  readonly info: { readonly title: string; readonly description: string };
  readonly servers: readonly { readonly url: string }[];
  readonly tags: readonly { readonly name: string; readonly description: string }[];
}

/**
 * A Postman collection (format 2.1) with one request per operation, in one folder per tag. Optional
 * parameters are disabled. `baseUrl` and `apiKey` are variables of the collection; the others are ids and
 * cursors, which the requests of collections save for those that follow.
 */
export const postmanCollection = (document: object): object => {
  const { info, servers, tags } = document as Document;
  const { requests, variables } = exampleRequests(document);
  const folders = tags.map(({ name, description }) => ({
    name,
    description,
    item: requests.filter(({ tag }) => tag === name).map(item),
  }));
  return {
    info: {
      name: info.title,
      description: info.description,
      schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
    },
    auth: {
      type: 'apikey',
      apikey: [text('key', 'X-Api-Key'), text('value', '{{apiKey}}'), text('in', 'header')],
    },
    variable: [
      text('baseUrl', servers[0]?.url ?? ''),
      text('apiKey', ''),
      ...[...variables].map(([name, value]) => text(name, value)),
    ],
    item: folders.filter((folder) => folder.item.length > 0),
  };
};
