import { z } from 'zod';
import { ignored, readProperties } from '../assembly/read-properties.ts';
import type { Resource } from '../assembly/stack.ts';
import { StartError } from '../process/start-error.ts';

export interface KeyDefinition {
  readonly id: string;
  readonly arn: string;
}

const keySchema = z.strictObject({
  Enabled: z.literal(true).optional(),
  KeySpec: z.literal('SYMMETRIC_DEFAULT').optional(),
  KeyUsage: z.literal('ENCRYPT_DECRYPT').optional(),
  MultiRegion: z.literal(false).optional(),
  Origin: z.literal('AWS_KMS').optional(),
  BypassPolicyLockoutSafetyCheck: ignored(),
  Description: ignored(),
  EnableKeyRotation: ignored(),
  KeyPolicy: ignored(),
  PendingWindowInDays: ignored(),
  RotationPeriodInDays: ignored(),
  Tags: ignored(),
});

/**
 * Reads a key from the stack.
 *
 * @throws StartError when it is not a symmetric key for encryption
 */
export const readKey = (resource: Resource): KeyDefinition => {
  readProperties(resource, keySchema);
  if (resource.arn === undefined) throw new StartError(`${resource.logicalId} has no ARN.`);
  return { id: resource.physicalId, arn: resource.arn };
};
