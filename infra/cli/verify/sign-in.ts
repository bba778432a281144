import { createHmac } from 'node:crypto';
import {
  AdminInitiateAuthCommand,
  type AdminInitiateAuthCommandOutput,
  AdminRespondToAuthChallengeCommand,
  AdminSetUserPasswordCommand,
  AssociateSoftwareTokenCommand,
  type CognitoIdentityProviderClient,
  VerifySoftwareTokenCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import { temporaryPassword } from '../organizations/organization-options.ts';

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const STEP_SECONDS = 30;
const DIGITS = 6;

/** Decodes base 32 (RFC 4648, section 6), without padding. */
const decodeBase32 = (text: string): Buffer => {
  const bits = [...text].map((character) => BASE32.indexOf(character).toString(2).padStart(5, '0')).join('');
  const bytes = bits.match(/.{8}/g) ?? [];
  return Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2)));
};

/**
 * A time-based one-time password (RFC 6238) as authenticator apps show it: SHA-1, 30 seconds, 6 digits.
 *
 * @param secret in base 32
 * @param now in milliseconds since 1970
 */
export const oneTimePassword = (secret: string, now: number): string => {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(now / 1_000 / STEP_SECONDS)));
  const hash = createHmac('sha1', decodeBase32(secret)).update(counter).digest();
  const offset = hash.readUInt8(hash.length - 1) & 0x0f;
  const code = (hash.readUInt32BE(offset) & 0x7fff_ffff) % 10 ** DIGITS;
  return String(code).padStart(DIGITS, '0');
};

export interface UserPoolUser {
  readonly cognito: CognitoIdentityProviderClient;
  readonly userPoolId: string;
  readonly clientId: string;
  readonly email: string;
}

type Challenge = Pick<
  AdminInitiateAuthCommandOutput,
  'ChallengeName' | 'ChallengeParameters' | 'Session' | 'AuthenticationResult'
>;

/** Sets up a one-time password app, as a stage that requires a second factor demands at the first sign-in. */
const setUpSecondFactor = async (user: UserPoolUser, challenge: Challenge): Promise<Challenge> => {
  const { cognito, userPoolId, clientId, email } = user;
  const app = await cognito.send(new AssociateSoftwareTokenCommand({ Session: challenge.Session }));
  const code = oneTimePassword(app.SecretCode ?? '', Date.now());
  const verified = await cognito.send(
    new VerifySoftwareTokenCommand({ Session: app.Session, UserCode: code }),
  );
  return cognito.send(
    new AdminRespondToAuthChallengeCommand({
      UserPoolId: userPoolId,
      ClientId: clientId,
      ChallengeName: 'MFA_SETUP',
      // Not an alias:
      // https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_AdminRespondToAuthChallenge.html
      ChallengeResponses: { USERNAME: challenge.ChallengeParameters?.['USER_ID_FOR_SRP'] ?? email },
      Session: verified.Session,
    }),
  );
};

/**
 * Signs a new user in with the operator's AWS permissions, without the sign-in page.
 *
 * @returns an ID token
 */
export const signIn = async (user: UserPoolUser): Promise<string> => {
  const { cognito, userPoolId, clientId, email } = user;
  const password = temporaryPassword();
  await cognito.send(
    new AdminSetUserPasswordCommand({
      UserPoolId: userPoolId,
      Username: email,
      Password: password,
      Permanent: true,
    }),
  );
  let challenge: Challenge = await cognito.send(
    new AdminInitiateAuthCommand({
      UserPoolId: userPoolId,
      ClientId: clientId,
      AuthFlow: 'ADMIN_USER_PASSWORD_AUTH',
      AuthParameters: { USERNAME: email, PASSWORD: password },
    }),
  );
  if (challenge.ChallengeName === 'MFA_SETUP') challenge = await setUpSecondFactor(user, challenge);
  const token = challenge.AuthenticationResult?.IdToken;
  if (token !== undefined) return token;
  throw new Error(`Cognito demands ${challenge.ChallengeName ?? 'nothing, but returns no ID token'}`);
};
