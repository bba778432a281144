import { EXAMPLE_EXPORT, EXAMPLE_QUEUED_EXPORT } from '../../contract/exports/examples.ts';
import { KIND_NAMES, pluralsOf } from '../../kinds/names.ts';
import type { DataDocumentation } from '../documentation.ts';
import type { DataRoutes } from '../route.ts';
import { listPermissionsText, NO_CONTACT_DETAILS, PAGING } from './texts.ts';

/** The operations of the data API on exports. */
export const EXPORT_ROUTES = {
  createExport: {
    functionName: 'create-export',
    method: 'POST',
    path: '/v1/export',
    isRare: true,
    permission: 'export:create',
    query: {},
    describesKey: true,
    takesIdempotencyKey: true,
    response: 'QueuedExport',
  },
  listExports: {
    functionName: 'list-exports',
    method: 'GET',
    path: '/v1/export',
    isRare: true,
    permission: 'export:create',
    query: {
      limit: { kind: 'integer', minimum: 1, maximum: 50, default: 20 },
      cursor: { kind: 'cursor' },
    },
    response: 'ExportPage',
  },
  getExport: {
    functionName: 'get-export',
    method: 'GET',
    path: '/v1/export/{id}',
    isRare: true,
    permission: 'export:create',
    query: {},
    response: 'Export',
  },
} as const satisfies DataRoutes;

/** Their documentation. */
export const documentExportRoutes = (): DataDocumentation<typeof EXPORT_ROUTES> => ({
  createExport: {
    tag: 'Exports',
    summary: 'Create an export',
    description:
      `Writes all ${pluralsOf(KIND_NAMES, 'or')} into files, in the background: ` +
      'poll the export in `Location`, or wait for `export.completed`. ' +
      'One export of the organization runs at a time, and up to 10 wait or run. ' +
      `The key also needs the permission to list the resource: ${listPermissionsText()}. ` +
      `${NO_CONTACT_DETAILS}, and so is \`phone\` of entries.\n\n` +
      '`fields` selects fields like the parameter of the collections, `changedSince` what changed at ' +
      'or after a time, and `callListId` the entries of one call list.',
    body: 'CreateExportBody',
    status: 202,
    parameters: {},
    bodyExample: { resource: 'person', format: 'csv' },
    examples: { export: { summary: 'An export', value: EXAMPLE_QUEUED_EXPORT } },
  },
  listExports: {
    tag: 'Exports',
    summary: 'List exports',
    description:
      'Returns the exports of the last 30 days, newest first: those that the key could have made ' +
      'itself, so that a page may have fewer than `limit`.',
    parameters: PAGING,
    examples: { page: { summary: 'A page', value: { items: [EXAMPLE_EXPORT] } } },
  },
  getExport: {
    tag: 'Exports',
    summary: 'Get an export',
    description:
      'Returns an export with its progress and, once completed, its files. ' +
      'Each record that existed when it started is in one file, once, in the state it had then or ' +
      'later. Continue with `GET /v1/event` and `eventCursor` to get all changes since. ' +
      'Files are kept for 7 days. Erasing a person deletes the files that may hold the person.',
    parameters: { id: 'The id of the export.' },
    examples: {
      completed: { summary: 'With files', value: EXAMPLE_EXPORT },
      queued: { summary: 'Not completed yet', value: EXAMPLE_QUEUED_EXPORT },
    },
  },
});
