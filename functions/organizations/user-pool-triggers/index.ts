import { createRecordTest } from '../../../shared/organizations/federation/record-test.ts';
import { requiredVariable, TABLE_NAME_VARIABLE } from '../../../shared/runtime/environment.ts';
import { createSignedCalls } from '../../../shared/table/signed-calls/signed-calls.ts';
import { createTableReaderFromEnv } from '../../runtime/table-reader.ts';
import { userPoolTriggers } from './handler.ts';

export const handler = userPoolTriggers(
  createTableReaderFromEnv(),
  createRecordTest(createSignedCalls(), requiredVariable(TABLE_NAME_VARIABLE)),
);
