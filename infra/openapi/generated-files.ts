import { join } from 'node:path';
import openapiTypescript, { astToString } from 'openapi-typescript';
import { adminApiDocument } from '../../shared/contract/openapi/admin-api/document.ts';
import { dataApiDocument } from '../../shared/contract/openapi/data-api/document.ts';

const ROOT = join(import.meta.dirname, '..', '..');

/** A file that is made of the declarations in `shared/contract`, and what has to be in it. */
export interface GeneratedFile {
  /** Below the root of the repository. */
  readonly name: string;
  readonly path: string;
  readonly text: string;
}

const file = (name: string, text: string): GeneratedFile => ({ name, path: join(ROOT, name), text });

const json = (document: unknown): string => `${JSON.stringify(document, null, 2)}\n`;

const typesOf = async (document: object): Promise<string> =>
  `// Made by "npm run openapi": do not edit.\n${astToString(await openapiTypescript(json(document)))}`;

/** The documents, and the types that the client is written with. */
export const generatedFiles = async (): Promise<readonly GeneratedFile[]> => {
  const dataApi = dataApiDocument();
  return [
    file('shared/contract/openapi/data-api.json', json(dataApi)),
    file('shared/contract/openapi/admin-api.json', json(adminApiDocument())),
    file('client/schema.ts', await typesOf(dataApi)),
  ];
};
