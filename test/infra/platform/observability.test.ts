import type { Template } from 'aws-cdk-lib/assertions';
import { describe, expect, it } from 'vitest';
import { STAGE_NAMES, type StageConfig } from '../../../infra/config.ts';
import { alarmsOf } from '../../support/platform/alarms.ts';
import { resourcesOf, synthesize } from '../../support/platform/synthesis.ts';

const template = synthesize('production');

const withChanges = (changes: Partial<StageConfig>): Template => synthesize('production', changes);

interface Statement {
  readonly Principal?: { readonly Service?: string };
  readonly Condition?: unknown;
}

describe('notifications', () => {
  it('sends no notifications by default', () => {
    expect(alarmsOf(template).flatMap(({ AlarmActions = [] }) => AlarmActions)).toEqual([]);
    template.resourceCountIs('AWS::SNS::Topic', 0);
  });

  it("emails alarms through an encrypted topic that only this account's alarms may publish to", () => {
    const changed = withChanges({ alarmNotification: { emails: ['ops@example.com', 'duty@example.com'] } });
    changed.resourceCountIs('AWS::SNS::Subscription', 2);
    const [topicId] = [...resourcesOf(changed, 'AWS::SNS::Topic')].map(([id, { Properties }]) => {
      expect(Properties['KmsMasterKeyId']).toBeDefined();
      return id;
    });
    for (const alarm of alarmsOf(changed)) {
      expect([alarm.AlarmActions, alarm.OKActions]).toEqual([[{ Ref: topicId }], [{ Ref: topicId }]]);
    }
    for (const [type, policy, actions] of [
      ['AWS::KMS::Key', 'KeyPolicy', ['kms:Decrypt', 'kms:GenerateDataKey*']],
      ['AWS::SNS::TopicPolicy', 'PolicyDocument', 'sns:Publish'],
    ] as const) {
      // Other statements deny the same actions without TLS.
      const forCloudWatch = [...resourcesOf(changed, type).values()]
        .flatMap(({ Properties }) => (Properties[policy] as { Statement: readonly Statement[] }).Statement)
        .filter(({ Principal: { Service } = {} }) => Service === 'cloudwatch.amazonaws.com');
      expect(forCloudWatch).toMatchObject([{ Effect: 'Allow', Action: actions }]);
      const condition = JSON.stringify(forCloudWatch[0]?.Condition);
      for (const part of ['aws:SourceAccount', 'aws:SourceArn']) expect(condition).toContain(part);
    }
  });

  it('notifies an existing topic', () => {
    const topicArn = 'arn:aws:sns:eu-central-1:000000000000:operations';
    const changed = withChanges({ alarmNotification: { topicArn } });
    changed.resourceCountIs('AWS::SNS::Topic', 0);
    for (const { AlarmActions } of alarmsOf(changed)) expect(AlarmActions).toEqual([topicArn]);
  });
});

describe('the dashboard', () => {
  it('names the dashboard after the stack, and shows every alarm', () => {
    const [dashboard, ...others] = [...resourcesOf(template, 'AWS::CloudWatch::Dashboard').values()];
    expect(others).toEqual([]);
    expect(dashboard?.Properties['DashboardName']).toBe('SalesData-production');
    const body = JSON.stringify(dashboard?.Properties['DashboardBody']);
    for (const id of resourcesOf(template, 'AWS::CloudWatch::Alarm').keys()) expect(body).toContain(id);
  });
});

describe('traces', () => {
  it.each(STAGE_NAMES)('traces both APIs and every function in %s', (stage) => {
    const stageTemplate = synthesize(stage);
    const stages = [...resourcesOf(stageTemplate, 'AWS::ApiGateway::Stage').values()];
    expect(stages.map(({ Properties }) => Properties['TracingEnabled'])).toEqual([true, true]);
    for (const { Properties } of resourcesOf(stageTemplate, 'AWS::Lambda::Function').values()) {
      expect(Properties['TracingConfig']).toEqual({ Mode: 'Active' });
    }
  });
});
