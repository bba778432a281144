/** The address of the suppression list. */
export const SUPPRESSIONS_PATH = 'organization/data/suppressions';
