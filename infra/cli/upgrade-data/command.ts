import { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider';
import { storePoolUsers } from '../../../shared/organizations/users/store-pool-users.ts';
import { createLookupStore } from '../../../shared/records/lookups/lookup-store.ts';
import { writeLookups } from '../../../shared/records/lookups/write-lookups.ts';
import { type UpgradeProgress, upgradeTable } from '../../../shared/records/upgrade/upgrade-table.ts';
import { createTable, createTableReader } from '../../../shared/table/sdk/document-client-table.ts';
import { parseCommandLine } from '../support/arguments.ts';
import { type Connection, connect } from '../support/connection.ts';
import { linesOf, type Output } from '../support/output.ts';
import { messageOf } from '../support/run-command.ts';
import { UsageError } from '../support/usage-error.ts';
import { UPGRADE_DATA_HELP } from './help.ts';
import { type DataReport, remarksOf, summaryOf } from './summary.ts';

const EXIT_COMPLETE = 0;
const EXIT_INCOMPLETE = 2;

const LINE_INTERVAL_MILLISECONDS = 2_000;

/** Prints a line every two seconds. */
const createProgress = ({ message }: Output) => {
  let printedAt = Date.now();
  return ({ scan, scanned, upgraded }: UpgradeProgress): void => {
    if (Date.now() - printedAt < LINE_INTERVAL_MILLISECONDS) return;
    printedAt = Date.now();
    const what = scan === 1 ? 'Upgrading' : 'Verifying';
    message(`${what}: ${scanned} items scanned, ${upgraded} upgraded`);
  };
};

const upgrade = async (
  { documents, clientOptions, output: outputOf }: Connection,
  output: Output,
): Promise<DataReport> => {
  const tableName = outputOf('TableName');
  const cognito = new CognitoIdentityProviderClient(clientOptions('cognito'));
  const reader = createTableReader(documents, tableName);
  const lookups = createLookupStore(documents, tableName);
  try {
    const users = await storePoolUsers(createTable(documents, tableName), cognito, outputOf('UserPoolId'));
    const report = await upgradeTable({
      client: documents,
      tableName,
      onListed: (listed) => writeLookups(reader, lookups, listed),
      onProgress: createProgress(output),
      onUnreadable: output.message,
    });
    return { ...report, users };
  } catch (error) {
    throw new UsageError(`The upgrade stopped: ${messageOf(error)}. Repeat the command to continue.`, {
      cause: error,
    });
  }
};

/** `npm run upgrade-data`: see {@link UPGRADE_DATA_HELP}. Returns the exit code. */
export const upgradeDataCommand = async (argv: readonly string[], output: Output): Promise<number> => {
  const { values } = parseCommandLine(argv, { stack: { type: 'string' } });
  if (values.help === true) {
    output.result(linesOf(UPGRADE_DATA_HELP));
    return EXIT_COMPLETE;
  }
  const connection = await connect(values.stack);
  const report = await upgrade(connection, output);
  if (values.json === true) output.document(report);
  else output.result(summaryOf(report));
  for (const remark of remarksOf(report)) output.message(remark);
  return report.organizations.incomplete.length === 0 ? EXIT_COMPLETE : EXIT_INCOMPLETE;
};
