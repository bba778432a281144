import middy from '@middy/core';
import { RATE_LIMIT_POLICIES_VARIABLE, requiredVariable } from '../../shared/runtime/environment.ts';
import { tableReaderOfEnvironment } from '../../shared/runtime/table-reader.ts';
import { createAuthorizer } from './handler.ts';

const reader = tableReaderOfEnvironment();

export const handler = middy(
  createAuthorizer({
    reader,
    now: () => new Date(),
    rateLimitPolicies: JSON.parse(requiredVariable(RATE_LIMIT_POLICIES_VARIABLE)),
  }),
);
