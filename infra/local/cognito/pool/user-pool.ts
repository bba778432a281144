import { z } from 'zod';
import { ignored, readProperties } from '../../assembly/read-properties.ts';
import type { Resource } from '../../assembly/stack.ts';
import { StartError } from '../../process/start-error.ts';
import { passwordPolicySchema } from './password-policy.ts';
import { readUserPoolClient, type UserPoolClient } from './user-pool-client.ts';

/** Limits of an attribute's length, in characters. */
interface AttributeLength {
  readonly minimum: number;
  readonly maximum: number;
}

/** A user pool as declared, with its client and groups. */
export interface UserPoolDefinition {
  readonly id: string;
  readonly client: UserPoolClient;
  /** Names of the groups. */
  readonly groups: readonly string[];
  /** Attributes that users can have, apart from `sub`, by name. */
  readonly attributes: ReadonlyMap<string, AttributeLength>;
  readonly minimumPasswordLength: number;
}

/** Cognito's own limit. */
const ANY_LENGTH: AttributeLength = { minimum: 0, maximum: 2_048 };

/** CloudFormation has the limits as text. */
const customAttributeSchema = z.strictObject({
  Name: z.string(),
  AttributeDataType: z.literal('String'),
  StringAttributeConstraints: z
    .strictObject({ MinLength: z.coerce.number(), MaxLength: z.coerce.number() })
    .transform(({ MinLength: minimum, MaxLength: maximum }) => ({ minimum, maximum }))
    .default(ANY_LENGTH),
  /** Attributes never change here. */
  Mutable: ignored(),
});

const poolSchema = z.strictObject({
  UsernameAttributes: z.tuple([z.literal('email')]),
  UsernameConfiguration: z.strictObject({ CaseSensitive: z.literal(false) }).optional(),
  AdminCreateUserConfig: z.strictObject({ AllowAdminCreateUserOnly: z.literal(true) }),
  Policies: z.strictObject({ PasswordPolicy: passwordPolicySchema }),
  Schema: z.tuple(
    [z.strictObject({ Name: z.literal('email'), Required: z.literal(true), Mutable: ignored() })],
    customAttributeSchema,
  ),
  /** There is no second factor here. */
  MfaConfiguration: ignored(),
  EnabledMfas: ignored(),
  /** There is no mail and no recovery of passwords here. */
  AccountRecoverySetting: ignored(),
  AutoVerifiedAttributes: ignored(),
  EmailVerificationMessage: ignored(),
  EmailVerificationSubject: ignored(),
  SmsVerificationMessage: ignored(),
  VerificationMessageTemplate: ignored(),
  DeletionProtection: ignored(),
  UserPoolTags: ignored(),
  UserPoolTier: ignored(),
});

const groupSchema = z.strictObject({ UserPoolId: z.string(), GroupName: z.string() });

/**
 * Reads a pool with its client and groups.
 *
 * @param localUrl translates an address of the stack into the one on this machine
 * @throws StartError for an unsupported property, and for a client or group of another pool
 */
export const readUserPool = (
  pool: Resource,
  clients: readonly Resource[],
  groups: readonly Resource[],
  localUrl: (url: string) => string,
): UserPoolDefinition => {
  const { Schema: schema, Policies: policies } = readProperties(pool, poolSchema);
  const [, ...customAttributes] = schema;
  const checkPool = ({ logicalId }: Resource, poolId: string): void => {
    if (poolId === pool.physicalId) return;
    throw new StartError(`${logicalId} belongs to ${poolId}, not to the user pool ${pool.logicalId}.`);
  };
  const [clientResource, ...others] = clients;
  if (clientResource === undefined || others.length > 0) {
    throw new StartError(`The user pool ${pool.logicalId} has ${clients.length} clients; it must have one.`);
  }
  const client = readUserPoolClient(clientResource, localUrl);
  checkPool(clientResource, client.poolId);
  return {
    id: pool.physicalId,
    client,
    groups: groups.map((resource) => {
      const { UserPoolId: poolId, GroupName: name } = readProperties(resource, groupSchema);
      checkPool(resource, poolId);
      return name;
    }),
    attributes: new Map([
      ['email', ANY_LENGTH],
      ['email_verified', ANY_LENGTH],
      ...customAttributes.map(
        ({ Name: name, StringAttributeConstraints: length }) => [`custom:${name}`, length] as const,
      ),
    ]),
    minimumPasswordLength: policies.PasswordPolicy.MinimumLength,
  };
};
