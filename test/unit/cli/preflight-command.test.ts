import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { preflightCommand } from '../../../infra/cli/preflight/command.ts';
import { type AwsAnswers, type AwsStandIn, startAwsStandIn } from '../../support/platform/aws-stand-in.ts';
import { runHere } from '../../support/service/command-here.ts';

const CERTIFICATE = 'arn:aws:acm:eu-central-1:123456789012:certificate/c1';
const IDENTITY = 'arn:aws:ses:eu-west-1:123456789012:identity/example.com';
const NAMES = {
  account: 'GetCallerIdentity',
  concurrency: 'GET /2016-08-19/account-settings',
  layers: 'GET /2018-10-31/layers',
  apiGateway: 'GET /account',
  plans: 'GET /usageplans',
  standardKeys: 'GET /usageplans/plan-1/keys',
  highVolumeKeys: 'GET /usageplans/plan-2/keys',
  quotas: 'ServiceQuotasV20190624.ListServiceQuotas',
  quota: 'ServiceQuotasV20190624.GetServiceQuota',
  buses: 'AWSEvents.ListEventBuses',
  bootstrap: 'AmazonSSM.GetParameter',
  certificate: 'CertificateManager.DescribeCertificate',
  sesAccount: 'GET /v2/email/account',
  sesIdentity: 'GET /v2/email/identities/example.com',
  cognito: 'AWSCognitoIdentityProviderService.ListUserPools',
} as const;

/** What AWS documents, for an account that is ready. */
const READY: AwsAnswers = {
  [NAMES.account]: {
    xml: '<GetCallerIdentityResponse><GetCallerIdentityResult><Account>123456789012</Account></GetCallerIdentityResult></GetCallerIdentityResponse>',
  },
  [NAMES.concurrency]: { AccountLimit: { ConcurrentExecutions: 1_000 } },
  [NAMES.layers]: { Layers: [] },
  [NAMES.apiGateway]: { throttleSettings: { burstLimit: 5_000, rateLimit: 10_000 } },
  [NAMES.plans]: { item: [] },
  [NAMES.quotas]: {
    Quotas: [
      { QuotaName: 'Invocations throttle limit in transactions per second', Value: 1_100 },
      { QuotaName: 'PutEvents throttle limit in transactions per second', Value: 600 },
    ],
  },
  [NAMES.quota]: { Quota: { Value: 300 } },
  [NAMES.buses]: { EventBuses: [] },
  [NAMES.bootstrap]: { Parameter: { Value: '30' } },
  [NAMES.certificate]: {
    Certificate: { Status: 'ISSUED', SubjectAlternativeNames: ['example.com', '*.example.com'] },
  },
  [NAMES.sesAccount]: {
    ProductionAccessEnabled: true,
    SendingEnabled: true,
    SendQuota: { Max24HourSend: 50_000 },
  },
  [NAMES.sesIdentity]: { VerifiedForSendingStatus: true },
  [NAMES.cognito]: { UserPools: [] },
};

