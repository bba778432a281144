import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { optional, required } from '../support/arguments.ts';
import { messageOf } from '../support/run-command.ts';
import { command } from '../support/subcommands.ts';
import { UsageError } from '../support/usage-error.ts';
import { importChangeSet, type StackTemplate } from './import-template.ts';

const HELP = `Prepares a new stack that adopts the table, webhook key and user pool of a removed one.

Usage: npm run adopt -- --template FILE --table NAME --webhook-key ID --user-pool ID [--output DIR]

Writes what CloudFormation needs to import them, and prints the commands that do it. Calls nothing itself. \
See "Create
the stack again" in the runbook.

  --template FILE     template of the stage, such as cdk.out/SalesData-production.template.json
  --table NAME        name of the table
  --webhook-key ID    id of the KMS key of webhook secrets
  --user-pool ID      id of the user pool
  --output DIR        folder for the files (default: cdk.out)
  --json              print one JSON document
  --help              print this help

Example:

  npm run adopt -- --template cdk.out/SalesData-production.template.json --table TABLE --webhook-key KEY_ID \\
    --user-pool POOL_ID

Exit code: 0 on success, 1 on failure.`;

const readTemplate = (file: string): StackTemplate => {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new UsageError(`The template ${file} cannot be read: ${messageOf(error)}.`);
  }
};

/** `npm run adopt`: see {@link HELP}. */
export const adoptCommand = command(
  HELP,
  {
    template: required('FILE', String),
    table: required('NAME', String),
    'webhook-key': required('ID', String),
    'user-pool': required('ID', String),
    output: optional(String, 'cdk.out'),
  },
  async ({ template: file, table, output: folder, json, ...ids }, output) => {
    const kept = { table, webhookKey: ids['webhook-key'], userPool: ids['user-pool'] };
    const changeSet = importChangeSet(readTemplate(file), kept);
    mkdirSync(folder, { recursive: true });
    const template = join(folder, 'import-template.json');
    const resources = join(folder, 'import-resources.json');
    writeFileSync(template, JSON.stringify(changeSet.template, null, 2));
    writeFileSync(resources, JSON.stringify(changeSet.resourcesToImport, null, 2));
    const stack = `--stack-name ${basename(file).replace(/\.template\.json$/, '')}`;
    if (json) output.document({ template, resources });
    else {
      output.result([
        'aws cloudformation create-change-set --change-set-type IMPORT --change-set-name adopt \\',
        `  ${stack} --template-body file://${template} \\`,
        `  --resources-to-import file://${resources}`,
        `aws cloudformation wait change-set-create-complete --change-set-name adopt ${stack}`,
        `aws cloudformation execute-change-set --change-set-name adopt ${stack}`,
        `aws cloudformation wait stack-import-complete ${stack}`,
      ]);
    }
    return 0;
  },
);
