import { Match, type Template } from 'aws-cdk-lib/assertions';
import { describe, expect, it } from 'vitest';
import { type StageConfig, stageConfig } from '../../../infra/config.ts';
import { findingsOf } from '../../support/platform/cdk-nag.ts';
import {
  createStack,
  permissionsOf,
  resourcesOf,
  synthesize,
  templateOf,
} from '../../support/platform/synthesis.ts';

const CERTIFICATE = 'arn:aws:acm:eu-central-1:000000000000:certificate/1';
const WEB_ACL = 'arn:aws:wafv2:eu-central-1:000000000000:regional/webacl/sales/1';

const config: StageConfig = {
  ...stageConfig('production'),
  domains: {
    dataApi: { name: 'sales.example.com', certificateArn: CERTIFICATE },
    adminApi: { name: 'sales-admin.example.com', certificateArn: CERTIFICATE },
  },
  firewall: { webAclArn: WEB_ACL },
  alarmNotification: { emails: ['ops@example.com'] },
  monthlyBudget: 500,
  webhookEgress: { subnetIds: ['subnet-1', 'subnet-2'], securityGroupIds: ['sg-1'] },
};
const created = createStack('production', config);
const template = templateOf(created);

describe('fixed egress addresses', () => {
  const inNetwork = (of: Template) =>
    [...resourcesOf(of, 'AWS::Lambda::Function')].filter(
      ([, { Properties }]) => Properties['VpcConfig'] !== undefined,
    );

  it('puts only the function that sends webhooks into the subnets', () => {
    const placed = inNetwork(template).map(([id, { Properties }]) => [id, Properties['VpcConfig']]);
    expect(placed).toEqual([
      [
        expect.stringMatching(/^WebhooksDeliver/),
        { SubnetIds: ['subnet-1', 'subnet-2'], SecurityGroupIds: ['sg-1'] },
      ],
    ]);
  });

  it('lets only its role manage network interfaces', () => {
    const allowed = [...permissionsOf(template)].filter(([, permissions]) =>
      JSON.stringify(permissions).includes('ec2:CreateNetworkInterface'),
    );
    expect(allowed.map(([id]) => id)).toEqual([expect.stringMatching(/^WebhooksDeliver/)]);
  });

  it('uses no fixed egress addresses by default, and grants no permission on networks', () => {
    expect(inNetwork(synthesize('production'))).toEqual([]);
    expect(JSON.stringify(synthesize('production').toJSON())).not.toContain('ec2:');
  });
});

describe('custom domains', () => {
  it('maps custom domains to the APIs, with the certificate and TLS 1.2', () => {
    for (const [name, stage] of [
      ['sales.example.com', 'SalesApiDeploymentStage'],
      ['sales-admin.example.com', 'AdminApiDeploymentStage'],
    ] as const) {
      const [domain] = [...resourcesOf(template, 'AWS::ApiGateway::DomainName')].filter(
        ([, { Properties }]) => Properties['DomainName'] === name,
      );
      expect(domain?.[1].Properties).toMatchObject({
        RegionalCertificateArn: CERTIFICATE,
        SecurityPolicy: 'TLS_1_2',
        EndpointConfiguration: { Types: ['REGIONAL'] },
      });
      template.hasResourceProperties('AWS::ApiGateway::BasePathMapping', {
        DomainName: { Ref: domain?.[0] },
        BasePath: Match.absent(),
        Stage: { Ref: Match.stringLikeRegexp(`^${stage}`) },
      });
    }
  });

  it('uses custom domains in outputs, redirect URLs and function settings', () => {
    const outputs = template.findOutputs('*');
    expect(outputs['ApiUrl']?.['Value']).toBe('https://sales.example.com');
    expect(outputs['AdminUrl']?.['Value']).toBe('https://sales-admin.example.com');
    expect(outputs['ConsoleUrl']?.['Value']).toBe('https://sales-admin.example.com/console');
    template.hasResourceProperties('AWS::Cognito::UserPoolClient', {
      CallbackURLs: ['https://sales-admin.example.com/console'],
      LogoutURLs: ['https://sales-admin.example.com/console'],
    });
    for (const name of ['TryRequest', 'ServeConsole']) {
      const [handler] = [...resourcesOf(template, 'AWS::Lambda::Function')].filter(([id]) =>
        id.includes(name),
      );
      expect(JSON.stringify(handler?.[1].Properties['Environment'])).toContain('https://sales.example.com');
    }
  });

  it("outputs the targets of the domains' DNS records", () => {
    const targets = Object.entries(template.findOutputs('*')).filter(([id]) => id.includes('DomainTarget'));
    expect(targets.map(([, { Description }]) => Description).sort()).toEqual([
      'Where the record of sales-admin.example.com has to lead',
      'Where the record of sales.example.com has to lead',
    ]);
  });
});

