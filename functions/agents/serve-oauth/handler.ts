import middy from '@middy/core';
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import {
  readRegistration,
  registerClient,
  updateRegistration,
} from '../../../shared/agents/clients/manage-registration.ts';
import { type ExchangeStore, exchangeCode } from '../../../shared/agents/exchange-code.ts';
import { type GrantedTokens, tokenResponse } from '../../../shared/agents/granted-tokens.ts';
import { metadataDocuments, type OAuthSettings } from '../../../shared/agents/metadata.ts';
import { OAuthError, type OAuthErrorCode } from '../../../shared/agents/oauth-error.ts';
import { refreshTokens } from '../../../shared/agents/refresh-tokens.ts';
import { isSameResource } from '../../../shared/agents/resource.ts';
import { revokeAppOfToken } from '../../../shared/agents/revoke-app.ts';
import { OAUTH_PATHS, oauthAddresses } from '../../../shared/contract/agents/oauth.ts';
import { ProblemError } from '../../../shared/contract/problems.ts';
import { timestampOf } from '../../../shared/domain/timestamp.ts';
import { endpointOfKeys, readPublicKeys } from '../../../shared/webhooks/endpoints/public-keys.ts';
import { bearerToken } from '../../http/credential.ts';
import { EARLY_ANSWER } from '../../http/early-answer.ts';
import { headerValues } from '../../http/headers.ts';
import { toKeyProblem } from '../../http/key-problems.ts';
import { problemResponses } from '../../http/problem-responses.ts';
import { requestLog } from '../../http/request-log.ts';
import { JSON_CONTENT_TYPE, responseHeaders } from '../../http/response-headers.ts';
import { type Form, readForm, readText } from './read-form.ts';

export interface ServeOAuthDependencies extends OAuthSettings {
  readonly table: ExchangeStore;
  readonly now: () => Date;
}

const STATUSES: Readonly<Record<OAuthErrorCode, number>> = {
  invalid_request: 400,
  invalid_grant: 400,
  invalid_target: 400,
  unsupported_grant_type: 400,
  access_denied: 403,
  invalid_redirect_uri: 400,
  invalid_client_metadata: 400,
  invalid_token: 401,
};

/** Metadata only change with a deployment, and keys with a rotation, after which both sign for a day. */
const METADATA_CACHE_CONTROL = 'public, max-age=300';

const json = (
  event: APIGatewayProxyEvent,
  body: unknown,
  statusCode = 200,
  cacheControl = 'no-store',
): APIGatewayProxyResult => ({
  statusCode,
  headers: responseHeaders(event, JSON_CONTENT_TYPE, cacheControl),
  body: JSON.stringify(body),
});

/**
 * Creates the Lambda handler of the authorization server's endpoints, and of the public keys of webhook
 * endpoints. They are public: clients have no secret.
 */
export const serveOAuth = ({ table, now, ...settings }: ServeOAuthDependencies) => {
  const documents = metadataDocuments(settings);
  const { resource } = oauthAddresses(settings.dataApiUrl);

  const tokensFor = async (form: Form, from: string, time: Date): Promise<GrantedTokens> => {
    const type = form.required('grant_type');
    const clientId = form.required('client_id');
    if (!isSameResource(form.optional('resource'), resource)) {
      throw new OAuthError(
        'invalid_target',
        `\`resource\` must be ${resource}, the only resource of this service.`,
      );
    }
    if (type === 'refresh_token') {
      const renewal = { refreshToken: form.required('refresh_token'), clientId, from };
      return refreshTokens(table, renewal, time);
    }
    if (type !== 'authorization_code') {
      throw new OAuthError(
        'unsupported_grant_type',
        '`grant_type` must be `authorization_code` or `refresh_token`.',
      );
    }
    const exchange = {
      code: form.required('code'),
      redirectUri: form.optional('redirect_uri'),
      codeVerifier: form.required('code_verifier'),
      clientId,
      from,
    };
    return exchangeCode(table, exchange, time);
  };

  const metadataOf = (event: APIGatewayProxyEvent): unknown => {
    try {
      return JSON.parse(readText(event, 'application/json'));
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
      throw new OAuthError('invalid_client_metadata', 'The body is not valid JSON.');
    }
  };

  const serveRegistration = (event: APIGatewayProxyEvent): APIGatewayProxyResult => {
    if (!settings.allowsRegistration)
      throw new ProblemError('not-found', 'This service registers no clients.');
    const { dataApiUrl } = settings;
    if (event.httpMethod === 'POST') {
      return json(event, registerClient(metadataOf(event), dataApiUrl, now()), 201);
    }
    const id = event.queryStringParameters?.['client_id'] ?? '';
    const [token] = headerValues(event.multiValueHeaders, 'authorization').map(bearerToken);
    const registration =
      event.httpMethod === 'PUT'
        ? updateRegistration(id, token, metadataOf(event), dataApiUrl)
        : readRegistration(id, token, dataApiUrl);
    return json(event, registration);
  };

  const document = async ({ resource: path, pathParameters }: APIGatewayProxyEvent): Promise<unknown> => {
    const name = pathParameters?.['document'] ?? '';
    const endpoint = path === OAUTH_PATHS.wellKnown ? endpointOfKeys(name) : undefined;
    const found =
      endpoint === undefined
        ? documents.get(`${path} ${name}`)
        : await readPublicKeys(table.reader, endpoint, timestampOf(now()));
    if (found !== undefined) return found;
    throw new ProblemError('not-found', 'There is no document with this name.');
  };

  const respond = async (event: APIGatewayProxyEvent): Promise<APIGatewayProxyResult> => {
    const from = event.requestContext.identity.sourceIp;
    const time = now();
    switch (event.resource) {
      case OAUTH_PATHS.token:
        return json(event, tokenResponse(await tokensFor(readForm(event), from, time), time));
      case OAUTH_PATHS.revocation:
        await revokeAppOfToken(table, readForm(event).required('token'), from);
        return json(event, {});
      case OAUTH_PATHS.registration:
        return serveRegistration(event);
      default:
        return json(event, await document(event), 200, METADATA_CACHE_CONTROL);
    }
  };

  return middy(async (event: APIGatewayProxyEvent): Promise<APIGatewayProxyResult> => {
    try {
      return await respond(event);
    } catch (error) {
      if (!(error instanceof OAuthError)) throw toKeyProblem(error);
      // As RFC 6749 defines errors for clients.
      return json(event, { error: error.code, error_description: error.message }, STATUSES[error.code]);
    }
  }, EARLY_ANSWER)
    .use(requestLog(() => ({})))
    .use(problemResponses());
};
