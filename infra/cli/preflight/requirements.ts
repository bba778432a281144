import { z } from 'zod';
import { parseOtherBuckets } from '../../../shared/imports/other-buckets.ts';
import { OTHER_BUCKETS_VARIABLE } from '../../../shared/runtime/environment.ts';
import { readSynthesizedStack } from '../../assembly/synthesized-stack.ts';

/** What a synthesized stack needs from its account and Region. */
export interface Requirements {
  readonly stackName: string;
  /** Service names of its resource types, such as `Lambda` of `AWS::Lambda::Function`. */
  readonly services: ReadonlySet<string>;
  readonly runtimes: readonly { readonly runtime: string; readonly architecture: string }[];
  readonly concurrency: {
    /** Executions that queues and streams can start at once, without those that are reserved for them. */
    readonly events: number;
    /** Executions that functions reserve, in sum. */
    readonly reserved: number;
  };
  readonly usagePlans: readonly {
    readonly name: string;
    /** Requests per second of a key. */
    readonly rate: number;
    readonly dailyQuota: number;
  }[];
  /** What a method that all keys share serves, in requests per second. */
  readonly methodRate: number;
  /** What all methods of its APIs may take together, in requests per second. */
  readonly throttledRate: number;
  /** That of the largest of its stacks. */
  readonly resourceCount: number;
  /** Whether it sets the role with which API Gateway writes logs. */
  readonly setsLoggingRole: boolean;
  readonly certificates: readonly { readonly domain: string; readonly arn: string }[];
  /** The ARN of the SES identity that sends the user pool's emails. */
  readonly emailIdentityArn: string | undefined;
  /** The names of other buckets whose objects are imported. */
  readonly importBuckets: readonly string[];
  /** How many the user pool gets. */
  readonly identityProviderCount: number;
  readonly bootstrap: { readonly parameter: string; readonly version: number };
}

/** The properties that are read, by resource type. */
const SCHEMAS = {
  'AWS::Lambda::Function': z.object({
    Runtime: z.string(),
    Architectures: z.tuple([z.string()]).default(['x86_64']),
    ReservedConcurrentExecutions: z.int().default(0),
    Environment: z
      .object({ Variables: z.object({ [OTHER_BUCKETS_VARIABLE]: z.string().optional() }) })
      .optional(),
  }),
  'AWS::Lambda::EventSourceMapping': z.object({
    FunctionName: z.object({ Ref: z.string() }),
    /** Set for queues. */
    ScalingConfig: z.object({ MaximumConcurrency: z.int() }).optional(),
  }),
  'AWS::ApiGateway::UsagePlan': z.object({
    UsagePlanName: z.string(),
    Throttle: z.object({ RateLimit: z.number() }),
    Quota: z.object({ Limit: z.int() }),
  }),
  'AWS::ApiGateway::Stage': z.object({
    RestApiId: z.object({ Ref: z.string() }),
    MethodSettings: z.array(z.object({ HttpMethod: z.string(), ThrottlingRateLimit: z.number() })),
  }),
  'AWS::ApiGateway::Method': z.object({ RestApiId: z.object({ Ref: z.string() }) }),
  'AWS::ApiGateway::DomainName': z.object({ DomainName: z.string(), RegionalCertificateArn: z.string() }),
  'AWS::Cognito::UserPool': z.object({
    EmailConfiguration: z.object({ SourceArn: z.string().optional() }).optional(),
  }),
} as const;

/**
 * A new on-demand table serves 4,000 writes per second, 1,000 per partition, and its stream has a shard for
 * each partition
 * (https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/on-demand-capacity-mode.html).
 */
const SHARDS_OF_NEW_TABLE = 4;

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

/**
 * Reads the requirements of the only stack of a cloud assembly.
 *
 * @throws Error if the assembly has another number of stacks, or a template that this does not understand
 */
