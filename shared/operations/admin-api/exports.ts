import { createExportBody } from '../../contract/exports/export-bodies.ts';
import { KIND_NAMES, pluralsOf } from '../../kinds/names.ts';
import type { AdminDocumentation } from '../documentation.ts';
import type { AdminRoutes } from '../route.ts';

/** The operations of the admin API on exports. */
export const EXPORT_ROUTES = {
  listExports: {
    functionName: 'manage-exports',
    method: 'GET',
    path: '/exports',
    query: {
      limit: { kind: 'integer', minimum: 1, maximum: 50, default: 20 },
      cursor: { kind: 'cursor' },
    },
    response: 'ExportPage',
  },
  createExport: {
    functionName: 'manage-exports',
    method: 'POST',
    path: '/exports',
    query: {},
    body: createExportBody,
    response: 'Export',
  },
} as const satisfies AdminRoutes;

/** Their documentation. */
export const documentExportRoutes = (): AdminDocumentation<typeof EXPORT_ROUTES> => ({
  listExports: {
    summary: 'List exports',
    description:
      'The exports of the last 30 days, newest first, with those of API keys. ' +
      'Each request returns new addresses of the files, which work for an hour. ' +
      'Admins only, like all operations on exports.',
  },
  createExport: {
    summary: 'Create an export',
    description:
      `Writes all ${pluralsOf(KIND_NAMES, 'or')} into files, in the background. ` +
      'One export of the organization runs at a time.',
    status: 202,
  },
});
