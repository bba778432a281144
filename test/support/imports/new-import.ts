import { randomUUID } from 'node:crypto';
import { DEFAULT_SETTINGS } from '../../../shared/contract/imports/import-limits.ts';
import type { Import } from '../../../shared/imports/import.ts';
import { newImport } from '../../../shared/imports/import-repository.ts';
import { ACTOR, at } from '../keys/key-fixture.ts';

/** An import of people that is not stored yet. */
export const someImport = (organizationId: string, given: Partial<Import> = {}): Import => {
  const id = randomUUID();
  const created = newImport(
    {
      id,
      organizationId,
      kind: 'people',
      source: 'crm',
      fileName: 'people.csv',
      objectKey: `uploads/${organizationId}/${id}/people.csv`,
      etag: 'etag-1',
      size: 12,
      settings: DEFAULT_SETTINGS,
      isRepeat: false,
      startedBy: ACTOR,
      createdAt: at(0),
    },
    null,
  );
  return { ...created, status: 'uploaded', ...given };
};
