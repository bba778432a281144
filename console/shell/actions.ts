import { START_PATH } from '../routing/export-paths.ts';
import { UPLOAD_PATH } from '../routing/import-paths.ts';
import { API_KEYS_PATH } from '../routing/key-paths.ts';
import { INVITE_PATH } from '../views/organizations/users/user-paths.ts';
import { WEBHOOKS_PATH } from '../views/webhooks/webhook-paths.ts';

interface Action {
  readonly name: string;
  /** The address of its dialog. */
  readonly path: string;
  readonly isForAdmins: boolean;
}

/** What the search offers by name, besides views. */
export const ACTIONS: readonly Action[] = [
  { name: 'Create an API key', path: `${API_KEYS_PATH}/create`, isForAdmins: false },
  { name: 'Create a webhook endpoint', path: `${WEBHOOKS_PATH}/create`, isForAdmins: true },
  { name: 'Upload a file to import', path: UPLOAD_PATH, isForAdmins: true },
  { name: 'Start an export', path: START_PATH, isForAdmins: true },
  { name: 'Invite a user', path: INVITE_PATH, isForAdmins: true },
];
