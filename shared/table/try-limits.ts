/**
 * The limits of one DynamoDB call, for both clients: low enough that a handler with a few calls answers
 * within its own time limit. Milliseconds per attempt.
 */
export const TRY_LIMITS = { attempts: 3, connectionTimeout: 500, requestTimeout: 1_500 } as const;
