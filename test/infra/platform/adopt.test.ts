import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { adoptCommand } from '../../../infra/cli/adopt/command.ts';
import { importChangeSet, type StackTemplate } from '../../../infra/cli/adopt/import-template.ts';
import { synthesize } from '../../support/platform/synthesis.ts';

const RETAINED = { table: 'sales-table', webhookKey: 'key-id', userPool: 'eu-west-1_pool' };
const TABLE = 'DataTableFDBAD0F2';
const USER_POOL = 'AdminApiUsersUserPoolD6CD7C54';

const template = { Resources: synthesize('production').toJSON()['Resources'] } as StackTemplate;
const { template: adopted, resourcesToImport } = importChangeSet(template, RETAINED);

describe('the import of what a removed stack left', () => {
  it('names the table, the webhook key, the user pool and its groups', () => {
    const named = resourcesToImport.map(({ ResourceType, ResourceIdentifier }) => [
      ResourceType,
      ResourceIdentifier,
    ]);
    const pool = { UserPoolId: RETAINED.userPool };
    expect(named).toHaveLength(5);
    expect(named).toEqual(
      expect.arrayContaining([
        ['AWS::DynamoDB::Table', { TableName: RETAINED.table }],
        ['AWS::KMS::Key', { KeyId: RETAINED.webhookKey }],
        ['AWS::Cognito::UserPool', pool],
        ['AWS::Cognito::UserPoolGroup', { ...pool, GroupName: 'admin' }],
        ['AWS::Cognito::UserPoolGroup', { ...pool, GroupName: 'member' }],
      ]),
    );
  });

  it("keeps the stack's logical ids, which the later deployment updates in place", () => {
    const logicalIds = resourcesToImport.map(({ LogicalResourceId }) => LogicalResourceId);
    expect(Object.keys(adopted.Resources).sort()).toEqual([...logicalIds].sort());
    for (const logicalId of logicalIds) {
      expect(template.Resources[logicalId]).toMatchObject({
        Type: adopted.Resources[logicalId]?.Type,
        // What the removal of the stack keeps.
        DeletionPolicy: 'RetainExceptOnCreate',
      });
      expect(adopted.Resources[logicalId]).toMatchObject({ DeletionPolicy: 'Retain' });
    }
  });

  it('refers only to imported resources', () => {
    const text = JSON.stringify(adopted);
    const references = [...text.matchAll(/"(?:Ref|Fn::GetAtt)":\[?"([^"]+)"/g)].map(([, name = '']) => name);
    expect(references).toContain(USER_POOL);
    for (const name of references) {
      expect(name.startsWith('AWS::') || Object.hasOwn(adopted.Resources, name), name).toBe(true);
    }
  });

  it('preserves immutable properties: keys, indexes, stream, and the schema of users', () => {
    expect(adopted.Resources[TABLE]?.Properties).toEqual(template.Resources[TABLE]?.Properties);
    const { Schema, UsernameAttributes, UsernameConfiguration } =
      template.Resources[USER_POOL]?.Properties ?? {};
    expect(adopted.Resources[USER_POOL]?.Properties).toMatchObject({
      Schema,
      UsernameAttributes,
      UsernameConfiguration,
    });
    expect(Schema).toBeDefined();
  });
});

describe('npm run adopt', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'adopt-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const run = async (...argv: readonly string[]) => {
    const lines: string[] = [];
    const add = (more: readonly string[]): void => void lines.push(...more);
    await adoptCommand(argv, { result: add, message: add, document: () => undefined });
    return lines.join('\n');
  };

  it('writes the files, and prints the commands that import them', async () => {
    const file = join(folder, 'SalesData-production.template.json');
    writeFileSync(file, JSON.stringify(template));
    const named = ['--table', RETAINED.table, '--webhook-key', RETAINED.webhookKey];
    const options = ['--template', file, ...named, '--user-pool', RETAINED.userPool, '--output', folder];
    const printed = await run(...options);
    expect(printed).toContain('--stack-name SalesData-production');
    const read = (name: string) => JSON.parse(readFileSync(join(folder, name), 'utf8'));
    expect(printed).toContain(`file://${join(folder, 'import-template.json')}`);
    expect(read('import-template.json')).toEqual(adopted);
    expect(read('import-resources.json')).toEqual(resourcesToImport);
    // The longest template that a command may contain.
    expect(JSON.stringify(adopted, null, 2).length).toBeLessThan(51_200);
  });

  it('names the missing parts', async () => {
    await expect(run('--table', 'x')).rejects.toThrow('Missing `--template FILE`.');
  });
});