const TEMPLATE = {
  Resources: {
    Function: {
      Type: 'AWS::Lambda::Function',
      Properties: { Runtime: 'nodejs24.x', Architectures: ['arm64'] },
    },
    Stream: {
      Type: 'AWS::Lambda::EventSourceMapping',
      Properties: { FunctionName: { Ref: 'Function' } },
    },
    Queue: {
      Type: 'AWS::Lambda::EventSourceMapping',
      Properties: { FunctionName: { Ref: 'Function' }, ScalingConfig: { MaximumConcurrency: 132 } },
    },
    Bus: { Type: 'AWS::Events::EventBus' },
    Account: { Type: 'AWS::ApiGateway::Account' },
    Stage: {
      Type: 'AWS::ApiGateway::Stage',
      Properties: {
        RestApiId: { Ref: 'Api' },
        MethodSettings: [
          { HttpMethod: '*', ThrottlingRateLimit: 10 },
          { HttpMethod: 'GET', ThrottlingRateLimit: 330 },
        ],
      },
    },
    Get: { Type: 'AWS::ApiGateway::Method', Properties: { RestApiId: { Ref: 'Api' } } },
    Post: { Type: 'AWS::ApiGateway::Method', Properties: { RestApiId: { Ref: 'Api' } } },
    Any: { Type: 'AWS::ApiGateway::Method', Properties: { RestApiId: { Ref: 'Api' } } },
    Plan: {
      Type: 'AWS::ApiGateway::UsagePlan',
      Properties: {
        ...{ UsagePlanName: 'Sales-standard', Throttle: { RateLimit: 10 }, Quota: { Limit: 100_000 } },
      },
    },
    LargePlan: {
      Type: 'AWS::ApiGateway::UsagePlan',
      Properties: {
        ...{ UsagePlanName: 'Sales-high-volume', Throttle: { RateLimit: 100 }, Quota: { Limit: 2_000_000 } },
      },
    },
    Domain: {
      Type: 'AWS::ApiGateway::DomainName',
      Properties: { DomainName: 'sales.example.com', RegionalCertificateArn: CERTIFICATE },
    },
    Pool: {
      Type: 'AWS::Cognito::UserPool',
      Properties: { EmailConfiguration: { SourceArn: IDENTITY } },
    },
  },
};

type Resources = Readonly<Record<string, object>>;

const writeAssembly = (changes: Resources = {}): string => {
  const directory = mkdtempSync(join(tmpdir(), 'assembly-'));
  const properties = {
    templateFile: 'template.json',
    requiresBootstrapStackVersion: 6,
    bootstrapStackVersionSsmParameter: '/cdk-bootstrap/hnb659fds/version',
  };
  const manifest = { artifacts: { Sales: { type: 'aws:cloudformation:stack', properties } } };
  writeFileSync(join(directory, 'manifest.json'), JSON.stringify(manifest));
  const template = { Resources: { ...TEMPLATE.Resources, ...changes } };
  writeFileSync(join(directory, 'template.json'), JSON.stringify(template));
  return directory;
};

let aws: AwsStandIn;
beforeAll(async () => {
  aws = await startAwsStandIn();
});
afterAll(() => aws.stop());
beforeEach(() => {
  aws.answers = READY;
});

interface Finding {
  readonly name: string;
  readonly state: string;
  readonly detail: string;
  readonly solution: string | null;
}

const preflight = async (changes?: Resources) => {
  const args = ['--assembly', writeAssembly(changes), '--json'];
  const { exitCode, stdout, stderr } = await runHere(preflightCommand, args, aws.environment);
  expect(stderr).toBe('');
  expect(aws.unexpected).toEqual([]);
  const { findings } = JSON.parse(stdout) as { findings: readonly Finding[] };
  return { exitCode, findings };
};

/** The finding that is not ok. */
const onlyFinding = async (answers: AwsAnswers, changes?: Resources) => {
  aws.answers = { ...READY, ...answers };
  const { exitCode, findings } = await preflight(changes);
  const [finding, ...others] = findings.filter(({ state }) => state !== 'ok');
  expect(others).toEqual([]);
  return { exitCode, ...finding };
};

