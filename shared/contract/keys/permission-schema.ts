import { z } from 'zod';

/** A permission in a response. It is not an enum, because later versions add permissions. */
export const permissionSchema = z
  .string()
  .regex(/^[a-z.-]+:\w+$/)
  .describe('Such as `person:read`. Later versions may add others.');
