import { describe, expect, it } from 'vitest';
import { REMOVED_TYPES } from '../../deploy/rehearsal.ts';
import { alarmsOf } from '../../support/platform/alarms.ts';
import { type Api, methodsOf, resourcesOf, synthesize } from '../../support/platform/synthesis.ts';

const template = synthesize('production');

/** The properties of the resources of a type, without CDK's logical ids. */
const propertiesOf = (type: string, stage = 'production'): readonly Record<string, unknown>[] =>
  [...resourcesOf(synthesize(stage), type).values()].map(({ Properties }) => Properties);

/** What each alarm compares: the other tests of alarms check their metrics. */
const ALARMS: Readonly<Record<string, string>> = {
  'data-api-errors': '>= 1 in 2 of 3, notBreaching',
  'admin-api-errors': '>= 5 in 2 of 3, notBreaching',
  'data-api-slow': '>= 1000 in 3 of 3, notBreaching',
  'authorizer-failures': '>= 5 in 1 of 1, notBreaching',
  'requests-near-limit': '>= 30750 in 2 of 3, notBreaching',
  'requests-limited': '>= 20 in 2 of 3, notBreaching',
  'functions-throttled': '>= 10 in 2 of 3, notBreaching',
  'table-throttled': '>= 10 in 2 of 3, notBreaching',
  'changes-behind': '>= 300000 in 2 of 3, notBreaching',
  'changes-set-aside': '>= 1 in 1 of 1, notBreaching',
  'lookups-behind': '>= 300000 in 2 of 3, notBreaching',
  'lookups-set-aside': '>= 1 in 1 of 1, notBreaching',
  'webhooks-behind': '>= 900 in 2 of 3, notBreaching',
  'webhooks-set-aside': '>= 1 in 1 of 1, notBreaching',
  'webhooks-failing': '< 25 in 2 of 3, notBreaching',
  'webhooks-not-created': '>= 10 in 2 of 3, notBreaching',
  'records-not-expiring': '< 1 in 1 of 1, breaching',
  'retries-not-queued': '< 1 in 1 of 1, breaching',
  'sign-ins-failing': '>= 50 in 1 of 1, notBreaching',
  'imports-failed': '>= 1 in 1 of 1, notBreaching',
  'jobs-stalled': '>= 1 in 1 of 1, notBreaching',
  'imports-set-aside': '>= 1 in 1 of 1, notBreaching',
  'exports-failed': '>= 1 in 1 of 1, notBreaching',
  'exports-set-aside': '>= 1 in 1 of 1, notBreaching',
};
const OPERATORS: Readonly<Record<string, string>> = {
  GreaterThanOrEqualToThreshold: '>=',
  LessThanThreshold: '<',
};

interface Widget {
  readonly type: string;
  readonly properties: { readonly title?: string; readonly metrics?: readonly unknown[] };
}

/** The widgets of the dashboard; references become the text REF. */
const widgets = (): readonly Widget[] => {
  const [dashboard] = propertiesOf('AWS::CloudWatch::Dashboard');
  const [, parts]: [string, unknown[]] = Object(dashboard?.['DashboardBody'])['Fn::Join'];
  const body = parts.map((part) => (typeof part === 'string' ? part : 'REF')).join('');
  return JSON.parse(body).widgets;
};

describe('resources that the rehearsal removes', () => {
  it('removes only the types that this file pins', () => {
    expect(REMOVED_TYPES).toEqual([
      'AWS::CloudWatch::Alarm',
      'AWS::CloudWatch::Dashboard',
      'AWS::Cognito::ManagedLoginBranding',
    ]);
  });

  it("styles the client's sign-in page exactly like this", () => {
    const [client] = resourcesOf(template, 'AWS::Cognito::UserPoolClient').keys();
    const [userPool] = resourcesOf(template, 'AWS::Cognito::UserPool').keys();
    expect(propertiesOf('AWS::Cognito::ManagedLoginBranding')).toEqual([
      { ClientId: { Ref: client }, UserPoolId: { Ref: userPool }, UseCognitoProvidedValues: true },
    ]);
  });

  it('declares alarms with exactly these conditions', () => {
    const conditions = alarmsOf(template).map((alarm) => {
      const { ComparisonOperator, Threshold, DatapointsToAlarm, EvaluationPeriods, TreatMissingData } = alarm;
      const condition = `${OPERATORS[ComparisonOperator]} ${Threshold}`;
      return [
        alarm.AlarmName.replace('SalesData-production-', ''),
        `${condition} in ${DatapointsToAlarm} of ${EvaluationPeriods}, ${TreatMissingData}`,
      ];
    });
    expect(Object.fromEntries(conditions)).toEqual(ALARMS);
  });

  it('declares a dashboard with exactly these graphs, each of at least one metric', () => {
    const graphs = widgets().filter(({ type }) => type === 'metric');
    expect(graphs.map(({ properties: { title } }) => title)).toEqual([
      'Data API: requests',
      'Data API: milliseconds',
      'Data API: refused',
      'Admin API: requests',
      'Admin API: milliseconds',
      'Functions of the account',
      'Table',
      'Changes that wait',
      'Dead-letter queues',
      'Webhooks: attempts',
      'Webhooks: the oldest message, seconds',
      'Webhooks: due deliveries',
    ]);
    for (const { properties } of graphs) expect(properties.metrics?.length).toBeGreaterThan(0);
    expect(widgets().map(({ type }) => type)).toEqual(expect.arrayContaining(['alarm', 'text']));
  });
});

interface Mapped {
  readonly StatusCode: string;
  readonly ResponseParameters: Readonly<Record<string, unknown>>;
}

// The emulator ignores such headers (test/deploy/known-gaps.ts).
describe.each<Api>(['SalesApi', 'AdminApi'])('the 405 of %s', (api) => {
  const methods = methodsOf(template, api);
  // The path of all others answers 404.
  const mocks = [...methods].filter(
    ([name, { Integration }]) => Object(Integration).Type === 'MOCK' && !name.endsWith(' /{proxy+}'),
  );

  it.each(mocks)('declares each header that %s maps, and lists the methods of the path', (name, method) => {
    const [declared] = method['MethodResponses'] as [Mapped];
    const [mapped] = (method['Integration'] as { IntegrationResponses: [Mapped] }).IntegrationResponses;
    const header = (header: string): string => `method.response.header.${header}`;
    const path = name.replace('ANY ', '');
    const allowed = [...methods.keys()].filter((each) => each.endsWith(` ${path}`) && each !== name);
    expect([declared.StatusCode, mapped.StatusCode]).toEqual(['405', '405']);
    expect(mapped.ResponseParameters).toEqual({
      [header('Allow')]: `'${allowed.map((each) => each.split(' ')[0]).join(', ')}'`,
      [header('Content-Type')]: "'application/problem+json'",
      [header('Strict-Transport-Security')]: "'max-age=63072000'",
      [header('X-Content-Type-Options')]: "'nosniff'",
      [header('Cache-Control')]: "'no-store'",
      [header('X-Request-Id')]: 'context.requestId',
    });
    expect(Object.keys(declared.ResponseParameters)).toEqual(Object.keys(mapped.ResponseParameters));
  });
});
