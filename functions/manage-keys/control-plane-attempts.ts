/**
 * API Gateway takes 5 key creations a second for an account. With the SDK's backoff this waits some 8 seconds
 * on average, and 16 at the most, which is within the time limit of the function.
 */
export const CONTROL_PLANE_ATTEMPTS = 6;
