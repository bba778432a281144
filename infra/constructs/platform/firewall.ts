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

/**
 * Two thirds of what a method of the admin API serves, so that one address cannot use it up. Dozens of people
 * behind one send less.
 */
const ADMIN_REQUESTS_PER_SECOND = 20;

/** Some clients renew the tokens of all their users from a few addresses. */
const OAUTH_REQUESTS_PER_SECOND = 20;

interface RateRule {
  readonly name: string;
  readonly priority: number;
  /** The requests that it counts. */
  readonly requests: CfnWebACL.StatementProperty;
  /** On average over a minute. */
  readonly perSecond: number;
}

/** Matches a part of the path, which begins with the stage, unless the API has its own domain. */
const pathContains = (searchString: string): CfnWebACL.StatementProperty => ({
  byteMatchStatement: {
    fieldToMatch: { uriPath: {} },
    positionalConstraint: 'CONTAINS',
    searchString,
    textTransformations: [{ priority: 0, type: 'NONE' }],
  },
});

/**
 * Refuses what one address sends beyond a rate, before API Gateway runs an authorizer or counts for its own
 * limits.
 */
const rateRule = (
  { name, priority, requests, perSecond }: RateRule,
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
      scopeDownStatement: requests,
    },
  },
  visibilityConfig: visibility(name),
});

const ADMIN_RATE: RateRule = {
  name: 'AdminApiRequestsOfAnAddress',
  priority: 0,
  requests: { notStatement: { statement: pathContains('/v1/') } },
  perSecond: ADMIN_REQUESTS_PER_SECOND,
};

/** @param perSecond the limit of a method of the data API */
const rateRules = (perSecond: number): readonly RateRule[] => [
  ADMIN_RATE,
  { name: 'DataApiRequestsOfAnAddress', priority: 1, requests: pathContains('/v1/'), perSecond },
  {
    name: 'OauthRequestsOfAnAddress',
    priority: 2,
    requests: pathContains('/oauth/'),
    perSecond: OAUTH_REQUESTS_PER_SECOND,
  },
];

const createWebAcl = (scope: Construct, rules: CfnWebACL.RuleProperty[]): CfnWebACL =>
  new CfnWebACL(scope, 'WebAcl', {
    scope: 'REGIONAL',
    defaultAction: { allow: {} },
    visibilityConfig: visibility(Stack.of(scope).stackName),
    rules,
  });

const managedRules = (blocks: boolean): readonly CfnWebACL.RuleProperty[] =>
  Object.entries(RULE_GROUPS).map(([name, counted], index) => ({
    name,
    priority: index + 3,
    overrideAction: blocks ? { none: {} } : { count: {} },
    statement: {
      managedRuleGroupStatement: {
        vendorName: 'AWS',
        name,
        ruleActionOverrides: counted.map((rule) => ({ name: rule, actionToUse: { count: {} } })),
      },
    },
    visibilityConfig: visibility(name),
  }));

/** The protected parts of the service. */
interface Protected {
  readonly dataApi: ServiceApi;
  readonly adminApi: ServiceApi;
  readonly userPool: UserPool;
}

/** Protects APIs and sign-in pages with an operator's web ACL, or with a new one. */
export const addFirewall = (
  scope: Construct,
  { firewall, throttles }: Pick<StageConfig, 'throttles'> & { readonly firewall: Firewall },
  { dataApi, adminApi, userPool }: Protected,
): void => {
  const protect = (service: ServiceApi, webAclArn: string): void => {
    const resourceArn = service.api.deploymentStage.stageArn;
    new CfnWebACLAssociation(service, 'WebAcl', { resourceArn, webAclArn });
  };
  if ('rules' in firewall) {
    protect(adminApi, createWebAcl(scope, [rateRule(ADMIN_RATE, true)]).attrArn);
    return;
  }
  const blocks = 'managedRules' in firewall && firewall.managedRules === 'block';
  const webAclArn =
    'webAclArn' in firewall
      ? firewall.webAclArn
      : createWebAcl(scope, [
          ...rateRules(throttles.dataApi.rate).map((rule) => rateRule(rule, blocks)),
          ...managedRules(blocks),
        ]).attrArn;
  for (const service of [dataApi, adminApi]) protect(service, webAclArn);
  new CfnWebACLAssociation(userPool, 'WebAcl', { resourceArn: userPool.userPoolArn, webAclArn });
};
