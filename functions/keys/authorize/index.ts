import middy from '@middy/core';
import { createUseRecorder } from '../../../shared/keys/last-use.ts';
import {
  RATE_LIMIT_POLICIES_VARIABLE,
  requiredVariable,
  TABLE_NAME_VARIABLE,
} from '../../../shared/runtime/environment.ts';
import { createSignedCalls } from '../../../shared/table/signed-calls/signed-calls.ts';
import { createReader } from '../../../shared/table/table-reader.ts';
import { createAuthorizer } from './handler.ts';

const calls = createSignedCalls();
const tableName = requiredVariable(TABLE_NAME_VARIABLE);

export const handler = middy(
  createAuthorizer({
    reader: createReader(calls, tableName),
    now: () => new Date(),
    recordUse: createUseRecorder(calls, tableName, (error) =>
      console.warn({ warning: 'The last use of a key could not be recorded.', error: String(error) }),
    ),
    // Unlike the console's, lines on the standard output keep their fields at the top, as in the access log.
    logRefusal: (request) => process.stdout.write(`${JSON.stringify(request)}\n`),
    rateLimitPolicies: JSON.parse(requiredVariable(RATE_LIMIT_POLICIES_VARIABLE)),
  }),
);
