import { expect } from 'vitest';

/** A record as the service returns it: `changedAt` is when it was stored. For comparisons. */
export const stored = <T extends object>(record: T) => ({ ...record, changedAt: expect.any(String) });
