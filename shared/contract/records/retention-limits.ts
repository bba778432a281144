/** The days for which an organization can keep records that nothing refers to. */
export const RECORD_RETENTION_DAYS = { minimum: 30, maximum: 3_650 } as const;

/**
 * The days for which an organization can keep events and deliveries. The service's own limit may be lower.
 */
export const EVENT_RETENTION_DAYS = { minimum: 7, maximum: 3_650 } as const;
