import { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { signIn } from '../../../infra/cli/verify/sign-in.ts';
import { type AwsStandIn, startAwsStandIn } from '../../support/platform/aws-stand-in.ts';

const call = (name: string): string => `AWSCognitoIdentityProviderService.${name}`;

let aws: AwsStandIn;
let cognito: CognitoIdentityProviderClient;
beforeEach(async () => {
  aws = await startAwsStandIn();
  cognito = new CognitoIdentityProviderClient({
    endpoint: aws.environment['AWS_ENDPOINT_URL'] ?? '',
    region: 'eu-central-1',
    credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
    maxAttempts: 1,
  });
});
afterEach(async () => {
  vi.useRealTimers();
  cognito.destroy();
  await aws.stop();
});

const user = () => ({ cognito, userPoolId: 'pool', clientId: 'client', email: 'vera@example.com' });

describe('signIn', () => {
  it('sets up a one-time password app where the pool requires a second factor', async () => {
    vi.useFakeTimers({ now: 59_000, toFake: ['Date'] });
    aws.answers = {
      [call('AdminSetUserPassword')]: {},
      [call('AdminInitiateAuth')]: { ChallengeName: 'MFA_SETUP', Session: 'session-1' },
      [call('AssociateSoftwareToken')]: {
        SecretCode: 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ',
        Session: 'session-2',
      },
      [call('VerifySoftwareToken')]: { Status: 'SUCCESS', Session: 'session-3' },
      [call('AdminRespondToAuthChallenge')]: { AuthenticationResult: { IdToken: 'the token' } },
    };
    expect(await signIn(user())).toBe('the token');
    const bodies = aws.bodies.map((body) => JSON.parse(body));
    expect(bodies.slice(2)).toEqual([
      { Session: 'session-1' },
      { Session: 'session-2', UserCode: '287082' },
      {
        UserPoolId: 'pool',
        ClientId: 'client',
        ChallengeName: 'MFA_SETUP',
        ChallengeResponses: { USERNAME: 'vera@example.com' },
        Session: 'session-3',
      },
    ]);
    expect(bodies[1].AuthParameters.PASSWORD).toBe(bodies[0].Password);
    expect(aws.unexpected).toEqual([]);
  });

  it('names an unknown challenge', async () => {
    aws.answers = {
      [call('AdminSetUserPassword')]: {},
      [call('AdminInitiateAuth')]: { ChallengeName: 'SMS_MFA', Session: 'session-1' },
    };
    await expect(signIn(user())).rejects.toThrow('Cognito demands SMS_MFA');
  });
});
