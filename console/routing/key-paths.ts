/** The address of the view, and the prefix of its dialogs. */
export const API_KEYS_PATH = 'organization/developer/api-keys';

export const keyPath = (id: string): string => `${API_KEYS_PATH}/${id}`;

/** The prefix of the dialogs above the page of a key; those above the list follow the key itself. */
export const pageDialogsPath = (id: string): string => `${keyPath(id)}/page`;
