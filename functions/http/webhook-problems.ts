import { invalidRequest, ProblemError } from '../../shared/contract/problems.ts';
import { EndpointUrlError, WebhookConflictError } from '../../shared/webhooks/errors.ts';

/** Translates the errors of webhook operations into problems of the API. */
export const toWebhookProblem = (error: unknown): unknown => {
  if (error instanceof WebhookConflictError) return new ProblemError('conflict', error.message);
  if (error instanceof EndpointUrlError) return invalidRequest([{ parameter: 'url', detail: error.message }]);
  return error;
};
