import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import type { FileKind } from '../../../shared/imports/file-kinds.ts';
import { parseColumnMapping } from '../../../shared/imports/reader/columns/column-mapping.ts';
import type { ImportReport } from '../../../shared/imports/reader/run/import-report.ts';
import type {
  ImportOptions,
  RejectedRow,
  StoredRow,
  Warning,
} from '../../../shared/imports/reader/run/import-run.ts';
import { OWN_KINDS, type OwnKind, type Snake, snakeOf } from '../../../shared/kinds/names.ts';
import { lookupChanges } from '../../../shared/records/lookups/lookup-changes.ts';
import { createLookupStore } from '../../../shared/records/lookups/lookup-store.ts';
import { createCompanyRepository, createPersonRepository } from '../../../shared/records/store/records.ts';
import { createIdMaker, type IdKind } from '../../../shared/table/items/import-ids.ts';
import { recordKeyOf } from '../../../shared/table/items/keys.ts';
import type { Item, TableReader } from '../../../shared/table/reader.ts';
import { createDocumentClientWrites } from '../../../shared/table/sdk/document-client-writer.ts';
import { startTestEngine, type TestEngine, type TestEngineOptions } from '../engine/engine.ts';
import { registerOrganization } from '../organizations/organization.ts';
import { importFiles } from './import-files.ts';

type Texts = Readonly<Partial<Record<FileKind, string | Uint8Array>>>;

interface RunOptions extends Partial<ImportOptions> {
  readonly map?: string;
  /** File name extension. Default: `csv`. */
  readonly extension?: string;
  /** Of another table, or one that a test observes. Default: the engine, by signed calls. */
  readonly client?: DynamoDBDocumentClient;
}

interface RunResult extends ImportReport {
  readonly rejected: readonly RejectedRow[];
  readonly warned: readonly Warning[];
  readonly storedRows: readonly StoredRow[];
}

/** Imports into the test file's engine; each test gets a new organization. */
export interface Imports {
  readonly engine: TestEngine;
  readonly reader: TableReader;
  readonly organizationId: string;
  nextOrganization(): void;
  /** Imports texts as files, with region US. */
  run(files: Texts, options?: RunOptions): Promise<RunResult>;
  /** The ID of an imported record. */
  idOf(kind: IdKind, scope: string, ...path: readonly string[]): string;
  /** All items but the counters of collections. */
  items(): Promise<readonly Item[]>;
  /** Writes the lookups of the records with a partition of their own, as they are stored now. */
  writeLookups(): Promise<void>;
  person(sourceId: string): ReturnType<ReturnType<typeof createPersonRepository>['get']>;
  company(sourceId: string): ReturnType<ReturnType<typeof createCompanyRepository>['get']>;
}

/** Whether this is the sort key of one of the counters of a collection. */
export const isCounter = (sk: unknown): boolean => String(sk).startsWith('COUNT#');

/** The items that hold data. Which counters there are is random. */
export const withoutCounters = (items: readonly Item[]): readonly Item[] =>
  items.filter(({ sk }) => !isCounter(sk));

/** Registers the import hooks of a test file. */
export const useImports = (options?: TestEngineOptions): Imports => {
  let engine: TestEngine;
  let organizations = 0;
  beforeAll(async () => {
    engine = await startTestEngine(options);
  });
  afterAll(() => engine.stop());
  beforeEach(async () => {
    imports.nextOrganization();
    await registerOrganization(engine, imports.organizationId);
  });

  const imports: Imports = {
    get engine() {
      return engine;
    },
    get reader() {
      return engine.table.reader;
    },
    get organizationId() {
      return `6f1c2d3e-0000-4000-8000-${String(organizations).padStart(12, '0')}`;
    },
    nextOrganization() {
      organizations += 1;
    },
    async run(files, { map = '', extension = 'csv', ...options } = {}) {
      const rejected: RejectedRow[] = [];
      const warned: Warning[] = [];
      const storedRows: StoredRow[] = [];
      const report = await importFiles({
        client: engine.client,
        tableName: engine.tableName,
        ...(options.client === undefined && { table: engine.table }),
        organizationId: imports.organizationId,
        region: 'US',
        mappings: parseColumnMapping(map),
        files: Object.fromEntries(
          Object.entries(files).map(([kind, text]) => [
            kind,
            {
              name: `${kind}.${extension}`,
              async *open() {
                yield Buffer.from(text);
              },
            },
          ]),
        ),
        onRejectedRow: (row) => rejected.push(row),
        onWarning: (warning) => warned.push(warning),
        onStoredRow: (row) => storedRows.push(row),
        ...options,
      });
      return { ...report, rejected, warned, storedRows };
    },
    idOf: (kind, scope, ...path) => createIdMaker(imports.organizationId)(kind, scope, ...path),
    items: async () => withoutCounters(await engine.itemsOf(`ORG#${imports.organizationId}`)),
    async writeLookups() {
      const { organizationId } = imports;
      const kindOf = new Map<unknown, Snake<OwnKind>>(
        OWN_KINDS.map((name) => [recordKeyOf(name)('', '').sk, snakeOf(name)]),
      );
      const changes = (await imports.items()).flatMap((after) => {
        const kind = kindOf.get(after['sk']);
        if (kind === undefined) return [];
        const resource = { kind, organizationId, id: String(after['id']) } as const;
        return lookupChanges({ resource, before: undefined, after });
      });
      await createLookupStore(createDocumentClientWrites(engine.client), engine.tableName).apply(changes);
    },
    person: (sourceId) =>
      createPersonRepository(imports.reader).get(
        imports.organizationId,
        imports.idOf('person', 'import', sourceId),
      ),
    company: (sourceId) =>
      createCompanyRepository(imports.reader).get(
        imports.organizationId,
        imports.idOf('company', 'import', sourceId),
      ),
  };
  return imports;
};
