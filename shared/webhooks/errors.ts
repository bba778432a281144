/** The state of the endpoint or delivery does not allow the operation. The message says why. */
export class WebhookConflictError extends Error {
  override readonly name = 'WebhookConflictError';
}

/** A URL that webhooks must not be sent to. The message completes "The URL …". */
export class EndpointUrlError extends Error {
  override readonly name = 'EndpointUrlError';
}

export const concurrentKeyUpdate = (): WebhookConflictError =>
  new WebhookConflictError('The API key was modified concurrently. Retry.');

export const concurrentUpdate = (): WebhookConflictError =>
  new WebhookConflictError('The endpoint was modified concurrently. Reload it and retry.');
