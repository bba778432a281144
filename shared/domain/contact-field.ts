const CONTACT_FIELD = /^(?:emails|phones|linkedinUrl|location\.street)(?:$|\.|Raw| \()/;

/**
 * Whether a path, or the name of a custom field, is that of a contact detail of a person. The importer names
 * custom fields after the field whose value they hold: `linkedinUrl (2)`, `emails.workRaw`.
 */
export const isContactField = (name: string): boolean => CONTACT_FIELD.test(name);
