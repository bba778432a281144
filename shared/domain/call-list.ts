import { z } from 'zod';
import { shortTextSchema, timestampSchema, uuidSchema } from './fields.ts';

/** A call list as `GET /v1/call-list` lists it, and as the head of `GET /v1/call-list/{id}`. */
export const callListSchema = z.strictObject({
  id: uuidSchema,
  name: shortTextSchema,
  createdAt: timestampSchema,
  isLocked: z.boolean(),
});

export type CallList = z.infer<typeof callListSchema>;
