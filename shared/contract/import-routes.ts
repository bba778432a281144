import {
  confirmDeletionsBody,
  createImportBody,
  putImportProfileBody,
  repeatImportBody,
  startImportBody,
} from './import-bodies.ts';
import { IMPORT_KINDS, MAX_SOURCE_LENGTH } from './import-limits.ts';
import type { AdminRoute } from './route.ts';

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
} as const satisfies Record<string, AdminRoute>;
