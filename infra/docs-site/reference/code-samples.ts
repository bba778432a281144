import { DOCUMENTATION, EXAMPLES } from '../../../shared/kinds/kinds.ts';
import { camelOf, PLAIN_KINDS, pluralOf, snakeOf } from '../../../shared/kinds/names.ts';
import { namesOf, type RECORD_ROUTES } from '../../../shared/operations/data-api/records.ts';
import type { RouteName } from '../../../shared/operations/data-api/routes.ts';
import { DEMO_IDS } from '../../demo-ids.ts';
import { type Content, resolved } from './open-api.ts';
import type { CodeSample, Samples } from './operation-page.ts';
import type { PlacedOperation, Reference } from './reference.ts';

/** The request of a sample, and how the clients send it. */
interface Sample {
  /** The path and query of the request. `$NAME` in it is a variable of the environment. */
  readonly target: string;
  /**
   * What follows the creation of the `client`. @default a bare request, which the clients have no method for
   */
  readonly client?: { readonly typescript: string; readonly python: string };
}

const { 'call-list': callList, ...demoIds } = DEMO_IDS;

/** The samples of the operations on each kind without code of its own. */
const OF_RECORDS = Object.fromEntries(
  PLAIN_KINDS.flatMap((kind): (readonly [string, Sample])[] => {
    const { list, get } = namesOf(kind);
    const [first = 'id', second = 'changedAt'] = DOCUMENTATION[kind]().fields[0].split(',');
    const plural = pluralOf(kind);
    const ids: Readonly<Record<string, string>> = demoIds;
    const id = ids[kind] ?? EXAMPLES[kind][0].id;
    return [
      [
        list,
        {
          target: `/v1/${kind}?limit=100`,
          client: {
            typescript:
              `for await (const { ${first}, ${second} } of client.${camelOf(plural)}({ limit: 100 })) {\n` +
              `  console.log(${first}, ${second});\n}`,
            python:
              `for ${snakeOf(kind)} in client.${snakeOf(plural)}(limit=100):\n` +
              `    print(${snakeOf(kind)}["${first}"], ${snakeOf(kind)}["${second}"])`,
          },
        },
      ],
      [
        get,
        {
          target: `/v1/${kind}/${id}`,
          client: {
            typescript: `console.log(await client.${camelOf(kind)}('${id}'));`,
            python: `print(client.${snakeOf(kind)}("${id}"))`,
          },
        },
      ],
    ];
  }),
) as Readonly<Record<keyof typeof RECORD_ROUTES, Sample>>;

