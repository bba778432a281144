import type { z } from 'zod';
import type { exportSchema } from './export-schemas.ts';

type ExportBody = z.infer<typeof exportSchema>;

const QUEUED: ExportBody = {
  id: '019bb160-4c35-7a70-8f52-7a4de0be6a11',
  resource: 'person',
  format: 'csv',
  fields: [],
  changedSince: null,
  callListId: null,
  state: 'queued',
  problem: null,
  recordCount: 0,
  totalCount: null,
  files: [],
  eventCursor: null,
  createdAt: '2026-01-31T09:29:58.000Z',
  completedAt: null,
  expiresAt: null,
};

/** An export that was just created. */
export const EXAMPLE_QUEUED_EXPORT = QUEUED;

/** An export whose files can be downloaded. */
export const EXAMPLE_EXPORT: ExportBody = {
  ...QUEUED,
  state: 'completed',
  recordCount: 2,
  totalCount: 2,
  files: [
    {
      url: 'https://sales-data-files.s3.eu-central-1.amazonaws.com/exports/people.csv?X-Amz-Signature=example',
      name: 'people-2026-01-31-1.csv',
      bytes: 1840,
      sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
      recordCount: 2,
    },
  ],
  eventCursor: 'q1Zx5uWbq0y3cXJ2QDIwMjYtMDEtMzFUMDk6Mjg6NTguMDAwWg',
  completedAt: '2026-01-31T09:30:00.000Z',
  expiresAt: '2026-02-07T09:30:00.000Z',
};
