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
import { oneTimePassword } from './totp.ts';

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
