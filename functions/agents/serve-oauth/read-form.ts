import type { APIGatewayProxyEvent } from 'aws-lambda';
import { OAuthError } from '../../../shared/agents/oauth-error.ts';
import { headerValues } from '../../http/headers.ts';

/** Far more than any request of a client has. */
const MAX_BODY_CHARACTERS = 20_000;

/** The body of a request with this media type. */
export const readText = ({ body, multiValueHeaders }: APIGatewayProxyEvent, mediaType: string): string => {
  const [type = '', ...others] = headerValues(multiValueHeaders, 'content-type');
  if (others.length > 0 || type.split(';')[0]?.trim().toLowerCase() !== mediaType) {
    throw new OAuthError('invalid_request', `Send the body as \`Content-Type: ${mediaType}\`.`);
  }
  const text = body ?? '';
  if (text.length <= MAX_BODY_CHARACTERS) return text;
  throw new OAuthError(
    'invalid_request',
    `The body exceeds the maximum of ${MAX_BODY_CHARACTERS} characters.`,
  );
};

/** The parameters of a form. An empty one counts as absent (RFC 6749, section 3.2). */
export interface Form {
  readonly optional: (name: string) => string | undefined;
  /** @throws OAuthError if it is absent */
  readonly required: (name: string) => string;
}

/**
 * @throws OAuthError for another media type, and for a repeated parameter, of which readers see different
 * values
 */
export const readForm = (event: APIGatewayProxyEvent): Form => {
  const parameters = new URLSearchParams(readText(event, 'application/x-www-form-urlencoded'));
  const names = [...parameters.keys()];
  const repeated = names.find((name, index) => names.indexOf(name) !== index);
  if (repeated !== undefined) {
    throw new OAuthError('invalid_request', `The parameter "${repeated.slice(0, 50)}" is repeated.`);
  }
  const optional = (name: string): string | undefined => parameters.get(name) || undefined;
  return {
    optional,
    required: (name) => {
      const value = optional(name);
      if (value !== undefined) return value;
      throw new OAuthError('invalid_request', `The parameter \`${name}\` is missing.`);
    },
  };
};
