import type { Template } from 'aws-cdk-lib/assertions';
import { describe, expect, it } from 'vitest';
import { type EmailSender, STAGE_NAMES, type StageConfig, stageConfig } from '../../../infra/config.ts';
import { findingsOf } from '../../support/platform/cdk-nag.ts';
import { createStack, resourcesOf, synthesize } from '../../support/platform/synthesis.ts';

const USER_POOL = 'AWS::Cognito::UserPool';
const RISKS = 'AWS::Cognito::UserPoolRiskConfigurationAttachment';
const identity = (name: string): string => `arn:aws:ses:eu-central-1:000000000000:identity/${name}`;

const withSettings = (changes: Partial<StageConfig>) =>
  createStack('production', { ...stageConfig('production'), ...changes });
const synthesizeWith = (changes: Partial<StageConfig>): Template => synthesize('production', changes);
const poolOf = (template: Template) => [...resourcesOf(template, USER_POOL).values()][0]?.Properties;

describe.each(STAGE_NAMES)('a password in %s', (stage) => {
  it('requires 12 characters of four classes, and limits a temporary password to 7 days', () => {
    expect(poolOf(synthesize(stage))?.['Policies']).toEqual({
      PasswordPolicy: {
        MinimumLength: 12,
        RequireLowercase: true,
        RequireNumbers: true,
        RequireSymbols: true,
        RequireUppercase: true,
        TemporaryPasswordValidityDays: 7,
      },
    });
  });
});

describe('the email sender', () => {
  it('sends email through an SES identity', () => {
    const from = 'Sales <no-reply@example.com>';
    const template = synthesizeWith({ email: { from, identityArn: identity('example.com') } });
    template.hasResourceProperties(USER_POOL, {
      EmailConfiguration: {
        EmailSendingAccount: 'DEVELOPER',
        From: from,
        SourceArn: identity('example.com'),
      },
      // The stack repeats everything else, which a manual update of the pool would reset.
      AdminCreateUserConfig: { AllowAdminCreateUserOnly: true },
    });
  });

  it.each<[string, string]>([
    ['no-reply@example.com', 'no-reply@example.com'],
    ['no-reply@mail.example.com', 'example.com'],
  ])('lets %s send through the identity %s', (from, name) => {
    expect(() => withSettings({ email: { from, identityArn: identity(name) } })).not.toThrow();
  });

  it.each<EmailSender>([
    { from: 'no-reply@example.org', identityArn: identity('example.com') },
    { from: 'no-reply@badexample.com', identityArn: identity('example.com') },
    { from: 'no-reply@example.com', identityArn: identity('sales@example.com') },
  ])('rejects $from for $identityArn', (email) => {
    expect(() => withSettings({ email })).toThrow(`cannot send as ${email.from}`);
  });

  it('sends email through Cognito by default', () => {
    expect(poolOf(synthesize('production'))).not.toHaveProperty('EmailConfiguration');
  });
});

describe('threat protection', () => {
  it('turns threat protection off by default, on the plan Essentials', () => {
    expect(poolOf(synthesize('production'))).toMatchObject({ UserPoolTier: 'ESSENTIALS' });
    expect(poolOf(synthesize('production'))).not.toHaveProperty('UserPoolAddOns');
    synthesize('production').resourceCountIs(RISKS, 0);
  });

  it('audits sign-ins, on the plan Plus', () => {
    const template = synthesizeWith({ threatProtection: 'audit' });
    expect(poolOf(template)).toMatchObject({
      UserPoolTier: 'PLUS',
      UserPoolAddOns: { AdvancedSecurityMode: 'AUDIT' },
    });
    template.resourceCountIs(RISKS, 0);
  });

  it('refuses leaked passwords and high risks', () => {
    const template = synthesizeWith({ threatProtection: 'enforce' });
    expect(poolOf(template)).toMatchObject({
      UserPoolTier: 'PLUS',
      UserPoolAddOns: { AdvancedSecurityMode: 'ENFORCED' },
    });
    template.hasResourceProperties(RISKS, {
      ClientId: 'ALL',
      CompromisedCredentialsRiskConfiguration: { Actions: { EventAction: 'BLOCK' } },
      AccountTakeoverRiskConfiguration: { Actions: { HighAction: { EventAction: 'BLOCK', Notify: false } } },
    });
  });

  it('leaves no cdk-nag finding unacknowledged', () => {
    expect(findingsOf(withSettings({ threatProtection: 'enforce' }))).toEqual([]);
  });
});
