import { Duration } from 'aws-cdk-lib';
import {
  AccountRecovery,
  CfnUserPool,
  CfnUserPoolRiskConfigurationAttachment,
  FeaturePlan,
  Mfa,
  StandardThreatProtectionMode,
  StringAttribute,
  UserPool,
} from 'aws-cdk-lib/aws-cognito';
import type { Construct } from 'constructs';
import {
  ORGANIZATION_ATTRIBUTE,
  PROVIDER_ROLE_ATTRIBUTE,
} from '../../../shared/contract/organizations/users.ts';
import { type EmailSender, isProtected, type StageConfig } from '../../config.ts';
import { acknowledge } from '../platform/acknowledge.ts';
import { removalPolicyOf } from '../platform/retention.ts';

const INVITATION_LIFETIME = Duration.days(7);

const MODES = {
  audit: StandardThreatProtectionMode.AUDIT_ONLY,
  enforce: StandardThreatProtectionMode.FULL_FUNCTION,
};

/** CDK's own class needs the Region of the identity separately. */
const sendingBy = ({ from, identityArn }: EmailSender): CfnUserPool.EmailConfigurationProperty => {
  const identity = identityArn.replace(/^.*:identity\//, '');
  const address = /<(.*)>$/.exec(from)?.[1] ?? from;
  if (address !== identity && !address.endsWith(`@${identity}`) && !address.endsWith(`.${identity}`)) {
    throw new Error(`The SES identity ${identity} cannot send as ${address}.`);
  }
  return { emailSendingAccount: 'DEVELOPER', from, sourceArn: identityArn };
};

/** Makes threat protection act on risks, not just record them. */
const refuseRiskySignIns = (userPool: UserPool): void => {
  new CfnUserPoolRiskConfigurationAttachment(userPool, 'Risks', {
    userPoolId: userPool.userPoolId,
    clientId: 'ALL',
    compromisedCredentialsRiskConfiguration: { actions: { eventAction: 'BLOCK' } },
    accountTakeoverRiskConfiguration: {
      actions: { highAction: { eventAction: 'BLOCK', notify: false } },
    },
  });
};

const MFA_ADVICE =
  ' Have an authenticator app ready: you set it up when you first sign in. If that takes too long, sign in ' +
  'again with the password that you chose.';

/** The email to an invited user. Cognito's own does not say where to sign in. */
const invitationTo = (consoleUrl: string, requiresMfa: boolean) => ({
  emailSubject: 'Your invitation to Sales Data',
  emailBody:
    `You are invited to Sales Data. Sign in at <a href="${consoleUrl}">${consoleUrl}</a> as {username} ` +
    `with the temporary password {####} within ${INVITATION_LIFETIME.toDays()} ` +
    `days.${requiresMfa ? MFA_ADVICE : ''}`,
});

/** The email with the code for a new password or email address. Cognito's own speaks of a new account. */
const CODE_EMAIL = {
  emailSubject: 'Your code for Sales Data',
  emailBody: 'Your code for Sales Data is {####}. If you did not ask for it, ignore this email.',
};

/**
 * Users join by invitation, which sets their first organization as an immutable attribute, or from an
 * identity provider.
 *
 * @param consoleUrl where invited users sign in
 */
export const createUserPool = (scope: Construct, config: StageConfig, consoleUrl: string): UserPool => {
  const { requiresMfa, threatProtection, email } = config;
  const userPool = new UserPool(scope, 'UserPool', {
    featurePlan: threatProtection === undefined ? FeaturePlan.ESSENTIALS : FeaturePlan.PLUS,
    ...(threatProtection === undefined ? {} : { standardThreatProtectionMode: MODES[threatProtection] }),
    selfSignUpEnabled: false,
    userInvitation: invitationTo(consoleUrl, requiresMfa),
    userVerification: CODE_EMAIL,
    signInAliases: { email: true },
    signInCaseSensitive: false,
    autoVerify: { email: true },
    // Users can change their email with the token of a sign-in by SRP. The audit log names users by their
    // email.
    keepOriginal: { email: true },
    standardAttributes: { email: { required: true, mutable: true } },
    customAttributes: {
      [ORGANIZATION_ATTRIBUTE]: new StringAttribute({ mutable: false, minLen: 36, maxLen: 36 }),
      // Always: Cognito cannot remove an attribute.
      [PROVIDER_ROLE_ATTRIBUTE]: new StringAttribute({ mutable: true, maxLen: 16 }),
    },
    passwordPolicy: {
      minLength: 12,
      requireDigits: true,
      requireLowercase: true,
      requireUppercase: true,
      requireSymbols: true,
      tempPasswordValidity: INVITATION_LIFETIME,
    },
    mfa: requiresMfa ? Mfa.REQUIRED : Mfa.OPTIONAL,
    mfaSecondFactor: { otp: true, sms: false },
    accountRecovery: AccountRecovery.EMAIL_ONLY,
    deletionProtection: isProtected(config),
    removalPolicy: removalPolicyOf(config),
  });
  const resource = userPool.node.defaultChild;
  if (email !== undefined && resource instanceof CfnUserPool) resource.emailConfiguration = sendingBy(email);
  if (threatProtection === 'enforce') refuseRiskySignIns(userPool);
  acknowledge(userPool, {
    'AwsSolutions-COG3': "Threat protection is the operator's choice and cost: `threatProtection`.",
    'AwsSolutions-COG8': "The Plus plan is the operator's choice and cost: `threatProtection`.",
    ...(requiresMfa
      ? {}
      : { 'AwsSolutions-COG2': 'A second factor can be set up, and is required where the data are real.' }),
  });
  return userPool;
};