export const readRequirements = (directory: string): Requirements => {
  const { stackName, template, resourceCounts, bootstrap } = readSynthesizedStack(directory);
  const resources = Object.values(template.Resources);
  const all = <T extends keyof typeof SCHEMAS>(type: T): readonly z.infer<(typeof SCHEMAS)[T]>[] =>
    resources
      .filter(({ Type }) => Type === type)
      .map(({ Properties }) => SCHEMAS[type].parse(Properties) as z.infer<(typeof SCHEMAS)[T]>);

  const methods = all('AWS::ApiGateway::Method');
  /** Each method without settings of its own has those of `*`, in its own bucket. */
  const rateOf = ({
    RestApiId,
    MethodSettings,
  }: z.infer<(typeof SCHEMAS)['AWS::ApiGateway::Stage']>): number => {
    const rates = (isDefault: boolean): readonly number[] =>
      MethodSettings.filter(({ HttpMethod }) => (HttpMethod === '*') === isDefault).map(
        ({ ThrottlingRateLimit }) => ThrottlingRateLimit,
      );
    const others =
      methods.filter((method) => method.RestApiId.Ref === RestApiId.Ref).length - rates(false).length;
    return sum(rates(false)) + others * sum(rates(true));
  };

  const stages = all('AWS::ApiGateway::Stage');
  const functions = all('AWS::Lambda::Function');
  const mappings = all('AWS::Lambda::EventSourceMapping').filter(
    ({ FunctionName }) =>
      template.Resources[FunctionName.Ref]?.Properties['ReservedConcurrentExecutions'] === undefined,
  );
  const runtimes = functions.map(({ Runtime: runtime, Architectures: [architecture] }) => ({
    runtime,
    architecture,
  }));
  return {
    stackName,
    services: new Set(resources.map(({ Type }) => Type.split('::')[1] ?? '')),
    runtimes: [...new Map(runtimes.map((each) => [Object.values(each).join(), each])).values()],
    concurrency: {
      events: sum(
        mappings.map(
          // One batch of a shard at a time.
          ({ ScalingConfig }) => ScalingConfig?.MaximumConcurrency ?? SHARDS_OF_NEW_TABLE,
        ),
      ),
      reserved: sum(functions.map(({ ReservedConcurrentExecutions }) => ReservedConcurrentExecutions)),
    },
    usagePlans: all('AWS::ApiGateway::UsagePlan').map(({ UsagePlanName, Throttle, Quota }) => ({
      name: UsagePlanName,
      rate: Throttle.RateLimit,
      dailyQuota: Quota.Limit,
    })),
    // Reads that are not rare.
    methodRate: Math.max(
      0,
      ...stages
        .flatMap(({ MethodSettings }) => MethodSettings)
        .filter(({ HttpMethod }) => HttpMethod === 'GET')
        .map(({ ThrottlingRateLimit }) => ThrottlingRateLimit),
    ),
    throttledRate: sum(stages.map(rateOf)),
    resourceCount: Math.max(...resourceCounts.values()),
    setsLoggingRole: resources.some(({ Type }) => Type === 'AWS::ApiGateway::Account'),
    certificates: all('AWS::ApiGateway::DomainName').map(({ DomainName, RegionalCertificateArn }) => ({
      domain: DomainName,
      arn: RegionalCertificateArn,
    })),
    emailIdentityArn: all('AWS::Cognito::UserPool')[0]?.EmailConfiguration?.SourceArn,
    importBuckets: functions.flatMap(({ Environment: environment }) =>
      parseOtherBuckets(environment?.Variables[OTHER_BUCKETS_VARIABLE] ?? '[]').map(({ name }) => name),
    ),
    identityProviderCount: resources.filter(({ Type }) => Type === 'AWS::Cognito::UserPoolIdentityProvider')
      .length,
    bootstrap: {
      parameter: bootstrap.parameter ?? '/cdk-bootstrap/hnb659fds/version',
      version: bootstrap.version ?? 1,
    },
  };
};
