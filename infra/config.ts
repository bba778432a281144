import type { UsagePlanLimits } from '../shared/contract/keys/rate-limit-policy.ts';
import type { DestinationType } from '../shared/contract/webhooks/destinations.ts';
import type { OtherBucket } from '../shared/imports/other-buckets.ts';
import type { ADMIN_ROUTES } from '../shared/operations/admin-api/routes.ts';
import type { ROUTES } from '../shared/operations/data-api/routes.ts';
import type { RequestLimits } from '../shared/organizations/users/request-limit.ts';

/** Requests per second, and the burst that may arrive at once. */
export type Throttle = Pick<UsagePlanLimits, 'rate' | 'burst'>;

/**
 * The functions that requests, sign-ins or the table's stream invoke, by their folders under `functions/`.
 */
type ReservableFunction =
  | 'authorize'
  | 'index-lookups'
  | 'publish-events'
  | 'serve-console'
  | 'serve-mcp'
  | 'serve-oauth'
  | 'serve-openapi'
  | 'user-pool-triggers'
  | (typeof ROUTES)[keyof typeof ROUTES]['functionName']
  | (typeof ADMIN_ROUTES)[keyof typeof ADMIN_ROUTES]['functionName'];

/** Where a function has its network interfaces. */
export interface NetworkPlacement {
  readonly subnetIds: readonly string[];
  readonly securityGroupIds: readonly string[];
}

/** Who is notified when an alarm starts and when it is over. */
export type AlarmNotification =
  /** Email addresses, each of which has to be confirmed once. The stack creates a topic for them. */
  | { readonly emails: readonly string[] }
  /** An existing topic in the same Region, whose policy lets CloudWatch publish. */
  | { readonly topicArn: string };

/** The sender of the user pool's emails. */
export interface EmailSender {
  /** The sender's address, such as `no-reply@example.com` or `Sales <no-reply@example.com>`. */
  readonly from: string;
  /** The ARN of this address or of its domain: a verified identity in Amazon SES. */
  readonly identityArn: string;
}

/** What all identity providers have. `infra/docs/guides/single-sign-on.md` explains how to set one up. */
interface IdentityProviderBase {
  /**
   * 3 to 32 letters, digits and hyphens. The sign-in page and the console show it, so it can be public. A new
   * name makes new users.
   */
  readonly name: string;
  /** The domains of its users' email addresses, in lower case, at most 50. Each has one provider. */
  readonly emailDomains: readonly string[];
}

export interface OidcIdentityProvider extends IdentityProviderBase {
  readonly type: 'oidc';
  /** Without a trailing slash. */
  readonly issuer: string;
  readonly clientId: string;
  /**
   * The name of a secret in AWS Secrets Manager, in the Region of the stack, which is the client secret as
   * text.
   */
  readonly clientSecretName: string;
  /** @default `openid` and `email` */
  readonly scopes?: readonly string[];
}

export interface SamlIdentityProvider extends IdentityProviderBase {
  readonly type: 'saml';
  /** Its address, or the path of a file, from the root of the repository. */
  readonly metadata: { readonly url: string } | { readonly file: string };
}

export type IdentityProvider = OidcIdentityProvider | SamlIdentityProvider;

/** An AWS WAF web ACL, for both APIs and the sign-in page unless it says otherwise. */
export type Firewall =
  /** An existing one, with the scope `REGIONAL`, in the Region of the stack. */
  | { readonly webAclArn: string }
  /** One with managed rule groups of AWS. `count` only counts what they match. */
  | { readonly managedRules: 'count' | 'block' }
  /**
   * For the admin API and the console alone, which costs little: a limit per address, so that no one uses up
   * theirs.
   */
  | { readonly rules: 'admin-rate' };

/** A table restored from a backup. `infra/docs/runbook/restore.md` explains how to restore and prepare it. */
export interface RestoredTable {
  readonly name: string;
  /** The ARN of its stream, which must contain new and old images. */
  readonly streamArn: string;
}

