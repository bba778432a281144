import { z } from 'zod';
import { StartError } from '../process/start-error.ts';
import type { Resource } from './stack.ts';

/** A property that makes no difference on one machine. */
export const ignored = (): z.ZodOptional<z.ZodUnknown> => z.unknown().optional();

/**
 * Reads the properties that the runner supports.
 *
 * @param schema strict, so that an unsupported property fails the start instead of being ignored
 * @throws StartError naming the resource and its unsupported properties
 */
export const readProperties = <T>({ logicalId, properties }: Resource, schema: z.ZodType<T>): T => {
  const result = schema.safeParse(properties);
  if (result.success) return result.data;
  const reasons = result.error.issues.map(
    ({ path, message }) => `${path.join('.') || 'properties'}: ${message}`,
  );
  throw new StartError(
    `The local runner does not support this configuration of ${logicalId} (${reasons.join('; ')}).`,
  );
};
