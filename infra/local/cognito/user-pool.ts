import { z } from 'zod';
import { ignored, readProperties } from '../assembly/read-properties.ts';
import type { Resource } from '../assembly/stack.ts';
import { StartError } from '../process/start-error.ts';
import { type AttributeDefinition, attributesSchema } from './attribute-schema.ts';
import { DEFAULT_PASSWORD_POLICY, type PasswordPolicy, passwordPolicySchema } from './password-policy.ts';
import { readUserPoolClient, type UserPoolClient } from './user-pool-client.ts';

/** A user pool as declared, with everything that belongs to it. */
export interface UserPoolDefinition {
  readonly id: string;
  readonly clients: readonly UserPoolClient[];
  /** Names of the groups that users can be in. */
  readonly groups: readonly string[];
  /** Of all attributes that users can have, `sub` apart. */
  readonly attributes: readonly AttributeDefinition[];
  readonly passwordPolicy: PasswordPolicy;
}

const poolSchema = z.strictObject({
  UsernameAttributes: z.tuple([z.literal('email')]),
  UsernameConfiguration: z.strictObject({ CaseSensitive: z.literal(false) }).optional(),
  AdminCreateUserConfig: z.strictObject({
    AllowAdminCreateUserOnly: z.literal(true),
    InviteMessageTemplate: ignored(),
    UnusedAccountValidityDays: ignored(),
  }),
  Policies: z
    .strictObject({
      PasswordPolicy: passwordPolicySchema.optional(),
      SignInPolicy: z.strictObject({ AllowedFirstAuthFactors: z.tuple([z.literal('PASSWORD')]) }).optional(),
    })
    .optional(),
  Schema: attributesSchema,
  /** There is no second factor here. */
  MfaConfiguration: ignored(),
  EnabledMfas: ignored(),
  /** Nothing is sent here, and nobody recovers a password. */
  AccountRecoverySetting: ignored(),
  AutoVerifiedAttributes: ignored(),
  EmailAuthenticationMessage: ignored(),
  EmailAuthenticationSubject: ignored(),
  EmailConfiguration: ignored(),
  EmailVerificationMessage: ignored(),
  EmailVerificationSubject: ignored(),
  SmsAuthenticationMessage: ignored(),
  SmsConfiguration: ignored(),
  SmsVerificationMessage: ignored(),
  UserAttributeUpdateSettings: ignored(),
  VerificationMessageTemplate: ignored(),
  DeletionProtection: ignored(),
  DeviceConfiguration: ignored(),
  UserPoolAddOns: ignored(),
  UserPoolName: ignored(),
  UserPoolTags: ignored(),
  UserPoolTier: ignored(),
});

const groupSchema = z.strictObject({
  UserPoolId: z.string(),
  GroupName: z.string(),
  Description: ignored(),
  Precedence: ignored(),
  RoleArn: ignored(),
});

/**
 * Reads a pool with its clients and groups.
 *
 * @param localUrl where an address of the stack is on this machine
 * @throws StartError for what the runner does not know, and for a client or group of another pool
 */
export const readUserPool = (
  pool: Resource,
  clients: readonly Resource[],
  groups: readonly Resource[],
  localUrl: (url: string) => string,
): UserPoolDefinition => {
  const properties = readProperties(pool, poolSchema);
  const checkPool = ({ logicalId }: Resource, poolId: string): void => {
    if (poolId !== pool.physicalId) {
      throw new StartError(
        `${logicalId} belongs to ${poolId}, which is not the user pool ${pool.logicalId}.`,
      );
    }
  };
  return {
    id: pool.physicalId,
    clients: clients.map((resource) => {
      const { poolId, ...client } = readUserPoolClient(resource, localUrl);
      checkPool(resource, poolId);
      return client;
    }),
    groups: groups.map((resource) => {
      const { UserPoolId: poolId, GroupName: name } = readProperties(resource, groupSchema);
      checkPool(resource, poolId);
      return name;
    }),
    attributes: properties.Schema,
    passwordPolicy: properties.Policies?.PasswordPolicy ?? DEFAULT_PASSWORD_POLICY,
  };
};
