import type { UsagePlanLimits } from '../shared/contract/rate-limit-policy.ts';

/** Who is notified when an alarm starts and when it is over. */
export type AlarmNotification =
  /** Email addresses, each of which has to be confirmed once. The stack creates a topic for them. */
  | { readonly emails: readonly string[] }
  /** An existing topic in the same Region, whose policy lets CloudWatch publish. */
  | { readonly topicArn: string };

/** A table restored from a backup. `infra/docs/runbook.md` explains how to restore and prepare it. */
export interface RestoredTable {
  readonly name: string;
  /** The ARN of its stream, which must contain new and old images. */
  readonly streamArn: string;
}

/** A custom domain of an API. */
export interface CustomDomain {
  /** Such as `sales.example.com`. Create its DNS record by hand, with the target from the stack's outputs. */
  readonly name: string;
  /** A certificate for the name in AWS Certificate Manager, in the Region of the stack. */
  readonly certificateArn: string;
}

/**
 * Everything that differs between stages. Account and Region come from the AWS CLI; only settings that an
 * operator adds, such as ARNs, name them here.
 */
export interface StageConfig {
  readonly stage: string;
  /**
   * Whether data outlives the stack: deletion protection, point-in-time recovery, and retention of the table.
   */
  readonly retainsData: boolean;
  /**
   * Whether to leave stack, table and user pool unprotected from deletion, so that a failed first deployment
   * can be rolled back and repeated. Set it on the command line: `-c first-deployment=true`.
   * @default false
   */
  readonly isFirstDeployment?: boolean;
  /** Log retention in days: one of the periods that CloudWatch Logs allows. */
  readonly logRetentionDays: 7 | 30 | 90 | 365;
  /** Memory of each function in MB; Lambda gives CPU in proportion. */
  readonly functionMemoryMb: number;
  /** Whether every user has to set up a second factor (a one-time password app) before the first sign-in. */
  readonly requiresMfa: boolean;
  /** How many days the bus archives events for replays. */
  readonly eventArchiveDays: number;
  /** Maximum concurrent first attempts of webhook deliveries, from 2 to 1,000. */
  readonly firstAttemptConcurrency: number;
  /** Maximum concurrent batches of ten later attempts, from 2 to 1,000. */
  readonly retryConcurrency: number;
  /** The p99 latency of the data API that triggers an alarm, in milliseconds. */
  readonly slowRequestMilliseconds: number;
  /**
   * Who is notified of alarms.
   * @default no notifications: the dashboard shows the alarms
   */
  readonly alarmNotification?: AlarmNotification;
  /**
   * Custom domains of the data API, and of the admin API with the console. Not for `development`: `npm start`
   * refuses to run with settings that it cannot serve locally.
   * @default the domains that API Gateway assigns
   */
  readonly domains?: { readonly dataApi?: CustomDomain; readonly adminApi?: CustomDomain };
  /**
   * The ARN of an AWS WAF web ACL (scope `REGIONAL`, in the Region of the stack) for both APIs. Not for
   * `development` either.
   * @default none
   */
  readonly webAclArn?: string;
  /**
   * Replaces the stack's own table, which is kept: remove this setting to use it again.
   * @default the stack's own table
   */
  readonly restoredTable?: RestoredTable;
  /** Limits by plan name. `standard` is the default plan of new keys. */
  readonly usagePlans: Readonly<Record<string, UsagePlanLimits>> & { readonly standard: UsagePlanLimits };
}

const USAGE_PLANS = {
  standard: { rate: 10, burst: 20, dailyQuota: 100_000 },
  'high-volume': { rate: 100, burst: 200, dailyQuota: 2_000_000 },
} as const satisfies Record<string, UsagePlanLimits>;

const STAGES: Readonly<Record<string, StageConfig>> = {
  development: {
    stage: 'development',
    retainsData: false,
    requiresMfa: false,
    logRetentionDays: 7,
    functionMemoryMb: 512,
    eventArchiveDays: 1,
    firstAttemptConcurrency: 20,
    retryConcurrency: 4,
    slowRequestMilliseconds: 3_000,
    usagePlans: USAGE_PLANS,
  },
  staging: {
    stage: 'staging',
    retainsData: true,
    requiresMfa: true,
    logRetentionDays: 30,
    functionMemoryMb: 512,
    eventArchiveDays: 7,
    firstAttemptConcurrency: 100,
    retryConcurrency: 20,
    slowRequestMilliseconds: 2_000,
    usagePlans: USAGE_PLANS,
  },
  production: {
    stage: 'production',
    retainsData: true,
    requiresMfa: true,
    logRetentionDays: 90,
    functionMemoryMb: 512,
    eventArchiveDays: 30,
    firstAttemptConcurrency: 200,
    retryConcurrency: 20,
    slowRequestMilliseconds: 1_000,
    usagePlans: USAGE_PLANS,
  },
};

export const STAGE_NAMES: readonly string[] = Object.keys(STAGES);

/** Whether stack, table and user pool are protected from deletion. */
export const isProtected = ({ retainsData, isFirstDeployment = false }: StageConfig): boolean =>
  retainsData && !isFirstDeployment;

/**
 * The configuration of a stage.
 *
 * @param stage from `cdk synth -c stage=NAME`; `development` by default
 * @throws Error for an unknown stage, listing the known ones
 */
export const stageConfig = (stage: unknown = 'development'): StageConfig => {
  const config = typeof stage === 'string' && Object.hasOwn(STAGES, stage) ? STAGES[stage] : undefined;
  if (config === undefined) {
    throw new Error(`There is no stage "${String(stage)}"; the stages are ${STAGE_NAMES.join(', ')}.`);
  }
  return config;
};

/**
 * The configuration of a stage, with what the command line adds to it: `-c first-deployment=true`.
 *
 * @param context reads a value of the CDK's context
 * @throws Error for an unknown stage or value
 */
export const deployedConfig = (context: (name: string) => unknown): StageConfig => {
  const config = stageConfig(context('stage'));
  const first = context('first-deployment') ?? 'false';
  if (first !== 'true' && first !== 'false') {
    throw new Error(`first-deployment must be true or false, not "${String(first)}".`);
  }
  return { ...config, isFirstDeployment: first === 'true' };
};
