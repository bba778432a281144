import { z } from 'zod';
import { ignored, readProperties } from '../../assembly/read-properties.ts';
import type { Resource } from '../../assembly/stack.ts';
import { StartError } from '../../process/start-error.ts';
import { type IdentityProvider, readIdentityProvider, type Secrets } from './identity-provider.ts';
import { passwordPolicySchema } from './password-policy.ts';
import { readUserPoolClient, type UserPoolClient } from './user-pool-client.ts';

/** The ARNs of a pool's Lambda triggers. */
export interface TriggerArns {
  readonly inboundFederation?: string | undefined;
  readonly preTokenGeneration?: string | undefined;
}

/** A user pool as declared, with its client and groups. */
export interface UserPoolDefinition {
  readonly id: string;
  readonly client: UserPoolClient;
  /** Names of the groups. */
  readonly groups: readonly string[];
  /** Names of the attributes that users can have, apart from `sub`. */
  readonly attributes: readonly string[];
  /** Those that the client offers. */
  readonly providers: readonly IdentityProvider[];
  readonly triggers: TriggerArns;
  readonly minimumPasswordLength: number;
  readonly invitation: InvitationTemplate;
}

/** The email to a new user, with the placeholders `{username}` and `{####}`. */
export interface InvitationTemplate {
  readonly subject: string;
  readonly text: string;
}

/** Cognito's default. */
const DEFAULT_INVITATION = {
  EmailSubject: 'Your temporary password',
  EmailMessage: 'Your username is {username} and temporary password is {####}.',
};

const customAttributeSchema = z.strictObject({
  Name: z.string(),
  AttributeDataType: z.literal('String'),
  /** The service writes ids only. */
  StringAttributeConstraints: ignored(),
  /** Attributes never change here. */
  Mutable: ignored(),
});

const triggerSchema = z.strictObject({ LambdaArn: z.string(), LambdaVersion: z.literal('V1_0') });

const poolSchema = z.strictObject({
  UsernameAttributes: z.tuple([z.literal('email')]),
  UsernameConfiguration: z.strictObject({ CaseSensitive: z.literal(false) }).optional(),
  AdminCreateUserConfig: z.strictObject({
    AllowAdminCreateUserOnly: z.literal(true),
    InviteMessageTemplate: z
      .strictObject({ EmailSubject: z.string(), EmailMessage: z.string() })
      .default(DEFAULT_INVITATION),
  }),
  Policies: z.strictObject({ PasswordPolicy: passwordPolicySchema }),
  Schema: z.tuple(
    [z.strictObject({ Name: z.literal('email'), Required: z.literal(true), Mutable: ignored() })],
    customAttributeSchema,
  ),
  LambdaConfig: z
    .strictObject({ InboundFederation: triggerSchema.optional(), PreTokenGenerationConfig: triggerSchema })
    .optional(),
  /** There is no second factor here. */
  MfaConfiguration: ignored(),
  EnabledMfas: ignored(),
  /** There is no mail and no recovery of passwords here. */
  AccountRecoverySetting: ignored(),
  EmailConfiguration: ignored(),
  AutoVerifiedAttributes: ignored(),
  UserAttributeUpdateSettings: ignored(),
  EmailVerificationMessage: ignored(),
  EmailVerificationSubject: ignored(),
  SmsVerificationMessage: ignored(),
  VerificationMessageTemplate: ignored(),
  DeletionProtection: ignored(),
  UserPoolTags: ignored(),
  UserPoolTier: ignored(),
});

/**
 * Reads a pool with its client, groups and identity providers.
 *
 * @param localUrl translates an address of the stack into the one on this machine
 * @param providers default: none
 * @param secrets of the providers
 * @throws StartError for an unsupported property, and for a client or group of another pool
 */
export const readUserPool = (
  pool: Resource,
  clients: readonly Resource[],
  groups: readonly Resource[],
  localUrl: (url: string) => string,
  providers: readonly Resource[] = [],
  secrets: Secrets = {},
): UserPoolDefinition => {
  const properties = readProperties(pool, poolSchema);
  const { Schema: schema, Policies: policies, LambdaConfig: triggers } = properties;
  const { EmailSubject: subject, EmailMessage: text } =
    properties.AdminCreateUserConfig.InviteMessageTemplate;
  const [, ...customAttributes] = schema;
  const [clientResource, ...others] = clients;
  if (clientResource === undefined || others.length > 0) {
    throw new StartError(`The user pool ${pool.logicalId} has ${clients.length} clients; it must have one.`);
  }
  const groupSchema = z.strictObject({ UserPoolId: z.literal(pool.physicalId), GroupName: z.string() });
  const client = readUserPoolClient(clientResource, pool.physicalId, localUrl);
  const identityProviders = providers.map((resource) => readIdentityProvider(resource, secrets));
  const missing = client.providers.find((each) => !identityProviders.some(({ name }) => name === each));
  if (missing !== undefined) {
    throw new StartError(
      `The client offers the identity provider ${missing}, which the stack does not have.`,
    );
  }
  return {
    id: pool.physicalId,
    client,
    groups: groups.map((resource) => readProperties(resource, groupSchema).GroupName),
    attributes: ['email', 'email_verified', ...customAttributes.map(({ Name: name }) => `custom:${name}`)],
    providers: identityProviders.filter(({ name }) => client.providers.includes(name)),
    triggers: {
      inboundFederation: triggers?.InboundFederation?.LambdaArn,
      preTokenGeneration: triggers?.PreTokenGenerationConfig.LambdaArn,
    },
    minimumPasswordLength: policies.PasswordPolicy.MinimumLength,
    invitation: { subject, text: text.replaceAll(/https:\/\/[^\s"<]+/g, localUrl) },
  };
};
