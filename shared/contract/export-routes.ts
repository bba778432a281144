import { createExportBody } from './export-bodies.ts';
import type { AdminRoute } from './route.ts';

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
} as const satisfies Record<string, AdminRoute>;
