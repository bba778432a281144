// Made by "npm run openapi": do not edit.
/** Parameters that take one value or many: each is sent on its own, since it may contain a comma. */
export const LOOKUPS = ['id', 'externalId', 'phone', 'email', 'domain', 'value'] as const;
