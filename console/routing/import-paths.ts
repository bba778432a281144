import type { ImportProfile } from '../api/types.ts';

/** The address of the view, and the prefix of its pages. */
export const IMPORTS_PATH = 'organization/data/imports';

export const UPLOAD_PATH = `${IMPORTS_PATH}/upload`;

export const PROFILES_PATH = `${IMPORTS_PATH}/profiles`;

export const importPath = (id: string): string => `${IMPORTS_PATH}/${id}`;

/** The address of the dialog for an action on a profile. */
export const profilePath = (
  { kind, source }: Pick<ImportProfile, 'kind' | 'source'>,
  action: 'edit' | 'delete',
): string => `${PROFILES_PATH}/${action}/${kind}/${encodeURIComponent(source)}`;