describe('a web ACL', () => {
  it('protects both APIs and the sign-in page', () => {
    template.resourceCountIs('AWS::WAFv2::WebACLAssociation', 3);
    template.hasResourceProperties('AWS::WAFv2::WebACLAssociation', {
      WebACLArn: WEB_ACL,
      ResourceArn: { 'Fn::GetAtt': [Match.stringLikeRegexp('UserPool'), 'Arn'] },
    });
    for (const stage of ['SalesApiDeploymentStage', 'AdminApiDeploymentStage']) {
      template.hasResourceProperties('AWS::WAFv2::WebACLAssociation', {
        WebACLArn: WEB_ACL,
        ResourceArn: {
          'Fn::Join': ['', Match.arrayWith([{ Ref: Match.stringLikeRegexp(`^${stage}`) }])],
        },
      });
    }
  });
});

describe('the managed rules', () => {
  const withRules = (managedRules: 'count' | 'block') =>
    synthesize('production', { firewall: { managedRules } });

  it.each([
    ['count', { Count: {} }],
    ['block', { None: {} }],
  ] as const)('%ss matching requests on both APIs and the sign-in page', (managedRules, action) => {
    const rules = withRules(managedRules);
    const [[id, acl] = []] = [...resourcesOf(rules, 'AWS::WAFv2::WebACL')];
    expect(acl?.Properties).toMatchObject({ Scope: 'REGIONAL', DefaultAction: { Allow: {} } });
    const [adminApi, dataApi, oauth, ...groups] = Array.from<unknown>(acl?.Properties['Rules'] as unknown[]);
    const pathWith = (SearchString: string) => ({ ByteMatchStatement: { SearchString } });
    const rateRule = (Limit: number, ScopeDownStatement: object) => ({
      Action: managedRules === 'block' ? { Block: {} } : { Count: {} },
      Statement: {
        RateBasedStatement: {
          ...{ AggregateKeyType: 'IP', EvaluationWindowSec: 60, Limit },
          ScopeDownStatement,
        },
      },
    });
    expect(adminApi).toMatchObject(rateRule(20 * 60, { NotStatement: { Statement: pathWith('/v1/') } }));
    expect(dataApi).toMatchObject(rateRule(205 * 60, pathWith('/v1/')));
    expect(oauth).toMatchObject(rateRule(20 * 60, pathWith('/oauth/')));
    expect(groups).toMatchObject(
      [
        'AWSManagedRulesAmazonIpReputationList',
        'AWSManagedRulesKnownBadInputsRuleSet',
        'AWSManagedRulesCommonRuleSet',
      ].map((Name, index) => ({
        Name,
        Priority: index + 3,
        OverrideAction: action,
        Statement: { ManagedRuleGroupStatement: { VendorName: 'AWS', Name } },
      })),
    );
    rules.resourceCountIs('AWS::WAFv2::WebACLAssociation', 3);
    rules.allResourcesProperties('AWS::WAFv2::WebACLAssociation', {
      WebACLArn: { 'Fn::GetAtt': [id, 'Arn'] },
    });
  });

  it('allows requests without User-Agent and with long query strings', () => {
    const acl = JSON.stringify([...resourcesOf(withRules('block'), 'AWS::WAFv2::WebACL').values()]);
    for (const rule of ['NoUserAgent_HEADER', 'SizeRestrictions_QUERYSTRING', 'SizeRestrictions_BODY']) {
      expect(acl).toContain(JSON.stringify({ ActionToUse: { Count: {} }, Name: rule }));
    }
  });

  it('limits only what an address sends to the admin API by default', () => {
    const production = synthesize('production');
    production.hasResourceProperties('AWS::WAFv2::WebACL', {
      Rules: [
        Match.objectLike({
          Action: { Block: {} },
          Statement: { RateBasedStatement: Match.objectLike({ AggregateKeyType: 'IP', Limit: 20 * 60 }) },
        }),
      ],
    });
    const associations = [...resourcesOf(production, 'AWS::WAFv2::WebACLAssociation').keys()];
    expect(associations).toEqual([expect.stringMatching(/^AdminApiWebAcl/)]);
  });

  it('keeps no samples of requests, which contain keys and tokens', () => {
    const acl = JSON.stringify([...resourcesOf(withRules('block'), 'AWS::WAFv2::WebACL').values()]);
    expect(acl).not.toContain('"SampledRequestsEnabled":true');
  });
});