/** The samples of the data API. The ids are those of the records that `npm start` creates. */
const SAMPLES: Readonly<Record<RouteName | 'getOpenApiDocument', Sample>> = {
  ...OF_RECORDS,
  listCallLists: {
    target: '/v1/call-list?isLocked=false',
    client: {
      typescript:
        'for await (const { id, name } of client.callLists({ isLocked: false })) console.log(id, name);',
      python:
        'for call_list in client.call_lists(is_locked=False):\n    print(call_list["id"], call_list["name"])',
    },
  },
  getCallList: {
    target: `/v1/call-list/${callList}?include=person`,
    client: {
      typescript:
        `for await (const entry of client.entries('${callList}', { include: ['person'] })) {\n` +
        `  console.log(entry.position, entry.status, entry.person?.lastName);\n}`,
      python:
        `for entry in client.entries("${callList}", include=["person"]):\n` +
        '    print(entry["position"], entry["status"], entry["person"])',
    },
  },
  listCallListEntries: {
    target: `/v1/call-list-entry?callListId=${callList}`,
    client: {
      typescript:
        `for await (const entry of client.callListEntries({ callListId: '${callList}' })) {\n` +
        `  console.log(entry.personId, entry.status);\n}`,
      python:
        `for entry in client.call_list_entries(call_list_id="${callList}"):\n` +
        '    print(entry["personId"], entry["status"])',
    },
  },
  listEvents: {
    target: '/v1/event?from=earliest&limit=100',
    client: {
      typescript:
        "for await (const { events, cursor } of client.changes({ from: 'earliest', follow: false })) {\n" +
        '  for (const event of events) console.log(event.type, event.id);\n' +
        "  console.log('Continue with', cursor);\n}",
      python:
        'for page in client.changes(from_="earliest", follow=False):\n    for event in page.events:\n' +
        '        print(event["type"], event["id"])\n    print("Continue with", page.cursor)',
    },
  },
  getKey: {
    target: '/v1/key',
    client: { typescript: 'console.log(await client.key());', python: 'print(client.key())' },
  },
  countRecords: {
    target: '/v1/count?resource=person&by=ownerId',
    client: {
      typescript:
        "for await (const { value, count } of client.counts({ resource: 'person', by: 'ownerId' })) {\n" +
        '  console.log(value, count);\n}',
      python:
        'for owner in client.counts(resource="person", by="ownerId"):\n    ' +
        'print(owner["value"], owner["count"])',
    },
  },
  listFields: {
    target: '/v1/field?resource=person',
    client: {
      typescript: "for (const { path, type } of await client.fields('person')) console.log(path, type);",
      python: 'for field in client.fields("person"):\n    print(field["path"], field["type"])',
    },
  },
  listEventTypes: { target: '/v1/event-type' },
  listWebhookEndpoints: { target: '/v1/webhook-endpoint' },
  createWebhookEndpoint: { target: '/v1/webhook-endpoint' },
  deleteWebhookEndpoint: { target: '/v1/webhook-endpoint/$WEBHOOK_ENDPOINT_ID' },
  createExport: {
    target: '/v1/export',
    client: {
      typescript:
        "const { id, state } = await client.createExport({ resource: 'person', format: 'csv' });\n" +
        'console.log(id, state);',
      python:
        'export = client.create_export({"resource": "person", "format": "csv"})\n' +
        'print(export["id"], export["state"])',
    },
  },
  listExports: {
    target: '/v1/export',
    client: {
      typescript:
        'for await (const { id, resource, state } of client.exports()) console.log(id, resource, state);',
      python: 'for export in client.exports():\n    print(export["id"], export["resource"], export["state"])',
    },
  },
  getExport: {
    target: '/v1/export/$EXPORT_ID',
    client: {
      typescript: "console.log(await client.export(process.env.EXPORT_ID ?? ''));",
      python: 'print(client.export(os.environ["EXPORT_ID"]))',
    },
  },
  createImport: {
    target: '/v1/import',
    client: {
      typescript:
        "const rows = { people: [{ id: 'P-1', firstName: 'Ada' }] };\n" +
        "const { id, state } = await client.createImport({ source: 'crm', rows });\nconsole.log(id, state);",
      python:
        'rows = {"people": [{"id": "P-1", "firstName": "Ada"}]}\n' +
        'done = client.create_import({"source": "crm", "rows": rows})\nprint(done["id"], done["state"])',
    },
  },
  listImports: {
    target: '/v1/import',
    client: {
      typescript:
        'for await (const { id, source, state } of client.imports()) console.log(id, source, state);',
      python: 'for each in client.imports():\n    print(each["id"], each["source"], each["state"])',
    },
  },
  getImport: {
    target: '/v1/import/$IMPORT_ID',
    client: {
      typescript: "console.log(await client.import(process.env.IMPORT_ID ?? ''));",
      python: 'print(client.read_import(os.environ["IMPORT_ID"]))',
    },
  },
  getOpenApiDocument: { target: '/v1/openapi.json' },
};

const bodyExample = (content: Content = {}): unknown => content['application/json']?.example;

const curl = (target: string, { method, operation }: PlacedOperation, credentials: string): CodeSample => {
  const body = bodyExample(operation.requestBody?.content);
  const lines = [
    `curl -s ${method === 'GET' ? '' : `-X ${method} `}"${target}"`,
    `-H "${credentials}"`,
    ...(body === undefined
      ? []
      : [
          `-H 'Content-Type: application/json'`,
          `-d '${JSON.stringify(body).replaceAll("'", String.raw`'\''`)}'`,
        ]),
  ];
  return { title: 'curl', language: 'sh', code: lines.join(' \\\n  ') };
};

