import type { UsagePlanLimits } from '../shared/contract/rate-limit-policy.ts';

/** Who is told of an alarm, and that it is over. */
export type AlarmNotification =
  /** E-mail addresses, each of which has to be confirmed once. A topic is made for them. */
  | { readonly emails: readonly string[] }
  /** A topic that is there already, in the same Region. It has to let CloudWatch publish. */
  | { readonly topicArn: string };

/**
 * A table that was made from a backup: `infra/docs/runbook.md` says how, and what it has to be given first.
 */
export interface RestoredTable {
  readonly name: string;
  /** Of its stream of new and old images. */
  readonly streamArn: string;
}

/** A domain name of one's own for an API. */
export interface CustomDomain {
  /**
   * Such as `sales.example.com`. Its record in the DNS is made by hand, once the stack says where it leads.
   */
  readonly name: string;
  /** A certificate for the name in AWS Certificate Manager, in the Region of the stack. */
  readonly certificateArn: string;
}

/**
 * All that differs between deployments. Nothing that is set here names an account or a Region, but for what
 * an operator adds of their own: those come from the CLI.
 */
export interface StageConfig {
  readonly stage: string;
  /**
   * Whether data outlive the stack: deletion protection, point-in-time recovery, and retention of the table.
   */
  readonly retainsData: boolean;
  /** Days that logs are kept. One of the periods that CloudWatch Logs offers. */
  readonly logRetentionDays: 7 | 30 | 90 | 365;
  /** Memory of each function in MB; Lambda gives CPU in proportion. */
  readonly functionMemoryMb: number;
  /** Whether every user has to set up a second factor (a one-time password app) before the first sign-in. */
  readonly requiresMfa: boolean;
  /** Days for which events can be replayed from the bus. */
  readonly eventArchiveDays: number;
  /** First attempts of webhook deliveries at once, in all; from 2 to 1,000. */
  readonly firstAttemptConcurrency: number;
  /** Batches of ten of all other attempts at once, from 2 to 1,000. */
  readonly retryConcurrency: number;
  /** The slowest of a hundred requests may take this long, in milliseconds, before there is an alarm. */
  readonly slowRequestMilliseconds: number;
  /**
   * Who is told of alarms.
   * @default nobody: they can be seen on the dashboard
   */
  readonly alarmNotification?: AlarmNotification;
  /**
   * Domain names of the data API, and of the admin API with the console. Not for `development`, which `npm
   * start` runs: it refuses to run what it has no way to answer for.
   * @default the addresses that API Gateway makes
   */
  readonly domains?: { readonly dataApi?: CustomDomain; readonly adminApi?: CustomDomain };
  /**
   * A web ACL of AWS WAF (scope `REGIONAL`, in the Region of the stack) that both APIs are put behind. Not
   * for `development` either.
   * @default none
   */
  readonly webAclArn?: string;
  /**
   * The table to work with in place of the stack's own, which is kept, and gone back to without this.
   * @default the stack's own
   */
  readonly restoredTable?: RestoredTable;
  /** By plan name. `standard` is what a key gets unless another is asked for. */
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

/**
 * The configuration of a stage.
 *
 * @param stage from `cdk synth -c stage=NAME`; `development` when it is not given
 * @throws Error naming the stages there are
 */
export const stageConfig = (stage: unknown = 'development'): StageConfig => {
  const config = typeof stage === 'string' && Object.hasOwn(STAGES, stage) ? STAGES[stage] : undefined;
  if (config === undefined) {
    throw new Error(`There is no stage "${String(stage)}"; the stages are ${STAGE_NAMES.join(', ')}.`);
  }
  return config;
};
