import type { z } from 'zod';
import { byCountedKind } from './import-limits.ts';
import type { keyImportSchema } from './key-import-schemas.ts';

type ImportBody = z.infer<typeof keyImportSchema>;

const NONE = { read: 0, created: 0, changed: 0, unchanged: 0, merged: 0, rejected: 0, warnings: 0 };

const FILE: ImportBody['files'][number] = {
  kind: 'people',
  format: 'csv',
  bytes: 1840,
  sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  state: 'awaiting_upload',
  uploadUrl:
    'https://sales-data-files.s3.eu-central-1.amazonaws.com/received/people.csv?X-Amz-Signature=example',
  uploadHeaders: [
    { name: 'Content-Type', value: 'text/csv' },
    { name: 'x-amz-checksum-sha256', value: 'n4bQgYhMfWWaL+qgxVrQFaO/TxsrC4Is0V1sFbDwCgg=' },
  ],
  bytesRead: 0,
  plan: null,
  warnings: [],
  deletions: null,
  problem: null,
  rejectedUrl: null,
  warningsUrl: null,
};

/** An import whose file is not uploaded yet. */
export const EXAMPLE_FILE_IMPORT: ImportBody = {
  id: '3f0e7a52-90cc-4f0f-8d3a-2b5c1e6d7f80',
  source: 'crm',
  state: 'awaiting_files',
  problem: null,
  settings: null,
  files: [FILE],
  counts: null,
  createdAt: '2026-01-31T09:30:00.000Z',
  completedAt: null,
  rejected: [],
};

/** An import of rows that are stored. */
export const EXAMPLE_ROW_IMPORT: ImportBody = {
  ...EXAMPLE_FILE_IMPORT,
  state: 'completed',
  files: [
    {
      ...FILE,
      format: 'jsonl',
      bytes: 73,
      state: 'completed',
      uploadUrl: null,
      uploadHeaders: [],
      bytesRead: 73,
      plan: {
        file: 'people.jsonl',
        format: 'json-lines',
        encoding: 'utf-8',
        separator: null,
        region: null,
        identifiedBy: [],
        bannedBy: [],
        deletedBy: [],
        isDeletingMissing: false,
        isKeepingBlank: false,
        dateOrders: [],
      },
    },
  ],
  counts: {
    ...byCountedKind(() => NONE),
    people: { ...NONE, read: 1, created: 1 },
    companiesCreatedForPeople: 0,
    bansAdded: 0,
    bansLifted: 0,
    valuesEmptied: 0,
  },
  completedAt: '2026-01-31T09:30:00.240Z',
};
