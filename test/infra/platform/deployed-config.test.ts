import { describe, expect, it } from 'vitest';
import { deployedConfig } from '../../../infra/config.ts';
import { createStack, templateOf } from '../../support/platform/synthesis.ts';

const deployed = (context: Readonly<Record<string, unknown>>) => deployedConfig((name) => context[name]);
const FIRST = { stage: 'staging', 'first-deployment': 'true' };

describe('a deployment of production', () => {
  it('refuses production without alarm recipients, unless the command line accepts that', () => {
    const production = { stage: 'production' };
    expect(() => deployed(production)).toThrow('-c alarm-notification=none');
    expect(deployed({ ...production, 'alarm-notification': 'none' }).stage).toBe('production');
  });
});

describe('a deployment of another stage', () => {
  it.each(['development', 'staging'])('deploys %s without alarm recipients', (stage) => {
    expect(deployed({ stage }).alarmNotification).toBe('none');
  });

  it('deploys development by default', () => {
    expect(deployed({}).stage).toBe('development');
  });
});

describe('an option of the command line', () => {
  it.each([
    [{ 'first-deployment': 'yes' }, 'first-deployment must be true or false, not "yes".'],
    [{ 'alarm-notification': 'some' }, 'alarm-notification must be none, not "some".'],
  ])('rejects the option %j', (context, message) => {
    expect(() => deployed(context)).toThrow(message);
  });
});

describe('a first deployment', () => {
  const first = templateOf(createStack('staging', deployed(FIRST)));

  it.each([
    ['protects', { stage: 'staging' }, true],
    ['with first-deployment=true, does not protect', FIRST, false],
  ])('%s stack, table and user pool from deletion', (_, context, isProtected) => {
    const created = createStack('staging', deployed(context));
    const template = templateOf(created);
    const { stack } = created;
    expect(stack.terminationProtection).toBe(isProtected);
    template.hasResourceProperties('AWS::DynamoDB::Table', { DeletionProtectionEnabled: isProtected });
    template.hasResourceProperties('AWS::Cognito::UserPool', {
      DeletionProtection: isProtected ? 'ACTIVE' : 'INACTIVE',
    });
  });

  it.each([['AWS::DynamoDB::Table'], ['AWS::Cognito::UserPool'], ['AWS::KMS::Key'], ['AWS::Logs::LogGroup']])(
    'keeps %s after a removal, but not after a rollback of its creation',
    (type) => {
      first.allResources(type, { DeletionPolicy: 'RetainExceptOnCreate', UpdateReplacePolicy: 'Retain' });
    },
  );
});
