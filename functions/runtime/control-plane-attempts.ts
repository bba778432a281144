/**
 * API Gateway allows 5 key creations per second and account. With the SDK's backoff, these attempts take
 * about 8 seconds on average and at most 16, within the function's timeout.
 */
export const CONTROL_PLANE_ATTEMPTS = 6;
