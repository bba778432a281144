import { randomUUID } from 'node:crypto';
import type { Call } from '../../../shared/kinds/call.ts';
import type { Person } from '../../../shared/kinds/person.ts';

/** A call with a person, and with all that an erasure removes. */
export const callWith = ({ id, companyId }: Pick<Person, 'id' | 'companyId'>): Call => ({
  id: randomUUID(),
  ...{ personId: id, companyId, callListId: null, callListEntryId: null },
  phone: { number: '+12025550143', type: 'mobile' },
  direction: 'outbound',
  ...{ startedAt: '2026-01-31T09:24:10.000Z', durationSeconds: 312, isConnected: true },
  disposition: 'Connected',
  agent: { id: 'owner-1', name: 'Nora', email: 'nora@nowhere.example' },
  recordingUrl: 'https://recordings.example/1.mp3',
  note: 'Prefers mornings.',
  externalIds: [{ source: 'dialer', id: randomUUID() }],
  customFields: {},
  createdAt: '2026-01-31T09:30:00.000Z',
  updatedAt: '2026-01-31T09:30:00.000Z',
  changedAt: '2026-01-31T09:30:00.000Z',
});
