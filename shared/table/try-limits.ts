/**
 * What one call of DynamoDB may take, whichever client makes it: so little that a handler which makes a few
 * calls still answers within its own time limit. Times in milliseconds, of one try.
 */
export const TRY_LIMITS = { attempts: 3, connectionTimeout: 500, requestTimeout: 1_500 } as const;
