import { Stack } from 'aws-cdk-lib';
import type { UserPool } from 'aws-cdk-lib/aws-cognito';
import { CfnWebACL, CfnWebACLAssociation } from 'aws-cdk-lib/aws-wafv2';
import type { Construct } from 'constructs';
import type { Firewall, StageConfig } from '../../config.ts';
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

const RATE_SECONDS = 60;

/** Some clients renew the tokens of all their users from a few addresses. */
const OAUTH_REQUESTS_PER_SECOND = 20;

interface RateRule {
  readonly name: string;
  readonly priority: number;
  /** A part of the paths that it is for. */
  readonly path: string;
  /** On average over a minute. */
  readonly perSecond: number;
}

/** Refuses what one address sends beyond a rate, before API Gateway runs an authorizer or counts for its own limits. */
const rateRule = (
  { name, priority, path, perSecond }: RateRule,
  blocks: boolean,
): CfnWebACL.RuleProperty => ({
  name,
  priority,
  action: blocks ? { block: {} } : { count: {} },
  statement: {
    rateBasedStatement: {
      aggregateKeyType: 'IP',
      evaluationWindowSec: RATE_SECONDS,
      limit: perSecond * RATE_SECONDS,
      scopeDownStatement: {
        byteMatchStatement: {
          // The path begins with the stage, unless the API has its own domain.
          fieldToMatch: { uriPath: {} },
          positionalConstraint: 'CONTAINS',
          searchString: path,
          textTransformations: [{ priority: 0, type: 'NONE' }],
        },
      },
    },
  },
  visibilityConfig: visibility(name),
});

/** @param perSecond the limit of a method of the data API */
const rateRules = (perSecond: number): readonly RateRule[] => [
  { name: 'DataApiRequestsOfAnAddress', priority: 0, path: '/v1/', perSecond },
  { name: 'OauthRequestsOfAnAddress', priority: 1, path: '/oauth/', perSecond: OAUTH_REQUESTS_PER_SECOND },
];

const createWebAcl = (scope: Construct, blocks: boolean, perSecond: number): CfnWebACL =>
  new CfnWebACL(scope, 'WebAcl', {
    scope: 'REGIONAL',
    defaultAction: { allow: {} },
    visibilityConfig: visibility(Stack.of(scope).stackName),
    rules: [
      ...rateRules(perSecond).map((rule) => rateRule(rule, blocks)),
      ...Object.entries(RULE_GROUPS).map(([name, counted], index) => ({
        name,
        priority: index + 2,
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
    ],
  });

/** Protects APIs and sign-in pages with an operator's web ACL, or with a new one. */
export const addFirewall = (
  scope: Construct,
  { firewall, throttles }: Pick<StageConfig, 'throttles'> & { readonly firewall: Firewall },
  apis: readonly ServiceApi[],
  userPool: UserPool,
): void => {
  const webAclArn =
    'webAclArn' in firewall
      ? firewall.webAclArn
      : createWebAcl(scope, firewall.managedRules === 'block', throttles.dataApi.rate).attrArn;
  for (const service of apis) {
    const resourceArn = service.api.deploymentStage.stageArn;
    new CfnWebACLAssociation(service, 'WebAcl', { resourceArn, webAclArn });
  }
  new CfnWebACLAssociation(userPool, 'WebAcl', { resourceArn: userPool.userPoolArn, webAclArn });
};
