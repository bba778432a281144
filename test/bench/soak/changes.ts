import { importFiles } from '../../support/imports/import-files.ts';
import { jsonLinesFiles } from '../../support/records/sample-data.ts';
import { openRunnerDocuments } from '../../support/service/runner-documents.ts';
import type { SampleOrganization } from '../../support/service/service-setup.ts';

/** Repeatedly changes all people of an organization by an import. */
export interface Changes {
  /** Runs one import. */
  make(): Promise<void>;
  /** Each change made so far, as `id sequence`. */
  readonly made: ReadonlySet<string>;
}

/** @param dataDirectory of the running service */
export const createChanges = (
  { organizationId, data }: SampleOrganization,
  dataDirectory: string,
): Changes => {
  const { client, tableName } = openRunnerDocuments(dataDirectory);
  const made = new Set<string>();
  // The initial import created the first version of each.
  let sequence = 1;
  return {
    made,
    async make() {
      const people = data.people.map((person) => ({ ...person, title: `Title ${sequence + 1}` }));
      await importFiles({
        client,
        tableName,
        organizationId,
        files: jsonLinesFiles({ people }),
        onRejectedRow: (row) => {
          throw new Error(`A row was rejected: ${JSON.stringify(row)}`);
        },
      });
      sequence += 1;
      for (const { id } of people) made.add(`${id} ${sequence}`);
    },
  };
};
