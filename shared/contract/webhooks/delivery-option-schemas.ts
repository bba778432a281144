import { z } from 'zod';
import { MAX_HEADERS, PAYLOADS } from './webhook-limits.ts';

/** How an endpoint gets its events, as both APIs show it. */
export const deliveryOptionSchemas = {
  filter: z
    .record(z.string(), z.unknown())
    .nullable()
    .describe('An event pattern of EventBridge. Only events that match it are delivered. `null` for all.'),
  headers: z
    .array(z.strictObject({ name: z.string().min(1) }))
    .max(MAX_HEADERS)
    .describe('Further headers of each request. Their values are stored encrypted and never shown.'),
  maxPerSecond: z
    .int()
    .min(1)
    .nullable()
    .describe('How many requests per second the endpoint gets at most. `null` without a limit.'),
  payload: z
    .enum(PAYLOADS)
    .describe('`full` delivers the whole event; `thin` its id, type, timestamp, sequence and record id.'),
} as const;
