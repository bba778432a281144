import { invalidRequest, ProblemError } from '../../shared/contract/problems.ts';
import { EndpointFieldError, WebhookConflictError } from '../../shared/webhooks/errors.ts';

/** Translates the errors of webhook operations into problems of the API. */
export const toWebhookProblem = (error: unknown): unknown => {
  if (error instanceof WebhookConflictError) return new ProblemError('conflict', error.message);
  if (error instanceof EndpointFieldError) {
    return invalidRequest([{ parameter: error.field, detail: error.message }]);
  }
  return error;
};
