import { join } from 'node:path';
import { dataApiDocument } from '../../shared/contract/openapi/data-api/document.ts';

const FOLDER = join(import.meta.dirname, '..', '..', 'shared', 'contract', 'openapi');

/** The documents that are kept as files, and what has to be in them. */
export const documentFiles = (): readonly { readonly path: string; readonly text: string }[] =>
  [{ name: 'data-api.json', document: dataApiDocument() }].map(({ name, document }) => ({
    path: join(FOLDER, name),
    text: `${JSON.stringify(document, null, 2)}\n`,
  }));