/** A bucket, also of another account, in the Region of the stack, whose new objects are imported. */
export interface ImportBucket extends OtherBucket {
  /** The id of the account that owns it. Objects of a bucket that another account owns are refused. */
  readonly account: string;
  /**
   * The ARN of the customer managed KMS key that encrypts its objects.
   * @default none: S3 encrypts them with its own keys
   */
  readonly keyArn?: string;
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
  /**
   * Whether OAuth clients may register, at `/oauth/register`. MCP clients that publish no metadata document
   * cannot be connected otherwise. Registration is open to anyone, and shown as such to users.
   */
  readonly registersClients: boolean;
  /**
   * Whether admins of organizations that `npm run organizations -- allow-single-sign-on` names set up their
   * own identity provider in the console. A function of the admin API may then write identity providers and
   * app clients of the user pool.
   * @default false: only operators do, with `identityProviders`
   */
  readonly selfServiceSignOn?: boolean;
  /** How many days the feed keeps events, for consumers and for replays of webhooks. */
  readonly eventRetentionDays: number;
  /**
   * Whether the bus gets the events of all organizations, for rules of your own on it. Otherwise, those of
   * organizations without webhook endpoints are in the feed only.
   * @default false
   */
  readonly publishesEveryEvent?: boolean;
  /** How many days the bucket keeps imported files, with their reports and rejected rows. */
  readonly importRetentionDays: number;
  /**
   * Other buckets whose new objects are imported, each prefix as one organization, kind and source. The
   * output `ImportBucketPolicies` has the policies that their accounts have to attach.
   * @default none
   */
  readonly importBuckets?: readonly ImportBucket[];
  /**
   * Limits of each method, for all callers together. Those of the data API must exceed the limits of every
   * usage plan, or one client could use up a route.
   */
  readonly throttles: { readonly dataApi: Throttle; readonly adminApi: Throttle };
  /** What one user, and all users of one organization together, may send to the admin API. */
  readonly adminRequestsPerMinute: RequestLimits;
  /**
   * Concurrency that Lambda reserves for functions: others cannot use it up, and they cannot use more, nor
   * more than ten invocations per second for each unit of it. Lambda requires 100 unreserved ones, so every
   * reservation fails in a new account, whose limit may be 10. Not for `development`, see `domains`.
   * @default none: the functions share what the account has
   */
  readonly reservedConcurrency?: Readonly<Partial<Record<ReservableFunction, number>>>;
  /**
   * What the table and each index can serve per second from the start, at least. AWS charges for it once, and
   * it cannot be lowered.
   * @default that of a new on-demand table: 12,000 read units and 4,000 write units
   */
  readonly warmThroughput?: { readonly readUnits: number; readonly writeUnits: number };
  /**
   * How many webhook endpoints API keys of an organization may have at one registrable domain, and as many
   * its admins. Each change causes a request per endpoint, to a host that need not belong to the
   * organization.
   */
  readonly webhookEndpointsPerDomain: number;
  /**
   * Where admins may have webhooks delivered, by the names of `shared/contract/webhooks/destinations.ts`.
   * @default all of them
   */
  readonly webhookDestinations?: readonly DestinationType[];
  /**
   * Whether webhooks may go to queues and buses in the account of the stack.
   * @default false
   */
  readonly allowsOwnAccount?: boolean;
  /** Maximum concurrent batches of ten events that are fanned out to webhooks, from 2 to 1,000. */
  readonly fanOutConcurrency: number;
  /** Maximum concurrent batches of ten first attempts of webhook deliveries, from 2 to 1,000. */
  readonly firstAttemptConcurrency: number;
  /**
   * First attempts that one invocation makes at once, from 1 to 10. If `npm run verify` finds that an
   * endpoint that hangs delays others, 1 separates them, for up to ten times the invocations.
   * @default 10
   */
  readonly firstAttemptBatchSize?: number;
  /** Maximum concurrent batches of ten later attempts, from 2 to 1,000. */
  readonly retryConcurrency: number;
  /**
   * Private subnets of your own VPC that webhooks are sent from, so that they have the addresses of its NAT
   * gateways.
   * @default none: deliveries have changing addresses of AWS
   */
  readonly webhookEgress?: NetworkPlacement;
  /** Maximum concurrent imports of all organizations, from 2 to 1,000. */
  readonly importConcurrency: number;
  /** Maximum concurrent exports of all organizations, from 2 to 1,000. */
  readonly exportConcurrency: number;
  /** The p99 latency of the data API that triggers an alarm, in milliseconds. */
  readonly slowRequestMilliseconds: number;
  /**
   * Who is notified of alarms; with `none`, only the dashboard shows them. A deployment requires it.
   * @default none
   */
  readonly alarmNotification?: AlarmNotification | 'none';
  /**
   * What the account may cost per month, in US dollars, before those who are notified of alarms get an email.
   * @default none: no one is notified of costs
   */
  readonly monthlyBudget?: number;
  /**
   * The sender of invitations and password codes.
   * @default Cognito, which sends at most 50 emails a day
   */
  readonly email?: EmailSender;
  /**
   * Identity providers of organizations. No user can sign in with one until `npm run organizations --
   * connect-provider` connects it to its organization. `npm start` serves OpenID Connect, and refuses to
   * run with SAML.
   * @default none: users sign in with a password
   */
  readonly identityProviders?: readonly IdentityProvider[];
  /**
   * Cognito's threat protection: `audit` records the risk of each sign-in, `enforce` also refuses risky ones.
   * Both need the feature plan Plus. Not for `development`, see `domains`.
   * @default none
   */
  readonly threatProtection?: 'audit' | 'enforce';
  /**
   * Custom domains of the data API, and of the admin API with the console. Not for `development`: `npm start`
   * refuses to run with settings that it cannot serve locally.
   * @default the domains that API Gateway assigns
   */
  readonly domains?: { readonly dataApi?: CustomDomain; readonly adminApi?: CustomDomain };
  /**
   * The base addresses at which clients reach the two APIs through your own proxy, such as
   * `https://sales.example.com`, without a slash at the end. Links, sign-in and documentation use them;
   * `infra/docs/guides/proxies.md` says what a proxy has to pass on. For `npm start` there are settings.
   * @default the custom domains, or the addresses that API Gateway assigns
   */
  readonly publicUrls?: { readonly dataApi?: string; readonly adminApi?: string };
  /**
   * Not for `development` either.
   * @default none
   */
  readonly firewall?: Firewall;
  /**
   * Replaces the stack's own table, which is kept: remove this setting to use it again.
   * @default the stack's own table
   */
  readonly restoredTable?: RestoredTable;
  /**
   * The table with the hours in which calls are allowed: its path, absolute or from the root of the
   * repository. It enables `include=callability`, which is not legal advice:
   * `infra/docs/guides/calling-hours.md` says what it covers.
   * @default none: `include=callability` returns 400
   */
  readonly callingHours?: { readonly table: string };
  /** Limits by plan name. `standard` is the default plan of new keys. */
  readonly usagePlans: Readonly<Record<string, UsagePlanLimits>> & { readonly standard: UsagePlanLimits };
}