const typescriptRequest = (target: string, { method, operation }: PlacedOperation): string => {
  const body = bodyExample(operation.requestBody?.content);
  const url = target.replaceAll(/\$(\w+)/g, (_, name: string) => `\${process.env.${name}}`);
  const type = body === undefined ? '' : ", 'Content-Type': 'application/json'";
  return [
    `const response = await fetch(\`\${process.env.BASE_URL}${url}\`, {`,
    ...(method === 'GET' ? [] : [`  method: '${method}',`]),
    `  headers: { 'X-Api-Key': process.env.API_KEY ?? ''${type} },`,
    ...(body === undefined ? [] : [`  body: JSON.stringify(${JSON.stringify(body)}),`]),
    '});',
    'console.log(response.status, await response.json());',
  ].join('\n');
};

const pythonRequest = (target: string, { method, operation }: PlacedOperation): string => {
  const body = bodyExample(operation.requestBody?.content);
  const url = target.replaceAll(/\$(\w+)/g, "{os.environ['$1']}");
  return [
    'import os',
    'import httpx',
    '',
    `response = httpx.${method.toLowerCase()}(`,
    `    f"{os.environ['BASE_URL']}${url}",`,
    '    headers={"X-Api-Key": os.environ["API_KEY"]},',
    // Bodies of examples have neither true, false nor null, which Python spells differently.
    ...(body === undefined ? [] : [`    json=${JSON.stringify(body)},`]),
    ')',
    'print(response.status_code, response.json())',
  ].join('\n');
};

const TYPESCRIPT_CLIENT = `import { createSalesDataClient } from 'sales-data-client';

const { BASE_URL: baseUrl = '', API_KEY: apiKey = '' } = process.env;
const client = createSalesDataClient({ baseUrl, apiKey });
`;

const PYTHON_CLIENT = `import os
from sales_data_client import SalesDataClient

client = SalesDataClient(os.environ["BASE_URL"], os.environ["API_KEY"])
`;

const DATA_API_NOTE =
  'Set `BASE_URL` and `API_KEY` as in [getting started](getting-started.md), and install the clients ' +
  'for [TypeScript](typescript.md) and [Python](python.md). Ids are those of the sample data.';

const ADMIN_API_NOTE =
  'Set `ADMIN_URL` to the address of the API, and `ID_TOKEN` to [a ' +
  'token](admin-reference.md#authentication).';

const isSampled = (operationId: string): operationId is keyof typeof SAMPLES => operationId in SAMPLES;

/**
 * Programs that send a request of the data API: with curl, in TypeScript and in Python.
 *
 * @throws Error for an operation without a sample
 */
export const dataApiSamples = (placed: PlacedOperation): Samples => {
  const { operationId } = placed.operation;
  if (!isSampled(operationId)) throw new Error(`The operation ${operationId} has no code sample.`);
  const { target, client } = SAMPLES[operationId];
  const samples = [
    curl(`$BASE_URL${target}`, placed, 'X-Api-Key: $API_KEY'),
    {
      title: 'TypeScript',
      language: 'ts',
      code: client === undefined ? typescriptRequest(target, placed) : TYPESCRIPT_CLIENT + client.typescript,
    },
    {
      title: 'Python',
      language: 'python',
      code: client === undefined ? pythonRequest(target, placed) : PYTHON_CLIENT + client.python,
    },
  ];
  return { note: DATA_API_NOTE, samples };
};

/** The request of an operation of the admin API, with curl. */
export const adminApiSamples = (placed: PlacedOperation, { document }: Reference): Samples => {
  const { operation, path } = placed;
  const query = (operation.parameters ?? [])
    .map((each) => resolved(each, document.components.parameters))
    .filter((each) => each.in === 'query' && each.required === true)
    .map(({ name, schema }) => `${name}=${String(schema.enum?.[0] ?? `$${name?.toUpperCase()}`)}`);
  const target = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => `$${name.toUpperCase()}`);
  const search = query.length === 0 ? '' : `?${query.join('&')}`;
  const sample = curl(`$ADMIN_URL${target}${search}`, placed, 'Authorization: Bearer $ID_TOKEN');
  return { note: ADMIN_API_NOTE, samples: [sample] };
};
