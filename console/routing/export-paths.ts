/** The address of the view, and the prefix of its dialog. */
export const EXPORTS_PATH = 'organization/data/exports';

export const START_PATH = `${EXPORTS_PATH}/start`;
