import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import openapiTypescript, { astToString } from 'openapi-typescript';
import { adminApiDocument } from '../../shared/operations/openapi/admin-api/document.ts';
import { dataApiDocument } from '../../shared/operations/openapi/data-api/document.ts';
import { airbyteManifest } from './airbyte-schemas.ts';
import {
  pythonCollections,
  pythonMethods,
  typescriptCollections,
  typescriptLookups,
} from './client-collections.ts';
import { collectionsOf } from './collections.ts';
import { dltTables } from './dlt-tables.ts';
import { mcpKinds } from './mcp-kinds.ts';
import { pythonTypes } from './python-types.ts';
import { httpFile } from './requests/http-file.ts';
import { postmanCollection } from './requests/postman-collection.ts';
import { singerSchemas, singerStreams } from './singer-schemas.ts';

const ROOT = join(import.meta.dirname, '..', '..');

const AIRBYTE_MANIFEST = 'connectors/airbyte/manifest.yaml';

const file = (name: string, text: string) => ({ name, path: join(ROOT, name), text });

const json = (document: unknown): string => `${JSON.stringify(document, null, 2)}\n`;

const typesOf = async (document: object): Promise<string> =>
  `// Made by "npm run openapi": do not edit.\n${astToString(await openapiTypescript(json(document)))}`;

/**
 * The files made from the declarations in `shared/contract`: the documents, requests to import into other
 * tools, the types that the clients are written with, and the schemas of the connectors.
 */
export const generatedFiles = async () => {
  const dataApi = dataApiDocument();
  const collections = collectionsOf(dataApi);
  return [
    file('shared/operations/openapi/data-api.json', json(dataApi)),
    file('shared/operations/openapi/sales-data.postman_collection.json', json(postmanCollection(dataApi))),
    file('shared/operations/openapi/sales-data.http', httpFile(dataApi)),
    file(
      AIRBYTE_MANIFEST,
      airbyteManifest(readFileSync(join(ROOT, AIRBYTE_MANIFEST), 'utf8'), dataApi, collections),
    ),
    file('shared/operations/openapi/admin-api.json', json(adminApiDocument())),
    file('clients/typescript/src/schema.ts', await typesOf(dataApiDocument('exact'))),
    file('clients/typescript/src/collections.ts', typescriptCollections(collections)),
    file('clients/typescript/src/lookups.ts', typescriptLookups()),
    file('clients/python/src/sales_data_client/_types.py', pythonTypes(dataApiDocument('exact'))),
    file('clients/python/src/sales_data_client/_collections.py', pythonCollections(collections)),
    file('clients/python/src/sales_data_client/_record_methods.py', pythonMethods(collections)),
    file('connectors/mcp/src/kinds.ts', mcpKinds()),
    file('connectors/dlt/sales_data/tables.json', json(dltTables(dataApi, collections))),
    file('connectors/singer/tap_sales_data/streams.json', json(singerStreams(collections))),
    ...[...singerSchemas(dataApi, collections)].map(([stream, schema]) =>
      file(`connectors/singer/tap_sales_data/schemas/${stream}.json`, json(schema)),
    ),
  ];
};
