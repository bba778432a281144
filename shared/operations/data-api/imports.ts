import { EXAMPLE_FILE_IMPORT, EXAMPLE_ROW_IMPORT } from '../../contract/imports/examples.ts';
import { MAX_INLINE_ROWS } from '../../contract/imports/import-limits.ts';
import type { DataDocumentation } from '../documentation.ts';
import type { DataRoutes } from '../route.ts';
import { PAGING } from './texts.ts';

/** The operations of the data API on imports. */
export const IMPORT_ROUTES = {
  createImport: {
    functionName: 'create-import',
    method: 'POST',
    path: '/v1/import',
    isRare: true,
    permission: 'import:create',
    query: {},
    describesKey: true,
    takesIdempotencyKey: true,
    response: 'StartedImport',
  },
  listImports: {
    functionName: 'list-imports',
    method: 'GET',
    path: '/v1/import',
    isRare: true,
    permission: 'import:create',
    query: {
      limit: { kind: 'integer', minimum: 1, maximum: 50, default: 20 },
      cursor: { kind: 'cursor' },
    },
    describesKey: true,
    response: 'ImportPage',
  },
  getImport: {
    functionName: 'get-import',
    method: 'GET',
    path: '/v1/import/{id}',
    isRare: true,
    permission: 'import:create',
    query: {},
    describesKey: true,
    response: 'Import',
  },
} as const satisfies DataRoutes;

/** Their documentation. */
export const documentImportRoutes = (): DataDocumentation<typeof IMPORT_ROUTES> => ({
  createImport: {
    tag: 'Imports',
    summary: 'Import files or rows',
    description:
      'Creates, changes and deletes records of a source, by the rules of all imports.\n\n' +
      'With `files`, at most one of each kind, it returns `202` with an `uploadUrl` for each. ' +
      'The import starts by itself once all are uploaded: poll it in `Location`. ' +
      `With \`rows\`, up to ${MAX_INLINE_ROWS} in all, it returns \`200\` once they are stored, with ` +
      'counts and what was rejected; `202` if that takes longer than 20 seconds. An absent field of a row ' +
      'leaves the stored value, `null` empties it, and `"deleted": true` deletes the record.\n\n' +
      'One import of each kind runs at a time. While 20 wait, further rows are a `429` with `Retry-After`. ' +
      'A repetition with the same `Idempotency-Key` returns the present state of the first import. ' +
      'A key that is bound to a source gets `403` for any other.',
    body: 'CreateImportBody',
    status: 202,
    otherStatus: { 200: 'The rows are stored.' },
    parameters: {},
    bodyExample: {
      source: 'crm',
      rows: { people: [{ id: 'P-1', firstName: 'Ada', lastName: 'Appleseed', title: 'CEO' }] },
    },
    examples: {
      files: { summary: 'Files to upload', value: EXAMPLE_FILE_IMPORT },
      rows: { summary: 'Rows that are stored', value: EXAMPLE_ROW_IMPORT },
    },
  },
  listImports: {
    tag: 'Imports',
    summary: 'List imports',
    description:
      'Returns the imports of API keys of the last 400 days, newest first: those of the source that ' +
      'the key is bound to, if it is.',
    parameters: PAGING,
    examples: {
      page: {
        summary: 'A page',
        value: { items: [(({ rejected: _, ...listed }) => listed)(EXAMPLE_ROW_IMPORT)] },
      },
    },
  },
  getImport: {
    tag: 'Imports',
    summary: 'Get an import',
    description:
      'Returns an import of an API key: its plan, counts, warnings by kind, the first rejected rows, and ' +
      'addresses of all rejected rows and warnings, which work for an hour. ' +
      'The files are kept for 90 days.',
    parameters: { id: 'The id of the import.' },
    examples: {
      rows: { summary: 'Rows that are stored', value: EXAMPLE_ROW_IMPORT },
      files: { summary: 'Files to upload', value: EXAMPLE_FILE_IMPORT },
    },
  },
});
