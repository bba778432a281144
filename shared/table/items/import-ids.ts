import { v5 } from 'uuid';
import { sourceKeyOf } from '../../domain/values/external-id.ts';

import type { RecordEventKind } from '../../kinds/event-kinds.ts';

/** Ids are computed from the kind as event types name it. */
export type IdKind = RecordEventKind;

/**
 * Computes the ids of imported records: UUIDv5 within the organization's namespace. A record of a source has
 * the same id in every import, and files can refer to each other by the source's ids.
 *
 * @param scope what the rest of the path is unique in: usually the source, whatever its spelling
 * @param path what identifies the record there: usually its id
 */
export type IdMaker = (kind: IdKind, scope: string, ...path: readonly string[]) => string;

/** @param organizationId a lower-case UUID */
export const createIdMaker = (organizationId: string): IdMaker => {
  const namespace = Uint8Array.from(Buffer.from(organizationId.replaceAll('-', ''), 'hex'));
  // JSON separates the parts whatever they contain.
  return (kind, scope, ...path) => v5(JSON.stringify([kind, sourceKeyOf(scope), ...path]), namespace);
};
