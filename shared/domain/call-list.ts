import * as z from 'zod';
import { changedAtSchema, shortTextSchema, timestampSchema, uuidSchema } from './fields.ts';

/** A call list, as the head of `GET /v1/call-list/{id}`. */
export const callListSchema = z.strictObject({
  id: uuidSchema,
  name: shortTextSchema,
  createdAt: timestampSchema,
  isLocked: z.boolean(),
  changedAt: changedAtSchema,
});

export type CallList = z.infer<typeof callListSchema>;

/** A call list as `GET /v1/call-list` lists it. */
export const listedCallListSchema = callListSchema.omit({ changedAt: true });

export type ListedCallList = z.infer<typeof listedCallListSchema>;
