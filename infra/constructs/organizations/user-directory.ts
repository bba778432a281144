import { Aws, Duration, Fn } from 'aws-cdk-lib';
import {
  CfnManagedLoginBranding,
  CfnUserPoolDomain,
  ClientAttributes,
  ManagedLoginVersion,
  OAuthScope,
  type UserPool,
  UserPoolClient,
  UserPoolClientIdentityProvider,
  UserPoolDomain,
  UserPoolGroup,
} from 'aws-cdk-lib/aws-cognito';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import {
  ORGANIZATION_ATTRIBUTE,
  PROVIDER_ROLE_ATTRIBUTE,
  ROLES,
} from '../../../shared/contract/organizations/users.ts';
import type { StageConfig } from '../../config.ts';
import type { ServiceTable } from '../platform/data-table.ts';
import { type AlarmDefinition, AT_ONCE, formula, QUARTER_HOUR } from '../platform/metrics.ts';
import { removalPolicyOf } from '../platform/retention.ts';
import { addIdentityProviders } from './identity-providers.ts';
import { createUserPool } from './user-pool.ts';
import { addUserPoolTriggers } from './user-pool-triggers.ts';

/** The alarm of sign-ins. */
export const userAlarms = ({ triggers }: UserDirectory): readonly AlarmDefinition[] => [
  {
    name: 'sign-ins-failing',
    meaning:
      'Half of all sign-ins to the console, or more, fail in the function that decides organization and ' +
      'role.',
    metric: formula(
      'failures in percent, 0 for fewer than five',
      'IF(failures >= 5, 100 * failures / signIns, 0)',
      {
        failures: triggers.metricErrors({ period: QUARTER_HOUR }),
        signIns: triggers.metricInvocations({ period: QUARTER_HOUR }),
      },
      QUARTER_HOUR,
    ),
    threshold: 50,
    ...AT_ONCE,
  },
];

export interface UserDirectoryProps {
  readonly config: StageConfig;
  /** Has the memberships that tokens follow. */
  readonly table: ServiceTable;
  /** Where the sign-in page redirects to, after sign-in and sign-out. */
  readonly consoleUrl: string;
}

/**
 * ID tokens carry organization and role, so a stolen token stays valid for this long. Cognito allows 5
 * minutes to 24 hours.
 */
const ID_TOKEN_LIFETIME = Duration.minutes(15);
/** The time after which users must sign in again. */
const SESSION_LIFETIME = Duration.hours(12);
/**
 * How long a replaced refresh token stays valid, for a client that missed the response. Cognito's maximum.
 */
const RETRY_PERIOD = Duration.seconds(60);
/**
 * The time for each challenge of a sign-in, such as setting up an authenticator app. Cognito's default is 3
 * minutes.
 */
const CHALLENGE_LIFETIME = Duration.minutes(15);

/**
 * The domain prefix of the sign-in page. It must be unique in the Region, so it contains a part of the
 * stack's id, `arn:…:stack/<name>/<uuid>`.
 */
const domainPrefix = (stage: string): string =>
  `sales-data-${stage}-${Fn.select(0, Fn.split('-', Fn.select(2, Fn.split('/', Aws.STACK_ID))))}`;

/**
 * The users of all organizations and their sign-in page. Users join by invitation, or from an identity
 * provider, to which the operator assigns an organization. A trigger decides which organization each token is
 * for.
 */
export class UserDirectory extends Construct {
  readonly userPool: UserPool;
  /** Decides organization and role of each token; without it, no user can sign in. */
  readonly triggers: LambdaFunction;
  /** The only client: the web console, a public client that uses the authorization code grant with PKCE. */
  readonly client: UserPoolClient;
  /** The base address of the sign-in page, without a trailing slash. */
  readonly signInUrl: string;
  /** The `iss` claim of the tokens. */
  readonly issuer: string;

  constructor(scope: Construct, id: string, { config, table, consoleUrl }: UserDirectoryProps) {
    super(scope, id);
    this.userPool = createUserPool(this, config, consoleUrl);
    for (const groupName of ROLES) {
      const group = new UserPoolGroup(this, `Group-${groupName}`, { userPool: this.userPool, groupName });
      // Without its groups, a user pool that outlives the stack does not know who is an admin.
      group.applyRemovalPolicy(removalPolicyOf(config));
    }
    this.triggers = addUserPoolTriggers(this, this.userPool, table, config);
    const { identityProviders = [] } = config;
    const providers = addIdentityProviders(this, this.userPool, config);
    const ofProviders = providers.length > 0 ? [PROVIDER_ROLE_ATTRIBUTE] : [];
    this.client = new UserPoolClient(this, 'Client', {
      userPool: this.userPool,
      generateSecret: false,
      supportedIdentityProviders: [
        UserPoolClientIdentityProvider.COGNITO,
        ...identityProviders.map(({ name }) => UserPoolClientIdentityProvider.custom(name)),
      ],
      // The sign-in page, too, needs the flow by which users authenticate:
      // https://docs.aws.amazon.com/cognito/latest/developerguide/authentication-implement.html
      // `npm run verify` signs in with the operator's AWS permissions, and never with those of a user.
      authFlows: { userSrp: true, adminUserPassword: true },
      oAuth: {
        flows: { authorizationCodeGrant: true },
        // `openid` alone puts all readable attributes into the ID token; any other scope would narrow them:
        // https://docs.aws.amazon.com/cognito/latest/developerguide/cognito-user-pools-define-resource-servers.html
        scopes: [OAuthScope.OPENID],
        callbackUrls: [consoleUrl],
        logoutUrls: [consoleUrl],
      },
      readAttributes: new ClientAttributes()
        .withStandardAttributes({ email: true, emailVerified: true })
        .withCustomAttributes(ORGANIZATION_ATTRIBUTE, ...ofProviders),
      // Cognito's default would let users change every attribute that the client can read. It writes what an
      // identity provider says as the client; users of a provider get no token that can change attributes.
      writeAttributes: new ClientAttributes()
        .withStandardAttributes({ email: true })
        .withCustomAttributes(...ofProviders),
      authSessionValidity: CHALLENGE_LIFETIME,
      preventUserExistenceErrors: true,
      enableTokenRevocation: true,
      idTokenValidity: ID_TOKEN_LIFETIME,
      accessTokenValidity: ID_TOKEN_LIFETIME,
      refreshTokenValidity: SESSION_LIFETIME,
      refreshTokenRotationGracePeriod: RETRY_PERIOD,
    });
    this.client.node.addDependency(...providers);
    const domain = new UserPoolDomain(this, 'Domain', {
      userPool: this.userPool,
      cognitoDomain: { domainPrefix: domainPrefix(config.stage) },
      managedLoginVersion: ManagedLoginVersion.NEWER_MANAGED_LOGIN,
    });
    const branding = new CfnManagedLoginBranding(this, 'Branding', {
      userPoolId: this.userPool.userPoolId,
      clientId: this.client.userPoolClientId,
      useCognitoProvidedValues: true,
    });
    // Without a style, the pages of the domain are unavailable.
    const resource = domain.node.defaultChild;
    if (resource instanceof CfnUserPoolDomain) resource.addResourceDependency(branding);
    this.signInUrl = domain.baseUrl();
    // https://docs.aws.amazon.com/cognito/latest/developerguide/federation-endpoints.html
    this.issuer = `https://cognito-idp.${Aws.REGION}.amazonaws.com/${this.userPool.userPoolId}`;
  }
}
