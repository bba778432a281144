import { randomUUID } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Resource } from '../../../../infra/local/assembly/stack.ts';
import { type Cognito, type CognitoOptions, startCognito } from '../../../../infra/local/cognito/cognito.ts';
import { hashPassword } from '../../../../infra/local/cognito/users/password-hash.ts';
import type { StoredUser } from '../../../../infra/local/cognito/users/user-store.ts';

export const POOL_ID = 'us-east-1_Small0000';
export const CLIENT_ID = 'console000000000000000000';
export const APPLICATION = 'http://127.0.0.1:4321';
export const REDIRECT_URI = `${APPLICATION}/callback`;
export const LOGOUT_URI = `${APPLICATION}/`;
/** Satisfies the pool's policy. */
export const PASSWORD = 'correct Horse 7';

const resource = (
  logicalId: string,
  physicalId: string,
  properties: Readonly<Record<string, unknown>>,
): Resource => ({ logicalId, physicalId, arn: undefined, properties });

/** A pool as CDK synthesizes it, resolved. */
export const poolResource = (properties: Readonly<Record<string, unknown>> = {}): Resource =>
  resource('Pool', POOL_ID, {
    AccountRecoverySetting: { RecoveryMechanisms: [{ Name: 'verified_email', Priority: 1 }] },
    AdminCreateUserConfig: { AllowAdminCreateUserOnly: true },
    AutoVerifiedAttributes: ['email'],
    DeletionProtection: 'ACTIVE',
    EmailVerificationMessage: 'The verification code to your new account is {####}',
    EmailVerificationSubject: 'Verify your new account',
    EnabledMfas: ['SOFTWARE_TOKEN_MFA'],
    MfaConfiguration: 'OPTIONAL',
    Policies: {
      PasswordPolicy: {
        MinimumLength: 12,
        RequireLowercase: true,
        RequireUppercase: true,
        RequireNumbers: true,
        RequireSymbols: true,
        TemporaryPasswordValidityDays: 3,
      },
    },
    Schema: [
      { Mutable: true, Name: 'email', Required: true },
      {
        AttributeDataType: 'String',
        Mutable: false,
        Name: 'organization_id',
        StringAttributeConstraints: { MaxLength: '64', MinLength: '1' },
      },
    ],
    UserPoolTier: 'ESSENTIALS',
    UsernameAttributes: ['email'],
    UsernameConfiguration: { CaseSensitive: false },
    ...properties,
  });

/** A client as CDK synthesizes it, resolved, with AWS URLs. */
export const clientResource = (properties: Readonly<Record<string, unknown>> = {}): Resource =>
  resource('Console', CLIENT_ID, {
    AccessTokenValidity: 15,
    AllowedOAuthFlows: ['code'],
    AllowedOAuthFlowsUserPoolClient: true,
    AllowedOAuthScopes: ['openid'],
    CallbackURLs: ['https://console.example/callback'],
    EnableTokenRevocation: true,
    GenerateSecret: false,
    IdTokenValidity: 20,
    LogoutURLs: ['https://console.example/'],
    PreventUserExistenceErrors: 'ENABLED',
    ReadAttributes: ['custom:organization_id', 'email', 'email_verified'],
    RefreshTokenRotation: { Feature: 'ENABLED', RetryGracePeriodSeconds: 60 },
    RefreshTokenValidity: 720,
    SupportedIdentityProviders: ['COGNITO'],
    TokenValidityUnits: { AccessToken: 'minutes', IdToken: 'minutes', RefreshToken: 'minutes' },
    UserPoolId: POOL_ID,
    WriteAttributes: [],
    ...properties,
  });

export const groupResource = (name: string): Resource =>
  resource(`Group${name}`, name, { GroupName: name, UserPoolId: POOL_ID });

/** Maps a URL of the stack to that of the tests. */
export const localUrl = (url: string): string => url.replace('https://console.example', APPLICATION);

export interface SmallCognito extends Cognito {
  readonly options: CognitoOptions;
  /** Reported errors. */
  readonly errors: readonly unknown[];
}

/** A running pool with the groups `admin` and `member`, by default in a new folder. */
export const startSmallCognito = async (changes: Partial<CognitoOptions> = {}): Promise<SmallCognito> => {
  const folder = mkdtempSync(join(tmpdir(), 'cognito-'));
  const errors: unknown[] = [];
  const options: CognitoOptions = {
    pool: poolResource(),
    clients: [clientResource()],
    groups: [groupResource('admin'), groupResource('member')],
    localUrl,
    usersFile: join(folder, 'users.json'),
    sendMail: () => undefined,
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
    region: 'us-east-1',
    invoke: async (arn) => ({ error: { errorType: 'NotFound', errorMessage: arn } }),
    onError: (error) => {
      errors.push(error);
    },
    ...changes,
  };
  return { ...(await startCognito(options)), options, errors };
};

const passwordHash = await hashPassword(PASSWORD);

/** A user of the organization `o1` who can sign in with {@link PASSWORD}. */
export const addUser = async (
  { users }: Cognito,
  email: string,
  changes: Partial<StoredUser> = {},
): Promise<StoredUser> => {
  const user = {
    sub: randomUUID(),
    email,
    passwordHash,
    attributes: { email_verified: 'true', 'custom:organization_id': 'o1', given_name: 'Ada' },
    groups: [],
    isDisabled: false,
    isConfirmed: true,
    ...changes,
  };
  await users.put(user);
  return user;
};

/** The application's sign-in request. */
export const requestOf = ({ signInUrl }: Cognito) => ({
  signInUrl,
  clientId: CLIENT_ID,
  redirectUri: REDIRECT_URI,
});
