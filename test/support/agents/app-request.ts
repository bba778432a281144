import { registrationOf } from '../../../shared/agents/clients/registered-client.ts';

/** The code verifier and challenge of RFC 7636, appendix B. */
export const VERIFIER = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk';
const CHALLENGE = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM';

export const REDIRECT_URI = 'https://agent.example/callback';

/** The id of a registered client. */
export const clientId = (name = 'Agent', redirectUris: readonly string[] = [REDIRECT_URI]): string =>
  registrationOf({ client_name: name, redirect_uris: redirectUris }).client_id;

/** A valid authorization request. */
export const APP_REQUEST = {
  response_type: 'code',
  client_id: clientId(),
  redirect_uri: REDIRECT_URI,
  code_challenge: CHALLENGE,
  code_challenge_method: 'S256',
  state: 'a state',
} as const;
