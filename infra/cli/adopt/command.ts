import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parseCommandLine } from '../support/arguments.ts';
import { linesOf, type Output } from '../support/output.ts';
import { messageOf } from '../support/run-command.ts';
import { UsageError } from '../support/usage-error.ts';
import { importChangeSet, type StackTemplate } from './import-template.ts';

const HELP = `Prepares a new stack that takes over what a removed one left: its table, webhook key and user pool.

Usage: npm run adopt -- --template FILE --table NAME --webhook-key ID --user-pool ID [--output DIR]

Writes what CloudFormation needs to import them, and prints the commands that do it. Calls nothing itself. See "Create
the stack again" in the runbook.

  --template FILE     template of the stage, such as cdk.out/SalesData-production.template.json
  --table NAME        name of the table
  --webhook-key ID    id of the KMS key of webhook secrets
  --user-pool ID      id of the user pool
  --output DIR        folder for the files (default: cdk.out)
  --help              print this help`;

const required = (name: string, placeholder: string, value: string | undefined): string => {
  if (value === undefined) throw new UsageError(`Missing \`--${name} ${placeholder}\`.`);
  return value;
};

const readTemplate = (file: string): StackTemplate => {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new UsageError(`The template ${file} cannot be read: ${messageOf(error)}.`);
  }
};

/** `npm run adopt`. Returns the exit code. */
export const adoptCommand = async (argv: readonly string[], output: Output): Promise<number> => {
  const { values } = parseCommandLine(argv, {
    template: { type: 'string' },
    table: { type: 'string' },
    'webhook-key': { type: 'string' },
    'user-pool': { type: 'string' },
    output: { type: 'string' },
  });
  if (values.help === true) {
    output.result(linesOf(HELP));
    return 0;
  }
  const file = required('template', 'FILE', values.template);
  const changeSet = importChangeSet(readTemplate(file), {
    table: required('table', 'NAME', values.table),
    webhookKey: required('webhook-key', 'ID', values['webhook-key']),
    userPool: required('user-pool', 'ID', values['user-pool']),
  });
  const folder = values.output ?? 'cdk.out';
  mkdirSync(folder, { recursive: true });
  const [template, resources] = [join(folder, 'import-template.json'), join(folder, 'import-resources.json')];
  writeFileSync(template, JSON.stringify(changeSet.template, null, 2));
  writeFileSync(resources, JSON.stringify(changeSet.resourcesToImport, null, 2));
  const stack = `--stack-name ${basename(file).replace(/\.template\.json$/, '')}`;
  if (values.json === true) output.document({ template, resources });
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
};
