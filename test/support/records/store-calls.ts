import { connect } from '../../../infra/cli/support/connection.ts';
import type { Call } from '../../../shared/kinds/call.ts';
import { addToCollectionCount, putRecord } from '../../../shared/records/store/record-writes.ts';
import { createTable } from '../../../shared/table/sdk/document-client-table.ts';
import { service } from '../service/service.ts';
import { callToItem } from './calls.ts';

/** Stores new calls in an organization of the service. */
export const storeCalls = async (organizationId: string, calls: readonly Call[]): Promise<void> => {
  for (const [name, value] of Object.entries(service.toolEnvironment)) process.env[name] = value;
  const { documents, output } = await connect(service.toolArguments[1]);
  const { writer } = createTable(documents, output('TableName'));
  await writer.transact((now) => [
    ...calls.map((call) => putRecord(callToItem(organizationId, call), undefined, { isSilent: false, now })),
    ...addToCollectionCount(organizationId, 'call', calls.length),
  ]);
};