const USAGE_PLANS = {
  standard: { rate: 10, burst: 20, dailyQuota: 100_000 },
  'high-volume': { rate: 100, burst: 200, dailyQuota: 2_000_000 },
} as const satisfies Record<string, UsagePlanLimits>;

/**
 * More than one address may send, by the rule of the firewall, and far more than people in a browser need.
 */
const ADMIN_THROTTLE: Throttle = { rate: 30, burst: 300 };

/** A person in the console sends a fifth of it at most. An organization gets half of what a method serves. */
const ADMIN_REQUESTS_PER_MINUTE: RequestLimits = { user: 600, organization: 900 };

const STAGES: Readonly<Record<string, StageConfig>> = {
  development: {
    stage: 'development',
    retainsData: false,
    requiresMfa: false,
    selfServiceSignOn: true,
    registersClients: true,
    logRetentionDays: 7,
    functionMemoryMb: 512,
    eventRetentionDays: 30,
    importRetentionDays: 90,
    webhookEndpointsPerDomain: 20,
    throttles: { dataApi: { rate: 200, burst: 400 }, adminApi: ADMIN_THROTTLE },
    // The tests of a service send more than people do.
    adminRequestsPerMinute: { user: 20_000, organization: 20_000 },
    // The minimum: attempts last up to 15 seconds, and a new account may have a concurrency of 10.
    fanOutConcurrency: 2,
    firstAttemptConcurrency: 2,
    retryConcurrency: 2,
    importConcurrency: 2,
    exportConcurrency: 2,
    slowRequestMilliseconds: 3_000,
    alarmNotification: 'none',
    callingHours: { table: 'shared/calling-hours/north-america.json' },
    usagePlans: USAGE_PLANS,
  },
  staging: {
    stage: 'staging',
    retainsData: true,
    requiresMfa: true,
    registersClients: true,
    logRetentionDays: 30,
    functionMemoryMb: 512,
    eventRetentionDays: 30,
    importRetentionDays: 90,
    webhookEndpointsPerDomain: 20,
    throttles: { dataApi: { rate: 205, burst: 400 }, adminApi: ADMIN_THROTTLE },
    adminRequestsPerMinute: ADMIN_REQUESTS_PER_MINUTE,
    firewall: { rules: 'admin-rate' },
    fanOutConcurrency: 20,
    firstAttemptConcurrency: 100,
    retryConcurrency: 20,
    importConcurrency: 10,
    exportConcurrency: 5,
    slowRequestMilliseconds: 2_000,
    alarmNotification: 'none',
    usagePlans: USAGE_PLANS,
  },
  production: {
    stage: 'production',
    retainsData: true,
    requiresMfa: true,
    registersClients: true,
    logRetentionDays: 90,
    functionMemoryMb: 512,
    eventRetentionDays: 90,
    importRetentionDays: 90,
    webhookEndpointsPerDomain: 20,
    throttles: { dataApi: { rate: 205, burst: 400 }, adminApi: ADMIN_THROTTLE },
    adminRequestsPerMinute: ADMIN_REQUESTS_PER_MINUTE,
    firewall: { rules: 'admin-rate' },
    // Requests and sign-ins need the first two. The others wait, for functions or for their turn, so they
    // need a maximum.
    reservedConcurrency: { authorize: 300, 'user-pool-triggers': 20, 'serve-mcp': 50, 'create-import': 50 },
    fanOutConcurrency: 20,
    firstAttemptConcurrency: 200,
    retryConcurrency: 20,
    importConcurrency: 10,
    exportConcurrency: 5,
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
 * The configuration of a stage, with the options of the command line:
 * - `-c first-deployment=true` sets `isFirstDeployment`
 * - `-c alarm-notification=none` deploys a stage without `alarmNotification`
 *
 * @param context reads a value of the CDK's context
 * @throws Error for an unknown stage or value, and for a stage without `alarmNotification`
 */
export const deployedConfig = (context: (name: string) => unknown): StageConfig => {
  const config = stageConfig(context('stage'));
  const option = (name: string, values: readonly string[]): unknown => {
    const value = context(name);
    if (value === undefined || values.includes(String(value))) return value;
    throw new Error(`${name} must be ${values.join(' or ')}, not "${String(value)}".`);
  };
  const isFirstDeployment = String(option('first-deployment', ['true', 'false'])) === 'true';
  const isSilent = option('alarm-notification', ['none']) === 'none';
  if (config.alarmNotification === undefined && !isSilent) {
    throw new Error(
      `The stage ${config.stage} has no \`alarmNotification\`, so its alarms would notify no one. ` +
        'Configure it in infra/config.ts, or accept that with `-c alarm-notification=none`.',
    );
  }
  return { ...config, isFirstDeployment };
};
