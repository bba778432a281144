import { expectThat } from './api.ts';
import type { RunCheck } from './checks.ts';
import type { VerifiedService } from './connect-service.ts';

/** Opens the sign-in page as the console does. The code challenge is any value: no code is exchanged. */
const openSignInPage = ({ signInPage, clientId }: VerifiedService, redirectUri: string) => {
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: clientId,
    redirect_uri: redirectUri,
    scope: 'openid',
    state: 'verification',
    code_challenge: 'A'.repeat(43),
    code_challenge_method: 'S256',
  });
  return signInPage(`/oauth2/authorize?${query}`);
};

/**
 * Checks the sign-in page. For the console, Cognito redirects to its form, or to a page or an address with an
 * `error`, for example because the address of the console is not that of the client. It allows no other
 * origin and redirects to no other address.
 */
export const checkSignInPage = async (run: RunCheck, service: VerifiedService): Promise<void> => {
  const { signInPage, consoleUrl } = service;
  const { origin } = new URL(consoleUrl);
  await run('sign-in page: opens for the console', [], async () => {
    const { status, headers } = await openSignInPage(service, consoleUrl);
    const location = headers.get('Location');
    expectThat(location !== null, `${status} instead of a redirect for ${consoleUrl}`);
    const error = new URL(location ?? '', consoleUrl).searchParams.get('error');
    expectThat(error === null, `it refuses ${consoleUrl}: ${error}`);
  });
  await run('sign-in page: lets the console call its token endpoint (CORS)', [], async () => {
    const answer = await signInPage('/oauth2/token', { method: 'POST', headers: { Origin: origin } });
    const allowed = answer.headers.get('Access-Control-Allow-Origin');
    expectThat(allowed === origin || allowed === '*', `it allows ${allowed}`);
  });
  await run('sign-in page: leads to no other address', [], async () => {
    const { headers } = await openSignInPage(service, 'https://attacker.example/');
    const location = new URL(headers.get('Location') ?? '/', consoleUrl);
    expectThat(location.hostname !== 'attacker.example', `it leads to ${location}`);
  });
};
