import { expectThat } from './api.ts';
import type { RunCheck } from './checks.ts';
import type { VerifiedService } from './service.ts';

/** Any value: no code is exchanged. */
const CODE_CHALLENGE = 'A'.repeat(43);

/**
 * Opens the sign-in page as the console does. Cognito redirects to its form, or to a page or an address with
 * an `error`, for example because the address of the console is not that of the client.
 */
export const checkSignInPage = (
  run: RunCheck,
  { signInPage, clientId, consoleUrl }: VerifiedService,
): Promise<true | undefined> =>
  run('sign-in page: opens for the console', [], async () => {
    const query = new URLSearchParams({
      response_type: 'code',
      client_id: clientId,
      redirect_uri: consoleUrl,
      scope: 'openid',
      state: 'verification',
      code_challenge: CODE_CHALLENGE,
      code_challenge_method: 'S256',
    });
    const { status, headers } = await signInPage(`/oauth2/authorize?${query}`);
    const location = headers.get('Location');
    expectThat(location !== null, `${status} instead of a redirect for ${consoleUrl}`);
    const error = new URL(location ?? '', consoleUrl).searchParams.get('error');
    expectThat(error === null, `it refuses ${consoleUrl}: ${error}`);
    return true as const;
  });
