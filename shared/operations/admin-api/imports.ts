import {
  confirmDeletionsBody,
  createImportBody,
  putImportProfileBody,
  repeatImportBody,
  startImportBody,
} from '../../contract/imports/import-bodies.ts';
import { IMPORT_KINDS, IMPORT_STATUSES, MAX_SOURCE_LENGTH } from '../../contract/imports/import-limits.ts';
import type { AdminDocumentation } from '../documentation.ts';
import type { AdminRoutes } from '../route.ts';

/** One line without slashes, and without white space at its ends. */
const SOURCE_PATTERN = '^[^/\\x00-\\x20\\x7f-\\xa0]([^/\\x00-\\x1f\\x7f-\\x9f]*[^/\\x00-\\x20\\x7f-\\xa0])?$';

/** A profile is identified by what its files hold and where they come from. */
const PROFILE = {
  kind: { kind: 'enum', values: IMPORT_KINDS, isRequired: true },
  source: { kind: 'text', maximumLength: MAX_SOURCE_LENGTH, pattern: SOURCE_PATTERN, isRequired: true },
} as const;

/** The operations of the admin API on imports and the profiles of dropped files. */
export const IMPORT_ROUTES = {
  listImports: {
    functionName: 'manage-imports',
    method: 'GET',
    path: '/imports',
    query: {
      kind: { kind: 'enum', values: IMPORT_KINDS },
      status: { kind: 'set', values: IMPORT_STATUSES },
      sort: { kind: 'enum', values: ['createdAt', '-createdAt'], default: '-createdAt' },
      limit: { kind: 'integer', minimum: 1, maximum: 100, default: 20 },
      cursor: { kind: 'cursor' },
    },
    response: 'ImportPage',
  },
  createImport: {
    functionName: 'manage-imports',
    method: 'POST',
    path: '/imports',
    query: {},
    body: createImportBody,
    response: 'CreatedImport',
  },
  getImport: {
    functionName: 'manage-imports',
    method: 'GET',
    path: '/imports/{id}',
    query: {},
    response: 'FileImport',
  },
  previewImport: {
    functionName: 'manage-imports',
    method: 'GET',
    path: '/imports/{id}/preview',
    query: {},
    response: 'ImportPreview',
  },
  checkImport: {
    functionName: 'manage-imports',
    method: 'POST',
    path: '/imports/{id}/check',
    query: {},
    body: startImportBody,
    response: 'ImportCheck',
  },
  startImport: {
    functionName: 'manage-imports',
    method: 'POST',
    path: '/imports/{id}/start',
    query: {},
    body: startImportBody,
    response: 'FileImport',
  },
  repeatImport: {
    functionName: 'manage-imports',
    method: 'POST',
    path: '/imports/{id}/repeat',
    query: {},
    body: repeatImportBody,
    response: 'FileImport',
  },
  confirmImportDeletions: {
    functionName: 'manage-imports',
    method: 'POST',
    path: '/imports/{id}/confirm-deletions',
    query: {},
    body: confirmDeletionsBody,
    response: 'FileImport',
  },
  undoImport: {
    functionName: 'manage-imports',
    method: 'POST',
    path: '/imports/{id}/undo',
    query: {},
    response: 'FileImport',
  },
  cancelImport: {
    functionName: 'manage-imports',
    method: 'POST',
    path: '/imports/{id}/cancel',
    query: {},
    response: 'FileImport',
  },
  getImportFiles: {
    functionName: 'manage-imports',
    method: 'GET',
    path: '/imports/{id}/files',
    query: {},
    response: 'ImportFiles',
  },
  listImportProfiles: {
    functionName: 'manage-imports',
    method: 'GET',
    path: '/import-profiles',
    query: {},
    response: 'ImportProfileList',
  },
  putImportProfile: {
    functionName: 'manage-imports',
    method: 'PUT',
    path: '/import-profiles',
    query: PROFILE,
    body: putImportProfileBody,
    response: 'ImportProfile',
  },
  deleteImportProfile: {
    functionName: 'manage-imports',
    method: 'DELETE',
    path: '/import-profiles',
    query: PROFILE,
    response: 'ImportProfile',
  },
} as const satisfies AdminRoutes;

