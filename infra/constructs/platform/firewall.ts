import { Stack } from 'aws-cdk-lib';
import { CfnWebACL, CfnWebACLAssociation } from 'aws-cdk-lib/aws-wafv2';
import type { Construct } from 'constructs';
import type { Firewall } from '../../config.ts';
import type { ServiceApi } from './rest-api.ts';

/**
 * Managed rule groups of AWS, each with the rules that are only counted, because they match requests of good
 * clients: https://docs.aws.amazon.com/waf/latest/developerguide/aws-managed-rule-groups-list.html
 */
const RULE_GROUPS: Readonly<Record<string, readonly string[]>> = {
  AWSManagedRulesAmazonIpReputationList: [],
  AWSManagedRulesKnownBadInputsRuleSet: [],
  // Programs may send no User-Agent, cursors make long query strings, and an import profile exceeds 8 KB.
  AWSManagedRulesCommonRuleSet: [
    'NoUserAgent_HEADER',
    'SizeRestrictions_QUERYSTRING',
    'SizeRestrictions_BODY',
  ],
};

/** Samples would show headers, and with them API keys and tokens. */
const visibility = (metricName: string): CfnWebACL.VisibilityConfigProperty => ({
  metricName,
  cloudWatchMetricsEnabled: true,
  sampledRequestsEnabled: false,
});

const createWebAcl = (scope: Construct, blocks: boolean): CfnWebACL =>
  new CfnWebACL(scope, 'WebAcl', {
    scope: 'REGIONAL',
    defaultAction: { allow: {} },
    visibilityConfig: visibility(Stack.of(scope).stackName),
    rules: Object.entries(RULE_GROUPS).map(([name, counted], priority) => ({
      name,
      priority,
      overrideAction: blocks ? { none: {} } : { count: {} },
      statement: {
        managedRuleGroupStatement: {
          vendorName: 'AWS',
          name,
          ruleActionOverrides: counted.map((rule) => ({ name: rule, actionToUse: { count: {} } })),
        },
      },
      visibilityConfig: visibility(name),
    })),
  });

/** Protects APIs with an operator's web ACL, or with a new one. */
export const addFirewall = (scope: Construct, firewall: Firewall, apis: readonly ServiceApi[]): void => {
  const webAclArn =
    'webAclArn' in firewall
      ? firewall.webAclArn
      : createWebAcl(scope, firewall.managedRules === 'block').attrArn;
  for (const service of apis) {
    const resourceArn = service.api.deploymentStage.stageArn;
    new CfnWebACLAssociation(service, 'WebAcl', { resourceArn, webAclArn });
  }
};