describe('npm run preflight', () => {
  it('passes an account that has what the stack needs', async () => {
    const { exitCode, findings } = await preflight();
    expect(findings.map(({ name, state }) => `${state} ${name}`)).toEqual([
      'ok Lambda concurrency',
      'ok Lambda runtime nodejs24.x on arm64',
      'ok API Gateway account',
      'ok Limits that keys share',
      'ok EventBridge quotas',
      'ok CDK bootstrap',
      'ok Certificate of sales.example.com',
      'ok SES account',
      'ok SES identity example.com',
      'ok CloudFormation resources',
      'ok Cognito in eu-central-1',
      'ok Events in eu-central-1',
    ]);
    expect(exitCode).toBe(0);
  });

  it('prints a line for each check, and below a problem its solution', async () => {
    aws.answers = { ...READY, [NAMES.bootstrap]: { error: 'ParameterNotFound', status: 400 } };
    const { exitCode, stdout } = await runHere(
      preflightCommand,
      ['--assembly', writeAssembly()],
      aws.environment,
    );
    expect(stdout).toContain('Sales in account 123456789012, eu-central-1\n');
    expect(stdout).toContain('ok       Cognito in eu-central-1: Answers.\n');
    expect(stdout).toContain(
      'problem  CDK bootstrap: The account is not bootstrapped in this Region.\n' +
        '         Bootstrap the account and Region: npx cdk bootstrap aws://123456789012/eu-central-1\n',
    );
    expect(exitCode).toBe(1);
  });

  it.each<[string, AwsAnswers, RegExp, RegExp]>([
    [
      'the concurrency of a new account',
      { [NAMES.concurrency]: { AccountLimit: { ConcurrentExecutions: 10 } } },
      /allows 10 concurrent executions, of which the stack reserves 0\. Events and webhooks take up to 136: requests and sign-ins without a reservation fail/,
      /--quota-code L-B99A9384 --desired-value 1000$/,
    ],
    [
      'an unknown runtime',
      { [NAMES.layers]: { error: 'InvalidParameterValueException', status: 400, message: 'enum' } },
      /refuses it: enum/,
      /another Region/,
    ],
    [
      'a low request rate',
      { [NAMES.apiGateway]: { throttleSettings: { rateLimit: 50 } } },
      /allows 50 requests per second/,
      /L-8A5B8E43/,
    ],
    [
      'a request rate below that of all methods',
      { [NAMES.apiGateway]: { throttleSettings: { rateLimit: 340 } } },
      /allows 340 requests per second, less than all methods together \(350\)/,
      /Lower `throttles`/,
    ],
    [
      'an old bootstrap',
      { [NAMES.bootstrap]: { Parameter: { Value: '5' } } },
      /Version 5 is too old; the stack needs 6/,
      /npx cdk bootstrap aws:\/\/123456789012\/eu-central-1$/,
    ],
    [
      'a certificate that waits for its DNS record',
      {
        [NAMES.certificate]: {
          Certificate: {
            Status: 'PENDING_VALIDATION',
            SubjectAlternativeNames: ['sales.example.com'],
            DomainValidationOptions: [{ ResourceRecord: { Name: '_a.', Type: 'CNAME', Value: '_b.' } }],
          },
        },
      },
      /not issued yet/,
      /_a\. CNAME _b\./,
    ],
    [
      'an expired certificate',
      {
        [NAMES.certificate]: {
          Certificate: { Status: 'EXPIRED', SubjectAlternativeNames: ['*.example.com'] },
        },
      },
      /EXPIRED/,
      /request-certificate --domain-name sales\.example\.com/,
    ],
    [
      'a certificate of another name',
      {
        [NAMES.certificate]: {
          Certificate: { Status: 'ISSUED', SubjectAlternativeNames: ['example.com', '*.other.example.com'] },
        },
      },
      /is for example\.com/,
      /request-certificate/,
    ],
    [
      'a missing certificate',
      { [NAMES.certificate]: { error: 'ResourceNotFoundException', status: 400 } },
      /There is no certificate/,
      /request-certificate --region eu-central-1/,
    ],
    [
      'the SES sandbox',
      { [NAMES.sesAccount]: { ProductionAccessEnabled: false, SendingEnabled: true } },
      /eu-west-1 is in the sandbox/,
      /region=eu-west-1#\/get-set-up/,
    ],
    [
      'paused sending',
      {
        [NAMES.sesAccount]: {
          ProductionAccessEnabled: true,
          SendingEnabled: false,
          EnforcementStatus: 'SHUTDOWN',
        },
      },
      /paused \(SHUTDOWN\)/,
      /reputation/,
    ],
    [
      'an unverified identity',
      { [NAMES.sesIdentity]: { VerifiedForSendingStatus: false } },
      /not verified/,
      /create-email-identity --region eu-west-1 --email-identity example\.com/,
    ],
    [
      'a missing identity',
      { [NAMES.sesIdentity]: { error: 'NotFoundException', status: 404 } },
      /does not exist in eu-west-1/,
      /create-email-identity/,
    ],
  ])('reports %s as a problem', async (_, answers, detail, solution) => {
    expect(await onlyFinding(answers)).toMatchObject({
      exitCode: 1,
      state: 'problem',
      detail: expect.stringMatching(detail),
      solution: expect.stringMatching(solution),
    });
  });

  it('warns once keys may use up half of what a method serves, and passes', async () => {
    const plans = [
      { id: 'plan-0', name: 'Other-standard' },
      { id: 'plan-1', name: 'Sales-standard' },
      { id: 'plan-2', name: 'Sales-high-volume' },
    ];
    const withKeys = (standard: number, highVolume: number): AwsAnswers => ({
      [NAMES.plans]: { item: plans },
      [NAMES.standardKeys]: { item: Array.from({ length: standard }, (_, index) => ({ id: `${index}` })) },
      [NAMES.highVolumeKeys]: {
        item: Array.from({ length: highVolume }, (_, index) => ({ id: `${index}` })),
      },
    });
    // Of 330 requests per second, a key of the one plan takes 1.16, and one of the other 23.1.
    expect(await onlyFinding(withKeys(122, 1))).toEqual({ exitCode: 0 });
    expect(await onlyFinding(withKeys(123, 1))).toEqual({
      exitCode: 0,
      name: 'Limits that keys share',
      state: 'warning',
      detail:
        'The keys (123 of Sales-standard, 1 of Sales-high-volume) may average 166 of the 330 requests ' +
        'per second that a method serves.',
      solution: expect.stringContaining('Raise `throttles.dataApi`'),
    });
  });

  it('counts keys on all pages of a plan', async () => {
    aws.answers = {
      ...READY,
      [NAMES.plans]: { item: [{ id: 'plan-1', name: 'Sales-standard' }] },
      [NAMES.standardKeys]: { item: [{ id: '1' }], position: 'next' },
      [`${NAMES.standardKeys}?position=next`]: { item: [{ id: '2' }] },
    };
    const { findings } = await preflight();
    expect(findings.find(({ name }) => name === 'Limits that keys share')?.detail).toContain(
      '2 of Sales-standard, 0 of Sales-high-volume',
    );
  });

  it('reports a certificate in another Region without asking for it', async () => {
    const arn = CERTIFICATE.replace('eu-central-1', 'us-east-1');
    const Domain = {
      Type: 'AWS::ApiGateway::DomainName',
      Properties: { DomainName: 'sales.example.com', RegionalCertificateArn: arn },
    };
    const finding = await onlyFinding({ [NAMES.certificate]: { error: 'Unasked', status: 500 } }, { Domain });
    expect(finding).toMatchObject({
      exitCode: 1,
      detail: 'The certificate is in us-east-1, not in eu-central-1.',
    });
  });

  it('tells whether other import buckets are in the Region, also to those who may not read them', async () => {
    const setting = [{ name: 'partner-exports', prefixes: [] }];
    const Imports = {
      Type: 'AWS::Lambda::Function',
      Properties: {
        ...{ Runtime: 'nodejs24.x', Architectures: ['arm64'] },
        Environment: { Variables: { OTHER_BUCKETS: JSON.stringify(setting) } },
      },
    };
    const bucketIn = (status: number, region: string): AwsAnswers => ({
      'HEAD /partner-exports/': { status, headers: { 'x-amz-bucket-region': region } },
    });
    expect(await onlyFinding(bucketIn(403, 'eu-central-1'), { Imports })).toEqual({ exitCode: 0 });
    expect(await onlyFinding(bucketIn(403, 'us-east-1'), { Imports })).toMatchObject({
      exitCode: 1,
      name: 'Import bucket partner-exports',
      detail: 'The bucket is in us-east-1.',
    });
    const missing = { 'HEAD /partner-exports/': { status: 404, headers: {} } };
    expect(await onlyFinding(missing, { Imports })).toMatchObject({ detail: 'There is no such bucket.' });
  });

  it('reports a reservation that leaves Lambda too little', async () => {
    const Reserving = {
      Type: 'AWS::Lambda::Function',
      Properties: { Runtime: 'nodejs24.x', Architectures: ['arm64'], ReservedConcurrentExecutions: 950 },
    };
    const finding = await onlyFinding({}, { Reserving });
    expect(finding).toMatchObject({ exitCode: 1, detail: expect.stringMatching(/reserves 950.*fails/) });
  });

  it('reports reservations that leave less than webhooks can take', async () => {
    const reserving = (concurrency: number) => ({
      Type: 'AWS::Lambda::Function',
      Properties: {
        Runtime: 'nodejs24.x',
        Architectures: ['arm64'],
        ReservedConcurrentExecutions: concurrency,
      },
    });
    expect(await onlyFinding({}, { Reserving: reserving(870) })).toMatchObject({
      exitCode: 1,
      detail: expect.stringMatching(/reserves 870\. Events and webhooks take up to 136: .*sign-ins/),
    });
    // Webhooks take what is reserved for them.
    expect((await preflight({ Function: reserving(870) })).exitCode).toBe(0);
  });

  it("shows how many changes per second reach webhooks by the account's quotas", async () => {
    const { findings } = await preflight();
    expect(findings.find(({ name }) => name === 'EventBridge quotas')).toMatchObject({
      state: 'ok',
      detail: expect.stringMatching(/^1100 changes per second reach webhooks, in 600 requests per second/),
    });
    expect(await onlyFinding({ [NAMES.quotas]: { Quotas: [] } })).toMatchObject({
      exitCode: 0,
      state: 'unknown',
    });
  });

  it("compares the stage's identity providers with the quota of a user pool", async () => {
    const providers = Object.fromEntries(
      Array.from({ length: 301 }, (_, index) => [
        `Provider${index}`,
        { Type: 'AWS::Cognito::UserPoolIdentityProvider' },
      ]),
    );
    expect(await onlyFinding({}, providers)).toMatchObject({
      exitCode: 1,
      name: 'Identity providers',
      detail: expect.stringContaining('301 identity providers, more than the 300'),
      solution: expect.stringMatching(/--quota-code L-1B44D826 --desired-value 1000$/),
    });
    aws.answers = { ...READY, [NAMES.quota]: { Quota: { Value: 1_000 } } };
    const { findings } = await preflight(providers);
    expect(findings).toContainEqual(
      expect.objectContaining({ state: 'ok', detail: '301 of 1000 that a user pool may have.' }),
    );
  });

  it('reports a missing logging role, unless the stack sets one', async () => {
    const Account = { Type: 'AWS::KMS::Alias' };
    aws.answers = { ...READY, 'TrentService.ListKeys': { Keys: [] } };
    const { findings } = await preflight({ Account });
    const finding = findings.find(({ name }) => name === 'API Gateway account');
    expect(finding).toMatchObject({
      state: 'problem',
      solution: expect.stringContaining('cloudwatchRoleArn'),
    });
  });

  it.each([
    [{ error: 'AccessDeniedException', status: 403 }, 'Not allowed: ssm:GetParameter.'],
    [{ error: 'InternalServerError', status: 500, message: 'Busy' }, 'Busy (ssm:GetParameter)'],
  ])('reports what cannot be checked, without failing', async (answer, detail) => {
    const finding = await onlyFinding({ [NAMES.bootstrap]: answer });
    expect(finding).toMatchObject({ exitCode: 0, state: 'unknown', detail, solution: null });
  });

  it('stops with one message if AWS rejects the credentials', async () => {
    const xml =
      '<ErrorResponse><Error><Type>Sender</Type><Code>InvalidClientTokenId</Code><Message>Invalid ' +
      'token.</Message></Error></ErrorResponse>';
    aws.answers = { ...READY, [NAMES.account]: { xml, status: 403 } };
    const { exitCode, stderr } = await runHere(
      preflightCommand,
      ['--assembly', writeAssembly()],
      aws.environment,
    );
    expect(exitCode).toBe(1);
    expect(stderr).toMatch(/^Error: AWS cannot be called: Invalid token\..*AWS_REGION/);
  });

  it('calls nothing that writes', async () => {
    await preflight();
    const reads = /(?:^(?:GET|HEAD) |\.(?:Get|List|Describe)|^GetCallerIdentity$)/;
    expect(aws.calls.filter((name) => !reads.test(name))).toEqual([]);
  });
});