const PROFILE_PARAMETERS = {
  kind: 'What the files hold. Required.',
  source: 'The system that the files come from. Required; without slashes.',
};

/** Their documentation. */
export const documentImportRoutes = (): AdminDocumentation<typeof IMPORT_ROUTES> => ({
  listImports: {
    summary: 'List imports',
    description:
      'Imports of uploaded and dropped files, by keys and by command, newest first, for 400 days. ' +
      'Admins only, like all operations on imports. May lag by a few seconds.',
    parameters: {
      kind: 'Only imports of files of this kind.',
      status:
        'Only imports with these statuses, comma-separated. A page may then be short, or even empty, while ' +
        '`nextCursor` leads to more.',
    },
  },
  createImport: {
    summary: 'Create an import',
    description:
      'Returns a URL for the file. Upload it there within an hour, look at the preview, and start the ' +
      'import.',
    status: 201,
  },
  getImport: {
    summary: 'Get an import',
    description: 'The import with its progress: counts, and the bytes that were read of `size`.',
  },
  previewImport: {
    summary: 'Preview an import',
    description:
      'How the uploaded file would be read: what each column becomes, and the first ten rows. ' +
      'Reads the first 512 KB.',
    mayConflict: true,
  },
  checkImport: {
    summary: 'Check an import',
    description:
      'Previews an import of the uploaded file with these settings, like `--dry-run` of the command: ' +
      'counts, rejected rows, warnings. Writes nothing. Reads the first 512 KB for at most 20 seconds.',
  },
  startImport: {
    summary: 'Start an import',
    description:
      'Imports the uploaded file. Imports of a kind run one after the other. ' +
      'Repeat the request if it failed: it has no further effect.',
    status: 202,
  },
  repeatImport: {
    summary: 'Repeat an import',
    description:
      'Imports the same file again, with the same settings unless you send others. ' +
      'Returns the new import. Files are kept for 90 days.',
    status: 202,
  },
  confirmImportDeletions: {
    summary: 'Confirm deletions',
    description:
      'For an import that would delete more than 10 % of the records of its source: ' +
      'repeats it, and deletes the records if their number is unchanged.',
    status: 202,
  },
  undoImport: {
    summary: 'Undo an import',
    description:
      'Deletes the records that a finished import created and that have not been changed since, in the ' +
      'background, with their events. `409` if it changed or deleted records, or if another import of ' +
      'its kind and source has run since. Repeat the request if it failed.',
    status: 202,
  },
  cancelImport: {
    summary: 'Cancel an import',
    description:
      'Ends an import that waits or runs: it is `failed` then. Imported rows are kept, and there is no ' +
      'report. A running import stops within a minute. `409` if it neither waits nor runs.',
  },
  getImportFiles: {
    summary: 'Get the report of an import',
    description:
      'Links to the report (JSON) and the rejected rows (CSV or JSON Lines, like the file), which work ' +
      'for an hour, and the first rejected rows.',
  },
  listImportProfiles: {
    summary: 'List import profiles',
    description:
      'The settings of dropped files, by kind and source, with the addresses to drop files at and an ' +
      'upload policy.',
  },
  putImportProfile: {
    summary: 'Save an import profile',
    description: 'Creates or replaces the settings of files that are dropped for this kind and source.',
    parameters: PROFILE_PARAMETERS,
  },
  deleteImportProfile: {
    summary: 'Delete an import profile',
    description: 'Files that are dropped later are imported with the defaults. Returns the deleted profile.',
    mayBeMissing: true,
    parameters: PROFILE_PARAMETERS,
  },
});
