/**
 * The limits of one DynamoDB call, for both clients, in milliseconds per attempt. A handler can make a few
 * calls within its timeout.
 */
export const TRY_LIMITS = { attempts: 3, connectionTimeout: 500, requestTimeout: 1_500 } as const;
