import { Duration } from 'aws-cdk-lib';
import { Policy } from 'aws-cdk-lib/aws-iam';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import type { LogGroup } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import { OAUTH_PATHS } from '../../../shared/contract/agents/oauth.ts';
import { DEFAULT_PLAN } from '../../../shared/contract/keys/api-key-limits.ts';
import { CONSOLE_URL_VARIABLE, DATA_API_URL_VARIABLE } from '../../../shared/runtime/environment.ts';
import {
  PARTITION_KEY,
  SORT_KEY,
  TIME_TO_LIVE_ATTRIBUTE,
  VERSION_ATTRIBUTE,
} from '../../../shared/table/items/schema.ts';
import type { Throttle } from '../../config.ts';
import { keyCreationStatements } from '../keys/gateway-keys.ts';
import { registrationEnvironment } from '../keys/registration.ts';
import type { ServiceProps } from '../platform/data-table.ts';
import { ServiceFunction } from '../platform/service-function.ts';

/**
 * Each app renews its token once an hour. Far more than all need, because anyone can send requests without a
 * valid token, which use up the same limit: they cost no read, unless their checksum is right.
 */
const TOKEN_THROTTLE: Throttle = { rate: 300, burst: 600 };

/** Clients register when a user connects one. */
const REGISTRATION_THROTTLE: Throttle = { rate: 5, burst: 20 };

/** The methods of the authorization server, by path. */
export const OAUTH_METHODS: readonly {
  readonly path: string;
  readonly method: 'GET' | 'POST' | 'PUT';
  /** @default that of the API */
  readonly throttle?: Throttle;
}[] = [
  { path: OAUTH_PATHS.wellKnown, method: 'GET' },
  { path: OAUTH_PATHS.issuerDocument, method: 'GET' },
  { path: OAUTH_PATHS.token, method: 'POST', throttle: TOKEN_THROTTLE },
  { path: OAUTH_PATHS.revocation, method: 'POST' },
  { path: OAUTH_PATHS.registration, method: 'POST', throttle: REGISTRATION_THROTTLE },
  { path: OAUTH_PATHS.registration, method: 'GET' },
  { path: OAUTH_PATHS.registration, method: 'PUT' },
];

export const OAUTH_PUBLIC =
  'Clients of the authorization server have no secret: a code or a token in the body authenticates a ' +
  'request, and metadata are the same for everybody.';

/** The attributes of an app that issuing, renewing and revoking its tokens read in conditions or write. */
const CHANGED_ATTRIBUTES = [
  ...[PARTITION_KEY, SORT_KEY, VERSION_ATTRIBUTE, 'hash', 'hint', 'tokenExpiresAt', 'refreshToken', 'code'],
  ...['expiresAt', 'pendingSince', 'isDiscarded', 'revokedAt', 'gatewayKeys', TIME_TO_LIVE_ATTRIBUTE],
];

export interface ServeOAuthProps extends ServiceProps {
  readonly dataApiUrl: string;
  readonly consoleUrl: string;
  readonly logGroup: LogGroup;
  /** Usage plan ids of the data API, by plan name. */
  readonly usagePlanIds: Readonly<Record<string, string>>;
}

/** As for functions of the admin API: calls of the control plane may have to be retried. */
const TIMEOUT = Duration.seconds(25);

/**
 * Creates the function that issues, renews and revokes the tokens of connected apps, and the gateway key of
 * an app whose code is exchanged. It is public, so it cannot delete any, nor create any in another plan.
 */
export const createServeOAuth = (
  scope: Construct,
  { table, config, dataApiUrl, consoleUrl, logGroup, usagePlanIds }: ServeOAuthProps,
): LambdaFunction => {
  const { function: handler } = new ServiceFunction(scope, 'ServeOauth', {
    functionName: 'serve-oauth',
    description: 'Issues, renews and revokes the tokens of connected apps, and serves public keys',
    table,
    access: [
      { actions: ['GetItem'], items: ['apiKeys'] },
      // Neither what an app may do, nor whose it is.
      { actions: ['UpdateItem'], items: ['apiKeys'], attributes: CHANGED_ATTRIBUTES },
      // Whether the owner of an app still has access.
      { actions: ['GetItem', 'ConditionCheckItem'], items: ['users'] },
      { actions: ['GetItem'], items: ['identityProviders'] },
      // Their public keys. It has no access to the key that encrypts their secrets.
      { actions: ['GetItem'], items: ['webhookEndpoints'] },
      { actions: ['PutItem'], items: ['auditLogs'] },
    ],
    environment: {
      [DATA_API_URL_VARIABLE]: dataApiUrl,
      [CONSOLE_URL_VARIABLE]: consoleUrl,
      ...registrationEnvironment(config),
    },
    timeout: TIMEOUT,
    logGroup,
    config,
  });
  const { [DEFAULT_PLAN]: planId } = usagePlanIds;
  if (planId === undefined) throw new Error(`Connected apps need the usage plan \`${DEFAULT_PLAN}\`.`);
  // Within the role, it would close a circle: the plan refers to the stage, the stage to methods and
  // function.
  const policy = new Policy(scope, 'ServeOauthGatewayKeys', {
    statements: [...keyCreationStatements([planId])],
  });
  handler.role?.attachInlinePolicy(policy);
  return handler;
};
