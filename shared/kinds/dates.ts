import { described, TIMESTAMP } from './fields.ts';

export const UPDATED_AT = described('The date of the last change in the source.', TIMESTAMP);
export const CHANGED_AT = described('When this service stored the last change.', TIMESTAMP);