describe('a monthly budget', () => {
  const subscribersWith = (changes: Partial<StageConfig>): unknown => {
    const created = createStack('production', {
      ...stageConfig('production'),
      monthlyBudget: 500,
      ...changes,
    });
    const [budget] = [...resourcesOf(templateOf(created), 'AWS::Budgets::Budget').values()];
    return budget?.Properties['NotificationsWithSubscribers'];
  };

  it('notifies the recipients of alarms at 80 and 100 percent, and by forecast', () => {
    template.hasResourceProperties('AWS::Budgets::Budget', {
      Budget: { BudgetType: 'COST', TimeUnit: 'MONTHLY', BudgetLimit: { Amount: 500, Unit: 'USD' } },
      NotificationsWithSubscribers: [
        ['ACTUAL', 80],
        ['ACTUAL', 100],
        ['FORECASTED', 100],
      ].map(([NotificationType, Threshold]) => ({
        Notification: Match.objectLike({ NotificationType, Threshold, ThresholdType: 'PERCENTAGE' }),
        Subscribers: [{ SubscriptionType: 'EMAIL', Address: 'ops@example.com' }],
      })),
    });
  });

  it('notifies an existing topic', () => {
    const topicArn = 'arn:aws:sns:eu-central-1:000000000000:pager';
    expect(JSON.stringify(subscribersWith({ alarmNotification: { topicArn } }))).toContain(
      `"Subscribers":[{"Address":"${topicArn}","SubscriptionType":"SNS"}]`,
    );
  });

  it('rejects a budget that notifies no one', () => {
    expect(() => subscribersWith({ alarmNotification: 'none' })).toThrow(
      'The stage production has a `monthlyBudget`, but no `alarmNotification`',
    );
  });
});

describe('a restored table', () => {
  const restoredTable = {
    name: 'sales-restored',
    streamArn:
      'arn:aws:dynamodb:eu-central-1:000000000000:table/sales-restored/stream/2026-11-21T10:00:00.000',
  };
  const own = 'DataTableFDBAD0F2';

  it("replaces the stack's own table everywhere, and leaves that table unchanged", () => {
    const changed = synthesize('production', { restoredTable }).toJSON();
    const { [own]: table, ...others } = changed['Resources'];
    expect(table).toEqual(synthesize('production').toJSON()['Resources'][own]);
    expect(JSON.stringify([others, changed['Outputs']])).not.toContain(own);
    expect(changed['Outputs']['TableName']['Value']).toBe('sales-restored');
    const mappings = Object.values(others).filter((each) =>
      JSON.stringify(each).includes(restoredTable.streamArn),
    );
    expect(mappings.map((each) => (each as { Type: string }).Type).sort()).toEqual([
      // Of publish-events and index-lookups.
      'AWS::IAM::Role',
      'AWS::IAM::Role',
      'AWS::Lambda::EventSourceMapping',
      'AWS::Lambda::EventSourceMapping',
    ]);
  });

  it('rejects a restored table with the stream of another one', () => {
    const streamArn = restoredTable.streamArn.replace('sales-restored', 'another');
    const config: StageConfig = {
      ...stageConfig('production'),
      restoredTable: { ...restoredTable, streamArn },
    };
    expect(() => createStack('production', config)).toThrow('not one of the restored table sales-restored');
  });
});

describe('operator settings', () => {
  it('leaves no cdk-nag finding unacknowledged', () => {
    expect(findingsOf(createStack('production', config))).toEqual([]);
  });

  it('turns operator settings off by default', () => {
    const types = Object.values(synthesize('production').toJSON()['Resources']).map(
      (resource) => (resource as { Type: string }).Type,
    );
    for (const type of ['ApiGateway::DomainName', 'ApiGateway::BasePathMapping', 'Budgets::Budget']) {
      expect(types).not.toContain(`AWS::${type}`);
    }
  });
});
