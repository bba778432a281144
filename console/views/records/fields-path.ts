/** The address of the view of fields. */
export const FIELDS_PATH = 'organization/data/fields';
