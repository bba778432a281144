import { afterEach, beforeAll, beforeEach, vi } from 'vitest';
import { createRecordExpirer } from '../../../functions/records/expire-records/handler.ts';
import type { ResourceEvent } from '../../../shared/contract/events/events.ts';
import {
  ORGANIZATION_DEFAULTS,
  type Organization,
  organizationToItem,
} from '../../../shared/organizations/organization.ts';
import { updateOrganization } from '../../../shared/organizations/update-organization.ts';
import { EXPIRY_PARTITION } from '../../../shared/table/items/keys.ts';
import { nextVersion } from '../../../shared/table/items/versions.ts';
import type { Table } from '../../../shared/table/table.ts';
import { openTableStream, type TableStream } from '../engine/table-stream.ts';
import { eventsOfRecords } from '../events/events-of-records.ts';
import { type Imports, useImports } from '../imports/import-fixture.ts';

const DAY = 86_400_000;
const START = Date.parse('2026-03-01T12:00:00.000Z');

const ACTOR = { id: 'cli:ada', name: 'cli:ada', from: 'laptop' };

export interface Retention extends Imports {
  readonly table: Table;
  /** Sets the clock, in days since the start of each test. Fractions count. */
  at(day: number): Date;
  /** Registers the organization. */
  register(id?: string): Promise<void>;
  keepFor(recordRetentionDays: number | null): Promise<Organization>;
  /** Runs the scheduled function at the clock's time, until its runs are done. */
  expire(table?: Table): Promise<void>;
  /** `person.expiring 2` … of all changes of the organization, oldest first. */
  history(): Promise<readonly string[]>;
  events(): Promise<readonly ResourceEvent[]>;
}

/** Registers an engine, a clock and a new organization for the tests of a file. */
export const useRetention = (): Retention => {
  const imports = useImports({ hasStream: true });
  let stream: TableStream | undefined;
  beforeAll(() => {
    const info = vi.spyOn(console, 'info').mockImplementation(() => undefined);
    return () => {
      info.mockRestore();
      stream?.close();
    };
  });
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date'], now: START });
    imports.nextOrganization();
  });
  afterEach(async () => {
    vi.useRealTimers();
    for (const { pk, sk } of await imports.engine.itemsOf(EXPIRY_PARTITION)) {
      await table().writer.transact([{ delete: { Key: { pk, sk } } }]);
    }
  });
  const table = (): Table => imports.engine.table;

  const events = async (): Promise<readonly ResourceEvent[]> => {
    stream ??= openTableStream(imports.engine);
    const all: ResourceEvent[] = [];
    for (const record of await stream.recordsOf(`ORG#${imports.organizationId}`)) {
      all.push(...(await eventsOfRecords([record], imports.reader)));
    }
    return all;
  };

  return Object.defineProperties(imports as Retention, {
    table: { get: table },
    at: {
      value: (day: number) => {
        vi.setSystemTime(START + day * DAY);
        return new Date();
      },
    },
    register: {
      value: async (id: string = imports.organizationId) => {
        const organization = {
          ...ORGANIZATION_DEFAULTS,
          id,
          name: 'Test',
          createdAt: new Date().toISOString(),
        };
        await table().writer.put(nextVersion(organizationToItem(organization), undefined), undefined);
      },
    },
    keepFor: {
      value: (recordRetentionDays: number | null) =>
        updateOrganization(table(), imports.organizationId, { recordRetentionDays }, ACTOR),
    },
    expire: {
      value: async (at: Table = table()) => {
        const time = new Date().toISOString();
        await createRecordExpirer(at)({ time }, { getRemainingTimeInMillis: () => 900_000 });
      },
    },
    events: { value: events },
    history: {
      value: async () => (await events()).map(({ type, sequence }) => `${type} ${sequence}`),
    },
  });
};
