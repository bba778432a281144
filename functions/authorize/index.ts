import middy from '@middy/core';
import {
  RATE_LIMIT_POLICIES_VARIABLE,
  requiredVariable,
  TABLE_NAME_VARIABLE,
} from '../../shared/runtime/environment.ts';
import { createDocumentClient } from '../../shared/table/document-client.ts';
import { createTableReader } from '../../shared/table/document-client-reader.ts';
import { createAuthorizer } from './handler.ts';

const reader = createTableReader(createDocumentClient(), requiredVariable(TABLE_NAME_VARIABLE));

export const handler = middy(
  createAuthorizer({
    reader,
    now: () => new Date(),
    rateLimitPolicies: JSON.parse(requiredVariable(RATE_LIMIT_POLICIES_VARIABLE)),
  }),
);
