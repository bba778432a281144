import { v5 } from 'uuid';

export type IdKind = 'person' | 'company' | 'call_list' | 'call_list_entry';

/**
 * Makes the ids of imported records: UUIDv5 within the organization's namespace, so that the same record of
 * the same source gets the same id in every import, and files can refer to each other by the source's ids.
 *
 * @param path what tells the record from all others of its kind: usually the source and its id there
 */
export type IdMaker = (kind: IdKind, ...path: readonly string[]) => string;

/** @param organizationId a lower-case UUID */
export const createIdMaker = (organizationId: string): IdMaker => {
  const namespace = Uint8Array.from(Buffer.from(organizationId.replaceAll('-', ''), 'hex'));
  // JSON keeps the parts apart whatever they contain.
  return (kind, ...path) => v5(JSON.stringify([kind, ...path]), namespace);
};
